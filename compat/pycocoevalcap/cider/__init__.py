"""CIDEr-D, under the name that pycocoevalcap gives it."""

"""The commands that list what there is: metrics, tokenizers, dialects, programs, defects."""

"""CIDEr and CIDEr-D: options and identity, dialect, document frequencies, formula and presets."""

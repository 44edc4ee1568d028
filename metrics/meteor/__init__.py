"""METEOR: options and identity, dialect, alignment, WordNet, statistics, formula and presets."""

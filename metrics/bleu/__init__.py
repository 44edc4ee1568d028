"""BLEU: options and identity, dialect, statistics, formula and the presets of known programs."""

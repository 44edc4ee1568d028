"""GLEU (Google): options and identity, dialect, statistics, formula and presets."""

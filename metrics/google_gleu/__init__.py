"""GLEU (Google): dialect, statistics, formula, options and presets."""

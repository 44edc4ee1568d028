"""TER: options and identity, dialect, statistics, formula, shifts and the presets of programs."""

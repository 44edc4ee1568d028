"""Distinct-n: options and identity, dialect, statistics, formula and presets."""

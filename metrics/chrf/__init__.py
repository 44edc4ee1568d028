"""chrF, chrF+ and chrF++: options and identity, dialect, statistics, formula and presets."""

"""Self-BLEU: options and identity, dialect, statistics and presets."""

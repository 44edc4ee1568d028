"""What a comparison computes: scores, differences and analyses of texts."""

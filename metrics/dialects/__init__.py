"""The dialects by name: every known program of BLEU and NIST as data."""

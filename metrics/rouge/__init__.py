"""ROUGE: overlap of n-grams or common subsequences with references, as an F measure."""

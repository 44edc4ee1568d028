"""N-grams counted over all parts of a corpus."""

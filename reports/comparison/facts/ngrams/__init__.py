"""N-grams in which two systems differ."""

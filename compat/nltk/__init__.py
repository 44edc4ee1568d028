"""Drop-in replacements for metrics of NLTK; only that for METEOR needs NLTK."""

"""Drop-in replacements for NLTK's BLEU and NIST, which do not need NLTK."""

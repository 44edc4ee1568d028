"""Drop-in replacements for NLTK's BLEU, NIST and chrF, which do not need NLTK."""

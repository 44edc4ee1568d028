"""Drop-in replacements for NLTK's BLEU, NIST, chrF and GLEU, which do not need NLTK."""

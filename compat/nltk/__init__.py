"""Drop-in replacements for NLTK's BLEU, NIST, chrF, GLEU and RIBES, which do not need NLTK."""

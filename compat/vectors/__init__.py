"""Vectors: inputs with recorded results, against which a program is held again."""

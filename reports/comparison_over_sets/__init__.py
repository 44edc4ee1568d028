"""Comparisons of systems on several test sets, one for each set and one over all."""

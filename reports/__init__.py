"""Scores as data models, and the renderers that print them."""

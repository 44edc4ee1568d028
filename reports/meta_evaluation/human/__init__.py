"""Scores that humans gave: their files, and how far they can be trusted."""

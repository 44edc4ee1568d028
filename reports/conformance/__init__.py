"""Checks of programs, their conventions, recorded vectors, and reported scores, as reports."""

"""Counts add up: rows of statistics, their sums and formulas as data."""

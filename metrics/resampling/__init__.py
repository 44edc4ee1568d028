"""Intervals and tests: sums of statistics over other draws of the test set, and their scores."""

"""Intervals and tests from resamples of a test set: sums of statistics and their scores."""

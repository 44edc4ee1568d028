"""Scores of segments that another program computed, such as COMET, as a metric like any other."""

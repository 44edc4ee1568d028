"""Comparison of dialects: the axes that differ, and an input on which the scores differ."""

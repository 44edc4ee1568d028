"""Dialects compared: where two of them differ, and on which input that shows."""

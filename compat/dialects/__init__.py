"""Dialects laid side by side: where two of them part, and on which input that shows."""

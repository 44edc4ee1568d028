"""Saved reports: reading and writing, contradictions in them, and comparison with them."""

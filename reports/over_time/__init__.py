"""Saved reports over time: what changed since when."""

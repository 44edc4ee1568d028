"""Saved reports over time: what changed since when, and an index of a folder of reports."""

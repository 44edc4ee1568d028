"""Scoring of a corpus in parts, in this process or by the workers of a cluster."""

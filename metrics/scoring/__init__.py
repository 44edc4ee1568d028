"""Texts are scored: several systems and metrics, prepared references, every pair."""

"""Comparing systems: a data model, what fills it, and the words that say what was found."""

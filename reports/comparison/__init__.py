"""Comparisons of systems: the data model, the analyses and the sentences of the report."""

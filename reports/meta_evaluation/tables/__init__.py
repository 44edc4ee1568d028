"""The tables of a meta-evaluation."""

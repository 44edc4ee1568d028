"""Conditions under which a system fails, and what came of them."""

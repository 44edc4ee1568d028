"""The ledger of defects: what known programs get wrong, each shown on a small input."""

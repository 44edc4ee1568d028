"""The ledger of defects: known faults of programs, each shown on a small input."""

"""The ledger of defects: known defects of programs, each shown on a small input."""

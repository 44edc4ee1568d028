"""The ledger of defects: what known programs get wrong, each on its smallest input."""

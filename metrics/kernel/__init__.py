"""N-gram counting, independent of any metric: a compiled kernel and its pure-Python twin.

Words and characters are both symbols. `kernel` chooses between the two, which give equal results.
"""

UNKNOWN = 0xFFFFFFFF
"""The id of a token or n-gram that is not in a vocabulary or table."""

"""N-gram counting, independent of any metric: a compiled kernel and its pure-Python twin.

Words and characters are both symbols. `kernel` chooses between the two, which give equal results.
"""

"""The shared n-gram statistics layer: clipped matches, lengths and reference counts.

The layer is independent of any metric. Words and characters are both symbols. `kernel` chooses
between the compiled kernel and its pure-Python twin, which give equal results.
"""

"""The shared n-gram statistics layer: clipped matches, lengths and reference counts.

It knows no metric. Words and characters are both symbols to it. `kernel` chooses between the
compiled kernel and its pure-Python twin, which give equal results.
"""

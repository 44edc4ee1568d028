"""The resamples and p-values of other programs, to the digit, under those programs' names.

They are for reproducing published numbers. None of the tests here holds its level: see what each
module says of its program. What is random is drawn as the program draws it, sums are kept as it
keeps them, and scores are computed in its order of operations wherever a last digit could decide
between greater and equal.
"""

"""The significance tests of other programs, reproduced to the digit under the programs' names.

They are for reproducing published numbers. None of these tests has the type I error that it states:
see what each module says of its program. Random numbers are drawn as the program draws them, sums
are kept as it keeps them, and scores are computed in its order of operations wherever a last digit
could decide between greater and equal.
"""

"""The significance tests of other programs, reproduced to the last digit.

They serve to reproduce published numbers. None of these tests has its nominal type I error; each
module describes why. Random numbers and the precision of sums are those of the program. Scores are
computed in its order of operations wherever the last digit could decide between greater and equal.
"""

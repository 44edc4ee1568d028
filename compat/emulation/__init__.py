"""The significance tests of other programs, reproduced to the last digit.

They make it possible to check published numbers. None of these tests has its nominal type I error;
each module explains why. Scores are computed in the order of operations of the program wherever the
last digit could decide between greater and equal.
"""

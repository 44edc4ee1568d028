"""The significance tests of sacreBLEU, reproduced to the last digit.

They make it possible to check published numbers. Neither test has its nominal type I error;
`sacrebleu` explains why. Scores are computed in sacreBLEU's order of operations wherever the last
digit could decide between greater and equal.
"""

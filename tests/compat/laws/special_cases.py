"""Cases that random search seldom finds."""

from tallystick.compat import Case

PERFECT = Case.from_lines(hypotheses=["a b c d e", "f"], references=["a b c d e", "f"])
TIE = Case.from_lines(hypotheses=["a b c d e"], references=[["a b c d e f", "a b c d"]])
SHORT = Case.from_lines(hypotheses=["a b c d e"], references=["a b c d e f"])
NO_FOUR_GRAM = Case.from_lines(
    hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
)
# Each of the three words matches once, and so does each of the six bigrams.
ALL_BIGRAMS = Case.from_lines(
    hypotheses=["a b a c b c a"], references=[["a b c", "c b a", "a c", "c a"]]
)
SOURCE = Case.from_lines(hypotheses=["a b"], references=["a c"], sources=["a d"])
TRIANGLE = Case.from_lines(hypotheses=["p a q"], references=["q r p"])
CLIPPED_UNIGRAMS = Case.from_lines(hypotheses=["a b a"], references=[["a b", "b a"]])

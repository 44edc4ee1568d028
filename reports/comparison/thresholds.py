"""The numbers by which reports on comparisons decide what to say and to show, and their evidence.

Shares are between 0 and 1. Where no evidence is given, the number was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping

# Segments to look at

COPIED = 0.8  # the minimum share of tokens that a copied source and the hypothesis have in common
CLEARLY_MORE = 0.2  # the minimum by which this share exceeds that of any reference
FEWEST_COPIED_TOKENS = 4  # the fewest tokens of a source that can be copied
UNUSUAL_LENGTH = 2.0  # the ratio of lengths from which an output is too long, or too short
FEWEST_LETTERS = 5  # the fewest letters by which a wrong script is recognised
FEWEST_REPEATED_WORDS = 4  # the fewest words of a text that outputs repeat
FEWEST_REPEATED_CHARACTERS = 10  # the same in characters, for texts without spaces
MOST_COMPARED_CHARACTERS = 300  # the most characters of sentences that are compared
ALIKE = 0.6  # the share of common characters from which two sentences may have the same translation

# Doubts about outputs; each fault has its own share of segments, in `doubts/faults.py`

LEVEL_OF_DOUBTS = 0.01  # the level of all tests of a report together
USUAL_FAULT = 0.05  # the largest share of segments that is usual because others have it too
ODD_REFERENCES = 0.05  # the share of segments in which references with a fault raise a doubt
LINES_OF_RUN = 1.1  # the most lines per misplaced output of a run
RUN_TO_END = 0.98  # the share of segments from which a run goes to the end

# The bounds of usual ratios of lengths. Of 206 outputs of WMT22, 205 have a ratio of 0.90 to 1.13
# to the references in characters, and a garbled one has 4.2.
SHORT_OUTPUT, LONG_OUTPUT = 0.88, 1.33

RARE_WORD = 0.01  # the largest share of segments whose references have a rare word
FEWEST_RARE_WORDS = 3  # the fewest rare words by which the place of an output is recognised

# The largest share of the rare words of an output in another place that its own reference has.
MOST_OF_OWN_REFERENCE = 0.25

FEWEST_OF_NEIGHBOUR = 2  # the fewest of them that the reference before or after has
FEWEST_FOREIGN_WORDS = 5  # the fewest words by which another language is recognised

# The largest share of words of the language in an output of another one, relative to that in the
# references, which is small in a small test set.
MOST_KNOWN_WORDS = 0.25

# Two systems with a larger share of equal outputs are near-copies, unless the median pair has one
# too. Of 956 pairs of systems of WMT22, 17 have a share of 0.43 to 0.81, and all but three of the
# others at most 0.28.
NEAR_COPIES = 0.4

LONG_SEGMENT = 8  # the fewest words of segments in which few outputs equal a reference by chance

# For segments of so many words or more, the least share of all segments by which the number of
# outputs that equal a reference exceeds the usual one. Seven outputs of WMT22 exceed one of them,
# by 0.009, 0.019 and 0.03 or more, with one exception among the three, and no other output does.
MORE_EQUAL: Mapping[int, float] = {20: 0.005, LONG_SEGMENT: 0.015, 1: 0.03}

TIMES_EQUAL = 2  # the least ratio of the two numbers
RESAMPLES_BY_REFERENCE = 1_000  # the most with one reference, as only the significance is said

# Several test sets

# The fewest sets from which other sets are inferred: with four, the bounds of a 95% interval are
# 3.2 standard errors away, with five 2.8.
FEWEST_SETS = 5

SHARED_SEGMENTS = 0.1  # two sets share a larger part of the smaller one than short texts by chance

# Power

# The power of detectable differences, which is the convention of Cohen, "Statistical Power Analysis
# for the Behavioral Sciences", 1988.
POWER = 0.8

# With fewer differing units, a randomisation test needs nearly all signs to be equal, and standard
# errors are too uncertain for a minimum detectable difference: over 6 documents of WMT22, its 5th
# and 95th percentiles were 4.7 and 21.9 BLEU.
FEWEST_TO_SEE = 8

# N-grams

FEWEST_SEGMENTS_OF_NGRAM = 3  # N-grams that occur in fewer segments are not counted
FEWEST_DIFFERING = 6  # with fewer differing units, no sign test has p < 0.05: 2 / 2 ** 5 = 0.0625
SAME_SEGMENTS = 0.8  # overlapping n-grams with this share of segments in common are about the same

# An occurrence in the texts of the pair or the references is this many counts of the prior.
WEIGHT_OF_PRIOR = 0.1

LEAST_Z = 0.5  # differences of n-grams with a smaller z are omitted

# Words in a larger share of the segments are function words rather than content words.
FREQUENT_WORD = 0.02

FEWEST_OF_FREQUENT_WORD = 10  # words in fewer segments are content words

# Groups and pairs of segments

FEWEST_SEGMENTS_OF_GROUP = 30  # the number of segments that a group needs for a score to be shown
MOST_DOCUMENTS = 20  # of more documents, the largest are groups
MOST_VALUES = 12  # a column of metadata with more values has no groups
MOST_SYSTEMS_IN_ALL_PAIRS = 6  # with more, n-grams and segments are shown for pairs with one system
TIE = 1e-9  # the relative tolerance of equal segment scores, because scores are rounded
MOST_BINS = 20  # the most bins of a histogram of segment scores, on either side of 0

# Sentences

MOST_WORDS = 15  # the most words of a headline
MOST_WORDS_OVER_SETS = 24  # the most words of a headline with a doubt about one of several sets
MOST_NAMED = 3  # the largest number of systems that a sentence of the verdict names
MOST_LISTED = 12  # the largest number of leading systems that a sentence below the headline names
MOST_CONTRADICTED = 4  # the largest number of contradicted pairs that a sentence names
FEW_FOR_VISIBILITY = 20  # with fewer units, a detectable difference is uncertain by a factor of two

# How much too narrow intervals of scores are, by the minimum number of units. In 3,000 simulated
# sets of segments of WMT22 de-en, zh-en and ja-en each, 95% intervals of BLEU contained the true
# score in 87% to 92% with 5 units, in 90% to 94% with 10, and in 92% to 94% with 20.
TOO_NARROW = ((50, ""), (20, "a little "), (1, "somewhat "))

# The percentage of true null hypotheses that the bootstrap test rejects at 5%, by the number of
# units: the most of 2,000 pairs of WMT23 zh-en and as many of WMT22 ja-en that differ only by
# chance, segments and documents resampled (`tools/simulate_tests.py`).
REJECTED_BY_THE_BOOTSTRAP: Mapping[int, int] = {8: 14, 15: 10, 20: 10, 30: 10, 50: 9}

FEW_FOR_THE_BOOTSTRAP = 50  # with fewer units, a caveat says so

# Checks and saved reports

SAME_SCORE = 1e-5  # the relative tolerance of scores by saved statistics, which have up to 8 digits
ROUNDED_TO_0 = 1e-9  # the absolute one, for scores near 0 that are differences of others
TOLERANCE = 1e-9  # by so much a margin may be exceeded, because 30.1 - 29.8 must not exceed 0.3
MOST_SEGMENTS_NAMED = 3  # the largest number of segments that the sentence of a check names

# Tables and lists

MOST_DOUBTS = 3  # the largest number of doubts that an index of reports shows of each
MOST_SEGMENTS_OF_NGRAM = 10  # the largest number of segments that are shown with an n-gram
MOST_EXAMPLES = 5  # the largest number of segments with their texts
LONGEST_TEXT = 400  # characters of a text above which it is cut
MOST_GROUPS = 12  # breakdowns with more groups, such as documents, are for files and plots
MOST_REPORTS = 30  # trends of more reports are for the plot and its table in HTML
MOST_SYSTEMS_WITH_INTERVALS = 4  # with more systems, the columns of a breakdown have no intervals
MOST_IN_MATRIX = 12  # the differences of more systems are for files
FEWEST_OTHER_SCORES = 3  # a score is far from the others only if there are more of these

# Pages and plots

MOST_COLUMNS = 12  # tables with more columns are printed only if they are chosen
MOST_ROWS = 30  # a plot of more groups on a page has those with the largest differences
MOST_POINTS = 50_000  # plots with more points in total would make the page large
MOST_COLOURS = 7  # colours distinguish no more systems than this; of more, there is a heat map
MOST_DRAWN_GROUPS = 24  # a plot of more groups, such as one per document, would be unreadable
MOST_WIDE = 12  # heat maps of more groups have no room for two decimals
MOST_IN_COLUMN = 24  # more intervals do not fit a plot of the width of a column
MOST_OF_MATRIX_IN_COLUMN = 5  # a matrix of more systems does not fit a column
MOST_WITH_TEXT = 16  # with more systems the cells of a matrix are too small for numbers
LONG_NAME = 20  # names of systems with more characters would leave too little of a column

"""The thresholds of checks and identifications, and how each was chosen.

Where nothing else is said, a number is the one of few tried that names most of the mutants of the
tests rightly in little time; twice or half of it changes few names. Shares are from 0 to 1.
"""

from __future__ import annotations

# How much is tried, in how much time.
EXAMPLES = 500  # drawn inputs of a check; 100 show nearly all mutants
SECONDS = 60.0  # the limit by default; without load a check takes 3 seconds
INPUTS = 0.5  # the share of the time after which no further input is tried
REDUCTION = 0.85  # and no input reduced further; causes have processor time of half of the rest
LONG = 0.05  # the share of the time that long inputs may take together, and under each change
POWER = 4.5  # of the size of an input, with which the time of our slowest metric grows
SHORT = 200  # texts and tokens of the largest input to which an answer must come in time
MOST_FAILURES = 5  # time-outs and crashes after which a program is not run again: each is slow
PATIENCE = 1.0  # seconds, besides twice those of its slowest answer, that a late program gets

# Which changes are tried as causes, on which inputs.
MOST_EXAMINED = 60  # inputs on which a program differs, and as many on which it agrees
FEW = 20  # differing inputs of which a change must explain one to be tried on all
MOST_COMBINED = 8  # changes that are combined with further ones
MOST_KEPT = 4  # combinations of each of them that are tried on all inputs
MOST_EXTENDED = 2  # combinations of two and more changes that are combined with a further one
MOST_CHANGES = 5  # that are combined: those of the npm package word-error-rate
FITTED = 4  # settings, and inputs, to which a number is fitted; as many more must agree with it
MOST_FITTED = 200  # tokens of the largest inputs to which several numbers are fitted, for speed
INPUTS_OF_FIT = 100  # inputs to which several numbers are fitted
FOR_EACH = 4  # inputs that a fit needs for each number, and a combination for each change
NEAR = 1e-6  # the largest error of an input that it explains
NEARLY_FITTED = 0.9  # the share of the inputs that it must explain
ROUNDS = 4  # how often inputs that fit badly are left out, and the rest is fitted again
MOST_TOKENS = 1000  # tokens above which mistakes are too slow to compute: some are cubic
ENOUGH = 5  # inputs with an error, and with a score, on which a change is tried first
BEAM = 16  # conventions that are changed at each step of a search
STEPS = 4  # axes in which an unknown convention may differ from every known one
STEPS_OF_CHECK = 2  # the same in a check that nothing else explains
FEW_ANSWERS = 12  # inputs of both kinds, explained and not, on which they are compared first

# When a change is the cause.
MOST_UNDEFINED = 0.9  # the share of the inputs for which a change may give no score
LEAST = 0.2  # the share of the inputs without a cause that a further one must explain
MOST = 0.9  # the share that a change must explain, whatever it does to the rest
FEW_DIFFERING = 5  # inputs below which a component, or a cause of some of them, is a guess
LARGE = 0.6  # the share that it must explain at all, if no change explains the rest
CHANGED = 0.8  # the share of this rest that it may change: above, it is a special case of a cause
PROVEN = 0.1  # the share of what it explains for which it must give a score: 0 proves nothing
CONTRADICTED = 0.03  # agreeing inputs that it may contradict, for each that it explains

# Where a program differs, if no change explains how.
NEARLY_ALL = 0.98  # the share of the inputs that must be as is said; other faults may be rarer
TOLD = 0.3  # the share of the entropy of where a program differs that a feature must tell
ENOUGH_BITS = 15.0  # or the bits: by chance, none of some 60 features tells as many
ENOUGH_WITHOUT = 0.15  # and the share of the agreeing inputs that must then lack the feature
BEST_FEATURES = 12  # features of which pairs are tried, for speed
ENOUGH_AGREEING = 10  # inputs on which a program must agree where a feature is missing
MOSTLY = 0.5  # the share of the differing inputs with scores above which others are left out
ENOUGH_VALUES = 8  # inputs of which the value of a component must be known
PART_WITH_VALUES = 1 / 3  # the share of the differing inputs of which it must be known
EXACT = 1e-6  # the largest tolerance of scores that still imply anything
MOST_CHANGED = 20  # inputs whose tokens are renamed or reversed to see what matters of them
MANY_RENAMED = 0.6  # the share of renamed inputs on which a program agrees if spelling matters
FEW_RENAMED = 0.3  # and if it does not
EXTREMES = (0.0, 100.0)  # scores that many different inputs have
MOST_REDUCED = 6  # inputs that are reduced
SHOWN = 3  # the smallest of them, which are shown

# What a program is run on again.
MOST_RUN_AGAIN = 10  # inputs, to see whether a result depends on earlier ones
MOST_COUNTED = 100  # inputs on which integer statistics are compared
FEW_OF_LAWS = 40  # inputs on which laws are checked
SMALL = 60  # the texts and tokens of the largest of them

# What a program of unknown convention is asked.
POOL = 300  # drawn inputs from which questions are chosen
SLOWER = 2  # the part of them where each corpus must be scored by itself: every second
CONFIRMATIONS = 200  # further inputs on which a convention is confirmed by default
MOST_QUESTIONS = 24  # questions that split the known conventions; most programs need 10
MOST_GUESSES = 12  # conventions after which no further one is tried
ENDS = (0.0, 1.0, 100.0)  # scores that also programs give whose answers depend on chance
MOST_REDUCTIONS = 200  # calls that make the input smaller which proves a convention unknown
BATTERY = 24  # inputs of all sizes that are asked before a search
NEAREST = 3  # known conventions whose changes are searched
FEW_ASKED = 16  # inputs, besides the special ones, on which mistakes are compared
SUSPECT = 3  # failures after which inputs of a kind that was never scored are not asked
LEAST_PREDICTED = 0.75  # the share of the answers other than 0 that a mistake must predict
TIE = 1e-9  # the distance from a tie at which an error of computation may decide the rounding
FEW_WIDER = 40  # inputs on which a program would show more if it accepted them

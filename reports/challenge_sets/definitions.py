"""What the numbers of a challenge are."""

from __future__ import annotations

from tallystick.reports.document import Term

KENDALL = "Kendall, A New Measure of Rank Correlation, Biometrika 1938"

TERMS = (
    Term("unchanged", "the score of the corpus without planted changes."),
    Term("faults noticed", "the mean over the kinds of faults of the share of segments whose score "
         "becomes worse with one fault; with references as the text, a perfect metric has 100%."),
    Term("harmless noticed", "the same of the harmless changes; a perfect metric has 0%."),
    Term("fault above harmless", "the share of pairs of a kind of fault and a kind of harmless "
         "change in which the fault has the larger relative drop; equal ones count half. A metric "
         "that cannot tell faults from harmless changes has 50%. The kinds are taken as given."),
    Term("correlation", "Kendall's tau-a between the number of faults in a segment (0, 1, 2, 4 and "
         "8) and how bad its score is, averaged over up to 200 segments of 12 words or more, and "
         "in the overview over the kinds of faults.", KENDALL),
    Term("relative drop", "how much worse the corpus score becomes with one change in each of the "
         "segments where it applies, divided by the same of one dropped word in each of these."),
    Term("drop", "how much worse the corpus score of the segments becomes, in points; positive is "
         "worse, also for error rates."),
    Term("noticed", "the share of segments whose score becomes worse with the change, by more than "
         "rounding."),
    Term("improved", "the share of segments whose score becomes better with the change, as can "
         "happen where the text differs from the references."),
    Term("intervals", "those of bootstrap samples of the segments, the same ones for all changes. "
         "What is planted is drawn for each segment on its own, so that they also contain what "
         "another --seed would give."),
)  # fmt: skip

GLOSSARY_POINTER = "What these numbers are: tallystick challenge --explain"

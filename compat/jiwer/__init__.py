"""Drop-in replacement for jiwer: the same numbers and alignments as jiwer 4.0.0.

Change one import line::

    import jiwer
    import tallystick.compat.jiwer as jiwer

>>> wer("the cat sat", "a cat sat down")
0.6666666666666666

Rates are those of jiwer, 0 to 1, and the reference comes first. Of a pair of sentences with more
than four million cells, the product of their lengths, RapidFuzz, which jiwer uses, may find another
alignment with as few edits.
"""

from tallystick.compat.jiwer import alignment, measures, process, transformations, transforms
from tallystick.compat.jiwer.alignment import (
    collect_error_counts,
    visualize_alignment,
    visualize_error_counts,
)
from tallystick.compat.jiwer.measures import (
    cer,
    mer,
    wer,
    wil,
    wip,
)
from tallystick.compat.jiwer.process import (
    AlignmentChunk,
    CharacterOutput,
    WordOutput,
    process_characters,
    process_words,
)
from tallystick.compat.jiwer.transformations import (
    cer_contiguous,
    cer_default,
    wer_contiguous,
    wer_default,
    wer_standardize,
    wer_standardize_contiguous,
)
from tallystick.compat.jiwer.transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemovePunctuation,
    RemoveSpecificWords,
    RemoveWhiteSpace,
    Strip,
    SubstituteRegexes,
    SubstituteWords,
    ToLowerCase,
    ToUpperCase,
)

__all__ = [
    "AbstractTransform",
    "AlignmentChunk",
    "CharacterOutput",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
    "WordOutput",
    "alignment",
    "cer",
    "cer_contiguous",
    "cer_default",
    "collect_error_counts",
    "measures",
    "mer",
    "name",
    "process",
    "process_characters",
    "process_words",
    "transformations",
    "transforms",
    "visualize_alignment",
    "visualize_error_counts",
    "wer",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
    "wil",
    "wip",
]

name = "jiwer"

"""The compositions of transformations that jiwer 4.0.0 offers."""

from tallystick.compat.jiwer import transforms as tr

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]

_SPACES = (tr.RemoveMultipleSpaces(), tr.Strip())
_STANDARD = (
    tr.ToLowerCase(),
    tr.ExpandCommonEnglishContractions(),
    tr.RemoveKaldiNonWords(),
    tr.RemoveWhiteSpace(replace_by_space=True),
    *_SPACES,
)
_ONE, _WORDS, _CHARACTERS = (
    tr.ReduceToSingleSentence(),
    tr.ReduceToListOfListOfWords(),
    tr.ReduceToListOfListOfChars(),
)

wer_default = tr.Compose([*_SPACES, _WORDS])
"""The words of each string."""

wer_contiguous = tr.Compose([*_SPACES, _ONE, _WORDS])
"""The words of all strings together."""

wer_standardize = tr.Compose([*_STANDARD, _WORDS])
"""The words of each string, in lower case, without contractions and non-words."""

wer_standardize_contiguous = tr.Compose([*_STANDARD, _ONE, _WORDS])
"""The same of all strings together."""

cer_default = tr.Compose([tr.Strip(), _CHARACTERS])
"""The characters of each string."""

cer_contiguous = tr.Compose([tr.Strip(), _ONE, _CHARACTERS])
"""The characters of all strings together."""

"""Checks of what is given: numbers of segments, and strings, which NLTK reads as characters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Sized

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.errors import InputError

Tokens = Sequence[Hashable]


class UndefinedScoreError(InputError, ZeroDivisionError):
    """The score is undefined, and NLTK divides by zero."""


class UnequalLengthsError(InputError, AssertionError):
    """The numbers of hypotheses and of references differ; NLTK: AssertionError."""


def check_lengths(list_of_references: Sized, hypotheses: Sized) -> None:
    """Refuse references of another number of segments than that of the hypotheses."""
    if len(list_of_references) != len(hypotheses):
        raise UnequalLengthsError(
            f"there are {len(hypotheses)} hypotheses but references for "
            f"{len(list_of_references)}; give every hypothesis its references"
        )


LONGEST_SHOWN = 40
"""The number of characters of a string that an error shows."""


def check_strings(segments: Iterable[tuple[Iterable[Tokens], Tokens]], refuse: bool) -> None:
    """Warn of text that was not split into tokens, once for each kind of mistake, or refuse it."""
    kinds: dict[str, None] = {}
    for segment, (references, hypothesis) in enumerate(segments, start=1):
        for number, reference in enumerate(references, start=1):
            defect = _defect(reference, hypothesis)
            if defect and refuse:
                raise _refusal(segment, number, reference, hypothesis)
            if defect:
                kinds[defect] = None
    for defect in kinds:
        warn_of_defect(defect)


def _defect(reference: Tokens, hypothesis: Tokens) -> str | None:
    """Return the warning of a hypothesis and one of its references, or None.

    A string of one-letter words equals the list of them, and one compared with characters too.
    """
    if isinstance(reference, str):
        if isinstance(hypothesis, str):
            texts = reference, hypothesis
            return defects.STRINGS if any(map(_has_other_words, texts)) else None
        return defects.REFERENCE_IS_A_STRING if _has_words(hypothesis) else None
    if isinstance(hypothesis, str) and _has_words(reference):
        return defects.HYPOTHESIS_IS_A_STRING
    return None


def _refusal(segment: int, number: int, reference: Tokens, hypothesis: Tokens) -> InputError:
    given = [
        f"{name} is the string {_shown(tokens)}"
        for name, tokens in (("hypothesis", hypothesis), (f"reference {number}", reference))
        if isinstance(tokens, str)
    ]
    expected = "a list of tokens" if len(given) == 1 else "lists of tokens"
    return InputError(
        f"in segment {segment}, {' and '.join(given)}; expected {expected}; split text, such as "
        "hypothesis.split(), put references into a list, and give list(...) to compare characters"
    )


def _has_other_words(text: str) -> bool:
    """Return whether the words of a text are not its characters."""
    return len(text) > 1 or text.isspace()


def _has_words(tokens: Tokens) -> bool:
    return any(isinstance(token, str) and len(token) > 1 for token in tokens)


def _shown(text: str) -> str:
    return repr(text) if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]!r}..."

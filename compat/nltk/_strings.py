"""Strings in place of sequences of tokens, which NLTK reads as characters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from tallystick.compat.nltk import _defects as defects
from tallystick.errors import InputError, warn

Tokens = Sequence[Hashable]

LONGEST_SHOWN = 40
"""The number of characters of a string that an error shows."""


def check_strings(segments: Iterable[tuple[Iterable[Tokens], Tokens]], refuse: bool) -> None:
    """Warn of text that was not split into tokens, once for each kind of mistake.

    Args:
        segments: The references and the hypothesis of each segment.
        refuse: Whether to raise an error instead.

    Raises:
        InputError: Text was not split, with `refuse`.
    """
    slips: list[str] = []
    for segment, (references, hypothesis) in enumerate(segments, start=1):
        for number, reference in enumerate(references, start=1):
            slip = slip_of(reference, hypothesis)
            if slip and refuse:
                raise refusal(segment, number, reference, hypothesis)
            if slip and slip not in slips:
                slips.append(slip)
    for slip in slips:
        warn(slip)


def slip_of(reference: Tokens, hypothesis: Tokens) -> str | None:
    """Return the defect that affects a hypothesis and one of its references, or None.

    A string whose characters are its words, such as "a", is the same as the list of them, and so is
    a string together with a list of characters.

    >>> slip_of("the cat sat", "the cat sat down") == defects.STRINGS
    True
    >>> slip_of("the", ["the", "cat"]) == defects.REFERENCE_IS_A_STRING
    True
    >>> slip_of("a", "b"), slip_of("abc", list("abd"))
    (None, None)
    """
    if isinstance(reference, str):
        if isinstance(hypothesis, str):
            texts = reference, hypothesis
            return defects.STRINGS if any(map(_has_other_words, texts)) else None
        return defects.REFERENCE_IS_A_STRING if _has_words(hypothesis) else None
    if isinstance(hypothesis, str) and _has_words(reference):
        return defects.HYPOTHESIS_IS_A_STRING
    return None


def refusal(segment: int, number: int, reference: Tokens, hypothesis: Tokens) -> InputError:
    """Return the error that names the strings among a hypothesis and a reference of it.

    Args:
        segment: Which segment it is, from 1.
        number: Which of its references it is, from 1.
        reference: The reference.
        hypothesis: The hypothesis.

    >>> raise refusal(2, 1, ["the", "cat"], "the cat")
    Traceback (most recent call last):
    tallystick.errors.InputError: in segment 2, hypothesis is the string 'the cat'; expected a \
list of tokens; split text, such as hypothesis.split(), put references into a list, and give \
list(...) where characters are meant
    """
    given = [
        f"{name} is the string {_shown(tokens)}"
        for name, tokens in (("hypothesis", hypothesis), (f"reference {number}", reference))
        if isinstance(tokens, str)
    ]
    expected = "a list of tokens" if len(given) == 1 else "lists of tokens"
    return InputError(
        f"in segment {segment}, {' and '.join(given)}; expected {expected}; split text, such as "
        "hypothesis.split(), put references into a list, and give list(...) where characters are "
        "meant"
    )


def _has_other_words(text: str) -> bool:
    """Tell whether splitting a text gives anything other than its characters."""
    return len(text) > 1 or text.isspace()


def _has_words(tokens: Tokens) -> bool:
    return any(isinstance(token, str) and len(token) > 1 for token in tokens)


def _shown(text: str) -> str:
    return repr(text) if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]!r}..."

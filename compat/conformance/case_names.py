"""Inputs as names of tests and in sentences."""

from __future__ import annotations

from tallystick.compat.case import Case, Segment

LONGEST_LINE = 40
"""The number of characters after which a line is shortened."""


def case_name(case: Case) -> str:
    """Return a case as words: a segment with its references, and so on.

    >>> case_name(Case.from_lines(["a b", ""], [["a", "b"], "c"]))
    "'a b' against 'a' and 'b', '' against 'c'"
    """
    segments = []
    for number, (hypothesis, references) in enumerate(
        zip(case.hypotheses, case.references, strict=True)
    ):
        source = "" if case.sources is None else f" from {_line(case.sources[number])}"
        against = " and ".join(map(_line, references))
        segments.append(f"{_line(hypothesis)}{source} against {against}")
    return ", ".join(segments)


def _line(tokens: Segment) -> str:
    line = " ".join(tokens).replace("\n", "\\n")
    if len(line) <= LONGEST_LINE:
        return f"'{line}'"
    return f"'{line[: LONGEST_LINE // 2]}...' ({len(tokens)} tokens)"

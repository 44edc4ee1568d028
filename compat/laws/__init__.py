"""Laws: what must hold of every BLEU or NIST because of its formula, whoever computes it.

A law takes a scorer, a function from a `Case` to a number, and says nothing or shows a breach. It
knows from which conventions it follows, by their axes: a scorer whose dialect lies outside has
a right to break it, and one whose dialect lies inside has a defect.

>>> case = Case.from_lines(hypotheses=["a b a b"], references=["a b"])
>>> def unclipped_precision(case):
...     [hypothesis], [[reference]] = case.hypotheses, case.references
...     return 100 * sum(token in reference for token in hypothesis) / len(reference)
>>> print(law_named("bounds").violation(unclipped_precision, case).detail)
the score is 200, outside 0 to 100
"""

from typing import Literal

from tallystick.compat.case import Case
from tallystick.compat.laws.counts import COUNTS
from tallystick.compat.laws.law import Law, Scorer, Subject, Violation
from tallystick.compat.laws.references import REFERENCES
from tallystick.compat.laws.scale import SCALE
from tallystick.compat.laws.segments import SEGMENTS
from tallystick.compat.laws.subjects import bleu_subject, nist_subject
from tallystick.compat.laws.symmetries import SYMMETRIES
from tallystick.errors import UnknownNameError
from tallystick.metrics.registry import nearest

__all__ = [
    "LAWS",
    "Case",
    "Law",
    "Scorer",
    "Subject",
    "Violation",
    "bleu_subject",
    "law_named",
    "laws_of",
    "nist_subject",
]

LAWS: tuple[Law, ...] = (*SCALE, *SYMMETRIES, *REFERENCES, *SEGMENTS, *COUNTS)
"""All laws, those about scores first."""


def law_named(name: str) -> Law:
    """Return the law of this name.

    Raises:
        UnknownNameError: There is none; the message offers the nearest.

    >>> law_named("identity").metrics
    ('bleu',)
    """
    names = {law.name: law for law in LAWS}
    if name not in names:
        raise UnknownNameError(f"no law is named {name!r}{nearest(name, list(names))}")
    return names[name]


def laws_of(metric: Literal["bleu", "nist"]) -> tuple[Law, ...]:
    """Return the laws of a metric.

    >>> [law.name for law in laws_of("nist")][0]
    'bounds of information'
    """
    return tuple(law for law in LAWS if metric in law.metrics)

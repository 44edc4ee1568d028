"""Laws: properties that follow from the conventions of a metric and that every scorer must have.

A scorer is a function from a `Case` to a score. Each law has a domain, the dialects from which it
follows. A scorer that violates a law has a defect if its dialect is in the domain.

>>> case = Case.from_lines(hypotheses=["a b a b"], references=["a b"])
>>> def unclipped_precision(case):
...     [hypothesis], [[reference]] = case.hypotheses, case.references
...     return 100 * sum(token in reference for token in hypothesis) / len(reference)
>>> print(law_named("bounds").violation(unclipped_precision, case).detail)
the score is 200, outside 0 to 100
"""

from tallystick.compat.case import Case
from tallystick.compat.laws.changes import REFERENCES, SEGMENTS
from tallystick.compat.laws.law import Law, Scored, Scorer, Subject, Violation
from tallystick.compat.laws.scale import SCALE, SOURCES
from tallystick.compat.laws.law import broken_laws, laws_for, subject_of
from tallystick.compat.laws.changes import CHARACTERS, SYMMETRIES
from tallystick.compat.laws.values import DIVERSITY, VALUES
from tallystick.errors import UnknownNameError
from tallystick.metrics.arguments.catalogue import DIALECTS
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.interface.spec import metric_from_spec, unabbreviated

__all__ = [
    "LAWS",
    "Case",
    "Law",
    "Scored",
    "Scorer",
    "Subject",
    "Violation",
    "broken_laws",
    "law_named",
    "laws_for",
    "laws_of",
    "subject_of",
]

LAWS: tuple[Law, ...] = (
    *(*SCALE, *VALUES, *SYMMETRIES, *REFERENCES, *SEGMENTS),
    *(*CHARACTERS, *SOURCES, *DIVERSITY),
)
"""All laws; those about scores come first."""


def law_named(name: str) -> Law:
    """Return the law with a name.

    Raises:
        UnknownNameError: No law has this name; the message suggests the nearest ones.

    >>> law_named("identity").statement.partition(",")[0]
    'Hypotheses that equal their single references'
    """
    names = {law.name: law for law in LAWS}
    if name not in names:
        raise UnknownNameError(f"no law is named {name!r}{nearest(name, list(names))}")
    return names[name]


def laws_of(metric: str) -> tuple[Law, ...]:
    """Return the laws of a metric, given its name or spec; a metric without dialects has none.

    Raises:
        UnknownNameError: No metric has this name.

    >>> [law.name for law in laws_of("nist")][0]
    'bounds of information'
    """
    name = unabbreviated(metric).partition(":")[0]
    if name in DIALECTS:
        kind = DIALECTS.load(name)
    else:
        kind = type(getattr(metric_from_spec(metric), "conventions", None))
    return tuple(law for law in LAWS if kind in law.domains)

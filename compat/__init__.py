"""Other programs: their dialects, defects and tests, and what checks an implementation.

>>> from tallystick.compat import Case, Implementation, agree
>>> def half(hypotheses, references, order):
...     return 0.5
>>> mine = Implementation(name="mine", metric="bleu", run=half, dialect="papineni2002")
>>> agree(mine, Case.from_lines(["a b c d"], ["a b c d"])).found.score
50.0

The drop-in replacements are `tallystick.compat.nltk` and `tallystick.compat.sacrebleu`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

if TYPE_CHECKING:
    from tallystick.compat.agreement import agree as agree
    from tallystick.compat.agreement import findings as findings
    from tallystick.compat.agreement import smallest as smallest
    from tallystick.compat.case import Case as Case
    from tallystick.compat.case import TextCase as TextCase
    from tallystick.compat.defects.defect import Defect as Defect
    from tallystick.compat.defects.ledger import defect as defect
    from tallystick.compat.defects.ledger import search as search_defects
    from tallystick.compat.dialects.difference import difference as difference
    from tallystick.compat.implementations.catalogue import implementation_named
    from tallystick.compat.implementations.command import command as command
    from tallystick.compat.implementations.finding import Finding as Finding
    from tallystick.compat.implementations.implementation import Implementation as Implementation
    from tallystick.compat.implementations.isolation import isolated as isolated
    from tallystick.compat.implementations.outcome import Failure as Failure
    from tallystick.compat.implementations.outcome import Outcome as Outcome
    from tallystick.compat.implementations.tolerance import Tolerance as Tolerance
    from tallystick.compat.implementations.tolerance import printed as printed
    from tallystick.compat.laws import Law as Law
    from tallystick.compat.laws import Subject as Subject
    from tallystick.compat.laws import Violation as Violation
    from tallystick.compat.laws import broken_laws as broken_laws
    from tallystick.compat.laws import law_named as law_named
    from tallystick.compat.laws import laws_of as laws_of
    from tallystick.compat.laws import subject_of as subject_of
    from tallystick.compat.strategies import corpora as corpora
    from tallystick.compat.strategies import lines as lines
    from tallystick.compat.strategies import segments as segments

__all__ = [
    "Case",
    "Defect",
    "Failure",
    "Finding",
    "Implementation",
    "Law",
    "Outcome",
    "Subject",
    "TextCase",
    "Tolerance",
    "Violation",
    "agree",
    "broken_laws",
    "command",
    "corpora",
    "defect",
    "difference",
    "findings",
    "implementation_named",
    "isolated",
    "law_named",
    "laws_of",
    "lines",
    "printed",
    "search_defects",
    "segments",
    "smallest",
    "subject_of",
]

_PLACES = {
    "Case": "tallystick.compat.case",
    "Defect": "tallystick.compat.defects.defect",
    "Failure": "tallystick.compat.implementations.outcome",
    "Finding": "tallystick.compat.implementations.finding",
    "Implementation": "tallystick.compat.implementations.implementation",
    "Law": "tallystick.compat.laws",
    "Outcome": "tallystick.compat.implementations.outcome",
    "Subject": "tallystick.compat.laws",
    "TextCase": "tallystick.compat.case",
    "Tolerance": "tallystick.compat.implementations.tolerance",
    "Violation": "tallystick.compat.laws",
    "agree": "tallystick.compat.agreement",
    "broken_laws": "tallystick.compat.laws",
    "command": "tallystick.compat.implementations.command",
    "corpora": "tallystick.compat.strategies",
    "defect": "tallystick.compat.defects.ledger",
    "difference": "tallystick.compat.dialects.difference",
    "findings": "tallystick.compat.agreement",
    "implementation_named": "tallystick.compat.implementations.catalogue",
    "isolated": "tallystick.compat.implementations.isolation",
    "law_named": "tallystick.compat.laws",
    "laws_of": "tallystick.compat.laws",
    "lines": "tallystick.compat.strategies",
    "printed": "tallystick.compat.implementations.tolerance",
    "search_defects": "tallystick.compat.defects.ledger:search",
    "segments": "tallystick.compat.strategies",
    "smallest": "tallystick.compat.agreement",
    "subject_of": "tallystick.compat.laws",
}

__getattr__, __dir__ = lazy_exports(globals(), _PLACES)

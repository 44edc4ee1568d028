"""Other programs: their dialects, defects and significance tests, and checks of implementations.

>>> from tallystick.compat import Case, Implementation, agree
>>> def half(hypotheses, references, order):
...     return 0.5
>>> mine = Implementation(name="mine", metric="bleu", run=half, dialect="papineni2002")
>>> agree(mine, Case.from_lines(["a b c d"], ["a b c d"])).found.score
50.0

The drop-in replacements are `tallystick.compat.nltk`, `.sacrebleu`, `.rouge_score`, `.jiwer`,
`.pycocoevalcap`, `.evaluate` and `.torchmetrics`; `.inspect_ai` has scorers for Inspect.
"""

from __future__ import annotations

from tallystick.lazy import lazy_exports

_EXPORTS = {
    "tallystick.compat.activation": "activate, deactivate",
    "tallystick.compat.agreement": "Finding, agree, findings, smallest",
    "tallystick.compat.case": "Case, TextCase",
    "tallystick.compat.conformance.check": "Check, Verdict, check",
    "tallystick.compat.conformance.identification": "Identification",
    "tallystick.compat.conformance.identification.identify": "identify",
    "tallystick.compat.conformance.suite": "conformance_suite",
    "tallystick.compat.defects.defect": "Defect",
    "tallystick.compat.defects.ledger": "defect, search as search_defects",
    "tallystick.compat.dialects.difference": "difference",
    "tallystick.compat.explanation.explanation": "Explanation, explain",
    "tallystick.compat.expected": "Expectation, expectation, read_expected",
    "tallystick.compat.implementations.catalogue": "implementation_named",
    "tallystick.compat.implementations.processes.command": "command",
    "tallystick.compat.implementations.given": "implementation_given",
    "tallystick.compat.implementations.implementation": "Implementation",
    "tallystick.compat.implementations.processes.isolation": "isolated",
    "tallystick.compat.implementations.processes.json_lines": "Limits, json_lines",
    "tallystick.compat.implementations.outcome": "Failure, Outcome",
    "tallystick.compat.implementations.tolerance": "Tolerance, printed",
    "tallystick.compat.laws": (
        "Law, Subject, Violation, broken_laws, law_named, laws_of, subject_of"
    ),
    "tallystick.compat.strategies": "corpora, lines, segments",
    "tallystick.compat.vectors.curated": "curated_vectors",
    "tallystick.compat.vectors.reading": "read_vectors",
    "tallystick.compat.vectors.replay": "Replay, inputs_for, record, replay",
    "tallystick.compat.vectors.vectors": "Vector, Vectors, write_vectors",
}
"""What is imported from each module when it is first used; `__init__.pyi` says the same."""

__all__, __getattr__, __dir__ = lazy_exports(globals(), _EXPORTS)

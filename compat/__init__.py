"""Other programs: their dialects, defects and significance tests, and checks of implementations.

>>> from tallystick.compat import Case, Implementation, agree
>>> def half(hypotheses, references, order):
...     return 0.5
>>> mine = Implementation(name="mine", metric="bleu", run=half, dialect="papineni2002")
>>> agree(mine, Case.from_lines(["a b c d"], ["a b c d"])).found.score
50.0

The drop-in replacements are `tallystick.compat.nltk`, `.sacrebleu`, `.rouge_score`, `.jiwer` and
`.pycocoevalcap`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

if TYPE_CHECKING:
    from tallystick.compat.agreement import (
        agree as agree,
        findings as findings,
        smallest as smallest,
    )
    from tallystick.compat.case import Case as Case, TextCase as TextCase
    from tallystick.compat.conformance.check import (
        Check as Check,
        Verdict as Verdict,
        check as check,
    )
    from tallystick.compat.conformance.identification import Identification as Identification
    from tallystick.compat.conformance.identify import identify as identify
    from tallystick.compat.conformance.suite import conformance_suite as conformance_suite
    from tallystick.compat.defects.defect import Defect as Defect
    from tallystick.compat.defects.ledger import defect as defect, search
    from tallystick.compat.dialects.difference import difference as difference
    from tallystick.compat.explanation.explanation import (
        Explanation as Explanation,
        explain as explain,
    )
    from tallystick.compat.implementations.catalogue import (
        implementation_named as implementation_named,
    )
    from tallystick.compat.implementations.command import command as command
    from tallystick.compat.implementations.finding import Finding as Finding
    from tallystick.compat.implementations.given import (
        implementation_given as implementation_given,
    )
    from tallystick.compat.implementations.implementation import Implementation as Implementation
    from tallystick.compat.implementations.isolation import isolated as isolated
    from tallystick.compat.implementations.json_lines import (
        Limits as Limits,
        json_lines as json_lines,
    )
    from tallystick.compat.implementations.outcome import Failure as Failure, Outcome as Outcome
    from tallystick.compat.implementations.tolerance import (
        Tolerance as Tolerance,
        printed as printed,
    )
    from tallystick.compat.laws import (
        Law as Law,
        Subject as Subject,
        Violation as Violation,
        broken_laws as broken_laws,
        law_named as law_named,
        laws_of as laws_of,
        subject_of as subject_of,
    )
    from tallystick.compat.strategies import (
        corpora as corpora,
        lines as lines,
        segments as segments,
    )
    from tallystick.compat.vectors.curated import curated_vectors as curated_vectors
    from tallystick.compat.vectors.reading import read_vectors as read_vectors
    from tallystick.compat.vectors.record import record as record
    from tallystick.compat.vectors.replay import Replay as Replay, replay as replay
    from tallystick.compat.vectors.vectors import Vector as Vector, Vectors as Vectors
    from tallystick.compat.vectors.writing import write_vectors as write_vectors

    search_defects = search
else:
    __all__, __getattr__, __dir__ = lazy_exports(
        globals(),
        {
            "tallystick.compat.agreement": "agree, findings, smallest",
            "tallystick.compat.case": "Case, TextCase",
            "tallystick.compat.conformance.check": "Check, Verdict, check",
            "tallystick.compat.conformance.identification": "Identification",
            "tallystick.compat.conformance.identify": "identify",
            "tallystick.compat.conformance.suite": "conformance_suite",
            "tallystick.compat.defects.defect": "Defect",
            "tallystick.compat.defects.ledger": "defect, search as search_defects",
            "tallystick.compat.dialects.difference": "difference",
            "tallystick.compat.explanation.explanation": "Explanation, explain",
            "tallystick.compat.implementations.catalogue": "implementation_named",
            "tallystick.compat.implementations.command": "command",
            "tallystick.compat.implementations.finding": "Finding",
            "tallystick.compat.implementations.given": "implementation_given",
            "tallystick.compat.implementations.implementation": "Implementation",
            "tallystick.compat.implementations.isolation": "isolated",
            "tallystick.compat.implementations.json_lines": "Limits, json_lines",
            "tallystick.compat.implementations.outcome": "Failure, Outcome",
            "tallystick.compat.implementations.tolerance": "Tolerance, printed",
            "tallystick.compat.laws": (
                "Law, Subject, Violation, broken_laws, law_named, laws_of, subject_of"
            ),
            "tallystick.compat.strategies": "corpora, lines, segments",
            "tallystick.compat.vectors.curated": "curated_vectors",
            "tallystick.compat.vectors.reading": "read_vectors",
            "tallystick.compat.vectors.record": "record",
            "tallystick.compat.vectors.replay": "Replay, replay",
            "tallystick.compat.vectors.vectors": "Vector, Vectors",
            "tallystick.compat.vectors.writing": "write_vectors",
        },
    )

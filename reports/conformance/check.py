"""The check of a program as a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from math import isnan
from typing import Any, ClassVar
from unicodedata import normalize

from tallystick.compat.agreement import Finding
from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.check import Check, Verdict
from tallystick.compat.conformance.problems import Problem
from tallystick.compat.conformance.search import size
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.expected import Expectation
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws import Violation
from tallystick.errors import counted
from tallystick.reports.document import (
    Block,
    Bullets,
    Entry,
    Labels,
    Paragraph,
    Span,
    Table,
    columns,
)
from tallystick.reports.saving.json_form import picked

LARGEST = 120
"""The texts and tokens of the largest input that is shown so."""

MOST_NGRAMS = 40
"""The number of n-grams that are shown."""

LONGEST_NAME = 40
"""The number of characters after which a line within a sentence is shortened."""

LONGEST_LINE = 200
"""The number of characters after which a line of an input is shortened."""

KEEP = "tallystick vectors record saves its results, and vectors replay says what changed since."
NEXT = {
    Verdict.CONFORMS: KEEP,
    Verdict.DIFFERS: "tallystick identify looks for the convention that it follows.",
    Verdict.NOT_RUN: "tallystick help check says how programs and functions are run.",
}
"""The next step after each verdict."""


def side_by_side(case: Case, order: int) -> list[Table]:
    """Return an input as tables, unless it is large; `order` is 0 if no n-grams of tokens count.

    In the first, the longest n-grams that a hypothesis shares with its references are marked. The
    second has the n-grams that a hypothesis and its references contain different numbers of.
    """
    if size(case) > LARGEST:
        return []
    names = ["hypothesis", *(f"reference {n}" for n in range(1, case.most_references + 1))]
    several = len(case.hypotheses) > 1
    texts, ngrams, marks = [], [], {}
    for number, (hypothesis, references) in enumerate(case.pairs):
        segment = (hypothesis, *references)
        missing = ("",) * (len(names) - len(segment))
        texts.append((*map(" ".join, segment), *missing))
        for place, tokens in enumerate(segment):
            others = [hypothesis] if place else references
            marks[number, place] = _shared(tokens, others, max(order, 1))
        counts = [Counter(_all_ngrams(tokens, order)) for tokens in segment]
        for ngram in dict.fromkeys(chain.from_iterable(counts)):
            of_each = [count[ngram] for count in counts]
            if len(set(of_each)) > 1:
                numbered = (str(number + 1),) * several
                ngrams.append((*numbered, " ".join(ngram), *map(str, of_each), *missing))
    title = f"side by side; {'n-grams' if order > 1 else 'words'} that match are marked"
    tables = [Table(columns(names), tuple(texts), title=title, detail=True, marks=marks)]
    if ngrams:
        left = len(ngrams) - MOST_NGRAMS
        header = columns(["segment"] * several, several) + columns(["n-gram", *names], len(names))
        title, more = "n-grams that they contain different numbers of", f"and {left:,} more"
        notes, shown = (more,) * (left > 0), tuple(ngrams[:MOST_NGRAMS])
        tables.append(Table(header, shown, title=title, notes=notes, detail=True))
    return tables


def _shared(tokens: Segment, others: Sequence[Segment], order: int) -> tuple[Span, ...]:
    """Return the characters of the longest n-grams that also occur in other segments."""
    theirs = {ngram for other in others for ngram in _all_ngrams(other, order)}
    starts = [0]
    for token in tokens:
        starts.append(starts[-1] + len(token) + 1)
    spans, place = [], 0
    while place < len(tokens):
        longest = range(min(order, len(tokens) - place), 0, -1)
        n = next((n for n in longest if tokens[place : place + n] in theirs), 0)
        if n:
            spans.append((starts[place], starts[place + n] - 1))
        place += n or 1
    return tuple(spans)


def _all_ngrams(tokens: Segment, order: int) -> Iterator[Segment]:
    for n in range(1, order + 1):
        yield from (tokens[at : at + n] for at in range(len(tokens) - n + 1))


@dataclass(frozen=True, slots=True)
class CheckReport:
    """Whether a program follows the convention that it claims, and where it does not."""

    kind: ClassVar[str] = "check"

    check: Check
    expectation: Expectation | None = None

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the verdict, the facts of the check, and a section for each problem."""
        blocks: list[Block] = [Paragraph(self.check.headline, strong=True)]
        blocks += expectation_blocks(self.expectation)
        blocks.append(self._facts())
        for number, problem in enumerate(self.check.problems, 1):
            blocks += _of_problem(number, problem)
        if self.check.violations:
            title = "laws of this convention that it breaks"
            broken = (
                f"{violation.law.name}: {violation.detail} ({_inputs(violation)})"
                for violation in self.check.violations
            )
            blocks.append(Bullets(title, tuple(broken)))
        return [*blocks, Paragraph(NEXT[self.check.verdict])]

    def _facts(self) -> Labels:
        check = self.check
        ran = check.verdict is not Verdict.NOT_RUN
        laws = counted(len(check.laws), "law")
        tried = f"{check.inputs:,} inputs, {laws}, {check.calls:,} runs of the program"
        return facts(
            {
                "claimed": check.claimed.name,
                "precision": ran and (str(check.precision) or "scores are not rounded"),
                "perfect score": ran and check.scale is not None and f"{check.scale:g}",
                "tried": f"{tried}; seed {check.seed}",
                "not supported": check.refused
                and f"{check.refused:,} inputs, which the program refused",
                "no answer in time": bool(check.late)
                and f"{counted(len(check.late), 'input')}, such as {_case_name(check.late[0])}",
                "note": check.note,
            }
        )

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each problem."""
        names = ("problem", "kind", "inputs", "hypotheses", "references", "expected", "found")
        rows = tuple(
            (
                *(problem.name, problem.finding.kind, str(problem.inputs)),
                " | ".join(map(" ".join, problem.finding.case.hypotheses)),
                " | ".join(
                    " / ".join(map(" ".join, given)) for given in problem.finding.case.references
                ),
                *map(_number, (problem.finding.expected, problem.finding.found)),
            )
            for problem in self.check.problems
        )
        return {self.kind: Table(columns(names), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        check = self.check
        return {
            "schema": f"tallystick/{self.kind}/1",
            **picked(check, "implementation", "version"),
            "claimed": check.claimed.name,
            "verdict": check.verdict.name.lower(),
            "precision": asdict(check.precision),
            **picked(check, "scale", "inputs", "refused"),
            "late": len(check.late),
            "laws": len(check.laws),
            **picked(check, "calls", "seconds", "seed", "note"),
            "problems": [_problem_as_json(check.claimed, problem) for problem in check.problems],
            "violations": [
                {
                    "law": broken.law.name,
                    "detail": broken.detail,
                    **case_as_json(broken.case),
                    "scored": [
                        {**case_as_json(case), "score": None if isnan(score) else score}
                        for case, score in broken.scored
                    ],
                }
                for broken in check.violations
            ],
            **expectation_as_json(self.expectation),
        }


def expectation_blocks(expectation: Expectation | None) -> list[Block]:
    """Return what was expected, what was not, and which entries to delete."""
    if expectation is None:
        return []
    expected = (f"{name} ({reason})" for name, reason in expectation.expected.items())
    lists = {
        "expected differences": tuple(expected),
        "not expected": expectation.unexpected,
        "no longer found": expectation.remedies,
        "not found before the time was up": expectation.untried,
    }
    blocks: list[Block] = [Paragraph(expectation.headline, strong=True)]
    return blocks + [Bullets(title, them) for title, them in lists.items() if them]


def expectation_as_json(expectation: Expectation | None) -> dict[str, Any]:
    """Return what was expected as a field of a report, if there were expectations."""
    return {} if expectation is None else {"expectation": asdict(expectation)}


def facts(known: Mapping[str, str | float | None]) -> Labels:
    """Return facts with their labels, without those that are not known: "", 0, False or None."""
    return Labels(tuple((label, str(fact)) for label, fact in known.items() if fact))


def _inputs(violation: Violation) -> str:
    scored = (f"{score:.12g} for {_case_name(case)}" for case, score in violation.scored)
    return "; then ".join(scored)


def _case_name(case: Case) -> str:
    """Return a case as words: a segment with its references, and so on.

    >>> _case_name(Case.from_lines(["a b", ""], [["a", "b"], "c"]))
    "'a b' against 'a' and 'b', '' against 'c'"
    """
    segments = []
    for number, hypothesis in enumerate(case.hypotheses):
        source = "" if case.sources is None else f" from {_short(case.sources[number])}"
        against = " and ".join(map(_short, case.references[number]))
        segments.append(f"{_short(hypothesis)}{source} against {against}")
    return ", ".join(segments)


def _short(tokens: Segment) -> str:
    line = " ".join(tokens).replace("\n", "\\n")
    if len(line) <= LONGEST_NAME:
        return f"'{line}'"
    return f"'{line[: LONGEST_NAME // 2]}...' ({len(tokens)} tokens)"


def _of_problem(number: int, problem: Problem) -> list[Block]:
    finding = problem.finding
    inputs = f"on {problem.inputs:,} input{'s' * (problem.inputs != 1)}"
    blocks: list[Block] = [Entry(f"{number}. {problem.name}", inputs)]
    blocks += [
        Paragraph(f"{name}:") for name, further in problem.further if name and further == finding
    ]
    blocks.append(Labels(tuple(_result_lines(finding)), code=True))
    if finding.kind in ("number", "counts"):
        # the order of chrF is that of n-grams of characters
        blocks += side_by_side(finding.case, 0 if finding.metric == "chrf" else finding.order)
    for name, further in problem.further:
        if further != finding:
            blocks.append(Paragraph(f"{name or 'a further input'}:"))
            blocks.append(Labels(tuple(_result_lines(further)), code=True))
    if problem.location is not None:
        blocks.append(Paragraph(problem.location.evidence))
    if problem.cause is not None and problem.cause.contradicted:
        unlike = problem.cause.contradicted
        blocks.append(Paragraph(f"This does not explain {unlike:,} other scores."))
    if problem.defects:
        known = "known defects that it shows (tallystick list defects ID): "
        blocks.append(Paragraph(known + ", ".join(problem.defects)))
    return blocks


def _result_lines(finding: Finding) -> Iterator[tuple[str, str]]:
    yield from case_lines(finding.case)
    yield "expected", str(finding.expected)
    yield "found", str(finding.found)
    if finding.again is not None:
        yield "then", str(finding.again)


def case_lines(case: Case) -> list[tuple[str, str]]:
    """Return the lines of a case with their labels, as ASCII if two different ones look alike."""
    texts = {*case.hypotheses, *chain.from_iterable(case.references)}
    alike = len({normalize("NFC", " ".join(tokens)) for tokens in texts}) < len(texts)
    line = partial(_line, shown=ascii if alike else repr)
    lines = []
    for number, hypothesis in enumerate(case.hypotheses):
        lines.append(("hypothesis", line(hypothesis)))
        lines += [("reference", line(reference)) for reference in case.references[number]]
        if case.sources is not None:
            lines.append(("source", line(case.sources[number])))
    return lines


def _line(tokens: Sequence[str], shown: Callable[[str], str]) -> str:
    line = shown(" ".join(tokens))
    if len(line) <= LONGEST_LINE:
        return line
    return f"{line[: LONGEST_LINE // 4]}..., {len(tokens)} tokens"


def case_as_json(case: Case) -> dict[str, Any]:
    """Return a case as JSON types."""
    content: dict[str, Any] = {"hypotheses": case.hypotheses, "references": case.references}
    return content if case.sources is None else {**content, "sources": case.sources}


def _problem_as_json(claimed: Setting, problem: Problem) -> dict[str, Any]:
    finding, location = problem.finding, problem.location
    return {
        "name": problem.name,
        "kind": finding.kind,
        "inputs": problem.inputs,
        **_scored_as_json(finding),
        "axes": {} if problem.cause is None else problem.cause.axes(claimed),
        "mistake": problem.cause and problem.cause.mistake,
        "contradicted": 0 if problem.cause is None else problem.cause.contradicted,
        "location": location and picked(location, "component", "where", "differing", "agreeing"),
        "defects": problem.defects,
        "call": finding.call,
        "further": [
            {"shows": name, **_scored_as_json(further), "call": further.call}
            for name, further in problem.further
        ],
    }


def _scored_as_json(finding: Finding) -> dict[str, Any]:
    scores = {name: _outcome_as_json(getattr(finding, name)) for name in ("expected", "found")}
    return {**case_as_json(finding.case), **scores}


def _outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    if outcome.failure is not None:
        return {"failure": outcome.failure.kind, "message": outcome.failure.message}
    return {"score": outcome.score, **outcome.statistics}


def _number(outcome: Outcome) -> str:
    return repr(outcome.score) if outcome.score is not None else ""

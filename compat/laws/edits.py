"""Laws about the numbers of edits that error rates count."""

from __future__ import annotations

from tallystick.compat.case import Case
from tallystick.compat.laws.changes import first_references, with_hypotheses, with_references
from tallystick.compat.laws.domains import always_in
from tallystick.compat.laws.law import Law, Subject
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.wer.dialect import WerDialect


def _edits(subject: Subject, case: Case) -> float:
    if subject.statistics is None:
        return 0.0
    named = subject.statistics(case, case)
    if "edits" in named:
        return named["edits"]
    return named["substitutions"] + named["deletions"] + named["insertions"]


def _of_a_copy(subject: Subject, case: Case) -> str | None:
    edits = _edits(subject, with_references(case, lambda hypothesis, _: (hypothesis,)))
    return f"a copy has {edits:g} edits" if edits else None


def _by_way_of_another(subject: Subject, case: Case) -> str | None:
    one = first_references(case)
    between = with_hypotheses(one, lambda hypothesis, _: hypothesis[::-1])
    first = with_references(one, lambda hypothesis, _: (hypothesis[::-1],))
    direct, detour = _edits(subject, one), _edits(subject, first) + _edits(subject, between)
    return None if direct <= detour else f"{direct:g} edits, but {detour:g} by way of a third text"


def _out_of_bounds(subject: Subject, case: Case) -> str | None:
    if subject.statistics is None:
        return None
    edits, pairs = _edits(subject, case), zip(case.hypotheses, case.references, strict=True)
    lengths = [(len(one), [len(other) for other in others]) for one, others in pairs]
    low = sum(min(abs(one - other) for other in others) for one, others in lengths)
    high = sum(min(max(one, other) for other in others) for one, others in lengths)
    return None if low <= edits <= high else f"{edits:g} edits are not between {low} and {high}"


def _with_more_references(subject: Subject, case: Case) -> str | None:
    few, many = _edits(subject, first_references(case)), _edits(subject, case)
    return None if many <= few else f"{few:g} edits became {many:g} with more references"


EDITS = (
    Law(
        name="no edits of a copy",
        statement="A hypothesis that equals its reference has no edits.",
        why="All tokens are hits.",
        find=_of_a_copy,
        domains=always_in(WerDialect, CerDialect, TerDialect),
    ),
    Law(
        name="triangle inequality",
        statement="The edits between two texts are no more than those between each and a third.",
        why="Edits one after the other are one way among those of which the shortest counts.",
        find=_by_way_of_another,
        domains=always_in(WerDialect, CerDialect),
    ),
    Law(
        name="more references, no more edits",
        statement="Further references do not raise the number of edits.",
        why="The reference with the fewest edits counts.",
        find=_with_more_references,
        domains=always_in(WerDialect, CerDialect, TerDialect),
    ),
    Law(
        name="bounds of edits",
        statement="There are at most as many edits as the longer side has words, and at least as "
        "many as the difference of the lengths.",
        why="All words can be substituted and the others inserted or deleted, and a shift is only "
        "made if it saves an edit. Substitutions and shifts do not change a length.",
        find=_out_of_bounds,
        domains={TerDialect: lambda dialect: dialect.empty_hypotheses == "normal"},
    ),
)

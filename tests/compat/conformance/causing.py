"""The cause that is named first for what a program gives on few inputs, without a whole check."""

from __future__ import annotations

from dataclasses import replace

from tallystick.compat import Case, Implementation, Tolerance
from tallystick.compat.conformance.causes import causes
from tallystick.compat.conformance.inputs import drawn, made_by_hand
from tallystick.compat.conformance.running import has_failed
from tallystick.compat.conformance.search import Evidence, size
from tallystick.compat.conformance.setting import Setting, sentence

CLOSE = Tolerance(relative=1e-9, absolute=1e-9)
ANY = Implementation(name="any", metric="bleu", run=lambda *_: 0.0)
ONE = replace(ANY, references="one")
"""Programs that take any input, and one reference for each segment."""


def few_inputs(program: Implementation, step: int = 5, most: int = 30) -> list[Case]:
    """Return every so many-th of the inputs below a size, and some that are drawn."""
    small = [case for case in made_by_hand(program) if size(case) < most]
    return [*small[::step], *drawn(program, 30, seed=2)]


def evidence_of(program: Implementation, step: int = 5, most: int = 30) -> Evidence:
    scored = {case: program.score_case(case) for case in few_inputs(program, step, most)}
    outcomes = {
        case: outcome for case, outcome in scored.items() if not has_failed(outcome, "unsupported")
    }
    claimed = Setting.claimed_by(program)
    return Evidence.of(claimed, outcomes, replace(program, tolerance=CLOSE))


def first_cause(program: Implementation, step: int = 5, most: int = 30) -> str:
    """Return the sentence of the first cause, empty if the program agrees or none is known."""
    claimed, evidence = Setting.claimed_by(program), evidence_of(program, step, most)
    [first, *_] = [cause.setting for cause in causes(claimed, evidence)] or [None]
    return "" if first is None else sentence(claimed, first)

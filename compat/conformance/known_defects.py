"""The entries of the ledger of defects that a program reproduces."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.precision import equal
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.running import Runs
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.defects.defect import Defect
from tallystick.compat.defects.ledger import DEFECTS
from tallystick.compat.implementations.implementation import Implementation, perfect_score
from tallystick.errors import InputError


def known_defects(
    implementation: Implementation, claimed: Setting, changed: Setting | None, runs: Runs
) -> tuple[str, ...]:
    """Return the ids of the entries whose input gives the recorded result, unlike the claim.

    Args:
        implementation: The program.
        claimed: The convention that it claims.
        changed: A convention that must give the recorded result too, or None.
        runs: The limits within which the program is run.
    """
    entries = list(_entries(implementation))
    probes = Probes([case for case, _ in entries], text=implementation.input == "text")
    perfect = perfect_score(implementation.metric)
    scales = [1.0 if perfect is None else perfect / one.scale for _, one in entries]
    recorded = np.array([float(one.returned) for _, one in entries]) * scales
    tolerance = implementation.tolerance
    fitting = ~equal(claimed.scores(probes), recorded, tolerance)
    if changed is not None:
        fitting &= equal(changed.scores(probes), recorded, tolerance)
    found = []
    for number in np.flatnonzero(fitting):
        case, entry = entries[number]
        outcome = runs.outcomes(implementation, [case]).get(case)
        score = math.nan if outcome is None or outcome.score is None else outcome.score
        if equal(recorded[number : number + 1], np.array([score]), tolerance)[0]:
            found.append(entry.id)
    return tuple(found)


def _entries(implementation: Implementation) -> Iterator[tuple[Case, Defect]]:
    """Yield the inputs of entries about a metric that need no options and return a number."""
    for entry in DEFECTS.values():
        number = isinstance(entry.returned, (int, float)) and math.isfinite(entry.returned)
        if entry.metric != implementation.metric or entry.options or not number:
            continue
        try:
            case = Case.from_lines(entry.hypotheses, entry.references, entry.sources or None)
            implementation.as_given(case)
        except InputError:
            continue
        yield case, entry

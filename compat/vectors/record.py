"""Record the results of a program."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from tallystick.compat.case import Case
from tallystick.compat.conformance.inputs import Accepted, drawn, made_by_hand
from tallystick.compat.conformance.running import Runs
from tallystick.compat.implementations.implementation import Implementation, perfect_score
from tallystick.compat.vectors.vectors import Origin, Vector, Vectors
from tallystick.compat.vectors.writing import vectors_of
from tallystick.errors import InputError, OptionError

EXAMPLES = 500
"""The number of drawn inputs by default."""


def inputs_for(
    implementation: Implementation, *, examples: int = EXAMPLES, seed: int = 0
) -> tuple[Vector, ...]:
    """Return inputs that a program accepts: those made by hand, and drawn ones.

    Args:
        implementation: The program.
        examples: The number of drawn inputs, 0 or more.
        seed: The seed of the drawn inputs.

    Raises:
        OptionError: The number is negative.
    """
    if examples < 0:
        raise OptionError(f"examples is {examples!r}; expected 0 or more")
    accepted = Accepted.by(implementation)
    cases = [*made_by_hand(accepted), *drawn(accepted, examples, seed)]
    return tuple(map(Vector.of, dict.fromkeys(cases)))


def record(implementation: Implementation, cases: Iterable[Case | Vector]) -> Vectors:
    """Run a program on inputs and return them with its results.

    Scores are kept on the scale of the program. Inputs that it does not support are left out.

    Args:
        implementation: The program.
        cases: The inputs; ids and descriptions of vectors are kept.

    Raises:
        InputError: The program gives a score for none of the inputs, or two have the same id.
        MissingExtraError: It is not installed.
        OptionError: It crashed or timed out too often.

    >>> def half(hypotheses, references, order):
    ...     return 0.5
    >>> program = Implementation(name="half", metric="bleu", run=half)
    >>> recorded = record(program, [Case.from_lines(["a b"], ["a c"])])
    >>> recorded.cases[0].results["half"].score
    0.5
    """
    given = [one if isinstance(one, Vector) else Vector.of(one) for one in cases]
    runs = Runs(deadline=math.inf)
    found = runs.outcomes(as_is(implementation), [one.case for one in given])
    if runs.note:
        raise OptionError(f"{implementation.name} cannot be recorded: {runs.note}")
    if all(outcome.score is None for outcome in found.values()):
        failure = next((str(one.failure) for one in found.values()), "it accepts none of them")
        raise InputError(f"{implementation.name} gives a score for no input: {failure}")
    name = implementation.name
    origin = Origin(
        name, implementation.version(), implementation.dialect, float(implementation.scale)
    )
    return vectors_of(
        implementation.metric,
        implementation.order if implementation.orders else None,
        {name: origin},
        (
            Vector(one.id, one.case, {name: found[one.case]}, one.tests)
            for one in given
            if one.case in found
        ),
    )


def as_is(implementation: Implementation) -> Implementation:
    """Return an implementation whose scores stay on the scale of the program."""
    perfect = perfect_score(implementation.metric)
    return implementation if perfect is None else replace(implementation, scale=perfect)

"""How many vectors each known program passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tallystick.compat.conformance.running import rescaled
from tallystick.compat.defects.ledger import DEFECTS
from tallystick.compat.implementations.catalogue import BUILT_IN, implementation_named
from tallystick.compat.implementations.implementation import Implementation, perfect_score
from tallystick.compat.implementations.tolerance import EXACT
from tallystick.compat.vectors.curated import CURATED, curated_vectors
from tallystick.compat.vectors.replay import differs, replay
from tallystick.compat.vectors.vectors import Vector, Vectors
from tallystick.errors import OptionError


@dataclass(frozen=True, slots=True)
class Passing:
    """How many cases of a set a program passes, under one convention."""

    program: str  # in `tallystick list implementations`, or of an origin
    version: str
    vectors: str  # the set
    results: str  # the origin with which it is compared
    own: bool  # whether this is the convention that the program claims to follow
    passed: int
    compared: int
    optional: int = 0  # cases that differ where the definition leaves them open
    defects: tuple[str, ...] = ()  # known ones of the program that cases which differ show
    note: str = ""
    recorded: bool = False  # whether the program was not run


def passing(names: Iterable[str] = ()) -> Iterator[Passing]:
    """Yield how many vectors programs pass of the first convention of a set, and of their own."""
    sets = {name: curated_vectors(name) for name in CURATED}
    for name in list(names) or BUILT_IN:
        implementation = implementation_named(name)
        if implementation.missing() is None:
            for of_set, vectors in sets.items():
                yield from _of_set(implementation, of_set, vectors)


def recorded_passing(run: Iterable[Passing] = ()) -> Iterator[Passing]:
    """Yield how many vectors recorded results pass, except for what rows of runs repeat."""
    repeated = {(row.vectors, row.results) for row in run if row.own}
    for name in CURATED:
        vectors = curated_vectors(name)
        for key, origin in vectors.origins.items():
            tokenize = {"tokenize": origin.tokenizer} if origin.tokenizer else {}
            options = {**tokenize, **origin.options}
            [first, *_] = vectors.origins_for(vectors.metric_of(key), options)
            both = [
                vector
                for vector in vectors.cases
                if key in vector.results and first in vector.results
            ]
            if first == key or not both or (name, key) in repeated:
                continue
            scale = vectors.origins[first].scale
            ratio, factor = (
                scale / origin.scale,
                (perfect_score(vectors.metric_of(key)) or 1) / scale,
            )
            differing = [
                vector
                for vector in both
                if all(
                    differs(it, rescaled(vector.results[key], ratio), EXACT, factor)
                    for it in vector.outcomes(first)
                )
            ]
            yield _counted(
                Passing(
                    key if key.startswith(origin.program) else f"{origin.program} ({key})",
                    origin.version,
                    name,
                    first,
                    own=False,
                    passed=len(both) - len(differing),
                    compared=len(both),
                    recorded=True,
                ),
                origin.dialect,
                differing,
            )


def _of_set(implementation: Implementation, name: str, vectors: Vectors) -> Iterator[Passing]:
    """Yield the rows of a set that has the metric of a program."""
    metric, options = implementation.metric, dict(implementation.options)
    origins = vectors.origins_for(metric, options)[:1]
    own = None
    with suppress(OptionError):  # the set has no results of its convention
        own = vectors.origin_for(metric, implementation.dialect, options)
        origins = list(dict.fromkeys([*origins, own]))
    for origin in origins:
        replayed = replay(vectors, implementation, results=origin, causes=False)
        if replayed.compared:
            row = Passing(
                implementation.name,
                replayed.version,
                name,
                origin,
                own=own == origin,
                passed=replayed.compared - len(replayed.drift),
                compared=replayed.compared,
                note=replayed.note,
            )
            yield _counted(row, implementation.dialect, [drift.vector for drift in replayed.drift])


def _counted(row: Passing, dialect: str | None, differing: Sequence[Vector]) -> Passing:
    shown = dict.fromkeys(defect for vector in differing for defect in vector.defects)
    return replace(
        row,
        optional=sum(vector.optional for vector in differing),
        defects=tuple(defect for defect in shown if dialect in DEFECTS[defect].presets),
    )

"""Scores and tables of reports as frames of pandas or polars."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tallystick.errors import InputError, MissingExtraError, OptionError
from tallystick.metrics.interface.metric import Score

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets

LIBRARIES = ("pandas", "polars")


Scores: TypeAlias = "Score | Iterable[Score] | Mapping[str, Score | Iterable[Score]]"


def frame(
    results: Scores | Comparison | ComparisonOverSets,
    table: str | None = None,
    library: str = "pandas",
) -> Any:
    """Return scores, or a table of a comparison, as a frame; numbers are not rounded.

    Args:
        results: Scores, with a row for each, as in `Score.to_dict`; scores by system, as
            `score_systems` returns them, with a column "system"; or a comparison.
        table: The table of a comparison, one of the keys of its `to_dict`; by default the first.
        library: "pandas" or "polars", which must be installed.

    Raises:
        InputError: `results` is something else.
        OptionError: There is no such table or library.
        MissingExtraError: The library is not installed.
    """
    if library not in LIBRARIES:
        raise OptionError(f"the library is {library!r}; expected one of {', '.join(LIBRARIES)}")
    given: Any = results
    tables = given.to_dict() if hasattr(given, "to_frame") else {"scores": _rows(given)}
    name = next(iter(tables)) if table is None else table
    if name not in tables:
        raise OptionError(f"there is no table {name!r}; expected one of {', '.join(tables)}")
    try:
        frames = importlib.import_module(library)
    except ImportError as error:
        raise MissingExtraError(
            f"a frame needs {library}, and importing it failed ({error}); install it with: pip "
            f"install {library}; to_dict needs nothing else"
        ) from error
    # polars would infer types from the first rows, in which components of others are missing
    whole = {"infer_schema_length": None} if library == "polars" else {}
    return frames.DataFrame(tables[name], **whole)


def _rows(results: Any) -> list[dict[str, Any]]:
    if isinstance(results, Mapping):
        by_system = [(name, row) for name, scores in results.items() for row in _rows(scores)]
        return [{"system": name, **row} for name, row in by_system]
    scores = list(results) if isinstance(results, Iterable) else [results]
    for score in scores:
        if not isinstance(score, Score):
            raise InputError(
                f"{score!r} is not a score; expected what score, score_systems or compare returned"
            )
    return [score.to_dict() for score in scores]

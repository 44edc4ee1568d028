"""The writing direction of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick.metrics.base.scripts import RIGHT_TO_LEFT, SCRIPTS, letters_by_script
from tallystick.reports.comparison.segment_strings import strings_of

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus


def directions(corpus: Corpus) -> dict[str, str]:
    """Return "rtl" or "ltr" for targets and, if known, sources."""
    found = {"target": direction_of(strings_of(corpus.references.segments))}
    if corpus.sources is not None:
        found["source"] = direction_of(strings_of(corpus.sources))
    return found


def direction_of(texts: Sequence[str]) -> str:
    """Return "rtl" if most letters are of a right-to-left script, else "ltr".

    >>> direction_of(["שלום BLEU world"]), direction_of(["42"])
    ('ltr', 'ltr')
    """
    counts = letters_by_script(texts).sum(axis=0)
    right_to_left = sum(int(counts[SCRIPTS.index(script)]) for script in RIGHT_TO_LEFT)
    return "rtl" if 2 * right_to_left > int(counts[1:].sum()) else "ltr"

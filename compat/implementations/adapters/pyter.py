"""pyter: TER of one hypothesis and one reference; a corpus has the sum of its edits."""

from __future__ import annotations

from functools import partial
from typing import Any

from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.installed import library_version, missing_library


def _ter(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
    from pyter import ter

    pairs = [(hypothesis, one) for hypothesis, [one] in zip(hypotheses, references, strict=True)]
    edits = sum(ter(hypothesis, reference) * len(reference) for hypothesis, reference in pairs)
    return edits / sum(len(reference) for _, reference in pairs)


IMPLEMENTATIONS = (
    Implementation(
        name="pyter",
        metric="ter",
        run=_ter,
        dialect="pyter",
        order=1,
        orders=(1,),
        references="one",
        find_version=partial(library_version, "pyter3"),
        find_missing=partial(missing_library, "pyter", "pyter3"),
    ),
)

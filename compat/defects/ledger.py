"""Every known defect by its id, and the search for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tallystick.compat.defects import nist, nltk, others, perl, sacrebleu, torch
from tallystick.compat.defects.defect import Defect
from tallystick.errors import OptionError, UnknownNameError
from tallystick.metrics.registry import closest


def by_id(defects: Iterable[Defect]) -> Mapping[str, Defect]:
    """Return defects by their ids, in the order given.

    Raises:
        OptionError: Two defects share an id.

    >>> by_id([defect("zipf-divides-by-no-order")] * 2)
    Traceback (most recent call last):
    tallystick.errors.OptionError: two defects have the id 'zipf-divides-by-no-order'; rename one \
of them
    """
    found: dict[str, Defect] = {}
    for one in defects:
        if one.id in found:
            raise OptionError(f"two defects have the id {one.id!r}; rename one of them")
        found[one.id] = one
    return MappingProxyType(found)


DEFECTS: Mapping[str, Defect] = by_id(
    one for family in (nltk, sacrebleu, perl, torch, others, nist) for one in family.DEFECTS
)
"""The ledger: NLTK, sacreBLEU, Moses and mteval, PyTorch's libraries, others, then NIST."""


def defect(name: str) -> Defect:
    """Return the defect of this id.

    Raises:
        UnknownNameError: No defect has it; the message offers the nearest ids.

    >>> defect("promptfoo-rewards-brevity").fixed
    '0.123.1'
    """
    if name not in DEFECTS:
        mend = closest(name, list(DEFECTS)) or "; see all with `tallystick defects`"
        raise UnknownNameError(f"no defect has the id {name!r}{mend}")
    return DEFECTS[name]


def search(words: Iterable[str]) -> list[Defect]:
    """Return the defects that have all words in their id, program, text, presets or reports.

    >>> [one.id for one in search(["fairseq", "hash", "bigram"])]
    ['fairseq-bigrams-share-a-hash']
    """
    wanted = [word.lower() for word in words]
    return [one for one in DEFECTS.values() if all(word in one.words.lower() for word in wanted)]

"""A preset: the name of a program together with the conventions it follows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tallystick.errors import OptionError

DialectT = TypeVar("DialectT", covariant=True)

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")


@dataclass(frozen=True, slots=True)
class Preset(Generic[DialectT]):
    """A program whose dialect of a metric is known.

    Args:
        name: What specs and signatures call it: lower-case letters, digits, `.`, `_` and `-`.
        program: What it is, in words that a paper would use.
        version: Which version, release or commit of it.
        dialect: The conventions it follows.
        verified: How that is known: the program was "run", or its source was "read".
        source: Where the program, or the text that defines it, is found.
        notes: What else is to know of it; what is wrong with it is in the ledger of defects.
        scale: What the program calls a perfect score, where there is one: 1 or 100. Ours is 100.
        single_precision: Whether it computes in 32 bits, so that its numbers agree with ours to
            some six digits.
        decimals: How many decimals it prints; None where it prints or returns them all.
        single_reference: Whether it refuses, or cannot be given, several references.
        aliases: Further names for it.
        defects: The ids of the entries of the ledger (`tallystick defects`) that say where it
            differs from this dialect. Defects that the dialect reproduces are not among them:
            their entries name the presets.

    Raises:
        OptionError: A name holds a character that has a meaning of its own in a spec.

    >>> Preset("exact", "an example", "1.0", {"smooth": "none"}, "read", "here").name
    'exact'
    """

    name: str
    program: str
    version: str
    dialect: DialectT
    verified: Literal["run", "read"]
    source: str
    notes: str = ""
    scale: Literal[1, 100] = 1
    single_precision: bool = False
    decimals: int | None = None
    single_reference: bool = False
    aliases: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in (self.name, *self.aliases):
            if not _NAME.fullmatch(name):
                raise OptionError(
                    f"{name!r} cannot name a dialect; expected lower-case letters, digits, dots, "
                    "underscores and hyphens, as in the spec nist:dialect=nltk"
                )
        if self.verified not in ("run", "read"):
            raise OptionError(f"verified is {self.verified!r}; expected 'run' or 'read'")

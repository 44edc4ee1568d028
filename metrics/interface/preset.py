"""A preset: a known program and its dialect."""

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
        name: Its name in specs and signatures: lower-case letters, digits, `.`, `_` and `-`.
        program: The name of the program, as a paper would write it.
        version: The version, release or commit of the program.
        dialect: The dialect of the program.
        verified: How the dialect is known: the program was "run", or its source was "read".
        source: Where the program, or the text that defines it, is found.
        notes: Further remarks; its defects are in the ledger of defects.
        scale: The program's perfect score, if there is one: 1 or 100. Ours is 100.
        single_precision: Whether it computes in 32 bits; its scores agree with ours to about six
            digits.
        decimals: The number of decimals that it prints; None if it prints or returns all.
        single_reference: Whether it does not support several references.
        usual: Whether papers often report its scores.
        aliases: Further names of the preset.
        defects: The ids of the entries in the ledger (`tallystick defects`) that describe where
            the program differs from this dialect. Defects that the dialect reproduces are not
            included: their entries name the presets.

    Raises:
        OptionError: A name contains a character with a special meaning in a spec.

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
    usual: bool = False
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

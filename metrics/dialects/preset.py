"""A preset: the conventions of one program, with its name and how they were established."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Dialect = TypeVar("Dialect")


@dataclass(frozen=True, slots=True)
class Preset(Generic[Dialect]):
    """One program's conventions.

    Attributes:
        name: What it is asked for by, as in `bleu:dialect=torchmetrics`.
        program: The program, and the part of it that is called.
        version: Its version or commit.
        dialect: Its conventions.
        verified: "run" where the program itself was run and its numbers are reproduced; "read"
            where only its source was read.
        source: Where the program is found.
        notes: Where the program departs from its own conventions, or from what its name promises.
        scale: What the program calls a perfect score, 1 or 100. Ours is 100 for BLEU.
        single_precision: Whether the program computes in 32 bits, so that its numbers agree with
            ours to some six digits.
        decimals: How many decimals the program prints; None where it prints or returns them all.
        single_reference: Whether the program refuses, or cannot be given, several references.
        aliases: Other names for the same.
    """

    name: str
    program: str
    version: str
    dialect: Dialect
    verified: Literal["run", "read"]
    source: str
    notes: str = ""
    scale: Literal[1, 100] = 1
    single_precision: bool = False
    decimals: int | None = None
    single_reference: bool = False
    aliases: tuple[str, ...] = ()

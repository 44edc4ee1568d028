"""One defect of one program: a small input, what it returned, what is expected and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from tallystick.errors import OptionError

Outcome: TypeAlias = float | str
"""A number on the program's scale; or, in words, an error's type, a text, or what happens."""

REFUSED = "an error that names the input"
"""What is expected where an input has no right number."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where the figure of a defect was recorded.

    Attributes:
        source: The file of recorded runs in `tests/golden`, such as "bleu_dialects"; or runs
            that are kept elsewhere, with their section.
        case: The case in that file; nothing for notes.
        program: Which of the programs that ran the case; nothing for notes.
    """

    source: str
    case: str = ""
    program: str = ""

    def __str__(self) -> str:
        """Return it in a line.

        >>> str(Recorded("bleu_dialects", "g21_identity3", "nltk.corpus"))
        'bleu_dialects, case g21_identity3, nltk.corpus'
        """
        case = f"case {self.case}" if self.case else ""
        return ", ".join(part for part in (self.source, case, self.program) if part)


@dataclass(frozen=True, slots=True)
class Defect:
    """What one program gets wrong, on a small input.

    Args:
        id: Lower-case words joined by hyphens, that of the program first.
        program: The program or its function.
        versions: The releases or commits in which it was seen.
        summary: What is wrong, in a sentence.
        hypotheses: The lines of the input, tokens joined by spaces.
        references: The references of each hypothesis; as many as the program was given.
        options: What else the program was given, and which of its results is shown.
        returned: What the program returned.
        right: What is right; `REFUSED` where the input has no right number.
        dialect: A metric with a dialect that gives the right number; a tokenizer here where the
            defect is one of a tokenizer.
        by_hand: The arithmetic that gives the right number.
        explanation: Why it happens, and why the other is right.
        upstream: Reports of it to the program's developers.
        recorded: Where what the program returned was recorded.
        presets: Dialects here, or tokenizers, that reproduce the defect: they give what the program
            returned on the input.
        observe: The function of the tests that runs the program on the input.
        package: The distribution that this takes.
        fixed: The version in which its developers fixed it.
        metric: The metric that the program computes.
        scale: What the program calls a perfect score where there is one: 1 or 100.

    Raises:
        OptionError: The id is not of that form, the right number comes from nowhere, there are not
            as many references as hypotheses, or an observation lacks its package.

    >>> Defect("x y", "a program", ("1",), "It is wrong.", ("a",), (("a",),), 0.0, 1.0,
    ...        by_hand="1 / 1", explanation="So.", recorded=Recorded("nowhere"))
    Traceback (most recent call last):
    tallystick.errors.OptionError: the id 'x y' of a defect; expected lower-case words joined by \
hyphens, such as nltk-floors-totals
    """

    id: str
    program: str
    versions: tuple[str, ...]
    summary: str
    hypotheses: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    returned: Outcome
    right: Outcome
    explanation: str
    recorded: Recorded
    options: tuple[tuple[str, str | float], ...] = ()
    dialect: str = ""
    by_hand: str = ""
    upstream: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    observe: str = ""
    package: str = ""
    fixed: str = ""
    metric: Literal["bleu", "nist", "chrf", "ter", "tokenizer", "significance"] = "bleu"
    scale: Literal[1, 100] = 1

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise OptionError(
                f"the id {self.id!r} of a defect; expected lower-case words joined by hyphens, "
                "such as nltk-floors-totals"
            )
        if not isinstance(self.right, str) and not (self.dialect or self.by_hand):
            raise OptionError(
                f"the defect {self.id} says that {self.right} is right, but not why; give a "
                "dialect or the arithmetic"
            )
        if len(self.hypotheses) != len(self.references) and self.right != REFUSED:
            raise OptionError(
                f"the defect {self.id} has {len(self.hypotheses)} hypotheses and the references "
                f"of {len(self.references)}; give as many, unless the right answer is {REFUSED!r}"
            )
        if self.observe and not self.package:
            raise OptionError(
                f"the defect {self.id} is observed by {self.observe}, but no package says what "
                "must be installed; name its distribution"
            )

    @property
    def words(self) -> str:
        """What a search looks through."""
        parts = (
            *(self.id, self.program, *self.versions, self.summary, self.explanation),
            *(f"{name}={value}" for name, value in self.options),
            *(self.metric, *self.presets, *self.upstream, self.dialect),
        )
        return " ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data.

        >>> from tallystick.compat.defects.ledger import defect
        >>> defect("nltk-method5-averages-precisions").as_json()["versions"]
        ['3.10.4']
        """
        content: Mapping[str, Any] = asdict(self)
        plain = {name: _plain(value) for name, value in content.items()}
        return {**plain, "options": dict(self.options)}


def _plain(value: Any) -> Any:
    return [_plain(one) for one in value] if isinstance(value, tuple) else value

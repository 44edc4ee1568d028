"""One defect of one program: a small input, the outcome, the expected outcome and the reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS

Outcome: TypeAlias = float | str
"""A number on the program's scale; or the type of an error, other output, or a description."""

REFUSED = "an error that names the input"
"""The expected outcome if the input has no correct score."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where the outcome of a defect was recorded: a case and program of a file in `tests/golden`,
    such as "bleu_dialects", or a description of other runs.
    """

    source: str
    case: str = ""
    program: str = ""

    def __str__(self) -> str:
        if not self.case:
            return self.source
        program = f"run of {self.program}, " if self.program else ""
        return f"{program}case {self.case} of tests/golden/{self.source}.json"


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of one program, shown on a small input.

    Args:
        id: Lower-case words joined by hyphens, starting with the name of the program.
        program: The program or its function.
        versions: The releases or commits in which it was observed.
        summary: What is wrong, in one sentence.
        hypotheses: The lines of the input, tokens joined by spaces.
        references: The references of each hypothesis, as given to the program.
        sources: The source of each hypothesis; none if the metric does not compare with it.
        options: Further input of the program, and which of its results is shown.
        returned: What the program returned.
        right: The expected outcome; `REFUSED` if the input has no correct score.
        dialect: A metric spec whose dialect gives the expected score; the name of a tokenizer
            here if the defect is in a tokenizer.
        by_hand: The arithmetic that gives the expected score.
        explanation: Why it happens, and why the expected outcome is correct.
        upstream: Links to reports to the program's developers.
        recorded: Where the program's outcome was recorded.
        presets: Dialects or tokenizers here that reproduce the defect, that is, return what the
            program returned for the input.
        observe: The function in the tests that runs the program on the input.
        package: The distribution that `observe` requires.
        fixed: The version in which the developers fixed it.
        metric: The metric that the program computes, such as "bleu"; "tokenizer" or "significance"
            for a defect of a tokenizer or of a significance test.
        scale: The program's perfect score, 1, 10 or 100.

    Raises:
        OptionError: The id is malformed, the expected score has no justification, the numbers of
            hypotheses and references differ, or `observe` is given without `package`.

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
    sources: tuple[str, ...] = ()
    options: tuple[tuple[str, str | float], ...] = ()
    dialect: str = ""
    by_hand: str = ""
    upstream: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    observe: str = ""
    package: str = ""
    fixed: str = ""
    metric: str = DEFAULT_METRICS[0]
    scale: Literal[1, 10, 100] = 1

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise OptionError(
                f"the id {self.id!r} of a defect; expected lower-case words joined by hyphens, "
                "such as nltk-floors-totals"
            )
        if not isinstance(self.right, str) and not (self.dialect or self.by_hand):
            raise OptionError(
                f"the defect {self.id} expects {self.right} without a reason; give a dialect or "
                "the arithmetic"
            )
        if len(self.hypotheses) != len(self.references) and self.right != REFUSED:
            raise OptionError(
                f"the defect {self.id} has {len(self.hypotheses)} hypotheses and the references "
                f"of {len(self.references)}; give as many of both, unless the expected outcome is "
                f"{REFUSED!r}"
            )
        if self.observe and not self.package:
            raise OptionError(
                f"the defect {self.id} is observed by {self.observe} without a "
                "package; name its distribution"
            )

    @property
    def words(self) -> str:
        """The text that `search` examines."""
        parts = (
            *(self.id, self.program, *self.versions, self.summary, self.explanation),
            *(f"{name}={value}" for name, value in self.options),
            *(self.metric, *self.presets, *self.upstream, self.dialect),
        )
        return " ".join(parts)

    def as_json(self) -> dict[str, Any]:
        """Return the defect as plain data.

        >>> from tallystick.compat.defects.ledger import defect
        >>> defect("nltk-method5-averages-precisions").as_json()["versions"]
        ['3.10.4']
        """
        content: Mapping[str, Any] = asdict(self)
        plain = {name: _plain(value) for name, value in content.items()}
        return {**plain, "options": dict(self.options)}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value

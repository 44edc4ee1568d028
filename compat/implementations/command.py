"""A command as an implementation: files are written for it, and its output is read.

No shell is involved. The command runs in the temporary directory of the files, so everything that
it writes is removed with them.
"""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from tallystick.compat.implementations.implementation import Implementation, unknown_version
from tallystick.compat.implementations.isolation import ended_with
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.implementations.process import checked_timeout, run_limited
from tallystick.compat.implementations.tolerance import EXACT, Tolerance
from tallystick.errors import OptionError

PLACEHOLDERS: Mapping[str, str] = MappingProxyType(
    {
        "{hypotheses}": "the file of the hypotheses, a line each",
        "{references}": "the files of the references, an argument each",
        "{reference}": "the file of the only reference",
        "{reference_stem}": "what the names of the reference files begin with, before 0, 1, ...",
        "{order}": "the highest order of n-grams",
    }
)
"""What a command line may name of what is written for it."""

MOST_SEARCHED = 2**16
"""How many characters of output a regular expression is given: some take very long over more."""

Reader = Callable[[str, Path], Any]
"""From the output of a command and the directory it ran in to a number or an outcome."""


def command(
    name: str,
    line: str | Sequence[str],
    *,
    metric: str,
    read: str | Callable[[str], Any],
    dialect: str | None = None,
    options: tuple[tuple[str, str], ...] = (),
    order: int = 4,
    orders: tuple[int, ...] = (4,),
    standard_input: str | None = None,
    timeout: float = 60.0,
    statuses: tuple[int, ...] = (0,),
    scale: float = 1.0,
    tolerance: Tolerance = EXACT,
    find_version: Callable[[], str] = unknown_version,
    find_missing: Callable[[], str | None] | None = None,
) -> Implementation:
    """Make an implementation of a command line.

    Args:
        name: Its name.
        line: The command and its arguments; a string is split as a shell would split it, but no
            shell ever sees it. It may hold the placeholders of `PLACEHOLDERS`.
        metric: The metric that it computes.
        read: A regular expression whose first group is the score in the output, of at most 65,536
            characters, or a function from the output to a number or an `Outcome`.
        dialect: The dialect of our metric that it should equal.
        options: Other options that our metric needs to equal it.
        order: The highest order of n-grams it is asked for.
        orders: The orders it accepts.
        standard_input: What is written to its standard input, such as "{hypotheses}".
        timeout: After how many seconds it is ended.
        statuses: The exit statuses with which it gives a score.
        scale: Its perfect score.
        tolerance: How far from ours a score of it may be and still be equal.
        find_version: Returns its version.
        find_missing: Returns None, or a sentence that says how to get it; where not given, that
            the program is not on the search path.

    Raises:
        OptionError: The line is empty or has an unknown placeholder, the regular expression has no
            group, or the timeout is not a positive, finite number.

    >>> import sys
    >>> prints = command(
    ...     "prints", [sys.executable, "-c", "print('BLEU = 12.5')"], metric="bleu",
    ...     read=r"BLEU = ([0-9.]+)", scale=100,
    ... )
    >>> prints.score([["a"]], [[["a"]]]).score
    12.5
    """
    arguments = tuple(shlex.split(line) if isinstance(line, str) else line)
    _check_placeholders(name, (*arguments, *([standard_input] if standard_input else [])))
    if not arguments:
        raise OptionError(f"the command {name} is empty; expected a program and its arguments")
    run = LineCommand(arguments, standard_input, _OfOutput(name, read), timeout, statuses)
    return Implementation(
        name=name,
        metric=metric,
        run=run,
        dialect=dialect,
        options=options,
        order=order,
        orders=orders,
        references="one" if "{reference}" in arguments else "several",
        # a file has a line for every segment, so that none can be left out
        ragged=False,
        input="text",
        scale=scale,
        tolerance=tolerance,
        find_version=find_version,
        find_missing=find_missing or _MissingProgram(arguments[0]),
    )


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command that reads files of one segment a line.

    Attributes:
        arguments: The command and its arguments, with placeholders.
        standard_input: The placeholder of the file it reads from its standard input.
        read: Reads the score.
        timeout: After how many seconds it is ended.
        statuses: The exit statuses with which it gives a score.
        environment: Variables set for it.

    Raises:
        OptionError: The timeout is not a positive, finite number.
    """

    arguments: tuple[str, ...]
    standard_input: str | None
    read: Reader
    timeout: float
    statuses: tuple[int, ...] = (0,)
    environment: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        checked_timeout(self.timeout)

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        """Write the files, run the command, and read its score."""
        with tempfile.TemporaryDirectory(prefix="tallystick-") as folder:
            place = Path(folder)
            files = _written(place, hypotheses, references)
            arguments = _filled(self.arguments, files, order)
            stdin = self.standard_input and _filled((self.standard_input,), files, order)[0]
            return run_command(
                arguments,
                place,
                self.read,
                timeout=self.timeout,
                statuses=self.statuses,
                standard_input=Path(stdin) if stdin else None,
                environment=self.environment,
            )


def run_command(
    arguments: Sequence[str],
    folder: Path,
    read: Reader,
    *,
    timeout: float,
    statuses: tuple[int, ...] = (0,),
    standard_input: Path | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Run a command in a directory and read its score.

    Args:
        arguments: The command and its arguments.
        folder: Where it runs.
        read: Reads the score from its output and the directory.
        timeout: After how many seconds it is ended, with its process group.
        statuses: The exit statuses with which it gives a score.
        standard_input: The file it reads from its standard input; an empty one where not given.
        environment: Variables set for it.

    Returns:
        What `read` returns, or an outcome that says how the command failed.
    """
    ended = run_limited(
        arguments, folder, timeout=timeout, standard_input=standard_input, environment=environment
    )
    if isinstance(ended, Outcome):
        return ended
    if ended.status not in statuses:
        kind: Literal["error", "crash"] = "crash" if ended.status < 0 else "error"
        told = _last_line(ended.complaints) or _last_line(ended.output)
        return failed(
            kind, f"{arguments[0]} ended with {ended_with(ended.status)}: {told or 'silent'}"
        )
    return read(ended.output, folder)


@dataclass(frozen=True, slots=True)
class _OfOutput:
    """Reads a score by a regular expression or a function."""

    name: str
    read: str | Callable[[str], Any]

    def __post_init__(self) -> None:
        if isinstance(self.read, str) and re.compile(self.read).groups < 1:
            raise OptionError(
                f"the regular expression {self.read!r} of the command {self.name} has no group; "
                "put the score in parentheses, such as BLEU = ([0-9.]+)"
            )

    def __call__(self, output: str, folder: Path) -> Any:
        if not isinstance(self.read, str):
            return self.read(output)
        if len(output) > MOST_SEARCHED:
            return failed(
                "nonsense",
                f"its output has {len(output):,} characters, more than the {MOST_SEARCHED:,} that "
                "a regular expression is given; make read a function",
            )
        found = re.search(self.read, output)
        # the group may be one of several alternatives
        return unreadable(output) if found is None or found[1] is None else number_from(found[1])


def number_from(text: str) -> Any:
    """Return the number in a text, or an outcome that says that there is none.

    >>> number_from("0.25"), number_from("none").failure.kind
    (0.25, 'nonsense')
    """
    try:
        return float(text)
    except ValueError:
        return failed("nonsense", f"it gave {text!r}, which is not a number")


def unreadable(output: str) -> Outcome:
    """Return the outcome of a command whose output holds no score.

    >>> print(unreadable("usage: bleu FILE"))
    nonsense: no score in its output 'usage: bleu FILE'
    """
    shown = output if len(output) <= 200 else f"{output[:200]}..."
    return failed("nonsense", f"no score in its output {shown!r}")


@dataclass(frozen=True, slots=True)
class _MissingProgram:
    program: str

    def __call__(self) -> str | None:
        import shutil

        if shutil.which(self.program) is not None:
            return None
        return (
            f"the program {self.program} is not on the search path; install it, or name it by its "
            "whole path"
        )


def _check_placeholders(name: str, arguments: Sequence[str]) -> None:
    for argument in arguments:
        for placeholder in re.findall(r"\{[a-z_]*\}", argument):
            if placeholder not in PLACEHOLDERS:
                raise OptionError(
                    f"the command {name} has the placeholder {placeholder}; expected one of "
                    f"{', '.join(PLACEHOLDERS)}"
                )
        if "{references}" in argument and argument != "{references}":
            raise OptionError(
                f"the command {name} has {{references}} inside {argument!r}; it becomes several "
                "arguments, so make it an argument of its own"
            )


def _written(
    folder: Path, hypotheses: list[str], references: list[list[str]]
) -> Mapping[str, list[str]]:
    write_lines(folder / "hypotheses", hypotheses)
    streams = [list(stream) for stream in zip(*references, strict=True)]
    for number, stream in enumerate(streams):
        write_lines(folder / f"reference{number}", stream)
    paths = [str(folder / f"reference{number}") for number in range(len(streams))]
    return {
        "{hypotheses}": [str(folder / "hypotheses")],
        "{references}": paths,
        "{reference}": paths[:1],
        "{reference_stem}": [str(folder / "reference")],
    }


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write lines, each with its end: some programs cut the last character of a file without."""
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))


def _filled(arguments: Sequence[str], files: Mapping[str, list[str]], order: int) -> list[str]:
    filled: list[str] = []
    for argument in arguments:
        if argument == "{references}":
            filled.extend(files[argument])
            continue
        for placeholder, paths in files.items():
            if placeholder in argument:
                argument = argument.replace(placeholder, paths[0])
        filled.append(argument.replace("{order}", str(order)))
    return filled


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()

"""A command as an implementation: files are written for it, and its output is read."""

from __future__ import annotations

import re
import shlex
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tallystick.compat.implementations.implementation import Implementation, unknown_version
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.implementations.processes import process
from tallystick.compat.implementations.tolerance import EXACT, Tolerance
from tallystick.errors import OptionError

PLACEHOLDERS = ("{hypotheses}", "{references}", "{reference}", "{reference_stem}", "{order}")

PLACEHOLDER = re.compile(r"\{[a-z_]+\}")

SHORT: Mapping[str, str] = MappingProxyType(
    {"{hyp}": "{hypotheses}", "{refs}": "{references}", "{ref}": "{reference}"}
)
"""Other names of placeholders."""

MOST_SEARCHED = 2**16
"""The number of characters that a regular expression, which may be slow, is applied to."""


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
    memory: int | None = None,
    directory: Path | None = None,
    shell: bool = False,
    statuses: tuple[int, ...] | None = (0,),
    scale: float = 1.0,
    tolerance: Tolerance = EXACT,
    find_version: Callable[[], str] = unknown_version,
    find_missing: Callable[[], str | None] | None = None,
) -> Implementation:
    """Return an implementation that runs a command.

    The command runs without a shell, in a temporary directory with files of one segment per line.
    Its arguments may contain placeholders:

    - `{hypotheses}` or `{hyp}`: the file of the hypotheses
    - `{references}` or `{refs}`: the files of the references, as separate arguments
    - `{reference}` or `{ref}`: the file of the only reference
    - `{reference_stem}`: the path of the reference files without the final 0, 1, ...
    - `{order}`: the highest order of n-grams

    Args:
        name: The name of the implementation.
        line: The command and its arguments; a string is split as in a shell.
        metric: The name of the metric.
        read: A regular expression whose first group is the score in the output, of at most 65,536
            characters, or a function from the output to a number or an `Outcome`.
        dialect: The dialect of our metric that the command should equal.
        options: Other options that our metric needs to equal it.
        order: The highest order of n-grams.
        orders: The orders that the command accepts.
        standard_input: The file to read from standard input, such as "{hypotheses}".
        timeout: The seconds after which the command is killed.
        memory: The bytes of its data, on Linux; by default half of what the machine has.
        directory: The directory in which it runs; by default that of the files.
        shell: Whether a POSIX shell runs the line, which must then be a string.
        statuses: The exit statuses with which the command gives a score; None for any, if it prints
            a score. The outcome then has the status.
        scale: The command's perfect score.
        tolerance: The largest difference from our score due to rounding.
        find_version: A function that returns the version of the command.
        find_missing: A function that returns None if the command is installed, else a sentence
            that says how to install it. By default the program must be on the search path.

    Raises:
        OptionError: The line is empty or has an unknown placeholder, the regular expression is
            invalid or has no group, or a limit is not a positive, finite number.

    >>> import sys
    >>> prints = command(
    ...     "prints", [sys.executable, "-c", "print('BLEU = 12.5')"], metric="bleu",
    ...     read=r"BLEU = ([0-9.]+)", scale=100,
    ... )
    >>> prints.score([["a"]], [[["a"]]]).score
    12.5
    """
    if isinstance(line, str):
        line = [line] if shell else shlex.split(line)
    arguments = tuple(map(_written_out, line))
    if not "".join(arguments).strip():
        raise OptionError(f"the command {name} is empty; expected a program and its arguments")
    standard_input = standard_input and _written_out(standard_input)
    _check_placeholders(name, (*arguments, *([standard_input] if standard_input else [])), shell)
    find = with_a_group(name, read) if isinstance(read, str) else read
    run = LineCommand(
        arguments,
        standard_input,
        partial(_score_in, find),
        timeout,
        statuses,
        process.checked_memory(memory),
        directory,
        shell,
    )
    return Implementation(
        name=name,
        metric=metric,
        run=run,
        dialect=dialect,
        options=options,
        order=order,
        orders=orders,
        references="one" if any("{reference}" in argument for argument in arguments) else "several",
        # a file of references has a line for every segment
        ragged=False,
        input="text",
        scale=scale,
        tolerance=tolerance,
        own_process=True,
        find_version=find_version,
        find_missing=find_missing or partial(_missing_program, "sh" if shell else arguments[0]),
    )


@dataclass(frozen=True, slots=True)
class LineCommand:
    """A command that reads files of one segment per line."""

    arguments: tuple[str, ...]
    standard_input: str | None
    read: process.Reader
    timeout: float
    statuses: tuple[int, ...] | None = (0,)
    memory: int | None = None
    directory: Path | None = None
    shell: bool = False

    def __post_init__(self) -> None:
        process.checked_timeout(self.timeout)

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        """Write the files, run the command, and read its score."""
        with tempfile.TemporaryDirectory(prefix="tallystick-") as folder:
            place = Path(folder)
            files = _written(place, hypotheses, references)
            if self.shell:
                arguments = ["sh", "-c", _filled_text(self.arguments[0], files, order)]
            else:
                arguments = _filled(self.arguments, files, order)
            stdin = self.standard_input and _filled((self.standard_input,), files, order)[0]
            return process.run_command(
                arguments,
                self.directory or place,
                self.read,
                timeout=self.timeout,
                memory=self.memory,
                statuses=self.statuses,
                standard_input=Path(stdin) if stdin else None,
            )


def run_with_files(
    arguments: Sequence[str],
    files: Mapping[str, str],
    read: process.Reader,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> Any:
    """Run a command for up to 300 seconds in a temporary directory that has files with texts."""
    with tempfile.TemporaryDirectory(prefix="tallystick-") as name:
        folder = Path(name)
        for file, text in files.items():
            (folder / file).write_bytes(text.encode("utf-8"))
        return process.run_command(arguments, folder, read, timeout=300.0, environment=environment)


def with_a_group(name: str, text: str) -> re.Pattern[str]:
    """Return the regular expression of a command, which must have a group."""
    what = f"the regular expression {text!r} of the command {name}"
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise OptionError(f"{what} is invalid: {error}") from error
    if pattern.groups < 1:
        raise OptionError(
            f"{what} has no group; put the score in parentheses, such as BLEU = ([0-9.]+)"
        )
    return pattern


def _score_in(read: re.Pattern[str] | Callable[[str], Any], output: str, folder: Path) -> Any:
    if not isinstance(read, re.Pattern):
        return read(output)
    text = score_text(read, output)
    return text if isinstance(text, Outcome) else number_from(text)


def score_text(pattern: re.Pattern[str], output: str) -> str | Outcome:
    """Return the score in output as it was printed, or the outcome of a failure."""
    if len(output) > MOST_SEARCHED:
        return failed(
            "nonsense",
            f"its output has {len(output):,} characters, more than the {MOST_SEARCHED:,} that a "
            "regular expression is applied to; make read a function",
        )
    match = pattern.search(output)
    # the group may be one of several alternatives
    return unreadable(output) if match is None or match[1] is None else str(match[1])


def number_from(text: str) -> Any:
    """Return the number in a text, or the outcome of a failure if there is none."""
    try:
        return float(text)
    except ValueError:
        return failed("nonsense", f"it gave {text!r}, which is not a number")


def unreadable(output: str) -> Outcome:
    """Return the outcome of a command whose output contains no score."""
    shown = output if len(output) <= 200 else f"{output[:200]}..."
    return failed("nonsense", f"no score in its output {shown!r}")


def _missing_program(program: str) -> str | None:
    if shutil.which(program) is not None:
        return None
    return f"the program {program} is not on the search path; install it, or give its full path"


def _written_out(argument: str) -> str:
    for short, long in SHORT.items():
        argument = argument.replace(short, long)
    return argument


def _check_placeholders(name: str, arguments: Sequence[str], shell: bool) -> None:
    for argument in arguments:
        for placeholder in PLACEHOLDER.findall(argument):
            if placeholder not in PLACEHOLDERS:
                raise OptionError(
                    f"the command {name} has the placeholder {placeholder}; expected one of "
                    f"{', '.join((*PLACEHOLDERS, *SHORT))}"
                )
        if "{references}" in argument and argument != "{references}" and not shell:
            raise OptionError(
                f"the command {name} has {{references}} inside {argument!r}; it is replaced by "
                "several arguments, so make it a separate argument"
            )


def _written(
    folder: Path, hypotheses: list[str], references: list[list[str]]
) -> Mapping[str, list[str]]:
    _write_lines(folder / "hypotheses", hypotheses)
    streams = [list(stream) for stream in zip(*references, strict=True)]
    for number, stream in enumerate(streams):
        _write_lines(folder / f"reference{number}", stream)
    paths = [str(folder / f"reference{number}") for number in range(len(streams))]
    return {
        "{hypotheses}": [str(folder / "hypotheses")],
        "{references}": paths,
        "{reference}": paths[:1],
        "{reference_stem}": [str(folder / "reference")],
    }


def _write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write lines with a final line end, without which some programs cut the last character."""
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


def _filled_text(text: str, files: Mapping[str, list[str]], order: int) -> str:
    for placeholder, paths in files.items():
        text = text.replace(placeholder, shlex.join(paths))
    return text.replace("{order}", str(order))

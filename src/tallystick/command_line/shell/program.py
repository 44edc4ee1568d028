"""Find a command, run it, and report errors; the result is the exit status."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence

from tallystick.command_line import COMMANDS, LISTS, MOVED, command
from tallystick.command_line.shell.output import discard_standard_output, write_output
from tallystick.errors import OptionError, TallystickError, TallystickWarning, warn

TYPE_CHECKING = False  # `typing` takes a tenth of the time of --help
if TYPE_CHECKING:
    from typing import Any, TextIO

WRONG_INPUT = 2
BROKEN_PIPE = 141  # 128 + SIGPIPE, as shells count
NO_COMPILED_KERNEL = """\
The pure-Python kernel gives the same numbers as the compiled one and takes 20 to 100 times as long,
somewhat less than sacreBLEU and NLTK; TER takes some 200 times as long. To
compile the kernel, install a C compiler, then run (in a checkout, with . instead of the name)
    pip install --force-reinstall --no-deps --no-cache-dir tallystick
"""


def run(words: Sequence[str]) -> int:
    """Run the command that the words name, and return the exit status."""
    _write_utf8(sys.stdout)
    _write_utf8(sys.stderr)
    try:
        with _warnings_on_standard_error():
            status = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except TallystickError as error:
        print(f"tallystick: error: {error}", file=sys.stderr)
        return WRONG_INPUT
    except MemoryError:
        advice = "check that every file has one segment per line, or score fewer systems at once"
        print(f"tallystick: error: not enough memory; {advice}", file=sys.stderr)
        return WRONG_INPUT
    except BrokenPipeError:
        discard_standard_output()
        return BROKEN_PIPE


def _dispatch(words: Sequence[str]) -> int:
    from tallystick.command_line.shell.parser import command_parser, program_parser

    try:
        if not words or words[0].startswith("-"):
            parser = program_parser()
            if not words:
                known = f"expected one of {', '.join(COMMANDS)}; see `tallystick --help`"
                raise OptionError(f"no command is given; {known}")
            if parser.parse(words).version:
                write_output(_version_text())
            return 0
        name, *following = words
        if name == "offers":  # called by the completion scripts, and not listed by --help
            from tallystick.command_line.commands.completion import write_offers

            write_offers(following)
            return 0
        if name in ("version", "help"):
            write_output(_version_text() if name == "version" else _help(following))
            return 0
        name, following = _listing(following) if name == "list" else _moved(name, following)
        if name in LISTS and words[0] != "list":
            warn(f"`tallystick {name}` is now `tallystick list {name}`", TallystickWarning)
        elif name not in (*COMMANDS, *LISTS):
            raise OptionError(_unknown_command(name))
        arguments = command_parser(name).parse(following)
    except SystemExit as ended:  # --help
        return int(ended.code or 0)
    status: int | None = command(name).run(arguments)
    return status or 0


def _help(words: Sequence[str]) -> str:
    """Return the whole help of the command that words name, or the list of commands."""
    from tallystick.command_line.shell.parser import command_parser, program_parser

    if not words:
        return program_parser().format_help()
    words = words[1:] if words[0] == "list" else words
    if not words:
        return _lists()
    if words[0] not in (*COMMANDS, *LISTS):
        raise OptionError(_unknown_command(words[0]))
    return command_parser(words[0]).format_help()


def _listing(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return what `tallystick list` is to list, and the words that follow."""
    name, *following = words or ["--help"]
    if name in ("-h", "--help"):
        write_output(_lists())
        raise SystemExit(0)
    if name not in LISTS:
        from tallystick.metrics.arguments.registry import nearest

        raise OptionError(f"nothing to list is named {name!r}{nearest(name, list(LISTS))}")
    return name, following


def _moved(name: str, words: list[str]) -> tuple[str, list[str]]:
    """Return the command that an option of another was, and the words without the option."""
    for option, now in MOVED.get(name, {}).items():
        if any(word.partition("=")[0] == option for word in words):
            warn(f"`tallystick {name} {option}` is now `tallystick {now}`", TallystickWarning)
            return now, [word.removeprefix(f"{option}=") for word in words if word != option]
    return name, words


def _lists() -> str:
    from tallystick.command_line.shell.parser import rows

    return "\n".join(["usage: tallystick list WHAT [WORD...]", "", *rows(LISTS), ""])


def _version_text() -> str:
    import platform

    from tallystick import __version__
    from tallystick.metrics.kernel.kernel import ACTIVE

    kernel = "compiled" if ACTIVE == "compiled" else "pure-Python"
    line = f"tallystick {__version__} ({kernel} kernel, Python {platform.python_version()})\n"
    if ACTIVE == "compiled":
        return line
    if os.environ.get("TALLYSTICK_KERNEL"):
        return line + "The compiled kernel is not used because TALLYSTICK_KERNEL is 'python'.\n"
    return line + NO_COMPILED_KERNEL


def _unknown_command(name: str) -> str:
    from tallystick.command_line.shell.parser import answers
    from tallystick.metrics.arguments.catalogue import METRICS
    from tallystick.metrics.arguments.registry import nearest

    if os.path.exists(name):
        return f"{name!r} is a file, not a command; write tallystick score {name} -i ..."
    instead = answers("programs").get(name)
    if instead is not None:
        return f"{name!r} is another program; write {instead}"
    if name.partition(":")[0] in METRICS:
        return f"{name!r} is a metric, not a command; write tallystick score REF -i HYP -m {name}"
    return f"no command is named {name!r} (see `tallystick --help`){nearest(name, list(COMMANDS))}"


@contextlib.contextmanager
def _warnings_on_standard_error() -> Iterator[None]:
    said: set[str] = set()

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not issubclass(category, TallystickWarning):
            show_others(message, category, filename, lineno, file, line)
        elif str(message) not in said:  # a file that is read twice is warned about once
            said.add(str(message))
            print(f"tallystick: warning: {message}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", TallystickWarning)
        show_others: Any = warnings.showwarning
        warnings.showwarning = show
        yield


def _write_utf8(stream: TextIO | None) -> None:
    # for any locale; a name that is not Unicode is shown escaped instead of raising an error
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")

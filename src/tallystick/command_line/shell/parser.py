"""The parser that all commands share: argparse with errors of our own."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, islice

from tallystick.command_line import COMMANDS, GROUPS, LISTS, command
from tallystick.command_line.shell.output import write_output
from tallystick.errors import DOCUMENTATION, OptionError

TYPE_CHECKING = False  # `typing` takes a tenth of the time of --help
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite


EXAMPLES = 7
"""The lines of examples in the short help, with their heading."""

OF_TEXTS = ("score", "compare", "align", "plan", "explain", "statistics", "meta")
"""The commands that have the answers of `[every]` in `habits.toml`."""


class Parser(argparse.ArgumentParser):
    """A parser that raises `OptionError` and does not accept abbreviated options."""

    def error(self, message: str) -> NoReturn:
        """Raise `OptionError`."""
        raise OptionError(f"{message}; see `{self.prog} --help`")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help of a command in short, like other output, so a closed pipe is noticed."""
        if " " not in self.prog:
            write_output(self.format_help())
            return
        short = argparse.ArgumentParser(
            usage=self.usage,
            description=(self.description or "").partition("\n\n")[0],
            epilog="\n".join((self.epilog or "").partition("\n\n")[0].split("\n")[:EXAMPLES]),
            formatter_class=_ShortHelp,
            add_help=False,
        )
        short._action_groups = self._action_groups
        also = ", ".join(see_also(self._command))
        full = f"in full: tallystick help {self.prog.partition(' ')[2]}; see also: {also}"
        write_output(f"{short.format_help()}\n{full}\n")

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words after the name of the command.

        In the result, `command` is its name, and `given` has a form of every option that is given.
        """
        # before parsing, which would read sacreBLEU's -sh as -s with the value h
        for option in (word.partition("=")[0] for word in words if word.startswith("-")):
            if option not in self._option_string_actions and option in answers(self._command):
                raise OptionError(self._no_option(option))
        try:
            arguments, unknown = self.parse_known_args(words)
        except OptionError as error:
            raise OptionError(f"{error}{_files_like_options(words)}") from None
        for word in unknown:
            if word.startswith("-") and word != "-":
                option = word.partition("=")[0]
                raise OptionError(f"{self._no_option(option)}{_files_like_options([word])}")
            expected = "it takes no words without an option"
            if any(not action.option_strings for action in self._actions):
                expected = "put all words that need no option before the options"
            raise OptionError(
                f"{self.prog} does not expect {word!r} here; {expected}; see `{self.prog} --help`"
            )
        arguments.command = self._command
        arguments.given = self._given(arguments)
        return arguments

    def _given(self, arguments: argparse.Namespace) -> dict[str, str]:
        given: dict[str, str] = {}
        for action in self._actions:
            if action.dest == "help" or action.help == argparse.SUPPRESS:
                continue
            value = getattr(arguments, action.dest)
            default = [] if action.nargs == "*" else action.default
            of_another = action.nargs == 0 and isinstance(value, list) and action.const not in value
            if value not in (default, None) and not of_another:
                given.setdefault(action.dest, _long_form(action))
        return given

    def option_names(self) -> list[str]:
        """Return the options, in their long form if they have one, without hidden ones."""
        return [
            _long_form(action)
            for action in self._actions
            if action.option_strings and action.help != argparse.SUPPRESS
        ]

    @property
    def _command(self) -> str:
        return self.prog.rpartition(" ")[2]

    def _no_option(self, option: str) -> str:
        offer = self._offer(option)
        see = " See" if offer.endswith("?") else "; see"
        return f"{self.prog} has no option {option}{offer}{see} `{self.prog} --help`"

    def _offer(self, option: str) -> str:
        instead = answer(self._command, option)
        if instead is not None:
            return f"; {instead}"
        forms = [form for form in self._option_string_actions if form.startswith(option)]
        if forms:
            return f"; did you mean {' or '.join(forms)}?"
        from difflib import get_close_matches

        from tallystick.metrics.arguments.registry import closest

        # without the dashes, which make all options look alike
        wanted, names = option.lstrip("-"), self.option_names()
        offer = closest(wanted, [name.lstrip("-") for name in names])
        if offer:
            return offer.replace("mean ", "mean --").replace(" or ", " or --")
        others = [name[2:] for name in answers(self._command) if name.startswith("--")]
        for name in get_close_matches(wanted, others, n=1):
            instead = answer(self._command, f"--{name}")
            return f"; did you mean --{name}? There is none here: {instead}"
        of_commands = "; options follow a command, as in: tallystick score REF -i HYP"
        return "" if " " in self.prog else of_commands

    def _get_option_tuples(self, option_string: str) -> list[Any]:
        # allow_abbrev=False still takes -l for -lc; a value directly after a letter (-w2) is valid
        options = super()._get_option_tuples(option_string)
        return [each for each in options if each[1] == option_string[:2]]


def _long_form(action: argparse.Action) -> str:
    """Return the first long form of an option, or a short one; "the references" for these words."""
    forms = action.option_strings or [f"the {action.dest}"]
    return next((form for form in forms if form[:2] == "--"), forms[0])


@cache
def answers(command: str) -> Mapping[str, str]:
    """Return by option of another program what to do instead; by name for "programs"."""
    from tallystick.metrics.arguments import registry

    return {
        option: instead.format(command=command)
        for table in (("every", command) if command in OF_TEXTS else (command,))
        for option, instead in registry.answers(__package__, "habits.toml", table).items()
    }


def answer(command: str, option: str) -> str | None:
    """Return what to do instead of an option that a command does not have; None if unknown."""
    known = answers(command).get(option)
    if known is not None or command not in ("score", "compare") or not option.startswith("--"):
        return known
    from tallystick.metrics.arguments.catalogue import metric_with_option

    name = option.removeprefix("--").replace("-", "_")
    metric = metric_with_option(name)
    return metric and f"it is an option of a metric: write -m {metric}:{name}=VALUE"


class _Help(argparse.RawDescriptionHelpFormatter):
    """The layout of the help. argparse makes one for every option, to check it."""

    def __init__(self, prog: str, column: int = 24) -> None:
        from tallystick.reports.renderers.screen import terminal_width

        super().__init__(prog, max_help_position=column, width=terminal_width(80) - 2)


class _ShortHelp(_Help):
    """A line for each option: the first clause on it, and its default."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, column=30)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings:
            return super()._format_action_invocation(action)
        value = "" if action.nargs == 0 else f" {action.metavar or 'NAME'}"
        return f"{', '.join(action.option_strings)}{value}{' ...' * (action.nargs == '+')}"

    def _get_help_string(self, action: argparse.Action) -> str:
        said, default = action.help or "", ""
        if match := re.search(r" \(default: ([^;()]|\(.*?\))*\)", said):
            default = match[0]
        return re.split(r"[:;] | \(|, (?:such|which|whose|as) ", said)[0] + default

    def _split_lines(self, text: str, width: int) -> list[str]:
        from textwrap import shorten

        fitting = text if len(text) <= width else text.partition(" (default: ")[0]
        return [shorten(fitting, width, placeholder=" ...")]


def _files_like_options(words: Sequence[str]) -> str:
    """Return how to write files whose names begin like options; "" if there are none."""
    files = [word for word in words if word[:1] == "-" and word != "-" and os.path.lexists(word)]
    return f"; for the file {files[0]} write ./{files[0]}" if files else ""


def see_also(name: str) -> Mapping[str, str]:
    """Return the other commands of the group of a command, with their descriptions."""
    group = next(group for group in (*GROUPS.values(), LISTS) if name in group)
    return {other: summary for other, summary in group.items() if other != name}


def rows(commands: Mapping[str, str]) -> list[str]:
    """Return a line for each command and its description."""
    width = max(map(len, commands))
    return [f"  {name:<{width}}  {summary}" for name, summary in commands.items()]


def command_parser(name: str) -> Parser:
    """Build the parser of one command."""
    module, also = command(name), see_also(name)
    called = f"list {name}" if name in LISTS else name
    documented = f"documentation: {DOCUMENTATION}"
    parser = Parser(
        prog=f"tallystick {called}",
        usage=f"tallystick {called} {module.USAGE}",
        description=module.DESCRIPTION,
        epilog="\n".join([module.EXAMPLES, "\nsee also:", *rows(also), f"\n{documented}"]),
        formatter_class=_Help,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return parser


def program_parser() -> Parser:
    """Build the parser of the words before a command."""
    lines = iter(rows(COMMANDS))
    groups = [[title, *islice(lines, len(group))] for title, group in GROUPS.items()]
    groups[-1][0] += f", also at {DOCUMENTATION}"
    parser = Parser(
        prog="tallystick",
        usage="tallystick [help] COMMAND ... | --version",
        description="\n".join(chain(*groups)),
        formatter_class=_Help,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action="help")
    parser.add_argument("-V", "--version", action="store_true")
    parser._action_groups.clear()  # the help has no list of these two
    return parser

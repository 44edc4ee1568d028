"""`tallystick completion`: scripts for three shells that query the parsers for completions."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tallystick.command_line import COMMANDS, LISTS

USAGE = "{bash,zsh,fish}"
DESCRIPTION = "Print a script that completes commands, options and their values in a shell."
EXAMPLES = """examples:
  bash:  eval "$(tallystick completion bash)"           (in ~/.bashrc)
  zsh:   source <(tallystick completion zsh)            (in ~/.zshrc, after compinit)
  fish:  tallystick completion fish > ~/.config/fish/completions/tallystick.fish"""

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads the script")


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    import tomllib
    from importlib.resources import files

    from tallystick.command_line.shell.output import write_output

    scripts = files(__package__).joinpath("completion.toml").read_text(encoding="utf-8")
    write_output(tomllib.loads(scripts)[arguments.shell])


def write_offers(words: Sequence[str]) -> None:
    """Print completions with descriptions, one per line, or "files" where a file is expected."""
    from tallystick.command_line.shell.output import write_output

    *before, begun = words
    known = offers(before, begun)
    lines = ["files"] if known is None else [f"{word}\t{known[word]}" for word in known]
    write_output("".join(f"{line}\n" for line in lines))


def offers(words: Sequence[str], begun: str) -> dict[str, str] | None:
    """Return the completions of a word with descriptions; None where a file is expected."""
    known = _known(words, begun)
    return known and {word: known[word] for word in known if word.startswith(begun)}


def _known(words: Sequence[str], begun: str) -> dict[str, str] | None:
    from tallystick.command_line.shell.parser import command_parser

    if not words:
        return {**COMMANDS, "--help": "show the help", "--version": "print the version"}
    if words[0] == "list":
        words = words[1:]
        if not words:
            return dict(LISTS)
    if words[0] not in (*COMMANDS, *LISTS):
        return None
    actions = command_parser(words[0])._actions
    if begun.startswith("-"):
        return {
            name: (action.help or "").replace("\n", " ")
            for action in actions
            for name in action.option_strings
        }
    last = max(place for place, word in enumerate(words) if place == 0 or word[:1] == "-" != word)
    for action in actions:
        # of the values of an option only some take several
        follows = action.nargs == "+" or (action.nargs != 0 and last == len(words) - 1)
        if words[last] in action.option_strings and follows:
            return _values(action)
    return next((_values(action) for action in actions if not action.option_strings), None)


def _values(action: argparse.Action) -> dict[str, str] | None:
    from tallystick.metrics.arguments.catalogue import METRICS, TOKENIZERS
    from tallystick.metrics.bleu.dialect import BleuDialect
    from tallystick.reports.formats import format_names

    values = action.choices
    if action.metavar == "METRIC":
        values = METRICS
    elif action.metavar == "TOKENIZER":
        values = TOKENIZERS
    elif action.metavar == "FORMAT":
        values = format_names("scores", plugins=True)
    elif action.metavar == "REPORT-FORMAT":
        values = format_names("comparison", plugins=True)
    elif action.metavar == "METHOD":
        values = BleuDialect.axes()["smooth"].values
    return None if values is None else dict.fromkeys(map(str, values), "")

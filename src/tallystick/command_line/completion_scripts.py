"""Completion scripts for three shells, from what the parsers of the commands say of themselves."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from tallystick.command_line.commands import COMMANDS
from tallystick.command_line.parser import command_parser
from tallystick.metrics.catalogue import METRICS, TOKENIZERS
from tallystick.reports.formats import format_names

PROGRAM_OPTIONS = ("--help", "--version")


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command, as far as completing goes.

    Attributes:
        names: All its forms, such as ("-tok", "--tokenize").
        description: What it does, in one line.
        takes_value: Whether a value follows it.
        repeats: Whether several values follow it.
        values: The values to offer; where there are none and a value follows, files are offered.
    """

    names: tuple[str, ...]
    description: str
    takes_value: bool
    repeats: bool
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommandWords:
    """What can follow a command: its options, and what stands without an option.

    Attributes:
        options: The options.
        values: The words to offer without an option; where there are none, files are offered.
    """

    options: tuple[Option, ...]
    values: tuple[str, ...]


def completion_script(shell: str) -> str:
    """Return the completion script for bash, zsh or fish.

    >>> completion_script("fish").startswith("complete -c tallystick")
    True
    """
    known = {name: command_words(name) for name in COMMANDS}
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](known)


def command_words(name: str) -> CommandWords:
    """Return what can follow a command."""
    options = []
    words: tuple[str, ...] = ()
    for action in command_parser(name)._actions:
        if not action.option_strings:
            words = _values(action)
            continue
        options.append(
            Option(
                names=tuple(action.option_strings),
                description=(action.help or "").replace("\n", " "),
                takes_value=action.nargs != 0,
                repeats=action.nargs == "+",
                values=_values(action),
            )
        )
    return CommandWords(tuple(options), words)


def _values(action: argparse.Action) -> tuple[str, ...]:
    if action.choices is not None:
        return tuple(map(str, action.choices))
    if action.metavar == "METRIC":
        return tuple(METRICS)
    if action.metavar == "TOKENIZER":
        return tuple(TOKENIZERS)
    if action.metavar == "FORMAT":
        return format_names("scores", plugins=True)
    if action.metavar == "REPORT-FORMAT":
        return format_names("comparison", plugins=True)
    if action.metavar == "METHOD":
        from tallystick.metrics.bleu.dialect import BleuDialect

        return tuple(BleuDialect.axes()["smooth"].values)
    return ()


def _bash(known: dict[str, CommandWords]) -> str:
    return "\n".join(_bash_lines(known)) + "\n"


def _bash_lines(known: dict[str, CommandWords]) -> Iterator[str]:
    yield "_tallystick() {"
    yield '    local word="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}"'
    yield '    local option="" options="" values="" index'
    yield "    COMPREPLY=()"
    yield '    if [ "$COMP_CWORD" -eq 1 ]; then'
    yield f'        COMPREPLY=($(compgen -W "{" ".join([*known, *PROGRAM_OPTIONS])}" -- "$word"))'
    yield "        return"
    yield "    fi"
    yield "    # the last option before the word: some take several values"
    yield "    for ((index = COMP_CWORD - 1; index > 1; index--)); do"
    yield '        case "${COMP_WORDS[index]}" in'
    yield '            -?*) option="${COMP_WORDS[index]}"; break ;;'
    yield "        esac"
    yield "    done"
    yield "    local behind=$((COMP_CWORD - index))"
    yield '    case "$command" in'
    for name, words in known.items():
        yield f"        {name})"
        options = " ".join(each for option in words.options for each in option.names)
        yield f'            options="{options}"'
        if words.values:
            yield f'            values="{" ".join(words.values)}"'
        yield '            case "$option" in'
        for option in words.options:
            if option.values:
                condition = "" if option.repeats else '[ "$behind" -eq 1 ] && '
                names = "|".join(option.names)
                yield f'                {names}) {condition}values="{" ".join(option.values)}" ;;'
        yield "            esac ;;"
    yield "    esac"
    yield '    case "$word" in'
    yield '        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;'
    yield '        *) if [ -n "$values" ]; then'
    yield '               COMPREPLY=($(compgen -W "$values" -- "$word"))'
    yield "           else"
    yield '               COMPREPLY=($(compgen -f -- "$word"))'
    yield "           fi ;;"
    yield "    esac"
    yield "}"
    yield "complete -o filenames -F _tallystick tallystick"


def _zsh(known: dict[str, CommandWords]) -> str:
    return "\n".join(_zsh_lines(known)) + "\n"


def _zsh_lines(known: dict[str, CommandWords]) -> Iterator[str]:
    yield "#compdef tallystick"
    yield "_tallystick() {"
    yield "    if (( CURRENT == 2 )); then"
    yield "        local -a commands=("
    for name in known:
        yield f"            {_zsh_quoted(f'{name}:{COMMANDS[name]}')}"
    yield "        )"
    yield "        _describe command commands"
    yield f"        compadd -- {' '.join(PROGRAM_OPTIONS)}"
    yield "        return"
    yield "    fi"
    yield "    local command=$words[2]"
    yield "    shift words"
    yield "    (( CURRENT-- ))"
    yield '    case "$command" in'
    for name, words in known.items():
        yield f"        {name})"
        yield "            _arguments \\"
        for option in words.options:
            for each in option.names:
                yield f"                {_zsh_option(option, each)} \\"
        rest = f"({' '.join(words.values)})" if words.values else "_files"
        yield f"                {_zsh_quoted(f'*:word:{rest}')} ;;"
    yield "    esac"
    yield "}"
    yield "compdef _tallystick tallystick"


def _zsh_option(option: Option, name: str) -> str:
    described = option.description.replace("[", "(").replace("]", ")").replace(":", " -")
    spec = f"{name}[{described}]"
    if option.takes_value:
        action = f"({' '.join(option.values)})" if option.values else "_files"
        # "*-*:" lets further values follow, up to the next option
        spec += f":*-*:value:{action}" if option.repeats else f":value:{action}"
    return _zsh_quoted(f"*{spec}" if option.repeats else spec)


def _zsh_quoted(text: str) -> str:
    return shlex.quote(text)


def _fish(known: dict[str, CommandWords]) -> str:
    return "\n".join(_fish_lines(known)) + "\n"


def _fish_lines(known: dict[str, CommandWords]) -> Iterator[str]:
    yield "complete -c tallystick -n __fish_use_subcommand -f -l help -d 'show help'"
    yield "complete -c tallystick -n __fish_use_subcommand -f -s V -l version -d 'show the version'"
    for name, summary in COMMANDS.items():
        described = f"-a {name} -d {_fish_quoted(summary)}"
        yield f"complete -c tallystick -n __fish_use_subcommand -f {described}"
    for name, words in known.items():
        start = f"complete -c tallystick -n '__fish_seen_subcommand_from {name}'"
        if words.values:
            yield f"{start} -f -a '{' '.join(words.values)}'"
        for option in words.options:
            parts = [start, *map(_fish_name, option.names)]
            if option.takes_value:
                parts.append("-r")
            if option.values:
                parts.append(f"-f -a '{' '.join(option.values)}'")
            yield f"{' '.join(parts)} -d {_fish_quoted(option.description)}"


def _fish_name(name: str) -> str:
    if name.startswith("--"):
        return f"-l {name[2:]}"
    return f"-s {name[1:]}" if len(name) == 2 else f"-o {name[1:]}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"

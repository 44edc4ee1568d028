"""The command line, which parses, calls and prints.

A command is a module of `commands` with `add_arguments(parser)` and `run(arguments)`. Nothing is
imported before the command that needs it, to keep start-up fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

TYPE_CHECKING = False  # `typing` takes a tenth of the time of --help
if TYPE_CHECKING:
    from typing import Any

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "score": "score systems against references under BLEU, NIST and other metrics",
        "compare": "compare systems: intervals, significance tests, reports, checks for builds",
        "plan": "find out how many segments a comparison needs, from a first one",
        "meta": "find out how well metrics agree with humans, and which to trust",
        "challenge": "find out which faults metrics notice, without human scores",
        "statistics": "save the statistics of scores of a part of a corpus, to be merged later",
        "merge": "add up saved statistics to the scores of a whole corpus",
        "align": "show the words or characters that systems got wrong, next to the references",
        "explain": "find the settings that give a reported score",
        "check": "check whether an implementation in any language follows its convention",
        "identify": "find the convention that an implementation follows",
        "vectors": "record the results of an implementation, and report what has changed since",
        "metrics": "list the metrics with their options",
        "dialects": "list, explain and compare the dialects of known programs",
        "defects": "list and explain known defects of programs",
        "implementations": "list the other programs that can be compared with the metrics",
        "tokenizers": "list the tokenizers",
        "tokenize": "show the tokens of lines, and the rules that split them",
        "demo": "score the packaged example systems",
        "completion": "print a completion script for bash, zsh or fish",
    }
)
"""Every command with a short description."""

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "compare": "compare.compare",
        **{name: f"programs.{name}" for name in ("check", "identify", "vectors")},
        **{name: f"listings.{name}" for name in ("dialects", "defects")},
        **dict.fromkeys(("metrics", "tokenizers", "implementations"), "listings.registries"),
    }
)
"""The modules of commands that are in folders of `commands`."""


def command(name: str) -> Any:
    """Return the module of a command; a listing of a registry has the names of one."""
    module = import_module(f"{__name__}.commands.{PLACES.get(name, name)}")
    return getattr(module, "LISTINGS", {}).get(name, module)

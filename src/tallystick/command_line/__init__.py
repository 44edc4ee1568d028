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

GROUPS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Score texts": {
            "score": "score systems against references under BLEU, NIST and other metrics",
            "align": "show the words or characters that systems got wrong",
            "tokenize": "show the tokens of lines, and the rules that split them",
            "demo": "score the packaged example systems",
        },
        "Compare systems and metrics": {
            "compare": "intervals, significance tests, reports, checks for builds",
            "trend": "what changed since when in saved reports",
            "index": "list the saved reports of a folder",
            "plan": "how many segments a comparison needs, from a first one",
            "meta": "how well metrics agree with humans, and which to trust",
            "challenge": "which faults metrics notice, without human scores",
        },
        "Large corpora": {
            "statistics": "save the statistics of a part of a corpus, to be merged later",
            "merge": "add up saved statistics to the scores of the whole corpus",
        },
        "Other programs": {
            "explain": "find the settings that give a reported score",
            "check": "check whether an implementation in any language follows its convention",
            "identify": "find the convention that an implementation follows",
            "vectors": "record the results of an implementation, and what has changed since",
        },
        "Look up": {
            "list": "metrics, tokenizers, dialects, defects, implementations",
            "completion": "print a completion script for bash, zsh or fish",
        },
    }
)
"""Every command with a short description, by what it is for."""

LISTS: Mapping[str, str] = MappingProxyType(
    {
        "metrics": "the metrics with their options",
        "tokenizers": "the tokenizers",
        "dialects": "the dialects of known programs, explained and compared",
        "defects": "known defects of programs",
        "implementations": "the other programs that can be compared with the metrics",
    }
)
"""What `tallystick list` lists."""

COMMANDS: Mapping[str, str] = MappingProxyType(
    {name: summary for group in GROUPS.values() for name, summary in group.items()}
)
"""Every command with a short description."""

MOVED: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"compare": {"--trend": "trend", "--index": "index"}}
)
"""By command, options that are commands now, and give a warning until version 1.1."""

PLACES: Mapping[str, str] = MappingProxyType(
    {
        "compare": "compare.compare",
        **{name: f"over_time.{name}" for name in ("trend", "index")},
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

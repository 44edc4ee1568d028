"""The commands by name, with what each one does in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "score": "score systems against references under BLEU, NIST and other metrics",
        "compare": "compare systems: intervals, significance, reports, a guard for builds",
        "metrics": "list the metrics with their options",
        "dialects": "list, explain and compare the conventions of known programs",
        "defects": "list and explain what known programs get wrong",
        "implementations": "list the other programs that can be run beside the metrics",
        "tokenizers": "list the tokenizers",
        "tokenize": "show the tokens of lines, and which rule split where",
        "demo": "score the packaged example systems",
        "completion": "print a completion script for bash, zsh or fish",
    }
)
"""Each is the module of its name in `tallystick.command_line`."""

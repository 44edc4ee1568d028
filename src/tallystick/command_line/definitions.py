"""The option --explain, which prints what the numbers of a report are."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tallystick.reports.document import Term

INDENT = "    "


def add_explain_option(add: Callable[..., Any]) -> None:
    """Add --explain."""
    add("--explain", action="store_true",
        help="print what the numbers are, and the works that define them")  # fmt: skip


def print_definitions(terms: Iterable[Term]) -> None:
    """Print the terms with what they mean."""
    from tallystick.command_line.output import write_output

    for term in terms:
        text = textwrap.fill(term.text, 96, initial_indent=INDENT, subsequent_indent=INDENT)
        write_output(f"{term.name}\n{text}\n")

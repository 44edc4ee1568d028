"""The options that name files of references and hypotheses, shared by `score` and `compare`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FORMS = """References come first, each a plain file with one reference a line; behind -i one plain
file for each system, one hypothesis a line ("-" is standard input). Or, without -i, one file that
holds references and systems: a table (.tsv or .jsonl), or WMT's XML (.xml), of which --systems and
--translators choose. Or mteval's SGML (.sgm), references first and systems behind -i. References
in one table or XML file can also be combined with plain files behind -i. Tables, XML and SGML name
documents too. Files ending in .gz, .xz or .zst are decompressed."""


def add_input_options(add: Callable[..., Any], names: str) -> None:
    """Add the options that name the files.

    Args:
        add: The parser's `add_argument`.
        names: The help of --names.
    """
    add("references", metavar="REF", nargs="*", help="files of references, before the options")
    add("-i", "--input", metavar="FILE", nargs="+", action="extend", dest="hypotheses",
        help="a file of hypotheses for each system")  # fmt: skip
    add("--table", metavar="FILE", help="the one file with hypotheses and references; as REF alone")
    add(
        "--table-format",
        choices=("tsv", "jsonl", "xml", "sgml"),
        help="if the name of that file does not say",
    )
    add("--names", metavar="NAME", nargs="+", action="extend", help=names)
    add("--systems", metavar="NAME", nargs="+", action="extend",
        help="of a file that holds several systems only these (default: all; beside -i, none of "
        "an XML file)")  # fmt: skip
    add("--translators", metavar="NAME", nargs="+", action="extend",
        help="of XML or SGML the references of these translators only (default: all)")  # fmt: skip
    add("--target-language", metavar="LANG",
        help="of XML or SGML with translations into several languages only this one")  # fmt: skip
    add("--docs", metavar="FILE", help="the document of every segment, one a line")

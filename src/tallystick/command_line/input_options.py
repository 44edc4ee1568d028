"""The options that name files of references and hypotheses, shared by `score` and `compare`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

FORMS = """References come first, each a plain file with one reference per line, followed by -i
and one plain file per system, with one hypothesis per line ("-" is standard input).
Transcripts of sclite (.trn), Kaldi and ESPnet (text) are joined by their utterance ids.
Alternatively, without -i, one file contains references and systems: a table (.tsv, .csv, .jsonl or
.parquet) or WMT's XML (.xml), from which --systems and --translators select. mteval's SGML (.sgm)
is given with references first and systems after -i. References in a table or XML file can also be
combined with plain files after -i. Tables, XML and SGML also contain documents. Files ending in
.gz, .xz or .zst are decompressed. Names such as s3://bucket/name are opened by fsspec."""


def add_input_options(add: Callable[..., Any], names: str) -> None:
    """Add the options that name the files; `names` is the help of --names."""
    add("references", metavar="REF", nargs="*", help="files of references, before the options")
    add("-i", "--input", metavar="FILE", nargs="+", action="extend", dest="hypotheses",
        help="a file of hypotheses for each system")  # fmt: skip
    add("--table", metavar="FILE", help="hypotheses and references in one file; as REF alone")
    add(
        "--table-format",
        choices=("tsv", "tsv-plain", "tsv-quoted", "csv", "jsonl", "parquet", "xml", "sgml"),
        help="its format, if its name does not indicate it; or whether quotation marks around the "
        "fields of a .tsv table are text",
    )
    add("--text-format", choices=("lines", "trn", "kaldi"),
        help="whether the lines of plain files have utterance ids: none, as in .trn files of "
        "sclite, or as in Kaldi (default: by their names)")  # fmt: skip
    add("--columns", metavar="MEANING=COLUMN", nargs="+", action="extend",
        help="columns of a table, such as hypothesis=prediction reference=target "
        "(default: those with usual names)")  # fmt: skip
    add("--names", metavar="NAME", nargs="+", action="extend", help=names)
    add("--systems", metavar="NAME", nargs="+", action="extend",
        help="only these systems of a file with several (default: all; with -i, none of an XML "
        "file)")  # fmt: skip
    add("--translators", metavar="NAME", nargs="+", action="extend",
        help="only the references of these translators in XML or SGML (default: all)")  # fmt: skip
    add("--target-language", metavar="LANG",
        help="only this language in XML or SGML with translations into several")  # fmt: skip
    add("--docs", metavar="FILE", help="the document of every segment, one per line")


def input_paths(arguments: argparse.Namespace, *more: str) -> list[str]:
    """Return the files that these options name, and those of more options with a file each."""
    named = (getattr(arguments, name, None) for name in ("table", "source", "docs", *more))
    files = [*arguments.references, *(arguments.hypotheses or ())]
    return [*files, *(path for path in named if path is not None)]


def add_source_option(add: Callable[..., Any]) -> None:
    """Add the option that names the file of the sources."""
    add("--source", metavar="FILE", help="the source of every segment, one per line, or SGML")

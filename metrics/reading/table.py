"""Tables that hold references, and perhaps several systems' hypotheses, in one file."""

from __future__ import annotations

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.content import TableContent, explain_absent
from tallystick.metrics.reading.jsonl import parse_jsonl
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import FilePath, display_name, split_name
from tallystick.metrics.reading.tsv import parse_tsv

PARSERS = {"tsv": parse_tsv, "jsonl": parse_jsonl}


def read_table(path: FilePath, format: str | None = None) -> dict[str, Corpus]:
    r"""Read all systems of a table.

    Args:
        path: A .tsv or .jsonl file, perhaps compressed (.tsv.gz), or "-" for standard input.
        format: "tsv" or "jsonl"; None takes the one that the file's name says.

    Returns:
        A corpus for every system, in the order of the file, all with the same references object.
        A system without a name of its own is called by the file's name without its endings.

    Raises:
        InputError: The format is not known, the file is no table of that format, or it lacks
            hypotheses or references. Names the file and the line.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "online-a.tsv")
    >>> with open(path, "w") as file:
    ...     _ = file.write("doc\thypothesis\treference\nnews\tthe cat\ta cat\n")
    >>> corpus = read_table(path)["online-a"]
    >>> corpus.documents, corpus.references[0]
    (('news',), ('a cat',))
    """
    content = read_content(path, format)
    references = content.references
    if not content.systems or not references:
        absent = "reference" if content.systems else "hypothesis"
        raise InputError(f"{display_name(path)} {explain_absent(content.names, absent)}")
    return {
        name: Corpus(hypotheses, references, content.documents, content.sources, content.metadata)
        for name, hypotheses in content.systems.items()
    }


def read_content(path: FilePath, format: str | None = None) -> TableContent:
    """Read a table by its columns; hypotheses, references or both may be there.

    Raises:
        InputError: As for `read_table`.
    """
    found = table_format(path) if format is None else format
    if found not in PARSERS:
        what = "its name does not say" if format is None else f"{format!r} is not known of"
        raise InputError(
            f"{display_name(path)}: {what} the format of a table; expected a name ending in .tsv "
            "or .jsonl (and .gz, .xz or .zst), or format='tsv' or format='jsonl'"
        )
    return PARSERS[found](read_text(path), display_name(path), split_name(path)[0])


def table_format(path: FilePath) -> str | None:
    """Return the format that a file's name says, or None if it does not name a table.

    >>> table_format("a.jsonl.xz"), table_format("a.txt")
    ('jsonl', None)
    """
    suffix = split_name(path)[1].lstrip(".")
    return suffix if suffix in PARSERS else None

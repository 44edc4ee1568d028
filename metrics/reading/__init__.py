"""Files become corpora: plain parallel text, tab-separated tables and JSON Lines.

Every file is UTF-8, and only a line feed, with or without a carriage return before it, ends a
line. `-` is standard input; `.gz`, `.xz` and `.zst` open by name. Plain text cannot say that a
reference is missing (an empty line is an empty reference); tables can.
"""

from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import open_bytes
from tallystick.metrics.reading.parallel import read_corpus_files, stream_corpus_files
from tallystick.metrics.reading.systems import iterate_systems, read_references, read_systems
from tallystick.metrics.reading.table import read_table

__all__ = [
    "iterate_systems",
    "open_bytes",
    "read_corpus_files",
    "read_references",
    "read_systems",
    "read_table",
    "read_text",
    "stream_corpus_files",
    "stream_text",
]

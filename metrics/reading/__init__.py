"""Read test sets from files: parallel text, tables, WMT's XML and mteval's SGML.

Plain text and tables are UTF-8, and only a line feed, with or without a carriage return before it,
ends a line. `-` is standard input. Files that end in `.gz`, `.xz` or `.zst` are decompressed. Plain
text cannot mark a missing reference (an empty line is an empty reference); all other formats can.
"""

from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import open_bytes
from tallystick.metrics.reading.read import read_test_set, stream_test_set
from tallystick.metrics.reading.testset import TestSet, TestSetParts

__all__ = [
    "TestSet",
    "TestSetParts",
    "open_bytes",
    "read_test_set",
    "read_text",
    "stream_test_set",
    "stream_text",
]

"""The functions that read files, which tests call one by one."""

from collections.abc import Callable

from tallystick.metrics.reading.columns import MEANING_OF, MEANINGS, named_columns
from tallystick.metrics.reading.lines import (
    few_line_bounds,
    line_bounds,
    read_text,
    split_lines,
    stream_text,
)
from tallystick.metrics.reading.opening import ByteFile, FilePath, open_bytes
from tallystick.metrics.reading.part_files import part_files
from tallystick.metrics.reading.read import read_hypotheses
from tallystick.metrics.reading.utterances import FORMS

__all__ = ["FORMS", "MEANINGS", "MEANING_OF", "ByteFile", "FilePath", "Write"]
__all__ += ["few_line_bounds", "line_bounds", "named_columns", "open_bytes", "part_files"]
__all__ += ["read_hypotheses", "read_text", "split_lines", "stream_text"]

Write = Callable[..., str]
"""The fixture `write`: it writes a file of lines, and returns its name."""

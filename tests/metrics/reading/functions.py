"""The functions that read files, which tests call one by one."""

import gzip
import lzma
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

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


def zstandard() -> ModuleType:
    """Return the module of Zstandard, or skip the test."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    module: ModuleType = pytest.importorskip(name)
    return module


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
}


def compress(data: bytes, suffix: str) -> bytes:
    """Return data as a file with the suffix has them."""
    if suffix == ".zst":
        compressed: bytes = zstandard().compress(data)
        return compressed
    return COMPRESS[suffix](data)


Write = Callable[..., str]
"""The fixture `write`: it writes a file of lines, and returns its name."""

"""Parts of a corpus on a real cluster of two workers."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, TokenizerWarning
from tallystick.metrics import as_metric
from tests.metrics.internals import PartFiles, connected
from tests.reports.internals import PartsWritten, run_on, statistics_in, write_parts

METRICS = {name: as_metric(name) for name in ("bleu", "nist", "chrf")}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="clusters of processes need a POSIX system"),
    # what Dask leaves open is not ours
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


Write = Callable[..., PartsWritten]


@pytest.fixture
def write(tmp_path: Path, files_of_parts: list[PartFiles]) -> Write:
    def write_into(folder: str, **options: Any) -> PartsWritten:
        return write_parts(str(tmp_path / folder), files_of_parts, ["mine"], METRICS, **options)

    return write_into


def contents(folder: Path) -> list[bytes]:
    return [Path(path).read_bytes() for path in statistics_in(str(folder))]


def test_workers_write_the_same_files_as_one_process(
    tmp_path: Path, write: Write, address: str
) -> None:
    assert write("here") == PartsWritten(3, 0)
    with connected(address) as client:
        assert write("there", run=partial(run_on, client)) == PartsWritten(3, 0)
        assert write("there", run=partial(run_on, client)) == PartsWritten(0, 3)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_an_error_of_a_worker_names_the_file(
    write: Write, files_of_parts: list[PartFiles], address: str
) -> None:
    Path(files_of_parts[2].hypotheses[0]).write_text("one line\n")
    with (
        connected(address) as client,
        pytest.raises(InputError, match=r"mine\.c has 1 line but .*ref\.c has 50"),
    ):
        write("there", run=partial(run_on, client))


def test_warnings_of_workers_are_shown(
    write: Write, files_of_parts: list[PartFiles], address: str
) -> None:
    for part in files_of_parts:
        for name in (*part.references, *part.hypotheses):
            Path(name).write_text("这是中文文本。\n" * 30, encoding="utf-8")
    with (
        connected(address) as client,
        pytest.warns(TokenizerWarning, match="look Chinese, but the tokenizer"),
    ):
        write("there", run=partial(run_on, client))

"""Parts of a corpus on a real cluster of two workers."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest

from tallystick import InputError, TallystickError, TokenizerWarning
from tallystick.metrics import as_metric
from tallystick.metrics.in_parts.cluster import connected
from tallystick.metrics.reading.part_files import PartFiles
from tallystick.reports.statistics_files.folder import PartsWritten, statistics_in
from tallystick.reports.statistics_files.merge import merge
from tallystick.reports.statistics_files.part_files import run_on, write_parts

METRICS = {name: as_metric(name) for name in ("bleu", "nist", "chrf")}
PARTS = "abc"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the tests use named pipes"),
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


def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def is_read(pipe: IO[bytes], lines: bytes) -> bool:
    """Write to a pipe, if a process reads it."""
    try:
        pipe.write(lines)
    except BrokenPipeError:
        return False
    return True


def test_workers_write_the_same_files_as_one_process(
    tmp_path: Path, write: Write, address: str
) -> None:
    assert write("here") == PartsWritten(3, 0)
    with connected(address) as client:
        assert write("there", run=partial(run_on, client)) == PartsWritten(3, 0)
        assert write("there", run=partial(run_on, client)) == PartsWritten(0, 3)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_the_part_of_a_killed_worker_is_done_by_another(
    tmp_path: Path, files_of_parts: list[PartFiles], address: str
) -> None:
    pipe = Path(files_of_parts[1].hypotheses[0])
    lines = pipe.read_bytes()
    pipe.unlink()
    os.mkfifo(pipe)  # the worker that reads it waits, and is killed then
    there, here = (str(tmp_path / name) for name in ("there", "here"))
    with connected(address) as client:
        run = {"run": partial(run_on, client)}
        job = threading.Thread(
            target=write_parts, args=(there, files_of_parts[1:2], ["mine"], METRICS), kwargs=run
        )
        job.start()
        with open(pipe, "wb", buffering=0) as file:  # opens when a worker reads
            [busy] = [worker for worker, tasks in client.processing().items() if tasks]
            pid = client.run(os.getpid, workers=[busy])[busy]
            os.kill(pid, signal.SIGKILL)
            until(lambda: not is_running(pid))
            until(lambda: is_read(file, lines))  # by another worker
        job.join(timeout=60)
    pipe.unlink()
    pipe.write_bytes(lines)
    write_parts(here, files_of_parts[1:2], ["mine"], METRICS)
    assert contents(tmp_path / "there") == contents(tmp_path / "here") != []


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


def test_a_missing_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.SECONDS_TO_CONNECT", 0.2)
    with (
        pytest.raises(
            TallystickError, match=r"no scheduler of Dask answers at tcp://127\.0\.0\.1:9"
        ),
        connected("tcp://127.0.0.1:9"),
    ):
        pass


def test_merged_parts_have_the_scores_of_the_whole(
    tmp_path: Path, write: Write, address: str
) -> None:
    with connected(address) as client:
        write("there", run=partial(run_on, client))
    for name in ("ref", "mine"):
        whole = b"".join((tmp_path / f"{name}.{part}").read_bytes() for part in PARTS)
        (tmp_path / f"{name}.txt").write_bytes(whole)
    from tallystick.metrics import Corpus

    corpus = Corpus.from_files(
        hypotheses=str(tmp_path / "mine.txt"), references=[str(tmp_path / "ref.txt")]
    )
    [system] = merge(statistics_in(str(tmp_path / "there"))).systems
    for scored, metric in zip(system.scored, METRICS.values(), strict=True):
        expected = metric.score(metric.statistics(corpus)).score
        assert scored.score.score == pytest.approx(expected, rel=1e-12)

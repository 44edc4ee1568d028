"""Scores that the workers of a real cluster compute."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError, TallystickError, TallystickWarning
from tallystick.metrics import Corpus, SystemScored, as_metric, score_parts
from tests.metrics.internals import (
    Cluster,
    Part,
    PartFiles,
    connected,
    parts_of_files,
    score_in_parts,
)
from tests.metrics.internals import sums_of_parts as sums

distributed = pytest.importorskip("distributed")
METRICS = [as_metric(name) for name in ("bleu", "nist", "nist:order=2", "chrf")]
PARTS = "abc"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the tests use named pipes"),
    # what Dask leaves open is not ours
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def parts(files_of_parts: list[PartFiles]) -> list[Part]:
    return parts_of_files(files_of_parts, ["mine"])


def numbers(systems: list[SystemScored]) -> list[tuple[float, ...]]:
    return [
        (scored.score.score, *getattr(scored.score, "counts", ()))
        for system in systems
        for scored in system.scored
    ]


@pytest.fixture
def expected(tmp_path: Path, parts: list[Part]) -> list[tuple[float, ...]]:
    """The scores of the whole corpus by one process."""
    whole = {
        name: b"".join((tmp_path / f"{name}.{part}").read_bytes() for part in PARTS)
        .decode()
        .splitlines()
        for name in ("ref", "mine")
    }
    corpus = Corpus.from_segments(hypotheses=whole["mine"], references=whole["ref"])
    return numbers(score_parts([[("mine", corpus)]], [corpus.references], METRICS))


def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


class Waits:
    """A function that says which process calls it, and waits until it may go on."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self.function, self.folder = function, folder

    def __call__(self, *arguments: Any) -> Any:
        (self.folder / f"{os.getpid()}.process").touch()
        until((self.folder / "go").exists)
        return self.function(*arguments)

    def processes(self) -> list[int]:
        return [int(file.stem) for file in self.folder.glob("*.process")]

    def kill_the_first_and_go_on(self) -> None:
        until(lambda: bool(self.processes()))
        [first, *_] = self.processes()
        os.kill(first, signal.SIGKILL)
        until(lambda: set(self.processes()) > {first})
        (self.folder / "go").touch()


def test_the_work_of_killed_workers_is_done_again_and_scores_are_those_of_one_process(
    parts: list[Part],
    expected: list[tuple[float, ...]],
    tmp_path_factory: pytest.TempPathFactory,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads = Waits(parts[2].blocks, tmp_path_factory.mktemp("reads"))
    counts = Waits(sums.sums_of_range, tmp_path_factory.mktemp("counts"))
    monkeypatch.setattr(sums, "sums_of_range", counts)
    with connected(address) as client, Cluster(client) as cluster, ThreadPoolExecutor() as threads:
        job = threads.submit(score_in_parts, [*parts[:2], Part("c", reads)], METRICS, cluster)
        reads.kill_the_first_and_go_on()
        counts.kill_the_first_and_go_on()
        systems = job.result(timeout=60)
        assert not any(client.processing().values())
    for ours, whole in zip(numbers(systems), expected, strict=True):
        assert ours[0] == pytest.approx(whole[0], rel=1e-12)
        assert ours[1:] == whole[1:]


def test_workers_with_another_version_are_an_error(
    parts: list[Part], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.__version__", "0.0.9")
    with (
        connected(address) as client,
        Cluster(client) as cluster,
        pytest.raises(TallystickError, match=r"a worker .* has tallystick .* this process has 0"),
    ):
        score_in_parts(parts, METRICS, cluster)


def test_a_part_that_ends_its_workers_is_said_to_take_too_much_memory(address: str) -> None:
    with (
        connected(address) as client,
        Cluster(client) as cluster,
        pytest.raises(
            TallystickError, match=r"b was not done, because 4 workers .* lack of memory"
        ),
    ):
        list(cluster.results([("b", cluster.submit(end_the_worker))]))


def test_a_part_whose_data_are_wrong_is_done_once(address: str, tmp_path: Path) -> None:
    path = tmp_path / "calls"
    with (
        connected(address) as client,
        Cluster(client) as cluster,
        pytest.raises(InputError, match=r"^a is uneven$"),
    ):
        list(cluster.results([("a", cluster.submit(refuse, str(path)))]))
    assert path.read_text() == "called "


def refuse(path: str) -> None:
    with open(path, "a") as file:
        file.write("called ")
    raise InputError("a is uneven")


def end_the_worker() -> None:
    """Fail as a task does that Dask has given to 4 workers, which died."""
    raise distributed.KilledWorker("task", SimpleNamespace(address="tcp://127.0.0.1:1"), 3)


def test_a_scheduler_that_is_gone_is_an_error(
    parts: list[Part], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.SECONDS_TO_CONNECT", 1)
    scheduler = distributed.LocalCluster(n_workers=0, dashboard_address=":0", silence_logs=50)
    with ExitStack() as stack:
        with pytest.warns(TallystickWarning, match="has no workers yet; the parts wait for some"):
            client = stack.enter_context(connected(scheduler.scheduler_address))
        cluster = stack.enter_context(Cluster(client, "begin again"))
        closing = threading.Thread(target=scheduler.close)
        closing.start()
        with pytest.raises(TallystickError, match=r"cluster is gone.* begin again$"):
            score_in_parts(parts, METRICS, cluster)
        closing.join()


def test_texts_in_memory_have_the_scores_of_this_process(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.parts.ROWS_IN_A_SUM", 7)
    lines = [f"the cat {number} sat on 0 mats" for number in range(50)]
    references = [[f"{line} today", line[4:]] for line in lines]
    given: Any = {"hypotheses": lines, "references": references, "metrics": METRICS}
    with connected(address) as client:
        scores = tallystick.score(**given, client=client)
        with pytest.raises(OptionError, match="depends on all segments of a corpus at once"):
            tallystick.score(**given | {"metrics": "cider"}, client=client)
    for score, expected in zip(scores, tallystick.score(**given), strict=True):
        assert score.score == pytest.approx(expected.score, rel=1e-12)
        assert score.signature == expected.signature

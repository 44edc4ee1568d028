"""What all tests share: Hypothesis profiles, counted skips, recorded figures and real data."""

import gc
import json
import os
import re
import signal
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

HERE = Path(__file__).parent

# A shell that starts the tests in the background makes them, and what they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Workers of pytest-xdist inherit a width that readline sets; output would fit a terminal of it.
os.environ.pop("COLUMNS", None)

# Ten thousand tests and what they import stay until the end. To search them for garbage as often as
# Python does takes half of the time of collection.
gc.set_threshold(100_000, 50, 100)

collect_ignore = ["distributions"]  # packages that tests install

# A loaded machine makes drawing slow without anything being wrong with the strategy.
settings.register_profile(
    "dev", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci", settings.get_profile("dev"), max_examples=10, derandomize=True, print_blob=True
)
settings.register_profile("few", settings.get_profile("ci"), max_examples=5)
settings.register_profile(  # a mutant needs a failure, not the smallest one
    "mutants", settings.get_profile("few"), phases=[Phase.explicit, Phase.generate]
)
settings.register_profile("thorough", settings.get_profile("dev"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--strict-skips",
        action="store_true",
        help="fail where a test is skipped for a reason that tests/skips.toml does not allow",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what depends on the active kernel: tests of its choice, of tokenizers, and of figures.

    What needs the compiled kernel is not marked, because the twin cannot run it. The other tests of
    the kernel run with both, whichever is active. What is left to the thorough run is slow, too.
    """
    places = [HERE / "metrics" / name for name in ("kernel/test_active_kernel.py", "tokenizers")]
    assert all(place.exists() for place in places)  # else a move would drop tests from a run
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        concerns_kernel = "golden" in fixtures or any(map(item.path.is_relative_to, places))
        if concerns_kernel and "compiled" not in (*fixtures, *_parameters(item).values()):
            item.add_marker("kernel")
        if item.get_closest_marker("thorough"):
            item.add_marker("slow")


def _parameters(item: pytest.Item) -> dict[str, object]:
    """Return what a test is parametrized with, by name."""
    return item.callspec.params if hasattr(item, "callspec") else {}


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def skipped_tests(config: pytest.Config) -> dict[str, Counter[str]]:
    """Return how many tests were skipped, by what tests/skips.toml says of it and by reason."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    known = tomllib.loads((HERE / "skips.toml").read_text(encoding="utf-8"))
    skipped: dict[str, Counter[str]] = {"allowed": Counter(), "not allowed": Counter()}
    for report in reporter.stats.get("skipped", []) if reporter else []:
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        kind, remedy = next(
            (
                (kind, remedy)
                for kind in ("allowed", "not allowed")
                for pattern, remedy in known[kind.replace(" ", "_")].items()
                if re.search(pattern, reason)
            ),
            ("not allowed", "nothing in tests/skips.toml"),
        )
        skipped[kind][f"{reason} -> {remedy}"] += 1
    return skipped


def pytest_sessionfinish(session: pytest.Session) -> None:
    is_strict = session.config.getoption("strict_skips")
    if is_strict and session.exitstatus == 0 and skipped_tests(session.config)["not allowed"]:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(config: pytest.Config) -> None:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    for kind, reasons in skipped_tests(config).items():
        if reasons:
            reporter.section(f"skipped, {kind}: {reasons.total()}")
        for reason, number in reasons.most_common():
            reporter.line(f"{number:5} {reason}")


def pytest_report_header() -> list[str]:
    try:
        from tests.metrics.kernel.both import kernel

        active = f"{kernel.ACTIVE} kernel from {Path(kernel.__file__ or '?').parent}"
    except ImportError as error:
        active = f"no kernel: {error}"
    return [
        f"tallystick: {active}",
        "peers: "
        + ", ".join(f"{name} {_version(name)}" for name in ("numpy", "nltk", "sacrebleu")),
        f"hypothesis: profile {os.environ.get('HYPOTHESIS_PROFILE', 'dev')}",
    ]


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


@pytest.fixture
def files_of_parts(tmp_path: Path) -> list[Any]:
    """The `PartFiles` of the parts a, b and c, with 50 references and hypotheses each."""
    from tests.metrics.reading.functions import part_files

    for place, part in enumerate("abc"):
        lines = [f"the cat {place * number} sat on 0 mats" for number in range(50)]
        (tmp_path / f"ref.{part}").write_text("".join(f"{line} today\n" for line in lines))
        (tmp_path / f"mine.{part}").write_text("".join(f"{line}\n" for line in lines))
    return part_files([str(tmp_path / "ref.{part}")], [str(tmp_path / "mine.{part}")])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask cluster of two workers, which are processes.

    It ends with the module: without work, too, a cluster takes a tenth of a processor.
    """
    cluster = pytest.importorskip("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        silence_logs=50,
        local_directory=str(tmp_path_factory.mktemp("workers")),
    )
    with cluster:
        yield cluster.scheduler_address


@pytest.fixture
def recorded_wordnet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the part of WordNet 3.0 that is recorded, whether WordNet is installed or not."""
    from tests.metrics.internals import wordnet

    stemmer = pytest.importorskip("nltk.stem.porter").PorterStemmer()
    synonyms = recorded("meteor")["synonyms"]
    part = wordnet.WordNet("3.0", stemmer.stem, lambda word: frozenset(synonyms.get(word, ())))
    monkeypatch.setattr(wordnet, "load", lambda: part)


@cache
def recorded(name: str) -> Any:
    """Read a file of recorded figures by its name; each says in `origin` where they come from."""
    figures = json.loads((HERE / "golden" / f"{name}.json").read_text(encoding="utf-8"))
    assert figures["origin"]
    return figures


@pytest.fixture(scope="session")
def golden() -> Callable[[str], Any]:
    """The function that reads recorded figures, whose use marks a test as one of the kernel."""
    return recorded


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of the WMT22 release, which is not part of the repository."""
    above = Path(os.environ.get("TALLYSTICK_SHARED", HERE.parents[1] / "shared"))
    folder = above / "data" / "wmt22"
    if not folder.is_dir():
        pytest.skip(f"no WMT22 data in {folder}; set TALLYSTICK_SHARED to the folder above data")
    return folder


@pytest.fixture(scope="session")
def wmt22_file(shared_data: Path) -> Callable[[str], list[str]]:
    """Read the lines of a file such as "references/generaltest2022.de-en.ref.A.en"."""

    @cache
    def lines(name: str) -> list[str]:
        text = (shared_data / name).read_text(encoding="utf-8")
        return text.removesuffix("\n").split("\n")

    return lines

"""Separate distributions that add a metric and a tokenizer, used as a user would."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tallystick
from tests import installing
from tests.installing import DISTRIBUTIONS

pytestmark = pytest.mark.slow

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def install_by_pip(name: str, site: Path) -> None:
    # a build leaves files next to its sources
    source = shutil.copytree(DISTRIBUTIONS / name, site.parent / "source")
    words = "install -q --no-build-isolation --no-deps --no-cache-dir --no-compile --target"
    subprocess.run([sys.executable, "-m", "pip", *words.split(), site, source], check=True)


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Install a distribution into a separate folder and return that folder.

    One is installed by pip, as users do, which takes more than a second.
    """
    folders: dict[str, Path] = {}

    def installed(name: str) -> Path:
        if name not in folders:
            folder = tmp_path_factory.mktemp(name)
            install_by = install_by_pip if name == "word_f" else installing.install
            install_by(name, folder / "site")
            folders[name] = folder / "site"
        return folders[name]

    return installed


@pytest.fixture(scope="module")
def run(install: Callable[[str], Path]) -> Run:
    """Run Python with some of the distributions installed."""

    def run_with(
        *arguments: str, distributions: tuple[str, ...] = ("word_f",)
    ) -> subprocess.CompletedProcess[str]:
        folders = [str(install(name)) for name in distributions]
        path = os.pathsep.join([*folders, str(Path(tallystick.__file__).parents[1])])
        return subprocess.run(
            [sys.executable, "-W", "error", *arguments],
            env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            check=False,
        )

    return run_with


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """Return the paths of a reference file and a hypothesis file of two segments."""
    reference, hypothesis = tmp_path / "reference.txt", tmp_path / "mine.txt"
    reference.write_text("the cat sat\na dog\n", encoding="utf-8")
    hypothesis.write_text("the cat\na big dog\n", encoding="utf-8")
    return str(reference), str(hypothesis)


EIGHTY = 100 * 2 * 4 / (5 + 5)  # four words match, five stand on either side


USES = """
import json
import tallystick
from tallystick import Corpus

[score] = tallystick.score(
    hypotheses=["the cat", "a big dog"], references=["the cat sat", "a dog"], metrics="word-f"
)
options = tallystick.metric("word-f:beta=2,tokenize=letters,lowercase=yes")
[signed] = tallystick.score(hypotheses=["A1b"], references=["a b"], metrics=[options])
metric = tallystick.metric("word-f")
corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a", "d"])
letters = tallystick.bleu(hypotheses=["a1b2c3d"], references=["a b c d"], tokenize="letters")
print(json.dumps({
    "score": [score.score, score.precision, score.recall],
    "options": [signed.score, str(signed.signature), signed.signature.metric() == options],
    "segments": tallystick.segment_scores(metric, metric.statistics(corpus)).tolist(),
    "tokenizer": letters.score,
}))
"""


def test_it_is_used_from_python_by_name(run: Run) -> None:
    done = run("-c", USES)
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert found["score"] == [EIGHTY, 80, 80]
    score, signature, is_the_same = found["options"]
    assert (score, is_the_same) == (100, True)
    assert signature.startswith("nrefs:1|case:lc|tok:letters|beta:2.0|metric:word-f|")
    assert found["segments"] == [200 / 3, 0]
    assert found["tokenizer"] == 100


def test_an_unknown_option_of_its_metric_is_refused_with_the_nearest(run: Run) -> None:
    done = run("-c", "import tallystick; tallystick.metric('word-f:bta=2')")
    assert "the metric word-f has no option 'bta'; did you mean beta?" in done.stderr


def test_the_command_line_scores_with_its_metric(run: Run, files: tuple[str, str]) -> None:
    reference, hypothesis = files
    done = run(
        *("-m", "tallystick", "score", reference, "-i", hypothesis),
        *("-m", "bleu", "word-f", "--format", "json"),
    )
    assert done.returncode == 0, done.stderr
    scores = {each["metric"]: each for each in json.loads(done.stdout)["scores"]}
    assert list(scores) == ["bleu", "word-f"]
    assert scores["word-f"]["score"] == EIGHTY
    assert "metric:word-f" in scores["word-f"]["signature"]


def test_the_command_line_lists_its_metric_with_its_distribution(run: Run) -> None:
    done = run("-m", "tallystick", "metrics")
    [line] = [line for line in done.stdout.split("\n") if "word-f" in line]
    assert "tallystick-example-metric" in line


def test_the_command_line_splits_with_its_tokenizer(run: Run, files: tuple[str, str]) -> None:
    done = run("-m", "tallystick", "tokenize", "-tok", "letters", files[0])
    assert (done.stdout, done.returncode) == ("the cat sat\na dog\n", 0), done.stderr


def test_a_broken_metric_is_an_error_that_names_it_and_its_distribution(run: Run) -> None:
    done = run("-c", "import tallystick; tallystick.metric('shattered')", distributions=("broken",))
    assert (
        "tallystick.errors.PluginError: the metric 'shattered' of the plug-in "
        "tallystick-example-broken 0.1.0 cannot be loaded from "
        "'tallystick_example_broken:Shattered': ImportError: the library of the shattered metric "
        "is not here"
    ) in done.stderr


def test_a_broken_metric_on_the_command_line_ends_with_status_2(
    run: Run, files: tuple[str, str]
) -> None:
    reference, hypothesis = files
    done = run(
        *("-m", "tallystick", "score", reference, "-i", hypothesis, "-m", "shattered"),
        distributions=("broken",),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "tallystick-example-broken 0.1.0" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_broken_plug_in_does_not_affect_other_metrics(run: Run, files: tuple[str, str]) -> None:
    reference, hypothesis = files
    metrics = ("bleu:order=2", "word-f")
    command = ("-m", "tallystick", "score", reference, "-i", hypothesis, "-m", *metrics)
    with_broken = run(*command, distributions=("broken", "word_f"))
    without = run(*command)
    assert (with_broken.returncode, with_broken.stderr) == (0, "")
    assert with_broken.stdout == without.stdout


def test_listing_reports_a_broken_plug_in_by_name_and_shows_the_others(run: Run) -> None:
    done = run("-m", "tallystick", "metrics", distributions=("broken", "word_f"))
    assert done.returncode == 0
    assert {"bleu", "nist", "word-f"} <= set(done.stdout.split())
    assert "shattered" in done.stdout + done.stderr
    assert "tallystick-example-broken" in done.stdout + done.stderr


def test_a_name_claimed_twice_is_an_error_that_names_both_distributions(run: Run) -> None:
    done = run(
        "-c", "import tallystick; tallystick.metric('word-f')", distributions=("word_f", "rival")
    )
    assert (
        "the metric 'word-f' is claimed by tallystick-example-metric 0.3.0 and "
        "tallystick-example-rival 0.2.0; uninstall one"
    ) in done.stderr


def test_the_error_about_a_plugin_that_makes_no_metric_lists_what_it_lacks(run: Run) -> None:
    done = run("-c", "import tallystick; tallystick.metric('word-f')", distributions=("rival",))
    assert "makes an object of type NoneType without identity, options, statistics" in done.stderr


def test_plug_ins_can_be_switched_off(run: Run) -> None:
    done = run(
        "-c",
        "import os; os.environ['TALLYSTICK_DISABLE_PLUGINS'] = '1'\n"
        "from tallystick.metrics.arguments.catalogue import METRICS\n"
        "print('word-f' in METRICS)",
    )
    assert (done.stdout, done.stderr) == ("False\n", "")

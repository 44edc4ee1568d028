"""A separate distribution that adds metrics and a tokenizer, installed and used as a user would."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tallystick
from tallystick import OptionError
from tallystick.__main__ import main
from tests.command_line.conftest import output_of
from tests.metrics.naive import edit_distance, ngrams

pytestmark = pytest.mark.slow

DISTRIBUTIONS = Path(__file__).parent / "distributions"
METRICS = ("word-f", "char-f", "word-edits")
REPORTS = ("report.txt", "report.json", "report.md", "report.tex", "report.html", "report.csv")
REFERENCES = [["the cat sat on the mat", "the cat sat"], ["a dog barked"], ["it rains"]]
HYPOTHESES = {
    "one": ["the cat is on a mat", "The dog barked", "it rains now"],
    "other": ["cat sat mat", "a dog barks", "it rained"],
}
FILES = ("reference0", "reference1", "-i", *HYPOTHESES, "-m", *METRICS, "-q")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip has installed the distribution."""
    folder = tmp_path_factory.mktemp("word_f")
    # a build leaves files next to its sources
    source = shutil.copytree(DISTRIBUTIONS / "word_f", folder / "source")
    words = "install -q --no-build-isolation --no-deps --no-cache-dir --no-compile --target"
    command = [sys.executable, "-m", "pip", *words.split(), str(folder / "site"), str(source)]
    subprocess.run(command, check=True)
    return folder / "site"


@pytest.fixture(scope="module", autouse=True)
def folder(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder, with a test set, in a process that finds the distribution."""
    folder = tmp_path_factory.mktemp("files")
    for number in range(2):
        lines = [segment[min(number, len(segment) - 1)] for segment in REFERENCES]
        (folder / f"reference{number}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, lines in HYPOTHESES.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        patch.chdir(folder)
        yield folder


@pytest.fixture(scope="module")
def reports(folder: Path) -> Path:
    """The folder with a comparison in every format."""
    assert output_of("compare", *FILES, *(word for name in REPORTS for word in ("-o", name))) == ""
    return folder


def test_the_command_line_scores_with_the_installed_metrics(site: Path) -> None:
    path = os.pathsep.join([str(site), str(Path(tallystick.__file__).parents[1])])
    done = subprocess.run(
        [*(sys.executable, "-W", "error", "-m", "tallystick", "score"), *FILES, "-f", "json"],
        env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    expected = {
        "word-f": {"one": 100 * 2 * 8 / (12 + 11), "other": 100 * 2 * 6 / (8 + 8)},  # by hand
        "char-f": {name: char_f(lines) for name, lines in HYPOTHESES.items()},
        "word-edits": {name: word_edits(lines) for name, lines in HYPOTHESES.items()},
    }
    scores = json.loads(done.stdout)["scores"]
    assert len(scores) == 6
    for score in scores:
        definition = expected[score["metric"]][score["system"]]
        assert score["score"] == pytest.approx(definition, rel=1e-12)
        assert f"metric:{score['metric']}" in score["signature"]


def char_f(hypotheses: list[str]) -> float:
    """Compute the F-score of character n-grams from its definition."""
    scores = []
    for order in range(1, 7):
        matches = total = 0
        for line, (reference, *_) in zip(hypotheses, REFERENCES, strict=True):
            own, other = (ngrams(text.replace(" ", ""), order) for text in (line, reference))
            matches += (own & other).total()
            total += own.total() + other.total()
        scores.append(200 * matches / total)
    return sum(scores) / 6


def word_edits(hypotheses: list[str]) -> float:
    chosen = [
        min((edit_distance(line.split(), text.split()), len(text.split())) for text in segment)
        for line, segment in zip(hypotheses, REFERENCES, strict=True)
    ]
    return 100 * sum(count for count, _ in chosen) / sum(length for _, length in chosen)


def test_options_are_read_from_a_spec_and_from_a_signature() -> None:
    metric = tallystick.metric("word-f:beta=2,tokenize=letters,lowercase=yes")
    [score] = tallystick.score(hypotheses=["A1b"], references=["a b"], metrics=[metric])
    assert score.score == 100
    assert str(score.signature).startswith(
        "nrefs:1|case:lc|tok:letters|beta:2.0|metric:word-f|impl:tallystick-example-metric|"
    )
    assert score.signature.metric() == metric
    with pytest.raises(OptionError, match=r"no option 'bta'; did you mean beta\?"):
        tallystick.metric("word-f:bta=2")


def test_segment_scores_come_from_the_same_formula() -> None:
    metric = tallystick.metric("word-f")
    corpus = tallystick.Corpus.from_segments(hypotheses=["a b", "c"], references=["a", "d"])
    scores = tallystick.segment_scores(metric, metric.statistics(corpus))
    assert scores.tolist() == [200 / 3, 0]


def test_the_tokenizer_splits_for_commands_and_built_in_metrics() -> None:
    assert (
        output_of("tokenize", "-tok", "letters", "other") == "cat sat mat\na dog barks\nit rained\n"
    )
    score = tallystick.bleu(hypotheses=["a1b2c3d"], references=["a b c d"], tokenize="letters")
    assert score.score == 100


def test_a_metric_is_listed_with_its_distribution() -> None:
    [line] = [line for line in output_of("list", "metrics").split("\n") if "word-f" in line]
    assert "tallystick-example-metric" in line


@pytest.mark.parametrize("name", REPORTS)
def test_a_comparison_names_the_metrics_by_their_titles_and_no_other(
    reports: Path, name: str
) -> None:
    text = (reports / name).read_text(encoding="utf-8")
    text = re.sub("<script>.*</script>", "", text, flags=re.S)  # has the formulas of known metrics
    titles = ("word F", "charF", "Word edits")
    words = titles if name.endswith((".txt", ".md", ".tex")) else METRICS
    assert all(word in text for word in words)
    assert "bleu" not in text.lower()
    assert "nist" not in text.lower().replace("administ", "")


def test_lower_is_better_if_the_metric_declares_it(reports: Path) -> None:
    report = json.loads((reports / "report.json").read_text(encoding="utf-8"))
    directions = {metric["metric"]: metric["higher_is_better"] for metric in report["metrics"]}
    assert directions == {"word-f": True, "char-f": True, "word-edits": False}
    ranks = {
        score["system"]: score["rank"] if "rank" in score else score["first_rank"]
        for score in report["scores"]
        if score["metric"] == "word-edits"
    }
    assert ranks["one"] <= ranks["other"]  # fewer edits


@pytest.mark.parametrize(("baseline", "status"), [("one", 1), ("other", 0)])
def test_the_guard_knows_which_direction_is_worse(baseline: str, status: int) -> None:
    condition = "word-edits worsens even if not significant"  # the other needs more edits
    words = ("--baseline", baseline, "--fail-if", condition, "-o", "guarded.txt")
    assert main(["compare", *FILES, *words]) == status


def test_a_paper_cites_the_work_and_the_distribution_of_a_metric(reports: Path) -> None:
    text = (reports / "report.tex").read_text(encoding="utf-8")
    assert r"charF~\citep{popovic-2015-chrf}" in text
    assert "tallystick-example-metric 0.3.0" in text
    assert "papineni" not in text

"""Three plug-in metrics that have little in common with the built-in ones, used everywhere."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import tallystick
from tests.installing import DISTRIBUTIONS, install

pytestmark = pytest.mark.slow

SOURCES = DISTRIBUTIONS / "three_metrics"
MODULES = sorted((SOURCES / "tallystick_example_three").glob("[a-z]*.py"))
DOORS = {"tallystick", "tallystick.metrics", "tallystick.compat", "tallystick.reports"}
METRICS = ("char-f", "word-edits", "subsequence")
REPORTS = tuple(f"report.{one}" for one in ("txt", "json", "md", "tex", "html", "csv", "tsv"))
REFERENCES = [["the cat sat on the mat", "the cat sat"], ["a dog barked"], ["it rains"]]
HYPOTHESES = {
    "one": ["the cat is on a mat", "The dog barked", "it rains now"],
    "other": ["cat sat mat", "a dog barks", "it rained"],
}
Command = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Run the command where the distribution is installed, in a folder with the test set."""
    folder = tmp_path_factory.mktemp("three_metrics")
    install("three_metrics", folder / "site")
    for number in range(2):
        lines = [segment[min(number, len(segment) - 1)] for segment in REFERENCES]
        (folder / f"reference{number}").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for name, lines in HYPOTHESES.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = os.pathsep.join([str(folder / "site"), str(Path(tallystick.__file__).parents[1])])

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        files = ("reference0", "reference1", "-i", "one", "other", "-m", *METRICS, "-q")
        return subprocess.run(
            [sys.executable, "-W", "error", "-m", "tallystick", words[0], *files, *words[1:]],
            env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def reports(command: Command, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a comparison in every format."""
    folder = tmp_path_factory.mktemp("reports")
    done = command("compare", *(word for name in REPORTS for word in ("-o", str(folder / name))))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def char_f(hypotheses: list[str]) -> float:
    """Compute the F-score of character n-grams from its definition."""
    scores = []
    for order in range(1, 7):
        matches = total = 0
        for line, (reference, *_) in zip(hypotheses, REFERENCES, strict=True):
            texts = [text.replace(" ", "") for text in (line, reference)]
            one, other = (
                Counter(text[start : start + order] for start in range(len(text) - order + 1))
                for text in texts
            )
            matches += (one & other).total()
            total += one.total() + other.total()
        scores.append(200 * matches / total)
    return sum(scores) / 6


@cache
def edits(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Compute the edit distance from its recursive definition."""
    if not one or not other:
        return len(one) + len(other)
    return min(
        edits(one[1:], other) + 1,
        edits(one, other[1:]) + 1,
        edits(one[1:], other[1:]) + (one[0] != other[0]),
    )


def word_edits(hypotheses: list[str]) -> float:
    chosen = [
        min((edits(tuple(line.split()), tuple(one.split())), len(one.split())) for one in segment)
        for line, segment in zip(hypotheses, REFERENCES, strict=True)
    ]
    return 100 * sum(count for count, _ in chosen) / sum(length for _, length in chosen)


@cache
def common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Compute the longest common subsequence from its recursive definition."""
    if not one or not other:
        return 0
    if one[0] == other[0]:
        return 1 + common(one[1:], other[1:])
    return max(common(one[1:], other), common(one, other[1:]))


def subsequence(hypotheses: list[str]) -> float:
    scores = []
    for line, segment in zip(hypotheses, REFERENCES, strict=True):
        words = tuple(line.lower().split())
        others = [tuple(one.lower().split()) for one in segment]
        scores.append(max(2 * common(words, one) / (len(words) + len(one)) for one in others))
    return sum(scores) / len(scores)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_a_metric_takes_under_60_lines_and_the_public_doors(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") < 60
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)]
    found = {node.module or "" for node in imports}
    assert {name for name in found if name.startswith("tallystick")} <= DOORS


def test_every_metric_has_the_value_of_its_definition(command: Command) -> None:
    scores = json.loads(command("score", "-f", "json").stdout)["scores"]
    expected = {"char-f": char_f, "word-edits": word_edits, "subsequence": subsequence}
    assert len(scores) == 6
    for score in scores:
        definition = expected[score["metric"]](HYPOTHESES[score["system"]])
        assert score["score"] == pytest.approx(definition, rel=1e-12)


@pytest.mark.parametrize("name", REPORTS)
def test_a_comparison_names_the_metrics_by_their_titles_and_no_other(
    reports: Path, name: str
) -> None:
    text = (reports / name).read_text(encoding="utf-8")
    text = re.sub("<script>.*</script>", "", text, flags=re.S)  # has the formulas of known metrics
    titles = ("charF", "Word edits", "LCS")
    words = titles if name.endswith((".txt", ".md", ".tex")) else METRICS
    assert all(word in text for word in words)
    assert "bleu" not in text.lower()
    assert "nist" not in text.lower().replace("administ", "")


def test_lower_is_better_if_the_metric_declares_it(reports: Path) -> None:
    report = json.loads((reports / "report.json").read_text(encoding="utf-8"))
    directions = {one["metric"]: one["higher_is_better"] for one in report["metrics"]}
    assert directions == {"char-f": True, "word-edits": False, "subsequence": True}
    ranks = {
        one["system"]: one["rank"] if "rank" in one else one["first_rank"]
        for one in report["scores"]
        if one["metric"] == "word-edits"
    }
    assert ranks["one"] <= ranks["other"]  # fewer edits


def test_the_guard_knows_which_direction_is_worse(command: Command) -> None:
    condition = ("--fail-if", "word-edits worsens even if not significant", "--resamples", "20")
    better = command("compare", "--baseline", "other", *condition)
    assert better.returncode == 0
    worse = command("compare", "--baseline", "one", *condition, "-f", "pairs-csv")
    assert worse.returncode == 1  # the other needs more edits
    assert all(word in worse.stdout for word in METRICS)
    assert "bleu" not in worse.stdout.lower()
    assert "nist" not in worse.stdout.lower()


def test_a_paper_cites_the_work_and_the_distribution_of_a_metric(reports: Path) -> None:
    text = (reports / "report.tex").read_text(encoding="utf-8")
    cited = r"charF~\citep{popovic-2015-chrf}, Word edits and LCS scores were computed with"
    assert cited in text
    assert "tallystick-example-three 1.2.0" in text
    assert "papineni" not in text

"""`tallystick score` with `{part}` in the names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

FILES = ("ref.{part}", "-i", "out.{part}", "--names", "mine")
WHOLE = ("ref", "-i", "out", "--names", "mine")


@pytest.fixture(autouse=True)
def texts(corpus: Path) -> Path:
    for name, end in (("ref", " there\n"), ("out", "\n")):
        lines = [f"the cat {'sat ' * number}on a mat{end}" for number in range(12)]
        (corpus / name).write_text("".join(lines))
        for number in range(3):
            (corpus / f"{name}.{number}").write_text("".join(lines[number * 4 :][:4]))
    return corpus


@pytest.mark.parametrize(
    "options",
    [
        ("-f", "text", "-w", "9", "-m", "bleu", "nist"),
        ("-f", "tsv", "-m", "bleu", "chrf"),
        ("-f", "json", "-m", "bleu", "chrf", "ter"),
        ("-b", "-m", "nist"),
    ],
)
def test_scores_are_printed_as_those_of_the_whole(run: Run, options: tuple[str, ...]) -> None:
    assert run("score", *FILES, *options) == run("score", *WHOLE, *options)


def test_warnings_are_those_of_the_whole(run: Run, texts: Path) -> None:
    (texts / "out").write_text("\n" * 4 + (texts / "ref").read_text().split("\n", 4)[4])
    (texts / "out.0").write_text("\n" * 4)
    for number in (1, 2):
        (texts / f"out.{number}").write_bytes((texts / f"ref.{number}").read_bytes())
    found = run("score", *FILES, "-m", "chrf")
    assert "mine: 4 of 12 hypotheses are empty" in found.errors
    assert found == run("score", *WHOLE, "-m", "chrf")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--segments",), "--segments needs every segment, but"),
        (("--documents",), "--documents needs every segment"),
        (("--cluster", "tcp://127.0.0.1:9"), "no scheduler of Dask answers"),
    ],
)
def test_what_takes_more_than_sums_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.SECONDS_TO_CONNECT", 0.2)
    if options[0] == "--cluster":
        pytest.importorskip("distributed")
    done = run("score", *FILES, *options)
    assert done.status == 2
    assert done.errors.startswith("tallystick: error: ")
    assert message in done.errors


def test_a_cluster_without_parts_is_refused(run: Run) -> None:
    assert "--cluster does one task for each part, but no name of a file has {part}" in refused(
        run("score", *WHOLE, "--cluster", "tcp://127.0.0.1:9")
    )

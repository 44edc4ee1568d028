"""`tallystick score` with `{part}` in the names of files."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run

FILES = "ref.{part} -i out.{part} --names mine"
WHOLE = "ref -i out --names mine"


@pytest.fixture(autouse=True)
def texts() -> None:
    for name, end in (("ref", " there\n"), ("out", "\n")):
        lines = [f"the cat {'sat ' * number}on a mat{end}" for number in range(12)]
        Path(name).write_text("".join(lines))
        for number in range(3):
            Path(f"{name}.{number}").write_text("".join(lines[number * 4 :][:4]))


@pytest.mark.parametrize("options", ["-w 9 -m bleu nist", "-f json -m bleu chrf ter", "-b -m nist"])
def test_scores_are_printed_as_those_of_the_whole(run: Run, options: str) -> None:
    assert run(f"score {FILES} {options}") == run(f"score {WHOLE} {options}")


def test_warnings_are_those_of_the_whole(run: Run) -> None:
    Path("out").write_text("\n" * 4 + Path("ref").read_text().split("\n", 4)[4])
    Path("out.0").write_text("\n" * 4)
    for number in (1, 2):
        Path(f"out.{number}").write_bytes(Path(f"ref.{number}").read_bytes())
    done = run(f"score {FILES} -m chrf")
    assert "mine: 4 of 12 hypotheses are empty" in done.errors
    assert done == run(f"score {WHOLE} -m chrf")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (f"{FILES} --segments", "--segments needs every segment, but"),
        (f"{FILES} --documents", "--documents needs every segment"),
        (f"{FILES} --cluster tcp://127.0.0.1:9", "no scheduler of Dask answers"),
        (f"{WHOLE} --cluster tcp://127.0.0.1:9", "one task for each part, but no name of a file"),
    ],
)
def test_what_takes_more_than_sums_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: str, message: str
) -> None:
    monkeypatch.setattr("tallystick.metrics.in_parts.cluster.SECONDS_TO_CONNECT", 0.2)
    if "--cluster" in words:
        pytest.importorskip("distributed")
    done = run(f"score {words}")
    assert (done.status, done.errors[:18]) == (2, "tallystick: error:")
    assert message in done.errors

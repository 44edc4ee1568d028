"""`tallystick compare OLD.json NEW.json`: the difference of two saved reports."""

import gzip
import lzma
from pathlib import Path

import pytest

import tallystick
from tests.command_line.conftest import (
    EXAMPLE_DOCUMENTS,
    EXAMPLE_REFERENCE,
    EXAMPLE_SYSTEMS,
    Run,
    comparison_of,
    output_of,
    refused,
)

BOTH = "compare old.json new.json --resamples 100"


def texts_of(system: str) -> str:
    return f"compare {EXAMPLE_REFERENCE} -i {EXAMPLE_SYSTEMS[system]} --resamples 100"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The content of old.json and new.json, each of the system `model`."""
    folder, contents = tmp_path_factory.mktemp("reports"), {}
    for name, system in (("old.json", "good"), ("new.json", "short")):
        words = f"{texts_of(system)} --names model --date 2026-03-02 -q -o {folder / name} --title"
        output_of(*words.split(), f"The {name[:3]} one")
        contents[name] = (folder / name).read_bytes()
    return contents


@pytest.fixture(autouse=True)
def folder(reports: dict[str, bytes]) -> None:
    for name, content in reports.items():
        Path(name).write_bytes(content)


def test_compressed_reports_are_compared(run: Run) -> None:
    Path("old.json.gz").write_bytes(gzip.compress(Path("old.json").read_bytes()))
    Path("new.json.xz").write_bytes(lzma.compress(Path("new.json").read_bytes()))
    plain, compressed = (
        run(f"compare {paths} --resamples 20 -f json").data()
        for paths in ("old.json new.json", "old.json.gz new.json.xz")
    )
    assert compressed["differences"] == plain["differences"]


def test_it_equals_the_comparison_of_the_new_texts_with_the_old_report(run: Run) -> None:
    two = run(f"{BOTH} -f json").data()
    against = "--names model --against old.json --title 'The new one' --date 2026-03-02"
    assert two == run(f"{texts_of('short')} {against} -f json").data()


def test_scores_intervals_and_p_values_are_those_of_the_two_texts(run: Run) -> None:
    good, short, references = (
        Path(path).read_text().split("\n")[:-1]
        for path in (EXAMPLE_SYSTEMS["good"], EXAMPLE_SYSTEMS["short"], EXAMPLE_REFERENCE)
    )
    expected = tallystick.compare(
        systems={"model": short, "old": good}, references=references, baseline="old", resamples=100
    )
    shown = comparison_of(run(f"{BOTH} -f json"))
    numbers = [
        [(pair.difference, pair.interval, pair.p_value) for pair in comparison.differences]
        for comparison in (shown, expected)
    ]
    assert numbers[0] == numbers[1]


def test_ngrams_doubts_and_segments_that_changed_are_shown(run: Run) -> None:
    output = run(BOTH).output
    # counted by hand: 4 of the outputs of `good` have a matching "at", none of those of `short`
    assert "lost    at                       4              0" in output
    assert "Doubts that came and went:\n- New: 22 of 46 outputs of model" in output
    assert "Segments that contribute most to the difference of model from model (saved)" in output
    back = run("compare new.json old.json --resamples 20").output
    assert "gained  at                       0              4" in back
    assert "Doubts that came and went:\n- Gone: 22 of 46 outputs of model (saved)" in back


def test_conditions_are_checked_and_every_format_is_written(run: Run) -> None:
    outputs = ("two.html", "two.md", "two.json", "two.tex")
    files = " ".join(f"-o {name}" for name in outputs)
    done = run(f"{BOTH} --fail-if 'bleu worsens' -q {files}")
    assert done.status == 1
    assert "model is significantly worse than model (saved) in BLEU" in done.errors
    assert all(Path(name).stat().st_size > 1000 for name in outputs)


def test_a_report_without_texts_is_refused_and_the_fix_works(run: Run) -> None:
    assert run("compare --report old.json --without-texts -q -o no.json").status == 0
    errors = refused(run("compare no.json new.json"))
    assert "no.json has no texts" in errors
    assert "tallystick trend no.json new.json" in errors
    assert "model is worse by" in run("trend no.json new.json").output


def test_a_system_that_only_one_report_has_is_refused(run: Run) -> None:
    assert run(f"{texts_of('good')} --names another -q -o another.json").status == 0
    errors = refused(run("compare another.json new.json"))
    assert "model" in errors
    assert "another.json" in errors
    done = run("compare another.json new.json --against-system another")
    assert "another (saved)" in done.output


def test_documents_that_only_the_earlier_report_has_must_be_given_up_on_purpose(run: Run) -> None:
    run(f"{texts_of('good')} --names model --docs {EXAMPLE_DOCUMENTS} -q -o documents.json")
    errors = refused(run("compare documents.json new.json"))
    assert "documents.json resampled documents, but they are not known now; save new.json" in errors
    two = comparison_of(run("compare documents.json new.json --by segment -f json"))
    assert two.test_set.unit == "segment"


@pytest.mark.parametrize("order", ["more.json old.json", "old.json more.json"])
def test_metrics_of_one_report_are_noted_and_no_part_of_any_metric(run: Run, order: str) -> None:
    scores = "".join("model\t1\n" for _ in Path(EXAMPLE_REFERENCE).read_text().splitlines())
    Path("mean.tsv").write_text(f"system\tscore\n{scores}")
    run(f"{texts_of('good')} --names model --scores mean=mean.tsv -q -o more.json")
    missing = "more.json has scores under mean that old.json lacks, so they are left out"
    assert f"{missing}." in comparison_of(run(f"compare {order} -f json")).notes
    assert missing in refused(run(f"compare {order} --fail-if any metric worsens"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("old.json", "give two to compare them, the earlier first"),
        ("old.json reference.txt", "give two to compare them, the earlier first"),
        ("old.json old.json old.json", "give two to compare them, the earlier first"),
        ("reference.txt -i old.json", "-i old.json is a saved report, but -i names files of hypot"),
        ("reference.txt -i old.json", "to compare with it, write --against old.json instead"),
        ("old.json new.json -m bleu", "old.json is a saved report, with texts and metrics of its"),
    ],
)
def test_other_words_than_two_reports_are_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(f"compare {words}"))

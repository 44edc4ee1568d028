"""`tallystick meta` with files of statistics equals the meta-evaluation of the texts."""

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused, write_statistics, write_with_parts

NEED_TEXTS = ("disputed_segments", "reference_choices", "notes", "left_out")
FEW = "--resamples 100 --threads 1 -f json"
TEXTS = "ref.txt -i a.txt b.txt c.txt d.txt --docs docs.txt"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four systems on 12 segments of 4 documents, in files of two parts, with human scores."""
    folder = tmp_path_factory.mktemp("statistics")
    lines = [f"the cat {'sat ' * (n % 3)}on mat number {n} today" for n in range(12)]
    texts = {"ref": lines, "docs": [f"d{n // 3}" for n in range(12)]}
    for step, system in enumerate("abcd", start=1):
        texts[system] = [
            line.replace("the", "a").replace("today", "") if n % 5 < step else line
            for n, line in enumerate(lines)
        ]
    write_with_parts(folder, texts, cut=5)
    scores = [
        f"{system}\t{n + 1}\t{90 - 7 * step - (n * n + step) % 11}"
        for step, system in enumerate("abcd")
        for n in range(12)
        if (n + step) % 6
    ]
    (folder / "human.tsv").write_text("\n".join(["system\tsegment\tscore", *scores]) + "\n")
    for kind, rows in (("parts", "segment"), ("documents", "document")):
        options = ["-m", "bleu", "ter", "nist", "--docs", "docs.{part}.txt", "--rows", rows]
        write_statistics(folder, kind, "abcd", *options)
    return folder


@pytest.fixture(autouse=True)
def in_folder(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written)


@pytest.mark.parametrize("judge", ["--human human.tsv", "--against ter"])
def test_the_result_equals_that_of_the_texts(run: Run, judge: str) -> None:
    words = f"{judge} -m bleu ter {FEW}"
    of_files, of_texts = (run(f"meta {given} {words}").data() for given in ("parts", TEXTS))
    assert of_files.keys() == of_texts.keys()
    for key in of_files.keys() - set(NEED_TEXTS):
        assert of_files[key] == of_texts[key], key
    assert "files of statistics, which have no texts" in " ".join(of_files["notes"])


def test_metrics_without_rows_are_left_out_and_named(run: Run) -> None:
    report = run(f"meta parts --human human.tsv {FEW}").data()
    assert {metric["metric"] for metric in report["metrics"]} == {"bleu", "ter"}
    assert "nist is left out, because its weights" in " ".join(report["notes"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("parts", "there are no human scores"),
        ("documents --human human.tsv", "write them again with --rows segment"),
        ("parts --against bleu -m bleu", "no metric but bleu"),
        ("parts --against chrf", "no rows of the metric 'chrf'"),
        ("parts --human human.tsv -m nist", "files have no rows of segments"),
        ("parts --human human.tsv --time", "so leave out --time, or give texts"),
        ("parts --human human.tsv -tok zh", "so leave out --tokenize, or give"),
        ("ref.txt parts --human human.tsv", "which cannot be mixed"),
    ],
)
def test_a_wrong_request_ends_with_status_2(run: Run, words: str, message: str) -> None:
    assert message in refused(run(f"meta {words}"))

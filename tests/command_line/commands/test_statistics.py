"""`tallystick statistics` and `merge`; other commands give with such files what texts give."""

import json
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import (
    Done,
    Run,
    comparison_of,
    refused,
    write_statistics,
    write_with_parts,
)

METRICS = "-m bleu ter rougeL"
DOCUMENTS = ("--docs", "docs.{part}.txt")
WRITTEN = {
    "segment": (*METRICS.split(), "nist", *DOCUMENTS),
    "document": (*METRICS.split(), *DOCUMENTS, "--rows", "document"),
    "part": ("-m", "bleu", "nist", "--rows", "part"),
}
STATISTICS = "ab-segment c-segment"
TEXTS = "ref.txt -i a.txt b.txt c.txt --docs docs.txt"
FEW = "--resamples 100"
SAME = ("scores", "test", "metrics", "systems", "verdict", "caveats", "test_set", "baseline")
COMET = "'comet:digits=2,high=1,program=unbabel-comet 2.2.2={}'"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three systems on 12 segments of 4 documents, as texts and as files of two parts."""
    folder = tmp_path_factory.mktemp("statistics")
    lines = [f"the cat {'sat ' * (n % 3)}on mat number {n} today" for n in range(12)]
    texts = {
        "ref": lines,
        "a": [line.replace("the", "a") if n % 2 else line for n, line in enumerate(lines)],
        "b": [line.replace("today", "") if n % 3 else line for n, line in enumerate(lines)],
        "c": [line.replace("cat", "dog") if n % 4 else line for n, line in enumerate(lines)],
        "docs": [f"d{n // 3}" for n in range(12)],
        "comet.a": [f"{0.5 + 0.03 * n:.2f}" for n in range(12)],
        "comet.b": [f"{0.9 - 0.07 * n:.2f}" for n in range(12)],
    }
    write_with_parts(folder, texts, cut=5)
    tables = {
        "corpus.tsv": ["reference\tpart\thypothesis:a\thypothesis:b\thypothesis:c"]
        + [
            f"{texts['ref'][n]}\t{1 + (n >= 5)}\t{texts['a'][n]}\t{texts['b'][n]}\t{texts['c'][n]}"
            for n in range(12)
        ],
        "human.tsv": ["system\tsegment\tscore"]
        + [
            f"{system}\t{n + 1}\t{90 - 7 * step - (n * n + step) % 11}"
            for step, system in enumerate("abc")
            for n in range(12)
            if (n + step) % 6
        ],
    }
    for name, part in (("comet.1.tsv", slice(5)), ("comet.2.tsv", slice(5, 12))):
        tables[name] = ["system\tscore"]
        tables[name] += [
            f"{system}\t{score}" for system in "ab" for score in texts[f"comet.{system}"][part]
        ]
    tables["comet.tsv"] = [*tables["comet.1.tsv"], *tables["comet.2.tsv"][1:]]
    for name, rows in tables.items():
        (folder / name).write_text("\n".join(rows) + "\n")
    (folder / "empty").mkdir()
    for kind, options in WRITTEN.items():
        for systems in ("ab", "c"):
            write_statistics(folder, f"{systems}-{kind}", systems, *options)
    return folder


@pytest.fixture(autouse=True)
def files(written: Path, corpus: Path) -> None:
    """Copy the files into the folder of the test."""
    shutil.copytree(written, corpus, dirs_exist_ok=True)


# What is written and merged


ONE = "ref.txt -i a.txt"


@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("-m bleu nist ter", ""),
        ("-m bleu chrf --docs docs.txt", "--segments -f tsv"),
        ("-m bleu chrf --docs docs.txt", "--documents -f tsv"),
    ],
)
def test_a_file_has_the_scores_of_the_texts(run: Run, words: str, level: str) -> None:
    assert run(f"statistics {ONE} {words} -o a.parquet") == (0, "", "")
    assert run(f"merge a.parquet {level}") == run(f"score {ONE} {words} {level}")


@pytest.mark.parametrize(
    ("path", "first"), [("parts", "parts: 1 file written\n"), ("a.parquet", "")]
)
def test_what_is_there_of_the_same_texts_is_kept(run: Run, path: str, first: str) -> None:
    words = f"statistics {ONE} -o {path}"
    assert run(words).output == first
    assert run(words).output == f"{path}: 0 files written, 1 kept from an earlier run\n"
    assert run(f"merge {path} -b") == run(f"score {ONE} -m bleu chrf -b")
    errors = refused(run(words.replace("a.txt", "b.txt")))
    assert "is there already, with other systems or hypotheses" in errors


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-o x.txt", "-o x.txt: expected a file ending in .parquet, or a folder"),
        ("-o x.parquet -m cider", "CIDEr-D depends on all segments of a corpus"),
        ("-o x.parquet --rows document", "the document of no segment is known"),
        ("-o x.parquet --docs docs.1.txt", "there are fewer documents than segments"),
        ("-o x.parquet --docs human.tsv", "there are more documents than segments"),
        ("-o missing/x.parquet", "missing/x.parquet: there is no folder missing"),
        ("-o x.parquet --scores comet=comet.a.1.txt", "has 5 scores of the system 'a'"),
    ],
)
def test_a_wrong_request_ends_with_status_2_and_leaves_no_file(
    run: Run, corpus: Path, words: str, message: str
) -> None:
    assert message in refused(run(f"statistics {ONE} {words}"))
    assert not list(corpus.glob("**/x.parquet"))


def test_segments_are_in_the_natural_order_of_files(run: Run) -> None:
    Path("reference.txt").unlink()
    for name, end in (("reference", " there\n"), ("output", "\n")):
        lines = [f"the cat {'sat ' * number}on a mat{end}" for number in range(12)]
        Path(name).write_text("".join(lines))
        for number, line in enumerate(lines):
            Path(f"{name}.{number}").write_text(line)
    assert run("statistics reference.{part} -i output.{part} -m bleu -o s").status == 0
    whole = run("score reference -i output -m bleu --segments -f tsv")
    shell = " ".join(sorted(map(str, Path("s").iterdir())))
    for paths in ("s", shell):
        assert run(f"merge {paths} --segments -f tsv") == whole


# Scores of other programs


def with_scores(run: Run, scores: str = COMET.format("comet.{part}.tsv")) -> Done:
    texts = "ref.{part}.txt -i a.{part}.txt b.{part}.txt -m bleu"
    return run(f"statistics {texts} --scores {scores} -q -o parts")


def test_a_comparison_of_given_scores_equals_that_of_the_texts(run: Run) -> None:
    assert with_scores(run).status == 0
    of_texts = f"ref.txt -i a.txt b.txt -m bleu --scores {COMET.format('comet.tsv')}"
    of_parts, expected = (
        run(f"compare {given} {FEW} -f json").data() for given in ("parts", of_texts)
    )
    for key in ("scores", "metrics", "test_set", "caveats", "methods"):
        assert of_parts[key] == expected[key], key
    assert [row["p_value"] for row in of_parts["differences"]] == [
        row["p_value"] for row in expected["differences"]
    ]


def test_merged_scores_are_means_over_all_segments(run: Run) -> None:
    for system in "ab":
        words = f"ref.txt -i {system}.txt -m bleu -q -o {system}.parquet"
        assert run(f"statistics {words} --scores comet=comet.{system}.txt").status == 0
    # 0.5 + 0.03 * 5.5 and 0.9 - 0.07 * 5.5
    shown = run("merge a.parquet b.parquet -m comet -w 3").output
    assert [line.split() for line in shown.split("\n")[2:4]] == [["a", "0.665"], ["b", "0.515"]]


def test_other_scores_are_not_taken_for_those_of_an_earlier_run(run: Run) -> None:
    assert with_scores(run).status == 0
    assert with_scores(run).status == 0
    Path("comet.2.tsv").write_text(Path("comet.2.tsv").read_text().replace("0.65", "0.6"))
    errors = refused(with_scores(run))
    assert "parts/2.parquet is there already, with other settings of comet" in errors


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ("wmt=comet.tsv", "has no {part}, but names of texts have"),
        ("bleu=comet.{part}.tsv", "the name of another metric"),
        ("x=no.{part}.tsv", "no.1.tsv"),
    ],
)
def test_wrong_scores_are_refused(run: Run, scores: str, message: str) -> None:
    assert message in refused(with_scores(run, scores))


# compare


def report(run: Run, words: str) -> dict[str, Any]:
    done = run(f"compare {words} {FEW} -f json")
    assert done.errors == ""
    comparison: dict[str, Any] = done.data()
    for difference in comparison["differences"]:
        difference.pop("differing_segments")
    return comparison


@pytest.mark.parametrize("unit", ["segment", "document"])
def test_the_results_by_segment_or_document_equal_those_of_the_texts(run: Run, unit: str) -> None:
    of_texts = report(run, f"{TEXTS} {METRICS} --by {unit}")
    of_files = report(run, f"{STATISTICS} {METRICS} --by {unit}")
    for key in (*SAME, "differences", "segment_outcomes"):
        assert of_files[key] == of_texts[key], key


def test_files_with_a_row_for_each_document_have_the_same_results(run: Run) -> None:
    counts = "-m bleu ter"  # sums of other numbers differ in the last digit
    of_texts = report(run, f"{TEXTS} {counts}")
    of_files = report(run, f"ab-document c-document {counts}")
    for key in (*SAME, "differences"):
        assert of_files[key] == of_texts[key], key
    assert of_files["segment_outcomes"] == []


def test_parts_are_resampled_as_the_groups_of_a_column_are(run: Run) -> None:
    of_texts = report(run, "corpus.tsv -m bleu --by part")
    of_files = report(run, "ab-part c-part")
    assert of_files["scores"] == of_texts["scores"]
    assert of_files["differences"] == of_texts["differences"]
    assert of_files["test_set"]["unit"] == "part"
    assert "over parts" in of_files["methods"]
    # metrics without rows are left out and named
    assert "nist is left out, because its weights depend on" in " ".join(of_files["notes"])


def test_a_report_is_not_named_by_the_first_of_several_files(run: Run) -> None:
    Path("wmt").mkdir()
    for name in ("wmt/a.csv", "wmt/b.csv", "c.csv"):
        Path(name).write_text(f"ref,hyp\nit is raining,it rains {name}\n")
        assert run(f"statistics {name} -m ter -o {Path(name).with_suffix('.parquet')}").status == 0
    for ending, both in product((".csv", ".parquet"), ("wmt/a wmt/b", "wmt/a c")):
        files = [f"{name}{ending}" for name in both.split()]
        comparison = comparison_of(run(f"compare {' '.join(files)} -m ter -f json"))
        assert comparison.title == "Comparison of systems" + " on wmt" * ("c" not in both)


def test_a_report_says_once_that_there_were_no_texts(run: Run) -> None:
    shown = run(f"compare ab-part -o page.html -o report.json {FEW}").output
    said = "files of statistics, which have no texts"
    assert " ".join(shown.split()).count(said) == Path("page.html").read_text().count(said) == 1
    comparison = json.loads(Path("report.json").read_text())
    assert comparison["segments"] is None
    assert {difference["differing_segments"] for difference in comparison["differences"]} == {None}
    assert run("compare --report report.json").output == shown


def test_equal_outputs_are_known_without_texts(run: Run) -> None:
    words = "ref.txt -i a.txt a.txt --names A B -m bleu -o equal.parquet"
    assert run(f"statistics {words}").status == 0
    shown = run(f"compare equal.parquet {FEW}").output
    assert "A and B have the same output in every segment." in shown


def test_conditions_test_systems_against_a_baseline_in_other_files(run: Run) -> None:
    words = f"--baseline c --fail-if 'bleu worsens' -q -m bleu {FEW}"
    of_files, of_texts = (run(f"compare {given} {words}") for given in (STATISTICS, TEXTS))
    assert (of_files.status, of_files.errors) == (of_texts.status, of_texts.errors)


def test_scores_alone_are_compared_with_a_saved_report(run: Run) -> None:
    run(f"compare {TEXTS} -m bleu -q -o old.json {FEW}")
    words = f"compare c-part --against old.json {FEW} --fail-if bleu worsens"
    done = run(f"{words} even if not significant")
    assert done.status == 0
    assert "c is no worse than c (saved) in BLEU" in done.errors
    assert "because files of statistics have no texts" in refused(run(words))


def test_systems_on_different_documents_are_refused(run: Run) -> None:
    for system, documents in (("a", "docs.txt"), ("b", "ref.txt")):
        words = f"ref.txt -i {system}.txt --docs {documents} -m bleu"
        run(f"statistics {words} -o {system}.parquet")
    errors = refused(run("compare a.parquet b.parquet"))
    assert "the segments of a and b are in different documents" in errors


def test_a_parquet_table_of_texts_is_no_file_of_statistics(run: Run) -> None:
    import duckdb

    query = "SELECT 'a b c d' AS reference, 'a b c' AS \"hypothesis:x\""
    duckdb.sql(f"COPY ({query}) TO 'texts.parquet'")
    assert "x scores" in run(f"compare texts.parquet {FEW}").output


# meta


NEED_TEXTS = {"disputed_segments", "reference_choices", "notes", "left_out"}
OF_HUMANS = f"meta {STATISTICS} --human human.tsv"


@pytest.mark.parametrize("judge", ["--human human.tsv", "--against ter"])
def test_a_meta_evaluation_equals_that_of_the_texts(run: Run, judge: str) -> None:
    words = f"{judge} -m bleu ter {FEW} -f json"
    of_files, of_texts = (run(f"meta {given} {words}").data() for given in (STATISTICS, TEXTS))
    assert of_files.keys() == of_texts.keys()
    for key in of_files.keys() - NEED_TEXTS:
        assert of_files[key] == of_texts[key], key
    assert "files of statistics, which have no texts" in " ".join(of_files["notes"])


def test_metrics_without_rows_are_left_out_of_a_meta_evaluation_and_named(run: Run) -> None:
    evaluation = run(f"{OF_HUMANS} {FEW} -f json").data()
    assert {metric["metric"] for metric in evaluation["metrics"]} == {"bleu", "ter", "rougeL"}
    assert "nist is left out, because its weights" in " ".join(evaluation["notes"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("compare ref.txt c-part", "ref.txt has texts and c-part statistics, which cannot be mix"),
        ("compare ref.txt -i c-part/1.parquet", "give them without -i"),
        ("compare c-part --source ref.txt", "so leave out --source, or give texts"),
        ("compare c-part -tok zh --names d", "leave out --names, --tokenize, or give texts"),
        ("compare c-part --human ref.txt", "so leave out --human, or give texts"),
        ("compare c-part --by document", "no documents; expected part"),
        ("compare c-part c-part/1.parquet", "c-part/1.parquet is given twice"),
        ("compare c-part --baseline d", "--baseline is 'd', which is not a system"),
        ("compare c-part -m chrf", "has no statistics of 'chrf'"),
        ("compare ab-part -m nist", "so its files have no rows of parts; choose other"),
        ("compare ab-segment -m nist", "so its files have no rows of segments; choose other"),
        ("compare empty", "empty is a folder without files of statistics, which end in .parquet;"),
        ("compare empty -i c-part", "empty is a folder without files of statistics"),
        ("compare ref.txt empty", "empty is a folder without files of statistics"),
        (f"meta {STATISTICS}", "there are no human scores"),
        ("meta ab-document --human human.tsv", "write them again with --rows segment"),
        (f"meta {STATISTICS} --against bleu -m bleu", "no metric but bleu"),
        (f"meta {STATISTICS} --against chrf", "no rows of the metric 'chrf'"),
        (f"{OF_HUMANS} -m nist", "files have no rows of segments"),
        (f"{OF_HUMANS} --time", "so leave out --time, or give texts"),
        (f"{OF_HUMANS} -tok zh", "so leave out --tokenize, or give"),
        ("meta ref.txt c-segment --human human.tsv", "which cannot be mixed"),
    ],
)
def test_what_files_of_statistics_do_not_allow_is_refused(
    run: Run, words: str, message: str
) -> None:
    assert message in refused(run(f"{words} -o report.json"))
    assert not Path("report.json").exists()

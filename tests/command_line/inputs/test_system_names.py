"""Names of systems from the names of files."""

import gzip
import lzma
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.conftest import Run, refused

OPEN: Mapping[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
SAMPLE = '{{"doc_id": {}, "filtered_resps": ["{}"], "target": "{}", "filter": "none"}}\n'
MINE = b"a b c d e\na b q r s\n"


def scored_systems(run: Run, words: str) -> list[str]:
    """Return the names of systems in the scores of files against reference.txt."""
    done = run(f"score reference.txt -i {words} -m wer -f tsv", standard_input=MINE)
    return [line.split("\t")[0] for line in done.output.split("\n")[1:-1]]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["out/online-a.txt"], ["online-a"]),
        (["online-a.txt.gz", "online-b.xz"], ["online-a", "online-b"]),
        (["a.en.txt", "b.en.txt"], ["a", "b"]),
        (["a.de-en", "b.de-en"], ["a", "b"]),
        (["a.en", "b.de"], ["a.en", "b.de"]),
        (["v1.0", "v1.1"], ["v1.0", "v1.1"]),
        (["1e5", "007", "系统.txt"], ["1e5", "007", "系统"]),
        (["generaltest2022.de-en.hyp.Online-W.en"], ["Online-W"]),
        (
            ["t.de-en.hyp.Online-W.en", "t.de-en.hyp.M2M100_1.2B-B4.en"],
            ["Online-W", "M2M100_1.2B-B4"],
        ),
        (["t.de-en.hyp.A.en", "t.cs-en.hyp.A.en"], ["t.de-en.hyp.A", "t.cs-en.hyp.A"]),
        (["t.de-en.hyp.A.en", "t.cs-en.hyp.B.en"], ["t.de-en.hyp.A", "t.cs-en.hyp.B"]),
        (
            ["d/t.de-en.hyp.Online-W.en", "d/t.de-en.ref.B.en", "d/t.de-en.hyp.ref.en"],
            ["Online-W", "ref.B", "ref"],
        ),
        (["run-1/out.txt", "run-2/out.txt"], ["run-1/out", "run-2/out"]),
        (["x/run/out.txt", "y/run/out.txt"], ["x/run/out", "y/run/out"]),
        (["out.txt", "out.txt.gz"], ["out.txt", "out.txt.gz"]),
        (["-"], ["standard input"]),
        (["-", "a.txt"], ["standard input", "a"]),
    ],
)
def test_names_are_the_shortest_distinct_names_of_the_files(
    run: Run, paths: list[str], names: list[str]
) -> None:
    for path in map(Path, paths):
        path.parent.mkdir(parents=True, exist_ok=True)
        with OPEN.get(path.suffix, open)(path, "wb") as file:
            file.write(MINE)
    assert scored_systems(run, " ".join(paths)) == names


def test_given_names_are_not_changed(run: Run) -> None:
    assert scored_systems(run, "mine.txt copy.txt --names 1e5 'x y'") == ["1e5", "x y"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("a", "--names has 1 name for 2 systems (mine, copy)"),
        ("a a", "--names has 'a' twice"),
        ("a ''", "--names has the blank name ''"),
        ("a ' '", "--names has the blank name ' '"),
    ],
)
def test_wrong_names_are_refused(run: Run, given: str, message: str) -> None:
    words = f"reference.txt -i mine.txt copy.txt --names {given}"
    for command in ("score", *(["compare"] if "twice" not in message else [])):  # or runs of one
        assert message in refused(run(f"{command} {words}"))


def test_one_file_under_two_paths_is_refused(run: Run) -> None:
    Path("link.txt").symlink_to("mine.txt")
    for second in ("mine.txt", "./mine.txt", "link.txt"):
        errors = refused(run(f"score reference.txt -i mine.txt {second}"))
        assert "is given twice among the hypotheses" in errors
    done = run("score reference.txt reference.txt -i mine.txt")
    assert "reference.txt is given twice among the references" in done.errors


def test_one_file_can_have_two_names(run: Run) -> None:
    files = "reference.txt -i mine.txt ./mine.txt --names"
    done = run(f"compare {files} base copy")
    assert done.output.startswith("base and copy have the same output in every segment.\n")
    assert run(f"score {files} base copy -b -m bleu").output == "45.18\n45.18\n"
    errors = refused(run(f"compare {files} base base"))
    assert "is given twice among the hypotheses" in errors
    assert "give every file once, or --names that differ" in errors


def test_names_are_used_for_the_systems_of_a_table(run: Run) -> None:
    Path("table.tsv").write_text("hypothesis:a\thypothesis:b\treference\nx\ty\tz\n")
    words = "score --table table.tsv -m bleu -f csv --names"
    lines = run(f"{words} one two").output.split("\n")
    assert [line.split(",")[0] for line in lines[1:3]] == ["one", "two"]
    assert "1 name for 2 systems" in run(f"{words} one").errors


def test_several_tables_are_compared_under_the_names_of_their_files(run: Run) -> None:
    paths = ["one/samples.jsonl", "two/samples.jsonl"]
    for path, hypotheses in zip(map(Path, paths), (["x y", "z"], ["x", "z w"]), strict=True):
        path.parent.mkdir()
        samples = zip(hypotheses, ("x y", "z w"), strict=True)
        path.write_text("".join(SAMPLE.format(id, *texts) for id, texts in enumerate(samples)))
    words = f"{' '.join(paths)} -m wer"
    rows = run(f"score {words} -f tsv").output.split("\n")[1:3]
    # one word of four is missing in each
    assert [row.split("\t")[:2] for row in rows] == [[path[:-6], "25.0"] for path in paths]
    assert "Under WER, one/samples scores 25.00" in run(f"compare {words} -q").output
    assert "Under WER, base scores 25.00" in run(f"compare {words} -q --names base new").output
    errors = refused(run(f"compare {paths[0]} -i {paths[1]}"))
    assert "give it without -i, alone or with other such tables" in errors
    assert "give several tables of this kind" in refused(
        run(f"compare --table {paths[0]} -i {paths[1]}")
    )


def test_a_filter_is_chosen_in_every_log(run: Run) -> None:
    for model in ("small", "large"):
        lines = [SAMPLE.format(id, "x", "x y") for id in (0, 1)]
        others = [line.replace('"none"', '"strict"') for line in lines]
        Path(f"{model}.jsonl").write_text("".join(lines + others))
    words = "score small.jsonl large.jsonl -m wer -f tsv --systems"
    for chosen, names in (
        ("strict", ["small:strict", "large:strict"]),
        ("large:none strict", ["large:none", "small:strict", "large:strict"]),
    ):
        rows = run(f"{words} {chosen}").output.split("\n")[1:-1]
        assert [row.split("\t")[0] for row in rows] == names
    assert "there is no system 'loose'" in refused(run(f"{words} loose"))


def test_several_tables_can_be_in_parts(run: Run) -> None:
    for name in "ab":
        for part in "12":
            Path(f"{name}.{part}.csv").write_text(f"ref,hyp\nx {part},x {name}\n")
    scored = run("score a.{part}.csv b.{part}.csv -m wer -b").output
    assert scored == "50.00\n50.00\n"  # the second word of each

"""`tallystick vectors`."""

import contextlib
import hashlib
import json
import shlex
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from tests.command_line.conftest import Run, output_of, refused

pytest.importorskip("nltk")

INPUTS = (
    '{"id": "perfect", "hyps": ["a b c d"], "refs": [["a b c d"]]}\n'
    '{"id": "short", "hyps": ["a b c"], "refs": [["a b c"]]}\n'
)
PROGRAMS = """
def exact(hyps, refs):
    return float(all(map(list.__contains__, refs, hyps)))

def long(hyps, refs):
    return exact(hyps, refs) * (min(map(len, hyps)) > 6)
"""
EXACT = "programs.py:exact -d papineni2002 --shape '(hyps, refs)'"
LONG = EXACT.replace("exact", "long")


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A recording of a program that returns 1 for every hypothesis that is a reference."""
    folder = tmp_path_factory.mktemp("recording")
    (folder / "inputs.jsonl").write_text(INPUTS)
    (folder / "programs.py").write_text(PROGRAMS)
    words = f"vectors record {EXACT} -o exact.jsonl --inputs inputs.jsonl"
    with contextlib.chdir(folder):
        assert output_of(*shlex.split(words)).startswith("wrote 2 cases of programs.py:exact")
    return (folder / "exact.jsonl").read_text()


@pytest.fixture(autouse=True)
def recorded(recording: str) -> None:
    Path("exact.jsonl").write_text(recording)
    Path("programs.py").write_text(PROGRAMS)


REPLAY = "vectors replay exact.jsonl"


def test_a_drift_is_shown_ends_with_status_1_and_may_be_expected(run: Run) -> None:
    files = "-o replay.xml -o replay.json --write-expected expected.toml"
    done = run(f"{REPLAY} {LONG} {files}")
    assert done.status == 1
    assert "differs from programs.py:exact" in done.output
    assert "\n    short\n" in done.output
    report = json.loads(Path("replay.json").read_text("utf-8"))
    assert [case["id"] for case in report["drift"]] == ["short"]
    assert report["drift"][0]["recorded"]["score"] > 0
    assert report["compared"] == 2
    [suite] = ElementTree.parse("replay.xml").getroot()
    failed = {case.get("name"): case.find("failure") is not None for case in suite}
    assert failed == {"digest": False, "perfect": False, "short": True}
    done = run(f"{REPLAY} {LONG} --expect expected.toml")
    assert done.status == 0
    assert "All differences are expected (1)." in done.output
    done = run(f"{REPLAY} {EXACT} --expect expected.toml")
    assert done.status == 1
    assert "delete this entry from" in " ".join(done.output.split())


def test_an_edited_file_ends_with_status_1(run: Run, recording: str) -> None:
    Path("exact.jsonl").write_text(recording.replace("perfect", "edited"))
    done = run(f"{REPLAY} {EXACT}")
    assert done.status == 1
    assert "digest: does not hold: the file was changed after it was written" in done.output


def test_a_program_that_accepts_no_case_ends_with_status_2(run: Run) -> None:
    Path("inputs.jsonl").write_text('{"hyps": ["a"], "refs": [["a", "b"]]}\n')
    assert run(f"vectors record {EXACT} -o two.jsonl --inputs inputs.jsonl").status == 0
    assert run(f"vectors replay two.jsonl {EXACT} --references one").status == 2


def test_curated_vectors_are_listed_and_exported_by_name(run: Run) -> None:
    assert "bleu  83 cases\n" in run("vectors list -o vectors.csv").output
    assert "\nbleu,83," in Path("vectors.csv").read_text("utf-8")
    exported = run("vectors export bleu").output
    assert run("vectors export bleu -o b.jsonl").status == 0
    assert Path("b.jsonl").read_text() == exported
    assert run("vectors export schema").data()["title"] == "Vectors, version 1"


def test_a_name_of_vectors_means_them_and_a_path_means_the_file(run: Run) -> None:
    Path("bleu").mkdir()
    assert run("vectors replay bleu nltk").status == 0
    assert "./bleu is a directory" in refused(run("vectors replay ./bleu nltk"))


def test_all_vectors_are_exported_as_one_archive_whose_digests_hold(run: Run) -> None:
    assert run("vectors export all -o vectors.zip").status == 0
    with ZipFile("vectors.zip") as archive:
        sums = archive.read("SHA256SUMS").decode("ascii").removesuffix("\n").split("\n")
        digests = dict(line.split("  ")[::-1] for line in sums)
        assert {*digests, "SHA256SUMS"} == set(archive.namelist())
        assert {"bleu.jsonl", "tokenizers.jsonl", "vectors.schema.json"} <= digests.keys()
        for name, digest in digests.items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == digest


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("export all", "export all writes a ZIP archive; name it with -o"),
        ("replay bleu nltk --expect missing.toml", "missing.toml: No such file"),
        ("", "no action is given; write one of record, replay, list, export"),
        ("recrod nltk", "'recrod' is no action; write one of record, replay"),
        ("replay bleu", "write tallystick vectors replay FILE IMPLEMENTATION"),
        ("record nltk", "record writes a file; name it with -o"),
        ("record nltk -o x --inputs bleu --seed 1", "leave out --examples and --seed"),
        ("record nltk -o x -o y", "-o is given 2 times"),
        ("replay missing.jsonl nltk", "missing.jsonl: there is no such file"),
        ("replay tokenizers nltk", "have tokens, no scores; export them"),
        ("export blue", "no vectors are named 'blue'"),
    ],
)
def test_wrong_words_are_refused(run: Run, words: str, message: str) -> None:
    assert message in refused(run(f"vectors {words}"))

"""`tallystick vectors`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from tests.command_line.conftest import Run, refused

pytest.importorskip("nltk")


INPUTS = (
    '{"id": "perfect", "hyps": ["a b c d"], "refs": [["a b c d"]]}\n'
    '{"id": "short", "hyps": ["a b c"], "refs": [["a b c"]]}\n'
)


@pytest.fixture
def recorded(run: Run, tmp_path: Path, recordings: dict[str, str]) -> Path:
    path, inputs = tmp_path / "nltk.jsonl", tmp_path / "inputs.jsonl"
    if not recordings:
        inputs.write_text(INPUTS)
        done = run("vectors", "record", "nltk", "-o", path, "--inputs", inputs)
        assert (done.status, done.errors) == (0, "")
        assert done.output.startswith("wrote 2 cases of nltk 3.")
        recordings["nltk"] = path.read_text()
    path.write_text(recordings["nltk"])
    return path


@pytest.fixture(scope="module")
def recordings() -> dict[str, str]:
    """The recording, once there is one: a process that imports nltk takes a second."""
    return {}


def test_a_replay_of_the_same_program_ends_with_status_0(run: Run, recorded: Path) -> None:
    done = run("vectors", "replay", recorded, "nltk")
    assert done.status == 0
    assert "on 2 cases.\n" in done.output
    assert "digest: holds\n" in done.output


def test_a_drift_is_shown_and_ends_with_status_1(run: Run, recorded: Path) -> None:
    done = run("vectors", "replay", recorded, "sacrebleu", "--format", "json")
    assert done.status == 1
    report = json.loads(done.output)
    assert [one["id"] for one in report["drift"]] == ["short"]
    assert report["drift"][0]["recorded"]["score"] > 0
    done = run("vectors", "replay", recorded, "sacrebleu")
    assert "differs from nltk" in done.output
    assert "\n    short\n" in done.output


def test_a_drift_that_a_file_expects_ends_with_status_0(
    run: Run, recorded: Path, tmp_path: Path
) -> None:
    file = tmp_path / "expected.toml"
    assert run("vectors", "replay", recorded, "sacrebleu", "--write-expected", file).status == 1
    done = run("vectors", "replay", recorded, "sacrebleu", "--expect", file)
    assert done.status == 0
    assert "All differences are expected (1)." in done.output
    done = run("vectors", "replay", recorded, "nltk", "--expect", file)
    assert done.status == 1
    assert "delete this entry from" in " ".join(done.output.split())


def test_a_replay_is_written_as_junit_xml_with_a_test_case_for_each_vector(
    run: Run, recorded: Path, tmp_path: Path
) -> None:
    junit, data = tmp_path / "replay.xml", tmp_path / "replay.json"
    assert run("vectors", "replay", recorded, "sacrebleu", "-o", junit, "-o", data).status == 1
    [suite] = ElementTree.parse(junit).getroot()
    failed = {case.get("name"): case.find("failure") is not None for case in suite}
    assert failed == {"digest": False, "perfect": False, "short": True}
    assert json.loads(data.read_text("utf-8"))["compared"] == 2


def test_the_list_of_vectors_is_written_to_files(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "vectors.csv"
    assert run("vectors", "list", "-o", file).status == 0
    assert "\nbleu,83," in file.read_text("utf-8")


def test_an_edited_file_ends_with_status_1(run: Run, recorded: Path) -> None:
    recorded.write_text(recorded.read_text().replace("perfect", "edited"))
    done = run("vectors", "replay", recorded, "nltk")
    assert done.status == 1
    assert "digest: does not hold: the file was changed after it was written" in done.output


def test_a_program_that_accepts_no_case_ends_with_status_2(run: Run, tmp_path: Path) -> None:
    path, inputs = tmp_path / "two.jsonl", tmp_path / "inputs.jsonl"
    inputs.write_text('{"hyps": ["a"], "refs": [["a", "b"]]}\n')
    assert run("vectors", "record", "nltk", "-o", path, "--inputs", inputs).status == 0
    done = run("vectors", "replay", path, "nltk", "--references", "one")
    assert done.status == 2


def test_curated_vectors_are_listed_exported_and_replayed_by_name(run: Run, tmp_path: Path) -> None:
    assert "bleu  83 cases\n" in run("vectors", "list").output
    exported = run("vectors", "export", "bleu").output
    assert run("vectors", "export", "bleu", "-o", tmp_path / "b.jsonl").status == 0
    assert (tmp_path / "b.jsonl").read_text() == exported
    assert json.loads(run("vectors", "export", "schema").output)["title"] == "Vectors, version 1"
    assert run("vectors", "replay", "bleu", "nltk").status == 0


def test_all_vectors_are_exported_as_one_archive_whose_digests_hold(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "vectors.zip"
    assert run("vectors", "export", "all", "-o", file).status == 0
    with ZipFile(file) as archive:
        sums = archive.read("SHA256SUMS").decode("ascii").splitlines()
        digests = dict(line.split("  ")[::-1] for line in sums)
        assert {*digests, "SHA256SUMS"} == set(archive.namelist())
        assert {"bleu.jsonl", "tokenizers.jsonl", "vectors.schema.json"} <= digests.keys()
        for name, digest in digests.items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == digest


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("export", "all"), "export all writes a ZIP archive; name it with -o"),
        (("replay", "bleu", "nltk", "--expect", "missing.toml"), "missing.toml: No such file"),
        ((), "'' is not one of record, replay, list, export"),
        (("recrod", "nltk"), "'recrod' is not one of record, replay"),
        (("replay", "bleu"), "write tallystick vectors replay FILE IMPLEMENTATION"),
        (("record", "nltk"), "record writes a file; name it with -o"),
        (
            ("record", "nltk", "-o", "x", "--inputs", "bleu", "--seed", "1"),
            "--inputs gives all inputs; leave out --examples and --seed",
        ),
        (("record", "nltk", "-o", "x", "-o", "y"), "-o is given 2 times"),
        (("replay", "missing.jsonl", "nltk"), "missing.jsonl: there is no such file"),
        (("replay", "tokenizers", "nltk"), "have tokens, no scores; export them"),
        (("export", "blue"), "no vectors are named 'blue'"),
    ],
)
def test_wrong_words_are_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    assert message in refused(run("vectors", *words))

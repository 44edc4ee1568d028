"""Files of vectors: record, write, read and replay."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, OptionError
from tallystick.compat import (
    Case,
    Failure,
    Implementation,
    Outcome,
    Tolerance,
    Vector,
    read_vectors,
    record,
    replay,
    write_vectors,
)
from tests.compat.conformance.naive import closest, mean, naive_bleu
from tests.compat.internals import inputs_for, read_inputs, text_of

CASES = (
    Case.from_lines(["a b"], [["a c", "b"]]),
    Case.from_lines(["", "a\u2028"], ["a", "\u00e9 \ud800"]),
    Case.of([["a b", ""]], [[["a"]]]),
)


def share(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    """Return the share of the words of the first hypothesis among all."""
    return len(hypotheses[0]) / (len(hypotheses[0]) + len(references[0][0]))


def program(run: Callable[..., Any], **fields: Any) -> Implementation:
    return Implementation(**{"name": "mine", "metric": "bleu", "run": run, **fields})


def always(answer: object, **fields: Any) -> Implementation:
    return program(lambda *_: answer, **fields)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    write_vectors(path, record(program(share), CASES))
    return path


def test_what_is_written_is_read_back(file: Path) -> None:
    vectors = read_vectors(file)
    assert vectors.intact
    assert tuple(vector.case for vector in vectors.cases) == CASES
    assert [vector.results["mine"].score for vector in vectors.cases] == [1 / 2, 0, 2 / 3]
    assert text_of(vectors).encode() == file.read_bytes()
    first, _, rest = file.read_bytes().partition(b"\n")
    assert json.loads(first)["sha256"] == hashlib.sha256(rest).hexdigest()


PAPINENI = {"dialect": "papineni2002"}
MEAN, CLOSEST = (program(naive_bleu(length=length), **PAPINENI) for length in (mean, closest))
LENGTHS = "reference_length is average in {} and closest in {}"


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (CLOSEST, MEAN, LENGTHS.format("mine now", "the recorded mine")),
        (MEAN, CLOSEST, LENGTHS.format("the recorded mine", "mine now")),
    ],
)
def test_differences_are_grouped_by_the_change_of_the_convention_of_one_version(
    old: Implementation, new: Implementation, name: str
) -> None:
    replayed = replay(record(old, inputs_for(old, examples=60)), new)
    [cause] = replayed.causes
    assert cause.name == name
    assert len(cause.drift) == len(replayed.drift) > 10
    assert f"{name} on {len(replayed.drift)} cases" in " ".join(str(replayed).split())


def test_differences_of_unknown_conventions_are_grouped_by_what_their_inputs_share() -> None:
    def old(hypotheses: Any, references: Any, order: int) -> float:
        return len(hypotheses[0]) / (1 + len(hypotheses[0]) + len(references[0][0]))

    def new(hypotheses: Any, references: Any, order: int) -> float:
        if len(hypotheses) == 3:
            raise ValueError("three segments")
        return old(hypotheses, references, order) if all(hypotheses) else 0.77

    replayed = replay(record(program(old), inputs_for(program(old), examples=150)), program(new))
    names = {cause.name for cause in replayed.causes}
    assert names == {
        "mine now ends with an error",
        "scores differ between the recorded mine and mine now, only where a hypothesis is empty",
    }


def rounding(*given: Any) -> float:
    return share(*given) * (1 + 1e-15)


@pytest.mark.parametrize(
    ("now", "drift", "rounded"),
    [
        (program(share), [], 0),
        (program(lambda *given: 100 * share(*given), scale=100), [], 0),
        (program(rounding), [], 2),  # counted, but no drift
        (always(0.5), [(0, 0.5), (2 / 3, 0.5)], 0),  # the recorded and the new result
        # a tolerance is on the scale of the metric, on which 0.6 differs by 10, 60 and 6.7 points
        (always(0.6, tolerance=Tolerance(absolute=9)), [(0.5, 0.6), (0, 0.6)], 1),
        (always(0.6, tolerance=Tolerance(absolute=11)), [(0, 0.6)], 2),
        (always(0.6, tolerance=Tolerance(absolute=61)), [], 3),
    ],
)
def test_a_result_beyond_rounding_and_tolerance_is_a_drift(
    now: Implementation, drift: list[tuple[float, float]], rounded: int, file: Path
) -> None:
    replayed = replay(read_vectors(file), now)
    assert bool(replayed) == (not drift)
    assert [(case.recorded.score, case.now.score) for case in replayed.drift] == drift
    assert (replayed.compared, replayed.rounded, replayed.skipped) == (3, rounded, ())
    if now.run in (share, rounding):
        assert (replayed.largest < 1e-15, replayed.largest > 0) == (True, now.run is rounding)


def test_an_exception_equals_a_result_that_is_no_number_but_not_a_score() -> None:
    results = {
        "a": Outcome(failure=Failure("error", "x")),
        "b": Outcome(failure=Failure("crash", "x")),
        "c": Outcome(score=0.0),
    }
    vectors = record(always(0.5), CASES[:1])
    for name, outcome in results.items():
        object.__setattr__(vectors, "cases", (Vector("1", CASES[0], {"mine": outcome}),))
        assert bool(replay(vectors, always(float("nan")))) == (name == "a")


def test_other_statistics_are_a_drift() -> None:
    vectors = record(always(Outcome(score=0.5, statistics={"counts": (1, 2)})), CASES[:1])
    assert replay(vectors, always(Outcome(score=0.5)))
    assert not replay(vectors, always(Outcome(score=0.5, statistics={"counts": (1, 3)})))


def test_a_changed_file_is_noticed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"score": 0.0', b'"score": 0.5'))
    replayed = replay(read_vectors(file), program(share))
    assert not replayed.intact
    assert not replayed


def test_inputs_that_a_program_does_not_support_are_left_out() -> None:
    single = program(share, references="one")
    vectors = record(single, CASES)
    assert len(vectors.cases) == 2
    assert len(replay(record(program(share), CASES), single).skipped) == 1


def test_a_program_without_any_score_is_not_recorded() -> None:
    with pytest.raises(InputError, match=r"mine gives a score for no input: error: ZeroDivision"):
        record(program(lambda *_: 1 / 0), CASES)


def test_the_inputs_are_the_same_for_the_same_seed() -> None:
    first, again, other = (
        [vector.case for vector in inputs_for(always(0.5), examples=3, seed=it)][-3:]
        for it in (1, 1, 2)
    )
    assert first == again != other


def test_another_metric_is_refused(file: Path) -> None:
    with pytest.raises(OptionError, match=r"of bleu, but the program computes nist"):
        replay(read_vectors(file), program(share, metric="nist", order=5, orders=(5,)))


def test_results_are_chosen_by_dialect_or_by_name(file: Path) -> None:
    header, rest = file.read_text().split("\n", 1)
    content = json.loads(header)
    origin = content["origins"]["mine"]
    content["origins"] |= {"a": {**origin, "dialect": "nltk"}, "b": {**origin, "dialect": "nltk"}}
    file.write_text(f"{json.dumps(content)}\n{rest}")
    vectors = read_vectors(file)
    assert vectors.origin_for("bleu", "plain", name="b") == "b"
    for dialect, name, message in (
        ("nltk", None, r"results of mine, a, b, and the dialect of the program is 'nltk'"),
        (None, None, r"the dialect of the program is none; say which"),
        (None, "mime", r"no results of bleu are named 'mime'; did you mean mine"),
    ):
        with pytest.raises(OptionError, match=message):
            vectors.origin_for("bleu", dialect, name=name)


def change(line: int, old: str, new: str) -> Callable[[list[str]], None]:
    def changed(lines: list[str]) -> None:
        assert old in lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new, 1)

    return changed


BROKEN = [
    (change(1, "vectors/1", "vectors/2"), 'line 1: schema is .*; expected "tallystick/vectors/1"'),
    (change(1, '"cases": 3', '"cases": 4'), "line 1: cases is 4; expected 3, the number of lines"),
    (change(1, '"order": 4', '"order": 0'), "line 1: order is 0; expected a whole number from 1"),
    (change(1, '"scale": 1.0', '"scale": 0'), "origins.mine.scale is 0; expected a positive"),
    (change(1, '"version"', '"versoin"'), "line 1: origins.mine.versoin is not known"),
    (change(1, '"metric": "bleu", ', ""), "line 1: metric is missing; expected the name of a"),
    (change(2, '"hyps": ["a b"]', '"hyps": []'), "line 2: hyps is .*; expected a list of one"),
    (change(2, '"hyps": ["a b"]', '"hyps": [3]'), "line 2: hyps is .*; expected a list of one"),
    (change(2, '[["a c", "b"]]', '["a c", "b"]'), "line 2: refs is .*; expected for every hypo"),
    (change(3, '["", ', "["), "line 3: refs is .*; expected 1 items, as many as hyps has"),
    (change(2, '"id"', '"ids"'), "line 2: ids is not known; expected only id, tests, flags"),
    (change(2, '"id"', '"tests"'), "line 2: id is missing; expected a string that"),
    (change(2, '"mine"', '"yours"'), "line 2: a name of results is 'yours'; expected one of mine"),
    (change(2, "0.5", '"0.5"'), "line 2: results.mine.score is '0.5'; expected a finite number"),
    (change(2, "0.5", "NaN"), "line 2: not JSON .NaN is no JSON number"),
    (change(2, "0.5", "1e999"), "line 2: results.mine.score is Infinity; expected a finite number"),
    (change(2, "0.5", "true"), "line 2: results.mine.score is true; expected a finite number"),
    (change(2, '"score": 0.5', '"failure": "no"'), "results.mine.failure is 'no'; expected one of"),
    (change(2, '"score": 0.5', '"message": "x"'), "results.mine is .*; expected an object with"),
    (change(2, "}}}", "}}"), r"line 2: not JSON \(.*\); expected one JSON object a line"),
    (change(4, "[[", "[" * 99999), r"line 4: not JSON \(it is nested too deeply\)"),
    (lambda lines: lines.append(lines[-1]), "line 5: id is .*; expected another id than that of"),
]


@pytest.mark.parametrize(("broken", "message"), BROKEN)
def test_a_file_that_breaks_the_schema_is_refused_with_the_line(
    file: Path, broken: Callable[[list[str]], None], message: str
) -> None:
    lines = file.read_text().split("\n")[:-1]
    broken(lines)
    file.write_text("".join(f"{line}\n" for line in lines))
    with pytest.raises(InputError, match=f"{re.escape(str(file))}.*{message}"):
        read_vectors(file)


def test_the_schema_refuses_what_the_reader_refuses(file: Path) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    place = files("tallystick.compat.vectors") / "cases" / "vectors.schema.json"
    valid = jsonschema.Draft202012Validator(json.loads(place.read_text(encoding="utf-8"))).is_valid
    assert all(valid(json.loads(line)) for line in file.read_text().split("\n")[:-1])
    beyond_a_schema = ("number of lines", "as many as", "a name of", "not JSON", "another id")
    for broken, message in BROKEN:
        lines = file.read_text().split("\n")[:-1]
        if not any(words in message for words in (*beyond_a_schema, "Infinity")):
            broken(lines)
            assert not all(valid(json.loads(line)) for line in lines), message


def test_inputs_are_read_without_header_and_ids(tmp_path: Path) -> None:
    path = tmp_path / "inputs.jsonl"
    path.write_text('{"hyps": ["a b"], "refs": [["a c", "b"]]}\n')
    assert read_inputs(path) == (Vector.of(CASES[0]),)


def test_a_file_that_is_missing_or_binary_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none: there is no such file; check the path"):
        read_vectors(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"\xff\n")
    with pytest.raises(InputError, match=r"binary, line 1: not JSON \(byte 1 is not UTF-8\)"):
        read_vectors(tmp_path / "binary")

"""Statistics of parts add up to the scores of the whole corpus."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, OptionError, TallystickWarning
from tallystick.metrics import METRICS, Corpus, Metric, as_metric, score_parts, segment_scores
from tests.reports.internals import (
    DIGITS,
    MARK,
    Description,
    Rows,
    TestSetParts,
    merge,
    refuse_unsaved,
    write_statistics,
)
from tests.reports.internals import merge_module as merging

REFERENCES = ["the cat sat on the mat", "it is raining today", "a dog", "the end of the day"]
ONE = ["the cat is on the mat", "it rains today", "a dog", "end of the day"]
OTHER = ["a cat sat on a mat", "it is raining", "the dog", "the end"]
DOCUMENTS = ["first", "first", "second", "second"]


def in_parts() -> list[str]:
    """Return the metrics whose statistics can be saved in parts."""
    names = []
    for name in METRICS:
        if name in METRICS.refused:  # it needs an option, or WordNet
            continue
        metric = as_metric(name)
        try:
            refuse_unsaved(metric)
        except OptionError:
            continue
        if metric.identity.needs_references and not metric.identity.needs_sources:
            names.append(name)
    return names


METRICS_IN_PARTS = in_parts()


def write(
    path: Path,
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Any],
    metrics: Sequence[str] = ("bleu", "chrf"),
    documents: Sequence[str] | None = None,
    rows: Rows = "segment",
) -> str:
    path.unlink(missing_ok=True)
    corpora = {
        name: Corpus.from_segments(hypotheses=lines, references=references, documents=documents)
        for name, lines in systems.items()
    }
    tallystick.reports.write_statistics(path=path, systems=corpora, metrics=metrics, rows=rows)
    return str(path)


def scores(paths: Sequence[str]) -> dict[str, list[float]]:
    merged = tallystick.reports.merge_statistics(paths)
    return {system: [score.score for score in of_system] for system, of_system in merged.items()}


def whole_score(metric: Metric, hypotheses: Sequence[str], references: Sequence[Any]) -> Any:
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return pytest.approx(metric.score(metric.statistics(corpus)).score, rel=1e-12)


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The files of both halves of a corpus."""
    path = tmp_path_factory.mktemp("halves") / "half.parquet"
    files = []
    for half in (slice(0, 2), slice(2, 4)):
        systems = {"one": ONE[half], "other": OTHER[half]}
        write(path, systems, REFERENCES[half], documents=DOCUMENTS[half])
        files.append(path.read_bytes())
    return files


@pytest.fixture
def halves(tmp_path: Path, contents: list[bytes]) -> list[str]:
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return list(map(str, paths))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=5)
@given(data=st.data())
def test_the_scores_of_all_parts_are_those_of_the_whole(
    tmp_path: Path, data: st.DataObject
) -> None:
    words = st.lists(st.sampled_from(["a", "b", "cat", "dog."]), min_size=1, max_size=9)
    lines = words.map(" ".join)
    pairs = data.draw(st.lists(st.tuples(lines, lines), min_size=2, max_size=8))
    hypotheses, references = [hypothesis for hypothesis, _ in pairs], [other for _, other in pairs]
    cut = data.draw(st.integers(1, len(pairs) - 1))
    assume(references[:cut] != references[cut:])  # else one part is given twice
    rows: Rows = data.draw(st.sampled_from(["segment", "part"]))
    paths = [
        write(
            tmp_path / f"{place}.parquet",
            {"x": hypotheses[part]},
            references[part],
            METRICS_IN_PARTS,
            rows=rows,
        )
        for place, part in enumerate([slice(0, cut), slice(cut, None)])
    ]
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    metrics = list(map(as_metric, METRICS_IN_PARTS))
    [whole] = score_parts([[("x", corpus)]], [corpus.references], metrics)
    [merged] = merge(paths).systems
    for entry, other in zip(merged.scored, whole.scored, strict=True):
        assert entry.score.score == pytest.approx(other.score.score, rel=1e-12, abs=1e-12)
    if rows == "segment":
        names = [name for name in METRICS_IN_PARTS if name != "nist"]
        [merged] = merge(paths, rows="segment", metrics=names).systems
        for name, entry in zip(names, merged.scored, strict=True):
            other = whole.scored[METRICS_IN_PARTS.index(name)]
            of_segments = segment_scores(entry.metric, entry.statistics).tolist()
            expected = segment_scores(other.metric, other.statistics).tolist()
            assert of_segments == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_nearly_all_metrics_with_references_can_be_saved_in_parts() -> None:
    usual = {"bleu", "nist", "chrf", "ter", "rouge1", "wer", "cer", "google_gleu"}
    assert usual <= set(METRICS_IN_PARTS)
    assert "cider" not in METRICS_IN_PARTS


def test_systems_and_segments_are_in_the_order_of_the_files(halves: list[str]) -> None:
    merged = merge(halves, rows="segment")
    corpus = Corpus.from_segments(hypotheses=OTHER, references=REFERENCES)
    assert [system.system for system in merged.systems] == ["one", "other"]
    assert merged.documents == tuple(DOCUMENTS)
    assert merged.segments == 4
    rows = merged.systems[1].scored[0].statistics.rows
    assert rows.tolist() == as_metric("bleu").statistics(corpus).rows.tolist()


@pytest.mark.parametrize("rows", ["segment", "document"])
def test_documents_have_the_sums_of_their_segments(
    tmp_path: Path, halves: list[str], rows: Rows
) -> None:
    systems = {"one": ONE, "other": OTHER}
    path = write(tmp_path / "d.parquet", systems, REFERENCES, documents=DOCUMENTS, rows=rows)
    merged = merge([path], rows="document")
    assert merged.documents == ("first", "second")
    corpus = Corpus.from_segments(hypotheses=ONE, references=REFERENCES)
    statistics = as_metric("chrf").statistics(corpus).rows
    expected = [statistics[:2].sum(axis=0).tolist(), statistics[2:].sum(axis=0).tolist()]
    assert merged.systems[0].scored[1].statistics.rows.tolist() == expected


def test_documents_are_in_the_order_of_their_first_segments(tmp_path: Path) -> None:
    path = write(tmp_path / "d.parquet", {"one": ONE}, REFERENCES, documents=["x", "y", "y", "x"])
    assert merge([path], rows="document").documents == ("x", "y")


@pytest.mark.parametrize("without", [0, 1])
def test_there_are_documents_only_if_every_file_has_them(
    tmp_path: Path, halves: list[str], without: int
) -> None:
    half = slice(2 * without, 2 * without + 2)
    systems = {"one": ONE[half], "other": OTHER[half]}
    halves[without] = write(tmp_path / f"{without}-without.parquet", systems, REFERENCES[half])
    assert merge(halves, rows="segment").documents is None
    with pytest.raises(InputError, match=f"{without}-without.parquet has no documents, but"):
        merge(halves, rows="finest")


def test_a_system_of_its_own_file_is_added_without_the_others(
    tmp_path: Path, halves: list[str]
) -> None:
    new = [
        write(tmp_path / "new-0.parquet", {"new": REFERENCES[:2]}, REFERENCES[:2]),
        write(tmp_path / "new-1.parquet", {"new": REFERENCES[2:]}, REFERENCES[2:]),
    ]
    merged = scores([*halves, *new])
    assert list(merged) == ["one", "other", "new"]
    assert merged["new"] == [100.0, 100.0]


def test_names_of_files_are_no_patterns(tmp_path: Path) -> None:
    for name in ("a*.parquet", "a[1].parquet", "it's.parquet"):
        path = write(tmp_path / name, {"one": ONE}, REFERENCES, ["bleu", "nist"])
        assert merge([path]).segments == 4
        assert merge([path], metrics=["bleu"], rows="segment").segments == 4


def test_metrics_are_chosen_by_name(halves: list[str]) -> None:
    assert list(merge(halves, metrics=["chrf"]).metrics) == ["chrf"]
    with pytest.raises(OptionError, match=r"has no statistics of 'chr'; did you mean chrf\?"):
        merge(halves, metrics=["chr"])


class TestWrongFiles:
    """Files that do not belong together, or are not whole, are refused."""

    @pytest.mark.parametrize(
        ("systems", "metrics", "message"),
        [
            ({"one": ONE[:2]}, "bleu chrf", "contain the same part of the corpus for one"),
            ({"new": ONE[:2]}, "bleu chrf", r"new lacks 1 part of 2, such as that of one in .*1"),
            (
                {"one": ONE[:1]},
                "bleu:tokenize=intl chrf",
                "has statistics of bleu:tokenize=intl and chrf, not of bleu",
            ),
            (
                {"one": ONE[:1], "other": OTHER[:1]},
                "bleu chrf ter",
                r"0\.parquet has .*, not of ter, but .*x\.parq",
            ),
        ],
    )
    def test_a_file_that_does_not_belong_to_the_others(
        self, halves: list[str], systems: dict[str, list[str]], metrics: str, message: str
    ) -> None:
        references = REFERENCES[: len(next(iter(systems.values())))]
        path = write(Path(f"{halves[0]}-x.parquet"), systems, references, metrics.split())
        with pytest.raises(InputError, match=message):
            merge([*halves, path])
        if "ter" in metrics.split():
            assert list(merge([*halves, path], metrics=["bleu"]).metrics) == ["bleu"]

    @pytest.mark.parametrize("damage", range(0, 6000, 1201))
    def test_a_changed_byte(self, halves: list[str], damage: int) -> None:
        path = Path(halves[0])
        content = bytearray(path.read_bytes())
        content[damage % len(content)] ^= 1
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"0\.parquet is (damaged|not a whole file)"):
            merge(halves)

    @pytest.mark.parametrize("place", [0, 1, -1])
    def test_a_changed_byte_behind_the_digest(self, halves: list[str], place: int) -> None:
        path = Path(halves[0])
        content = bytearray(path.read_bytes())
        behind = content.rindex(MARK) + len(MARK) + DIGITS
        content[range(behind, len(content))[place]] ^= 1
        path.write_bytes(content)
        with pytest.raises(InputError, match=r"0\.parquet is damaged.*; delete it and run tally"):
            merge(halves)

    @pytest.mark.parametrize("length", [0, 1, 500])
    def test_a_truncated_file(self, halves: list[str], length: int) -> None:
        path = Path(halves[0])
        path.write_bytes(path.read_bytes()[:length])
        with pytest.raises(InputError, match=r"0\.parquet is not a whole .*, delete it and run t"):
            merge(halves)

    def test_a_missing_file(self, halves: list[str]) -> None:
        with pytest.raises(InputError, match=r"none\.parquet: there is no such file"):
            merge([*halves, "none.parquet"])

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
    def test_a_pipe(self, tmp_path: Path, halves: list[str]) -> None:
        os.mkfifo(tmp_path / "pipe.parquet")
        with pytest.raises(InputError, match=r"pipe\.parquet is not a regular file"):
            merge([*halves, str(tmp_path / "pipe.parquet")])

    def test_documents_that_are_not_known(self, tmp_path: Path) -> None:
        path = write(tmp_path / "x.parquet", {"one": ONE}, REFERENCES)
        with pytest.raises(InputError, match="has no documents"):
            merge([path], rows="document")

    def test_rows_that_were_added_up(self, tmp_path: Path) -> None:
        path = write(tmp_path / "x.parquet", {"one": ONE}, REFERENCES, rows="part")
        with pytest.raises(InputError, match="one row for each part, so there are no scores of s"):
            merge([path], rows="segment")


def test_a_file_of_another_version_is_merged_with_a_warning(
    halves: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.reports.statistics_files.merge.__version__", "9.9")
    with pytest.warns(TallystickWarning, match=r"computed by tallystick .*, and their .* by 9\.9"):
        merge(halves)


def test_a_file_of_another_format_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "tallystick.reports.statistics_files.parquet.SCHEMA"
    monkeypatch.setattr(module, "tallystick/statistics/0")
    path = write(tmp_path / "old.parquet", {"one": ONE}, REFERENCES)
    monkeypatch.undo()
    with pytest.raises(InputError, match=r"in another version of this format, .*/0; expected .*/2"):
        merge([path])


@pytest.mark.parametrize("description", ["{", "[]", "[" * 100_000])
def test_a_sealed_file_without_a_description_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, description: str
) -> None:
    monkeypatch.setattr("json.dumps", lambda content: description)
    path = write(tmp_path / "x.parquet", {"one": ONE}, REFERENCES)
    with pytest.raises(InputError, match="has no description; write it again"):
        merge([path])


class TestNist:
    """The weights of NIST follow from the n-grams of all parts."""

    def test_a_system_of_its_own_file_has_the_weights_of_all_references(
        self, tmp_path: Path
    ) -> None:
        paths = [
            write(
                tmp_path / f"{name}-{place}.parquet",
                {name: lines[half]},
                REFERENCES[half],
                ["nist"],
            )
            for place, half in enumerate([slice(0, 2), slice(2, 4)])
            for name, lines in [("one", ONE), ("other", OTHER)]
        ]
        for name, lines in [("one", ONE), ("other", OTHER)]:
            assert scores(paths)[name] == [whole_score(as_metric("nist"), lines, REFERENCES)]

    @pytest.mark.parametrize("dialect", ["mteval", "doddington", "mteval-v13a-sig", "pymteval"])
    def test_several_references_and_the_word_0_count_as_in_the_whole(
        self, tmp_path: Path, dialect: str
    ) -> None:
        references = [["0 a b", "0 0 a"], ["b 0 a b", "a"], ["a b a b", "0 a"]]
        hypotheses = ["0 a b a b", "b 0 a", "a b 0 a b"]
        metric = f"nist:dialect={dialect}"
        paths = [
            write(tmp_path / "a.parquet", {"x": hypotheses[:1]}, references[:1], [metric]),
            write(tmp_path / "b.parquet", {"x": hypotheses[1:]}, references[1:], [metric]),
        ]
        assert scores(paths)["x"] == [whole_score(as_metric(metric), hypotheses, references)]

    def test_ngrams_that_are_divided_add_up_to_the_same_score(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        paths = [
            write(tmp_path / f"{place}.parquet", {"x": [line]}, [references], ["nist"])
            for place, (line, references) in enumerate(zip(ONE, REFERENCES, strict=True))
        ]
        whole = scores(paths)
        monkeypatch.setattr(merging, "ROWS_AT_ONCE", 3)
        assert scores(paths)["x"] == [pytest.approx(whole["x"][0], rel=1e-14)]

    def test_a_dialect_that_chooses_references_by_weights_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="match=best_reference chooses references by inf"):
            write(tmp_path / "x.parquet", {"one": ONE}, REFERENCES, ["nist:dialect=nltk"])

    def test_scores_of_segments_are_refused(self, tmp_path: Path) -> None:
        path = write(tmp_path / "x.parquet", {"one": ONE}, REFERENCES, ["bleu", "nist"])
        with pytest.raises(OptionError, match="the weights of nist depend on the whole corpus"):
            merge([path], rows="segment")
        assert merge([path], rows="segment", metrics=["bleu"]).segments == 4

    def test_parts_with_different_numbers_of_references_are_refused(self, tmp_path: Path) -> None:
        twice = [[reference, reference] for reference in REFERENCES[2:]]
        paths = [
            write(tmp_path / "a.parquet", {"x": ONE[:2]}, REFERENCES[:2], ["nist"]),
            write(tmp_path / "b.parquet", {"x": ONE[2:]}, twice, ["nist"]),
        ]
        with pytest.raises(InputError, match="the parts of nist must have the same number"):
            merge(paths)


def test_the_description_names_the_texts_by_their_digests(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    corpus = Corpus.from_segments(hypotheses=ONE, references=REFERENCES)
    given = TestSetParts(("one",), [corpus.references], [[("one", corpus)]], None)
    description: Description = write_statistics(str(path), given, {"bleu": as_metric("bleu")})
    assert (description.rows, description.segments, description.references) == ("segment", 4, 1)
    assert len(description.reference_digest) == len(description.systems[0].digest) == 32
    assert description.reference_digest != description.systems[0].digest

"""Scores of parts equal those of the whole corpus."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, Nist, OptionError, TokenizerWarning
from tallystick.metrics import (
    Corpus,
    InformationWeights,
    SystemScored,
    WerScore,
    as_metric,
    score_parts,
)
from tests.metrics.internals import (
    MAXIMUM_ORDER,
    ORDER_BITS,
    ROWS_IN_A_SUM,
    Coefficients,
    CountedNgrams,
    Ngrams,
    Part,
    added,
    divided,
    parts_of_corpus,
    score_in_parts,
    sums_of_range,
    sums_over_ranges,
)
from tests.metrics.wmt22 import lines_of

DIALECTS_IN_PARTS = ("nist", "nist:dialect=doddington", "nist:dialect=mteval-v11b", "nist:order=3")
METRICS = ("bleu", "chrf", *DIALECTS_IN_PARTS)


class Here:
    """Does tasks in this process, when they are submitted."""

    def submit(self, function: Callable[..., Any], *arguments: Any, key: str | None = None) -> Any:
        return function(*arguments)

    def results(self, tasks: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        return iter(tasks)


HERE: Any = Here()


def part(name: str, systems: Mapping[str, Sequence[str]], references: Sequence[Any]) -> Part:
    corpora = {
        system: Corpus.from_segments(hypotheses=hypotheses, references=references)
        for system, hypotheses in systems.items()
    }
    [first, *_] = corpora.values()
    block = [
        (name, Corpus(corpus.hypotheses, first.references)) for name, corpus in corpora.items()
    ]
    return Part(name, partial(list, [block]))


def scores(systems: Sequence[SystemScored]) -> dict[str, list[float]]:
    return {system.system: [scored.score.score for scored in system.scored] for system in systems}


def counts(systems: Sequence[SystemScored]) -> list[list[int]]:
    return [
        list(getattr(scored.score, "counts", ())) for system in systems for scored in system.scored
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", [4, pytest.param(50, marks=pytest.mark.thorough)])
def test_random_parts_of_wmt22_have_the_scores_of_the_whole(
    wmt22_file: Callable[[str], list[str]], number: int
) -> None:
    length = 300 if number < 50 else None
    references = list(
        zip(
            *(lines_of(wmt22_file, "de-en", "ref", translator)[:length] for translator in "AB"),
            strict=True,
        )
    )
    systems = {
        name: lines_of(wmt22_file, "de-en", "hyp", name)[:length] for name in ("LT22", "Online-A")
    }
    metrics = [as_metric(name) for name in METRICS]
    whole = part("whole", systems, references).blocks()
    [[(_, corpus), _]] = whole
    expected = score_parts(whole, [corpus.references], metrics, keep_segments=False)
    of_segments = np.random.default_rng(22).integers(0, number, len(references))
    places = [np.flatnonzero(of_segments == part_number) for part_number in range(number)]
    parts = [
        part(
            str(part_number),
            {name: [lines[place] for place in own] for name, lines in systems.items()},
            [references[place] for place in own],
        )
        for part_number, own in enumerate(places)
    ]
    for scored in (score_in_parts(parts, metrics, HERE), score_in_parts(parts, metrics)):
        assert counts(scored) == counts(expected)
        for system, of_system in scores(expected).items():
            assert scores(scored)[system] == pytest.approx(of_system, rel=1e-12)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("cider", "depends on all segments of a corpus at once, so it has no sums of parts"),
        ("distinct2", "distinct has no sums of parts: an n-gram of several"),
        ("nist:dialect=nltk", "choose match=maximum, or another dialect"),
        ("nist:dialect=information_references=first", "choose matched_references=first"),
        (Nist(information=InformationWeights.from_table({("a",): 1.0})), "leave out the option"),
    ],
)
def test_metrics_of_the_whole_corpus_are_refused(metric: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        score_in_parts([part("a", {"x": ["a b"]}, ["a b"])], [as_metric(metric)], HERE)


@pytest.mark.parametrize("metric", ["cider", "distinct2", "nist:dialect=nltk", "nist"])
def test_metrics_of_the_whole_corpus_are_scored_in_one_process(metric: str) -> None:
    lines = ["a b c d e", "a b d a b", "c d e f a"]
    hypotheses = ["a b c d e", "b d a b", "c d e f"]
    parts = [
        part("a", {"x": hypotheses[:2]}, lines[:2]),
        part("b", {"x": hypotheses[2:]}, lines[2:]),
    ]
    [expected] = tallystick.score(hypotheses=hypotheses, references=lines, metrics=metric)
    [[score]] = scores(score_in_parts(parts, [as_metric(metric)])).values()
    assert score == pytest.approx(expected.score, rel=1e-14)


@pytest.mark.parametrize("score", [partial(score_in_parts, cluster=HERE), score_in_parts])
def test_parts_with_other_systems_are_refused(score: Callable[..., Any]) -> None:
    parts = [part("a", {"x": ["a b"]}, ["a b"]), part("b", {"y": ["a b"]}, ["a b"])]
    with pytest.raises(InputError, match="b has the systems y, but a has x"):
        score(parts, [as_metric("bleu")])


def test_parts_of_nist_with_other_numbers_of_references_are_refused() -> None:
    parts = [part("a", {"x": ["a b"]}, ["a b"]), part("b", {"x": ["a b"]}, [["a b", "a"]])]
    score_in_parts(parts, [as_metric("bleu")], HERE)
    with pytest.raises(InputError, match="the parts of nist must have the same number"):
        score_in_parts(parts, [as_metric("nist")], HERE)


def test_a_warning_of_several_parts_is_shown_once() -> None:
    parts = [part(name, {"x": ["这是中文文本。"] * 30}, ["这是中文文本。"] * 30) for name in "ab"]
    with pytest.warns(TokenizerWarning, match="look Chinese") as caught:
        score_in_parts(parts, [as_metric("bleu")], HERE)
    assert len(caught) == 1


def test_blocks_of_a_corpus_in_memory_contain_only_their_own_text() -> None:
    lines = [f"line {number} of a text" for number in range(ROWS_IN_A_SUM + 1)]
    first, last = parts_of_corpus(Corpus.from_segments(hypotheses=lines, references=lines))
    assert len(pickle.dumps(last)) < 2000 < len(pickle.dumps(first))
    [[(_, corpus)]] = pickle.loads(pickle.dumps(last)).blocks()
    assert list(corpus.hypotheses) == lines[-1:]


@pytest.mark.parametrize("label", ["", ":mine"])
def test_tables_in_parts_are_one_system(tmp_path: Path, label: str) -> None:
    for part in "ab":
        (tmp_path / f"mine.{part}.tsv").write_text(f"hypothesis{label}\treference\na b\ta b\n")
    scores = tallystick.score_files(
        references=str(tmp_path / "mine.{part}.tsv"), metrics="bleu:order=2"
    )
    assert {name: score.score for name, [score] in scores.items()} == {"mine": 100}


def test_files_of_several_systems_are_scored_by_their_names(tmp_path: Path) -> None:
    for name, text in {"ref": "a b\n", "one": "a b\n", "other": "a c\n"}.items():
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in ("one", "other")]
    of_systems = tallystick.score_files(
        references=str(tmp_path / "ref"), hypotheses=paths, metrics=["wer", "cer"]
    )
    assert {name: [score.score for score in scores] for name, scores in of_systems.items()} == {
        "one": [0, 0],
        "other": [50, pytest.approx(100 / 3)],
    }


@pytest.mark.parametrize("names", [[["a"]], 5])
def test_a_list_in_place_of_a_name_is_no_file(names: Any) -> None:
    with pytest.raises(InputError, match=r"references are .* expected the name of a file"):
        tallystick.score_files(hypotheses="a", references=names)


def test_an_address_is_no_client() -> None:
    with pytest.raises(OptionError, match=r"client is 'tcp://.*expected a client"):
        tallystick.score(
            hypotheses=["a"], references=["a"], metrics="bleu", client="tcp://127.0.0.1:8786"
        )


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("part", ["1", "{part}"])
def test_files_are_named_by_paths_or_lists_of_paths(
    tmp_path: Path, part: str, listed: bool
) -> None:
    for number, text in {"1": "the cat", "2": "a dog"}.items():
        for name in ("ref", "hyp"):
            (tmp_path / f"{name}-{number}.txt").write_text(f"{text}\n")
    references, hypotheses = tmp_path / f"ref-{part}.txt", tmp_path / f"hyp-{part}.txt"
    files: Any = {
        "references": [references] if listed else references,
        "hypotheses": [hypotheses] if listed else hypotheses,
    }
    [[score]] = tallystick.score_files(**files, metrics="wer").values()
    assert isinstance(score, WerScore)
    assert (score.score, score.reference_length) == (0, 4 if part == "{part}" else 2)
    if part == "1":
        with_sources = tallystick.score_files(**files, sources=references, metrics="sari")
        assert list(with_sources) == ["hyp-1"]


# the second half of a key, which makes it another n-gram, determines the first
keys = st.sampled_from([(0, 0), (0, 1), (2**62, 2), (2**63, 3), (2**63 + 1, 4), (2**64 - 1, 5)])
parts_of_keys = st.dictionaries(keys, st.integers(1, 2**40), min_size=1)


@st.composite
def parts(draw: st.DrawFn) -> list[tuple[dict[tuple[int, int], int], list[tuple[int, int, int]]]]:
    """Parts: the counts of keys, and coefficients with the places of their keys and their sums."""
    drawn = []
    for counts in draw(st.lists(parts_of_keys, min_size=1, max_size=4)):
        places = st.integers(0, len(counts) - 1)
        sums = st.builds(
            lambda system, order: system << ORDER_BITS | order, *[st.integers(0, 2)] * 2
        )
        rows = st.tuples(places, sums, st.integers(-(2**40), 2**40))
        drawn.append((counts, draw(st.lists(rows, max_size=6))))
    return drawn


def ranges_of(
    counts: dict[tuple[int, int], int], rows: list[tuple[int, int, int]], ranges: int = 1
) -> list[Ngrams]:
    """Return the ranges of a part; the sum of a row is that of a system and an order."""
    ngrams = CountedNgrams(
        np.array(list(counts), np.uint64).T.copy(), np.array(list(counts.values()))
    )
    places, sums, coefficients = np.array(rows, np.int64).reshape(-1, 3).T
    of_systems = [
        Coefficients(
            places[sums >> ORDER_BITS == system],
            sums[sums >> ORDER_BITS == system] % 2**ORDER_BITS,
            coefficients[sums >> ORDER_BITS == system],
        )
        for system in range(3)
    ]
    return divided(ngrams, of_systems, ranges)


@given(parts(), st.integers(1, 5))
def test_the_sums_over_ranges_are_those_of_a_naive_count(
    parts: list[tuple[dict[tuple[int, int], int], list[tuple[int, int, int]]]], ranges: int
) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    coefficients: Counter[tuple[tuple[int, int], tuple[int, int]]] = Counter()
    for of_part, rows in parts:
        counts.update(of_part)
        for place, packed, number in rows:
            coefficients[(packed >> ORDER_BITS, packed % 2**ORDER_BITS), list(of_part)[place]] += (
                number
            )
    expected: dict[tuple[int, int], float] = {}
    sizes: dict[tuple[int, int], float] = {}
    for (group, key), number in coefficients.items():
        information = number * log2(counts[key])
        expected[group] = expected.get(group, 0.0) + information
        sizes[group] = sizes.get(group, 1.0) + abs(information)
    pieces = [ranges_of(*part, ranges) for part in parts]
    sums = sums_over_ranges([sums_of_range(of_range) for of_range in zip(*pieces, strict=True)])
    assert set(sums) == set(expected)
    for group in sums:
        assert sums[group] == pytest.approx(expected[group], abs=1e-14 * sizes[group])


def test_added_ngrams_occur_once_and_have_exact_counts() -> None:
    [first] = ranges_of({(0, 2): 1, (0, 1): 2**40}, [(0, 3, 2)])
    [second] = ranges_of({(0, 2): 7, (0, 9): 1}, [(0, 3, -5), (1, 3, 1)])
    together = added([first, second])
    assert together.keys.tolist() == [1, 2, 9]
    assert together.counts.tolist() == [2**40, 8, 1]
    assert [column.tolist() for column in together[2:]] == [[1, 1, 2], [3, 3, 3], [2, -5, 1]]


def test_ranges_are_equal_parts_of_the_keys() -> None:
    keys = {(number << 62, number): 1 for number in range(4)}
    assert [piece.keys.tolist() for piece in ranges_of(keys, [], 2)] == [[0, 1], [2, 3]]


def test_numbers_that_are_sent_are_small() -> None:
    [sent] = ranges_of({(1, 1): 3, (2, 2): 300}, [(0, 1, -1)])
    assert [column.dtype for column in sent[1:]] == ["u2", "u1", "u1", "i1"]


def test_every_order_of_a_metric_fits() -> None:
    assert MAXIMUM_ORDER < 2**ORDER_BITS

"""Scores by groups of segments, compared with sacreBLEU on the same segments."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
import sacrebleu

from tallystick.reports import Breakdown, Interval
from tests.reports.internals import ScoredSystems, breakdowns, tokenize_systems

Score = Callable[..., ScoredSystems]

HYPOTHESES = {
    "mine": ["the cat sat on the mat", "a dog barks", "it is raining now", "yes"],
    "yours": ["a cat sat on a mat", "the dog barks", "it rains", "no"],
}
REFERENCES = [
    ["the cat sat on a mat", "a cat is on the mat"],
    ["a dog is barking", "the dog barks"],
    ["it is raining", "rain is falling now"],
    ["yes", "yes indeed"],
]


def first_of(scored: ScoredSystems) -> Callable[[str, str], str]:
    return lambda metric, system: scored.names[0]


def found_by(scored: ScoredSystems, minimum: int) -> dict[str, Breakdown]:
    broken_down, _ = breakdowns(
        scored, tokenize_systems(scored), 0.95, first_of(scored), minimum=minimum
    )
    return {breakdown.field: breakdown for breakdown in broken_down}


def scores_of(breakdown: Breakdown, system: str) -> dict[str, float | None]:
    return {cell.group: cell.score for cell in breakdown.cells if cell.system == system}


def with_sacrebleu(system: str, segments: Sequence[int], streams: Sequence[int]) -> float:
    bleu = sacrebleu.corpus_bleu(
        [HYPOTHESES[system][segment] for segment in segments],
        [[REFERENCES[segment][stream] for segment in segments] for stream in streams],
        tokenize="none",
        force=True,
    )
    return float(bleu.score)


def test_groups_of_a_column_have_the_scores_and_differences_of_their_segments(score: Score) -> None:
    scored = score(HYPOTHESES, REFERENCES, metadata={"domain": ["pets", "pets", "talk", "talk"]})
    domain = found_by(scored, 1)["domain"]
    assert [(group.label, group.segments, group.units) for group in domain.groups] == [
        ("pets", (1, 2), 2),
        ("talk", (3, 4), 2),
    ]
    mine, yours = (
        {
            group: with_sacrebleu(system, segments, [0, 1])
            for group, segments in (("pets", [0, 1]), ("talk", [2, 3]))
        }
        for system in HYPOTHESES
    )
    assert scores_of(domain, "mine") == pytest.approx(mine)
    assert scores_of(domain, "yours") == pytest.approx(yours)
    assert {(pair.system, pair.other) for pair in domain.differences} == {("yours", "mine")}
    differences = {pair.group: pair.difference for pair in domain.differences}
    assert differences == pytest.approx({group: yours[group] - mine[group] for group in mine})


def test_groups_of_a_reference_have_the_scores_with_it_alone(score: Score) -> None:
    by_reference = found_by(score(HYPOTHESES, REFERENCES), 1)["reference"]
    for system in HYPOTHESES:
        assert scores_of(by_reference, system) == pytest.approx(
            {str(k + 1): with_sacrebleu(system, range(4), [k]) for k in (0, 1)}
        )
    assert [group.segments for group in by_reference.groups] == [(1, 2, 3, 4)] * 2
    varying = [["a", "b"], ["c"], ["d", "e"]]
    assert "reference" not in found_by(score({"mine": ["a", "b", "c"]}, varying), 1)


def test_a_fitted_metric_is_refitted_on_each_reference(score: Score) -> None:
    both = score(HYPOTHESES, REFERENCES, ["nist:tokenize=none"])
    second = score(
        HYPOTHESES, [[of_segment[1]] for of_segment in REFERENCES], ["nist:tokenize=none"]
    )
    by_reference = found_by(both, 1)["reference"]
    nist = second.fitted["nist:tokenize=none"]
    expected = nist.score(second.statistics["nist:tokenize=none"][0]).score
    assert scores_of(by_reference, "mine")["2"] == pytest.approx(expected)


def test_a_group_below_the_minimum_or_undefined_has_no_score(score: Score) -> None:
    scored = score(HYPOTHESES, REFERENCES, metadata={"domain": ["pets", "talk", "pets", "pets"]})
    domain = found_by(scored, 2)["domain"]
    scores = scores_of(domain, "mine")
    assert scores["talk"] is None
    assert scores["pets"] is not None
    assert domain.minimum == 2
    halves = {"half": ["left", "right"]}
    scored = score({"mine": ["a", "b"]}, [[""], ["b"]], ["nist"], metadata=halves)
    [left, right] = found_by(scored, 1)["half"].cells
    assert left.score is None
    assert right.score is not None


def test_columns_of_one_value_or_of_many_values_are_omitted_and_numbers_sorted(
    score: Score,
) -> None:
    metadata = {"same": ["x"] * 13, "number": list(map(str, range(13)))}
    scored = score({"mine": ["a"] * 13}, [["a"]] * 13, metadata=metadata)
    assert set(found_by(scored, 1)) == set()
    scored = score(HYPOTHESES, REFERENCES, metadata={"year": ["10", "9", "10", "2"]})
    assert [group.label for group in found_by(scored, 1)["year"].groups] == ["2", "9", "10"]


@pytest.mark.parametrize(
    ("lengths", "groups"),
    [
        # by hand: the two of 7 tokens join the next five, the two of 35 the five before
        ({1: 5, 7: 2, 12: 5, 17: 5, 35: 2}, [("1-4", 5), ("5-14", 7), ("15-39", 7)]),
        # by hand: 220 segments in 11 groups are 20 each, so that 10 are enough and 9 are not
        (
            {1: 9, 7: 12, 12: 10, 17: 9, 22: 1, 35: 179},
            [("1-9", 21), ("10-14", 10), ("15-29", 10), ("30-39", 179)],
        ),
        ({1: 5, 7: 2}, None),  # the second joins the first
    ],
)
def test_lengths_are_those_of_the_first_reference_and_small_groups_are_merged(
    score: Score, lengths: dict[int, int], groups: list[tuple[str, int]] | None
) -> None:
    texts = [" ".join(["a"] * length) for length, times in lengths.items() for _ in range(times)]
    scored = score({"mine": ["a"] * len(texts)}, [[text, "a"] for text in texts])
    breakdown = found_by(scored, 5).get("reference length")
    assert groups == (
        breakdown and [(group.label, len(group.segments)) for group in breakdown.groups]
    )


def test_few_documents_are_all_shown_and_resampled_by_segment(score: Score) -> None:
    documents = ["p"] * 12 + ["q"] * 3
    scored = score(
        {"mine": ["a"] * 15, "yours": ["b"] * 6 + ["a"] * 9},
        [["a"]] * 15,
        documents=documents,
        metrics=["wer"],
    )
    broken_down, notes = breakdowns(
        scored, tokenize_systems(scored), 0.95, first_of(scored), minimum=3
    )
    [by_document] = broken_down
    assert [(group.label, group.units) for group in by_document.groups] == [("p", 1), ("q", 1)]
    # by hand, of errors of 0 and 1: the variance of the mean is 3 / 11 / 12 with 12
    # segments, and SciPy 1.17.1 has t.ppf(0.975, 11) and, for 6 differing segments, (0.975, 5)
    error = 100 * (6 * 6 / 12 / 11 / 12) ** 0.5
    shares = {("p", "mine"): (0.0, 0.0), ("p", "yours"): (50.0, 2.200985160082949 * error)}
    for cell in by_document.cells:
        score_of, reach = shares.get((cell.group, cell.system), (0.0, 0.0))
        assert cell.score == pytest.approx(score_of)
        assert cell.interval is not None
        assert cell.interval.low == pytest.approx(score_of - reach)
        assert cell.interval.high == pytest.approx(score_of + reach)
    [of_p, of_q] = by_document.differences
    assert (of_p.differing_units, of_q.differing_units) == (6, 0)
    assert of_p.interval is not None
    assert of_p.interval.high == pytest.approx(50 + 2.570581835636314 * error)
    assert of_q.interval == Interval(0.0, 0.0)
    assert notes == ()


def test_intervals_of_groups_are_over_sums_of_units(score: Score) -> None:
    documents = [str(number % 11) for number in range(33)]
    scored = score(
        {"mine": [f"a {'b' * (number % 5)}" for number in range(33)]},
        [["a c"]] * 33,
        documents=documents,
        metadata={"half": ["left"] * 22 + ["right"] * 11},
        metrics=["bleu:order=1,tokenize=none"],
    )
    broken_down, _ = breakdowns(scored, tokenize_systems(scored), 0.95, first_of(scored), minimum=1)
    [by_half] = [breakdown for breakdown in broken_down if breakdown.field == "half"]
    rows = scored.statistics["bleu:order=1,tokenize=none"][0].rows
    units = [rows[number] + rows[number + 11] for number in range(11)], list(rows[22:])
    metric = scored.metrics["bleu:order=1,tokenize=none"]
    for cell, of_group in zip(by_half.cells, units, strict=True):
        without = [float(metric.formula(sum(of_group) - unit)) for unit in of_group]
        error = (10 * np.var(without)) ** 0.5
        assert cell.interval is not None
        assert cell.score is not None
        # SciPy 1.17.1, t.ppf(0.975, 10)
        assert cell.interval.low == pytest.approx(cell.score - 2.2281388519649385 * error)


def test_the_largest_of_many_documents_are_shown_with_a_note(score: Score) -> None:
    documents = ["x", "y", *["long"] * 5, *["longer"] * 6, *map(str, range(30))]
    count = len(documents)
    scored = score({"mine": ["a"] * count}, [["a"]] * count, documents=documents)
    broken_down, notes = breakdowns(
        scored, tokenize_systems(scored), 0.95, first_of(scored), minimum=5
    )
    assert [group.label for group in broken_down[0].groups] == ["longer", "long"]
    assert notes == ("Scores by document cover the 2 largest of 34 documents.",)
    broken_down, notes = breakdowns(
        scored, tokenize_systems(scored), 0.95, first_of(scored), minimum=6
    )
    assert broken_down == ()
    assert notes == ("Scores by document are omitted: 1 of 34 documents has 6 segments or more.",)

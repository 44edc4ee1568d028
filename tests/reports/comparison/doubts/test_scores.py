"""Doubts about scores, and the order of doubts."""

from collections.abc import Sequence
from typing import Any

import pytest

import tallystick
from tallystick import TokenizerWarning
from tallystick.reports import Comparison, Doubt

# Metrics that do not suit the texts, or contradict each other


JAPANESE = ["今日はとても良い天気ですね", "明日は雨が降るでしょう", "彼は昨日東京に行きました"] * 10


def test_a_tokenizer_that_does_not_suit_the_language_is_named_with_its_metric() -> None:
    with pytest.warns(TokenizerWarning):
        comparison = tallystick.compare(
            systems={"A": JAPANESE, "B": JAPANESE[::-1]},
            references=JAPANESE,
            metrics=["bleu:tokenize=char", "bleu"],
            details=False,
        )
    [doubt] = [doubt for doubt in comparison.doubts if doubt.kind == "unsuited metric"]
    assert (doubt.kind, doubt.systems, doubt.metric) == ("unsuited metric", (), "bleu")
    assert doubt.sentence.startswith("The references look Japanese, but the tokenizer 13a of bleu")
    assert comparison.notes == ()


def test_texts_of_one_system_that_do_not_suit_are_its_own() -> None:
    plain = ["It rains in the north.", "Prices rose again in May."] * 10
    with pytest.warns(TokenizerWarning):
        comparison = tallystick.compare(
            systems={"A": plain, "B": [line.replace(".", " .") for line in plain]},
            references=plain,
            metrics="bleu",
            details=False,
        )
    [doubt] = [doubt for doubt in comparison.doubts if doubt.kind == "unsuited metric"]
    assert (doubt.kind, doubt.systems, doubt.metric) == ("unsuited metric", ("B",), "bleu")


SHORT = {"A": ["1", "2"] * 9, "B": ["no 1", "no 2"] * 9, "C": ["it 1", "it 2"] * 9}
"""Answers without an n-gram of order 4, on which BLEU is 0."""


def compared_answers(systems: dict[str, list[str]], *metrics: str) -> Comparison:
    references = ["the answer is 1", "the answer is 2"] * 9
    return tallystick.compare(systems=systems, references=references, metrics=list(metrics))


def test_a_score_of_0_for_any_words_is_doubted() -> None:
    report = compared_answers(SHORT, "bleu", "chrf")
    [doubt] = [doubt for doubt in report.doubts if doubt.kind == "unsuited metric"]
    assert (doubt.systems, doubt.metric) == ((), "bleu")
    assert doubt.sentence == (
        "No hypothesis has an n-gram of order 4, so bleu is 0 for any words; choose a lower order, "
        "or effective_order=yes."
    )
    assert report.verdict[0] == "A and C lead, but BLEU does not suit these texts."


def test_a_score_of_0_for_any_words_of_one_system_is_its_own() -> None:
    report = compared_answers({**SHORT, "D": ["the answer is 1", "the answer is 3"] * 9}, "bleu")
    [doubt] = [doubt for doubt in report.doubts if doubt.kind == "unsuited metric"]
    assert doubt.systems == ("A", "B", "C")
    assert doubt.sentence.startswith("A, B and C: no hypothesis has an n-gram of order 4")


def test_scores_that_are_all_the_same_rank_no_system() -> None:
    report = compared_answers(SHORT, "bleu", "chrf")
    assert report.verdict[1:] == (
        "A and C lead together under chrF2, significantly ahead of B.",
        "Under chrF2, 2 of 3 pairs differ significantly; the systems fall into 2 clusters.",
        "All 3 systems score the same: 0.00 BLEU.",
    )
    assert compared_answers(SHORT, "bleu").verdict == ("All 3 systems score the same: 0.00 BLEU.",)


def test_differences_within_rounding_errors_are_no_difference_to_detect() -> None:
    report = compared_answers({"A": ["the answer is 9"] * 18, "B": ["an answer is 9"] * 18}, "ter")
    [pair] = report.differences
    assert pair.significant
    assert (pair.standard_error, pair.smallest_visible_difference) == (0.0, 0.0)
    assert not any("in 8 of 10 such test sets" in sentence for sentence in report.verdict)


def contradictions(**orders: str) -> list[Doubt]:
    """Return the doubts if metrics order systems in this way, the best first."""
    systems = sorted(next(iter(orders.values())))
    comparison = tallystick.compare(
        systems={name: [f"{name} {n}" for n in range(20)] for name in systems},
        references=["a b c d"] * 20,
        metrics=[],
        scores={
            metric: {name: [9.0 - order.index(name) + n % 3 / 9 for n in range(20)]
                     for name in systems}
            for metric, order in orders.items()
        },
    )  # fmt: skip
    return [doubt for doubt in comparison.doubts if doubt.kind == "contradicting metrics"]


def test_significant_contradictions_are_found() -> None:
    [doubt] = contradictions(one="AB", other="BA")
    assert (doubt.kind, doubt.systems, doubt.metric) == ("contradicting metrics", ("A", "B"), None)
    assert doubt.sentence == (
        "The metrics contradict each other: A is significantly better than B under one, and "
        "significantly worse under other."
    )


def test_agreement_is_no_contradiction() -> None:
    assert contradictions(one="ABC", other="ABC") == []


def test_many_contradicted_pairs_are_one_doubt_about_the_first() -> None:
    [doubt] = contradictions(one="ABCDE", other="EDCBA")
    assert doubt.sentence.endswith(
        " They also contradict each other about A and C; A and D; A and E; B and C; 5 more pairs."
    )


# Whether the best system depends on the reference


CORRECT = [f"the committee will meet on day {number} in the town hall" for number in range(40)]
OTHER = [f"on day {number} members gather again at city offices" for number in range(40)]


def compared(references: Sequence[Sequence[str]], **options: Any) -> tallystick.reports.Comparison:
    """Compare A, which follows the first wording, with B, which follows the second, and C."""
    return tallystick.compare(
        systems={
            "A": [line.replace("town ", "") for line in CORRECT],
            "B": [line.replace("again ", "") for line in OTHER],
            "C": [line[:40] for line in CORRECT],
        },
        references=[list(of_segment) for of_segment in zip(*references, strict=True)],
        metrics=["bleu", "nist"],
        **options,
    )


def test_a_winner_that_depends_on_the_reference_is_found() -> None:
    comparison = compared([CORRECT, OTHER])
    [doubt] = [doubt for doubt in comparison.doubts if doubt.kind == "winner depends on reference"]
    assert (set(doubt.systems), doubt.metric) == ({"A", "B"}, None)
    by_reference = {
        (cell.group, cell.system): cell.score
        for breakdown in comparison.breakdowns
        for cell in breakdown.cells
        if breakdown.field == "reference" and cell.metric == "bleu"
    }
    # computed by the comparison itself with each reference alone, and by its table here
    for place, reference in enumerate((CORRECT, OTHER)):
        alone = compared([reference]).in_order_of("bleu")
        assert alone[0].system == "AB"[place]
        assert by_reference[str(place + 1), alone[0].system] == alone[0].score
        assert f"{alone[0].score:.2f} against" in doubt.sentence


def test_references_that_agree_about_the_winner_raise_no_doubt() -> None:
    comparison = compared([CORRECT, [line.replace("will meet", "meets") for line in CORRECT]])
    assert [
        doubt for doubt in comparison.doubts if doubt.kind == "winner depends on reference"
    ] == []


def test_a_difference_by_chance_raises_no_doubt() -> None:
    # the second reference prefers B in a single segment of 40
    second = [*OTHER[:1], *CORRECT[1:]]
    systems = {"A": CORRECT, "B": [*OTHER[:1], *CORRECT[1:]]}
    comparison = tallystick.compare(
        systems=systems,
        references=[list(of_segment) for of_segment in zip(CORRECT, second, strict=True)],
        metrics="bleu",
    )
    assert "winner depends on reference" not in {doubt.kind for doubt in comparison.doubts}


def test_it_is_tested_at_the_level_divided_by_the_number_of_references() -> None:
    # by hand: 6 of 6 units have p = 2 / 2^6 = 0.03125, above 0.05 / 2
    first, second = CORRECT[:6], OTHER[:6]
    systems = {"A": first, "B": second}
    references = [list(of_segment) for of_segment in zip(first, second, strict=True)]
    assert (
        tallystick.compare(systems=systems, references=first, metrics="bleu", details=False)
        .differences[0]
        .better
        == "A"
    )
    compared = tallystick.compare(systems=systems, references=references, metrics="bleu")
    assert "winner depends on reference" not in {doubt.kind for doubt in compared.doubts}


# The order of doubts


SEGMENTS = 100
REFERENCES = [
    f"the reference has the words {number} and {number + 1} here" for number in range(SEGMENTS)
]
SOURCES = [
    f"die Quelle hat hier {number} sowie {number + 1} als Inhalt" for number in range(SEGMENTS)
]
GOOD = [text.replace("has", "had") for text in REFERENCES]
COPYING = [*SOURCES[:12], *GOOD[12:]]
REPEATING = [f"{text} {text} {text}" for text in REFERENCES]
BAD = [f"the text had some of the words {number} and more" for number in range(SEGMENTS)]


def kinds(systems: dict[str, list[str]]) -> list[tuple[str, tuple[str, ...]]]:
    comparison = tallystick.compare(
        systems=systems, references=REFERENCES, sources=SOURCES, metrics="bleu", resamples=1000
    )
    return [(doubt.kind, doubt.systems) for doubt in comparison.doubts]


def test_the_fault_of_more_segments_comes_first() -> None:
    assert kinds({"copying": COPYING, "repeating": REPEATING}) == [
        ("too long", ("repeating",)),
        ("copied sources", ("copying",)),
    ]


def test_faults_of_a_leader_come_before_larger_ones_of_a_system_that_leads_under_one_metric() -> (
    None
):
    leader = [*REFERENCES[:20], *GOOD[20:]]
    other = [f"{text} {text.upper()} {text}" if place < 40 else text.replace("words", "word")
             for place, text in enumerate(GOOD)]  # fmt: skip
    comparison = tallystick.compare(
        systems={"other": other, "leader": leader, "bad": BAD},
        references=REFERENCES,
        metrics=["bleu", "wer"],
        resamples=1000,
    )
    named = [doubt.systems for doubt in comparison.doubts if doubt.systems]
    assert named.index(("leader",)) < named.index(("other",))


def test_faults_of_a_leading_system_come_before_those_of_others_and_near_copies_last() -> None:
    systems = {"bad": BAD, "same": BAD, "copying": COPYING, "repeating": REPEATING}
    assert kinds(systems) == [
        ("copied sources", ("copying",)),
        ("too long", ("repeating",)),
        ("near-copies", ("bad", "same")),
    ]

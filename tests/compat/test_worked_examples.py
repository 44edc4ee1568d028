"""Worked numbers of tutorials, reproduced or explained."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Bleu, Corpus
from tallystick.metrics import BleuDialect

Example = dict[str, Any]


@pytest.fixture
def examples(golden: Callable[[str], Any]) -> dict[str, Example]:
    return {example["id"]: example for example in golden("worked_examples")["examples"]}


def scored(example: Example, dialect: str | BleuDialect = "papineni2002") -> Any:
    bleu = Bleu(dialect=dialect, order=example.get("order", 4))
    corpus = Corpus.from_segments(
        hypotheses=[example["hypothesis"]], references=[example["references"]]
    )
    return bleu.score(bleu.statistics(corpus))


@pytest.mark.parametrize(
    "name",
    [
        *("autumn-leaves", "autumn-leaves-exhausted", "love-i-c1", "love-i-c2", "love-ii-c1"),
        *("love-ii-c2", "cat-on-the-mat", "the-x7"),
    ],
)
def test_what_is_right_is_reproduced(examples: dict[str, Example], name: str) -> None:
    example = examples[name]
    score = scored(example)
    close = example.get("tolerance", 1e-12)
    assert score.score / 100 == pytest.approx(example["right"], abs=close)
    if "clipped" in example:
        precisions = [
            f"{count}/{total}" for count, total in zip(score.counts, score.totals, strict=True)
        ]
        assert precisions == example["clipped"]
    if "bp" in example:
        assert score.brevity_penalty == pytest.approx(example["bp"], rel=1e-12)
    if "ref_len" in example:
        assert score.reference_length == example["ref_len"]


def test_leaving_an_order_out_explains_the_seven_times_the(examples: dict[str, Example]) -> None:
    example = examples["the-x7"]
    skipped = scored(example, BleuDialect(unmatched_order="skip"))
    assert skipped.score / 100 == pytest.approx(math.sqrt(2 / 7), rel=1e-12)
    assert round(math.exp(1 / 2) * 2 / 7, 3) == example["printed"]


def test_formula_and_prose_of_several_references_are_two_dialects(
    examples: dict[str, Example],
) -> None:
    case = examples["multi-reference-sentence"]["case"]
    # golden case g14: max .903602, best reference .508133
    assert scored(case).score / 100 == pytest.approx(0.903602, abs=5e-7)
    best = scored(case, BleuDialect(clip="best_reference"))
    assert best.score / 100 == pytest.approx(0.508133, abs=5e-7)


@pytest.mark.parametrize("name", ["closest-13-2", "closest-tie-13-11"])
@pytest.mark.parametrize("reverse", [False, True])
def test_reference_lengths_are_chosen_as_the_tutorial_does(
    examples: dict[str, Example], name: str, reverse: bool
) -> None:
    example = examples[name]
    lengths = example["reference_lengths"][:: -1 if reverse else 1]
    score = scored(
        {
            "hypothesis": " ".join("a" * example["hypothesis_length"]),
            "references": [" ".join("a" * length) for length in lengths],
        }
    )
    assert score.reference_length == example["ref_len"]
    assert score.brevity_penalty == pytest.approx(example["bp"], rel=1e-12)


def test_the_penalty_of_a_corpus_is_that_of_the_summed_lengths(
    examples: dict[str, Example],
) -> None:
    example = examples["corpus-bp"]
    lengths = example["lengths"]
    corpus = Corpus.from_segments(
        hypotheses=[" ".join("a" * length) for length in lengths["hypothesis"]],
        references=[" ".join("a" * length) for length in lengths["reference"]],
    )
    bleu = Bleu(dialect="papineni2002")
    penalty = bleu.score(bleu.statistics(corpus)).brevity_penalty
    assert penalty == pytest.approx(example["right"], abs=example["tolerance"])

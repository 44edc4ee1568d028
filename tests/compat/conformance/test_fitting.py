"""Numbers of mistakes that are fitted to the scores of programs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tallystick.compat import Case
from tallystick.compat.conformance import search
from tallystick.compat.conformance.causes import causes
from tallystick.compat.conformance.inputs import drawn, made_by_hand
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.precision import IN_64_BITS
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.search import Evidence, fitted_changes, fitted_mistakes
from tallystick.compat.conformance.setting import Setting
from tallystick.metrics import metric_from_spec
from tests.compat.conformance.causing import ONE
from tests.metrics.naive import clipped, ngrams

BLEU = "bleu:dialect=papineni2002"


def named(spec: str, score: Callable[[Case], float]) -> list[str]:
    """Return the mistakes with numbers that are fitted to the scores of a program."""
    small = [case for case in made_by_hand(ONE) if len(case.hypotheses[0]) < 20][::3]
    cases = [*small, *drawn(ONE, 150, seed=2)]
    scores = np.array([score(case) for case in cases])
    claimed = Setting(metric_from_spec(spec))
    return [
        setting.mistake.name
        for setting, _ in fitted_mistakes(claimed, cases, scores)
        if setting.mistake
    ]


def counts(case: Case, order: int) -> tuple[int, int]:
    """Return matches and n-grams of one order, of which the last reference counts."""
    matches = total = 0
    for own, [other] in zip(case.hypotheses, case.references, strict=True):
        matches += clipped(own, [other], order).total()
        total += ngrams(own, order).total()
    return matches, total


def penalty(case: Case) -> float:
    c = sum(map(len, case.hypotheses))
    r = sum(len(reference) for [reference] in case.references)
    return 1.0 if c > r else math.exp(1 - r / c)


def weighted(case: Case) -> float:
    pairs = [counts(case, order) for order in range(1, 5)]
    if not all(matches for matches, _ in pairs):
        return 0.0
    logs = [math.log(m / t) for m, t in pairs]
    return 100 * penalty(case) * math.exp(np.dot((0.4, 0.3, 0.2, 0.1), logs))


def test_free_weights_of_orders_are_fitted() -> None:
    assert named(BLEU, weighted) == ["the weights of the orders are 0.4, 0.3, 0.2 and 0.1"]


def test_a_number_that_is_added_to_all_orders_is_fitted() -> None:
    case = Case.from_lines(["a b c d e"], ["a b c x e"])
    precisions = [(m + 0.3) / (t + 0.3) for m, t in ((4, 5), (2, 4), (1, 3), (0, 2))]
    score = 100 * math.prod(precisions) ** 0.25
    claimed = Setting(metric_from_spec(BLEU))
    fitted = fitted_changes(claimed, Probes([case], text=False), score)
    names = [setting.mistake.name for setting in fitted if setting.mistake]
    assert "0.3 is added to matches and n-grams of all orders" in names


def test_no_number_is_fitted_to_an_input_that_is_explained() -> None:
    claimed = Setting(metric_from_spec(BLEU))
    probes = Probes([Case.from_lines(["a b c d"], ["a b c d e"])], text=False)
    right = claimed.scores(probes)
    shorter = 100 * math.exp(-1 / 4)  # the brevity penalty alone
    evidence = Evidence(probes, right + 1, np.array([shorter]), IN_64_BITS)
    assert list(search._fitted([claimed], evidence)) == []


def mean_of_scores(case: Case) -> float:
    pairs = [counts(case, order) for order in range(1, 5)]
    if not all(matches for matches, _ in pairs):
        return 0.0
    logs = [math.log(m / t) for m, t in pairs]
    scores = [math.exp(sum(logs[:n]) / n) for n in range(1, 5)]
    return 100 * penalty(case) * sum(scores) / 4


def test_what_is_longer_than_an_empty_reference_has_no_penalty() -> None:
    name = "the shortest reference counts for the length"
    nist = metric_from_spec("nist:dialect=doddington")
    [mistake] = [mistake for mistake in MISTAKES if mistake.name == name and mistake.fits(nist)]
    cases = [Case.from_lines(["b"], [["", other]]) for other in ("b a b", "")]
    # two of three words of the references are b; without any the score stays undefined
    assert mistake.scores(nist, Probes(cases, text=False)) == pytest.approx(
        [math.log2(3 / 2), math.nan], nan_ok=True
    )


def test_matches_of_a_further_order_that_a_dialect_counts_can_be_mistaken_too() -> None:
    name = "matches are clipped to the sum over references"
    [mistake] = [mistake for mistake in MISTAKES if mistake.name == name][:1]
    method5 = metric_from_spec("bleu:dialect=nltk-method5-mean")
    probes = Probes([Case.from_lines(["a b c d e f"], ["a b c d e x"])], text=False)
    # the sum over one reference is its count
    assert mistake.scores(method5, probes) == pytest.approx(probes.scores(method5))


def test_a_mean_of_the_scores_up_to_each_order_is_known() -> None:
    name = "the scores up to each order are averaged, 0 if an order has no match"
    [mistake] = [mistake for mistake in MISTAKES if mistake.name == name]
    cases = drawn(ONE, 50, seed=2)
    scores = mistake.scores(metric_from_spec(BLEU), Probes(cases, text=False))
    assert scores.tolist() == pytest.approx(list(map(mean_of_scores, cases)), abs=1e-9)


def test_a_sum_of_precision_and_recall_is_fitted() -> None:
    def score(case: Case) -> float:
        values = []
        for own, [other] in zip(case.hypotheses, case.references, strict=True):
            matches = (Counter(own) & Counter(other)).total()
            values.append(0.3 * matches / len(own) + 0.7 * matches / len(other) if matches else 0.0)
        return 100 * sum(values) / len(values)

    spec = "rouge1:tokenize=none,lowercase=none"
    assert named(spec, score) == ["0.3 * precision + 0.7 * recall is used in place of F"]


def test_edits_that_count_differently_are_fitted() -> None:
    def score(case: Case) -> float:
        edits = 0.0
        for own, [other] in zip(case.hypotheses, case.references, strict=True):
            edits += 1.5 * max(0, len(own) - len(other)) + max(0, len(other) - len(own))
        length = sum(len(other) for [other] in case.references)
        return 100 * edits / length if length else math.nan

    prefixes = [
        Case.from_lines(["a b c d e f"[: 2 * c - 1]], ["a b c d e f"[: 2 * r - 1]])
        for c in range(1, 7)
        for r in range(1, 7)
    ]
    claimed = Setting(metric_from_spec("wer"))
    scores = np.array(list(map(score, prefixes)))
    # without a substitution nothing is known of its cost
    assert list(fitted_mistakes(claimed, prefixes, scores)) == []
    other = Case.from_lines(["a b c"], ["a b x"])
    fitted = fitted_mistakes(claimed, [*prefixes, *[other] * 4], np.append(scores, [100 / 3] * 4))
    assert [setting.mistake.name for setting, _ in fitted if setting.mistake] == [
        "a substitution counts 1, a deletion 1 and an insertion 1.5"
    ]


def test_a_change_that_explains_part_of_what_it_would_change_is_not_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = Setting(metric_from_spec(BLEU))
    [root] = [mistake for mistake in MISTAKES if mistake.name == "the square root is returned"]
    monkeypatch.setattr(search, "single_changes", lambda setting: [replace(setting, mistake=root)])
    probes = Probes(drawn(ONE, 50, seed=2), text=False)
    right = ours.scores(probes)
    # the square root of half of the inputs, something else of the others
    change = np.where(np.arange(len(right)) % 2, 10 * np.sqrt(right), right**0.7)
    scores = np.where(right > 0, change, 0.0)
    assert [
        cause.setting for cause in causes(ours, Evidence(probes, right, scores, IN_64_BITS))
    ] == [None]
    evidence = Evidence(probes, right, 10 * np.sqrt(right), IN_64_BITS)
    assert [cause.mistake for cause in causes(ours, evidence)] == ["the square root is returned"]

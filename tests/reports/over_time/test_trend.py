"""`trend`: differences of saved reports, what is said of them, and the level of their tests."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Corpus, InputError, OptionError
from tallystick.metrics import Settings
from tallystick.reports import Change, Comparison, Origin, Trend, trend
from tests.metrics.internals import HumanScores
from tests.reports.comparison import made
from tests.reports.over_time.saved_reports import report, with_scores
from tests.reports.rendering import rendered

SEGMENTS = 12
T_QUANTILE = 2.200985160082949  # scipy.stats.t.ppf(0.975, 11), SciPy 1.17.1
NIGHTS = ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04")


def scores_of(nights: Sequence[float], seed: int = 1) -> list[Any]:
    """Return scores around the mean of each night, as an array for each."""
    random = np.random.default_rng(seed)
    common = random.normal(0, 1, SEGMENTS)
    return [np.round(mean + common + random.normal(0, 0.3, SEGMENTS), 6) for mean in nights]


@cache
def blank() -> Comparison:
    return report({"model": [0.0] * SEGMENTS})


def nightly(means: Sequence[float]) -> dict[str, Comparison]:
    """Return a report of the system `model` for each night."""
    return {
        f"{date}.json": replace(
            with_scores(blank(), scores), origin=Origin(date, f"c0ffee{number}")
        )
        for number, (date, scores) in enumerate(zip(NIGHTS, scores_of(means), strict=False))
    }


def trend_of(*means: float, **settings: Any) -> Trend:
    return trend(nightly(means), settings=Settings(**settings) if settings else None)


def of_quality(history: Trend, system: str = "model") -> dict[tuple[str, str], Change]:
    return {
        (change.report, change.earlier): change
        for change in history.changes
        if (change.metric, change.system) == ("quality", system)
    }


def test_each_report_is_compared_with_the_first_and_with_the_one_before_by_students_t() -> None:
    # the jackknife of a mean is its standard error, which NumPy computes here
    means = (5, 5.1, 4.7, 4.2)
    nights = dict(zip((f"{date}.json" for date in NIGHTS), scores_of(means), strict=True))
    changes = of_quality(trend_of(*means))
    first, *later = nights
    assert set(changes) == {(night, first) for night in later} | {
        (after, before) for before, after in pairwise(nights)
    }
    for pair, change in changes.items():
        new, old = (nights[name] for name in pair)
        half = T_QUANTILE * np.std(new - old, ddof=1) / np.sqrt(SEGMENTS)
        mean = float(np.mean(new - old))
        assert change.difference == pytest.approx(mean, abs=1e-9)
        assert change.interval is not None
        bounds = change.interval.low, change.interval.high
        assert bounds == pytest.approx((mean - half, mean + half), abs=1e-7)
        assert (change.score, change.earlier_score) == pytest.approx((new.mean(), old.mean()))


def exact_p_value(new: Any, old: Any) -> float:
    """Return the share of all 2^12 exchanges of the pairs whose mean difference is as large."""
    signs = np.array(list(product((1, -1), repeat=SEGMENTS)))
    means = np.abs(signs @ (new - old))
    return float(np.mean(means >= means[0] * (1 - 1e-9)))


def test_p_values_are_those_of_all_exchanges_and_corrected_by_holm() -> None:
    nights = scores_of([5, 5.1, 4.8, 4.75])
    changes = of_quality(trend_of(5, 5.1, 4.8, 4.75))
    exact = {
        pair: exact_p_value(*(nights[NIGHTS.index(name[:10])] for name in pair)) for pair in changes
    }
    corrected, highest = {}, 0.0
    for rank, pair in enumerate(sorted(exact, key=lambda key: exact[key])):
        highest = max(highest, min(1.0, exact[pair] * (len(exact) - rank)))
        corrected[pair] = highest
    assert {pair: change.p_value for pair, change in changes.items()} == pytest.approx(exact)
    assert {pair: change.adjusted_p_value for pair, change in changes.items()} == pytest.approx(
        corrected
    )
    assert {change.outcome for change in changes.values()} == {"same", "worse"}
    for pair, change in changes.items():
        assert (change.outcome != "same") == (corrected[pair] <= 0.05)


def test_bleu_is_tested_as_in_a_comparison_of_the_two_texts() -> None:
    references = [f"the cat {n} sat on the mat {n % 7} today" for n in range(60)]
    outputs = {
        str(bad): [
            text.replace("sat", "is") if n % 3 < bad else text for n, text in enumerate(references)
        ]
        for bad in (0, 1, 2)
    }
    history = trend(
        {
            name: tallystick.compare(systems={"model": texts}, references=references)
            for name, texts in outputs.items()
        }
    )
    together = tallystick.compare(systems=outputs, references=references)
    for change in history.changes:
        [pair] = [
            difference
            for difference in together.differences_under(change.metric)
            if {difference.system, difference.other} == {change.report, change.earlier}
        ]
        assert pair.difference is not None
        assert pair.interval is not None
        assert change.difference == pytest.approx(-abs(pair.difference))
        assert change.interval is not None
        width = pair.interval.high - pair.interval.low
        assert change.interval.high - change.interval.low == pytest.approx(width)
        assert change.p_value == pytest.approx(pair.p_value, abs=0.02)


def test_documents_are_resampled_if_the_reports_resampled_them() -> None:
    documents = [f"document {n // 3}" for n in range(SEGMENTS)]
    nights = scores_of([5, 4])
    reports = {
        date: report({"model": scores}, date, documents=documents)
        for date, scores in zip(NIGHTS, nights, strict=False)
    }
    [change] = of_quality(trend(reports)).values()
    # with 4 documents, none of the 2^4 exchanges but two is as extreme: 2 / 16
    assert change.p_value == pytest.approx(2 / 16)


# What is said


@pytest.mark.parametrize(
    ("means", "said"),
    [
        ((2, 2, 5, 5), ["Since 2026-03-03 (c0ffee2), model is better"]),
        ((5, 2, 5), ["From 2026-03-01 (c0ffee0) to 2026-03-02 (c0ffee1), model became worse"]),
        (  # what a later change turned comes last and is not said to last
            (2, 6, 4, 8),
            [
                "model is now better than in the first report, 2026-03-01 (c0ffee0),",
                "Since 2026-03-04 (c0ffee3), model is better than in the report before",
                "From 2026-03-02 (c0ffee1) to 2026-03-03 (c0ffee2), model became worse",
                "From 2026-03-01 (c0ffee0) to 2026-03-02 (c0ffee1), model became better",
            ],
        ),
        (
            (5, 5.01, 5.02),
            ["model: no report differs significantly from the first or from the one before."],
        ),
    ],
)
def test_what_changed_is_said(means: tuple[float, ...], said: list[str]) -> None:
    verdict = trend_of(*means).verdict
    assert [sentence[: len(words)] for sentence, words in zip(verdict, said, strict=False)] == said


@pytest.mark.parametrize(
    ("means", "passed"),
    [
        ((5, 2, 5), {"2026-03-02": False, "2026-03-03": True}),  # said once, of the later change
        ((5, 4.6, 4.95), {"2026-03-02": True}),
    ],
)
def test_that_the_newest_report_equals_the_first_is_said_after_the_last_change(
    means: tuple[float, ...], passed: dict[str, bool]
) -> None:
    said = {line.split(" to ")[1][:10]: line for line in trend_of(*means).verdict}
    assert {
        report: "]; the newest report does not differ significantly from the first." in line
        for report, line in said.items()
    } == passed


@pytest.mark.parametrize(
    ("means", "since", "end"),
    [
        ((5, 5, 2, 2), 2, "before and after, no report"),
        ((5, 5, 2), 2, "before, no report"),
        ((5, 2, 2), 1, "after that, no report"),
    ],
)
def test_a_lasting_fall_is_said_with_its_size_and_the_sides_without_changes(
    means: tuple[float, ...], since: int, end: str
) -> None:
    history = trend_of(*means)
    change = of_quality(history)[f"{NIGHTS[since]}.json", f"{NIGHTS[since - 1]}.json"]
    assert change.difference is not None
    size = f"by {-change.difference:.4f} quality ["
    said = f"Since {NIGHTS[since]} (c0ffee{since}), model is worse {size}"
    assert history.verdict[0].startswith(said)
    assert history.verdict[0].endswith(f"]; {end} differs significantly from the one before it.")


def test_commits_are_cut_to_as_many_characters_as_distinguish_them() -> None:
    reports = nightly([5, 5, 2, 2])
    commits = ("a1b2c3d4e5", "a1b2c3d45f", "a1b2c3d46f", "b1b2c3d4e5")
    for (name, saved), commit in zip(reports.items(), commits, strict=True):
        reports[name] = replace(saved, origin=replace(saved.origin, commit=commit))
    history = trend(reports)
    assert history.verdict[0].startswith("Since 2026-03-03 (a1b2c3d46), model is worse by ")
    assert [entry.origin.commit for entry in history.reports] == [*commits]


def test_a_drift_without_a_significant_step_is_found_by_the_first_report() -> None:
    # each night 4 of 40 segments fall, too few to be significant alone
    nights = [np.where(np.arange(40) < 4 * night, 4.0, 5.0) for night in range(4)]
    history = trend(
        {date: report({"model": scores}, date) for date, scores in zip(NIGHTS, nights, strict=True)}
    )
    steps = [change for pair, change in of_quality(history).items() if pair[1] != NIGHTS[0]]
    assert {change.outcome for change in steps} == {"same"}
    assert history.verdict[0].startswith(
        "model is worse than in the first report, 2026-03-01, by 0.3000 quality ["
    )
    assert "and has been since 2026-03-03" in history.verdict[0]


def of_two_metrics(quality: Sequence[Any], fluency: Sequence[Any]) -> Trend:
    """Return the trend of one system of which each night has scores under two metrics."""
    references = [f"segment {number}" for number in range(SEGMENTS)]
    reports = {
        date: replace(
            tallystick.compare(
                systems={"model": references},
                references=references,
                scores={"quality": {"model": list(scores)}, "fluency": {"model": list(other)}},
                metrics="bleu",
                resamples=10,
            ),
            origin=Origin(date),
        )
        for date, scores, other in zip(NIGHTS[: len(quality)], quality, fluency, strict=True)
    }
    return trend(reports)


def test_the_change_since_the_first_report_is_given_under_each_metric_that_shows_it() -> None:
    steps, late = scores_of([2, 4, 6]), scores_of([2, 2.02, 5], seed=2)
    gains = [np.mean(of_metric[2] - of_metric[0]) for of_metric in (steps, late)]
    headline = re.sub(r" \[[^]]*\]", "", of_two_metrics(steps, late).verdict[0])
    assert headline == (
        "model is now better than in the first report, 2026-03-01, by "
        f"{gains[0]:.4f} quality and {gains[1]:.4f} fluency."
    )


def test_a_change_that_passed_under_two_metrics_is_not_said_to_last_because_one_differs_now() -> (
    None
):
    # the newest report equals the first under one metric only
    history = of_two_metrics(scores_of([5, 5, 2, 5]), scores_of([5, 5, 2, 8]))
    assert history.verdict[-1].startswith("From 2026-03-02 to 2026-03-03, model became worse by ")


def test_the_most_serious_change_is_said_first() -> None:
    falls, rises = scores_of([5, 2]), scores_of([2, 5], seed=2)
    stays = scores_of([5, 5], seed=3)
    reports = {
        date: report({"level": stays[n], "up": rises[n], "down": falls[n]}, date)
        for n, date in enumerate(NIGHTS[:2])
    }
    history = trend(reports)
    assert [line.split(" is ")[0] for line in history.verdict[:2]] == [
        "Since 2026-03-02, down",
        "Since 2026-03-02, up",
    ]
    assert history.verdict[2].startswith("level: no report differs")


def test_several_test_sets_are_followed_and_corrected_together() -> None:
    first, second = scores_of([5, 2]), scores_of([5, 5], seed=2)
    references = [f"other {n}" for n in range(SEGMENTS)]
    reports = {
        f"{name}-{date}": report(
            {"model": of_set[n]}, date, title=name, references=references if other else None
        )
        for n, date in enumerate(NIGHTS[:2])
        for name, of_set, other in (("en-de", first, False), ("en-cs", second, True))
    }
    history = trend(reports)
    assert {entry.test_set for entry in history.reports} == {"en-de", "en-cs"}
    assert history.verdict[0].startswith("en-de: Since 2026-03-02, model is worse by ")
    assert history.verdict[1].startswith("en-cs: model: no report ")
    fallen, stayed = (
        change
        for name in ("en-de", "en-cs")
        for change in history.changes
        if (change.test_set, change.metric) == (name, "quality")
    )
    assert fallen.p_value is not None
    assert fallen.adjusted_p_value == pytest.approx(2 * fallen.p_value)
    assert stayed.outcome == "same"


def test_reports_are_ordered_by_their_dates_or_as_they_are_given() -> None:
    reports = nightly([5, 5, 2])
    assert trend(dict(reversed(reports.items()))) == trend(reports)
    first, second = scores_of([5, 2])
    undated = {"z/good.json": report({"model": first}), "a.json.gz": report({"model": second})}
    assert trend(undated).verdict[0].startswith("Since a, model is worse by ")
    of_a_day = {
        "late.json": report({"model": first}, "2026-03-01T23:00Z"),
        "early.json": report({"model": first}, "2026-03-01T01:00Z"),
        "day.json": report({"model": second}, "2026-03-01"),
    }
    assert [entry.name for entry in trend(of_a_day).reports] == [
        "early.json",
        "late.json",
        "day.json",
    ]


def test_the_caveats_say_what_the_correction_covers() -> None:
    history = trend_of(5, 5, 4, 4)
    assert history.test.comparisons == 5
    assert "corrected by Holm's method for the 5 tests of each metric" in history.caveats[0]
    assert "Whoever looks at every new report has this chance each time" in history.caveats[1]
    uncorrected = trend_of(5, 5, 4, 4, correction="none")
    assert all(change.p_value == change.adjusted_p_value for change in uncorrected.changes)
    assert "not corrected for the 5 comparisons" in uncorrected.caveats[0]


def test_equal_reports_are_not_tested_and_not_corrected_for() -> None:
    first, second = scores_of([5, 4.7])
    nights = enumerate([first, first, second, second])
    history = trend({str(number): report({"model": scores}) for number, scores in nights})
    of_pairs = of_quality(history)
    untested = {pair for pair, change in of_pairs.items() if change.p_value is None}
    assert untested == {("1", "0"), ("3", "2")}
    assert history.test.comparisons == 3
    p_value = exact_p_value(second, first)
    assert of_pairs["2", "1"].adjusted_p_value == pytest.approx(min(1.0, 3 * p_value))
    assert "equal" in str(history)


# Formats


def test_a_trend_is_shown_with_all_its_changes() -> None:
    history = trend_of(5, 5, 2, 2)
    assert "2026-03-04 (c0ffee3)" in rendered("text", history)
    assert rendered("html", history).count("<circle") == 2 * len(NIGHTS)
    assert len(rendered("csv", history).splitlines()) == 1 + len(history.changes)


def test_of_two_reports_each_difference_is_shown_once_and_no_other_report_is_mentioned() -> None:
    history = trend_of(5, 2)
    [fall] = of_quality(history).values()
    assert fall.interval is not None
    low, high = (f"{-bound:.4f}" for bound in (fall.interval.high, fall.interval.low))
    assert history.verdict == (
        f"Since 2026-03-02 (c0ffee1), model is worse by {-(fall.difference or 0):.4f} quality "
        f"[{low}, {high}].",
    )
    shown = rendered("text", history)
    assert "since the first" in shown
    assert "since the one before" not in shown


# Reports that cannot be followed


TEXTS = [f"segment {n}" for n in range(SEGMENTS)]
SCORES = {"model": [5.0] * SEGMENTS}


@pytest.mark.parametrize(
    ("reports", "message"),
    [
        ({}, "there are no reports; give two or more"),
        ({"a": 1}, "of type int is given; expected a"),
    ],
)
def test_what_is_no_report_is_refused(reports: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        trend(reports)


WITH_OTHER_OPTIONS = tallystick.compare(
    systems={"model": TEXTS}, references=TEXTS, metrics="bleu:smooth=floor"
)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        (
            lambda old: {"other.json": report(SCORES, references=[f"x {text}" for text in TEXTS])},
            InputError,
            r"other\.json is the only report .* 12 segments.*leave it out",
        ),
        (
            lambda old: {"old.json": report(SCORES, documents=[str(n // 3) for n in range(12)])},
            InputError,
            r"old\.json and new\.json resampled different units.*--docs",
        ),
        (
            lambda old: {"old.json": report({"baseline": SCORES["model"]})},
            OptionError,
            r"old\.json has none of the systems model of new\.json",
        ),
        (
            lambda old: {"old.json": WITH_OTHER_OPTIONS},
            OptionError,
            r"cannot be compared with those in old\.json.*smooth",
        ),
        (
            lambda old: {"old.json": replace(old, segments=None)},
            InputError,
            r"old\.json has neither texts nor statistics",
        ),
        (
            lambda old: {"old.json": replace(old, scores=made.each(old.scores, score=3.0))},
            InputError,
            r"old\.json: the statistics of model do not give",
        ),
    ],
)
def test_a_report_that_cannot_be_followed_is_refused_by_name(
    changed: Callable[[Comparison], dict[str, Comparison]], error: type[Exception], message: str
) -> None:
    reports = {"old.json": report(SCORES), "new.json": report(SCORES)}
    with pytest.raises(error, match=message):
        trend(reports | changed(reports["old.json"]))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"correction": "max-t"}, "holm, benjamini-hochberg or none"),
        ({"margins": {"ter": 1}}, "the margin of 'ter'"),
        ({"margins": {"bleu": 200}}, "the margin of 'bleu' is 200, but scores of this metric"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        trend_of(5, 5, **settings)


def test_systems_of_an_earlier_report_in_a_report_are_not_followed() -> None:
    scores = scores_of([5, 5])
    reports = {
        name: report({"model": of_night, "model (saved)": of_night})
        for name, of_night in zip("ab", scores, strict=True)
    }
    assert {change.system for change in trend(reports).changes} == {"model"}


@pytest.mark.parametrize(
    ("nights", "said"),
    [
        (
            (["model"], ["model", "new"]),
            ["new was not tested: only the newest report, 2026-03-02, has it."],
        ),
        (
            (["model", "old"], ["model", "old", "older"], ["model"]),
            [
                "old and older were not tested: the newest report, 2026-03-03, does not have them, "
                "and the last that does is 2026-03-02."
            ],
        ),
        ((["model", "new"], ["model"], ["model", "new"]), []),
    ],
)
def test_systems_that_are_not_tested_are_named(
    nights: tuple[list[str], ...], said: list[str]
) -> None:
    history = trend(
        {
            f"{date}.json": report({name: [5.0] * SEGMENTS for name in names}, date)
            for date, names in zip(NIGHTS, nights, strict=False)
        }
    )
    assert [text for text in history.caveats if "not tested" in text] == said
    assert [entry.systems for entry in history.reports] == [tuple(names) for names in nights]
    assert all(text in rendered("text", history).replace("\n  ", " ") for text in said)


def test_metrics_that_the_newest_report_lacks_are_named() -> None:
    texts = ["a b c d e"] * SEGMENTS
    nights = {
        date: tallystick.compare(systems={"model": texts}, references=texts, metrics=metrics)
        for date, metrics in zip(NIGHTS, (["bleu", "ter"], ["bleu", "ter"], ["bleu"]), strict=False)
    }
    [said] = [text for text in trend(nights).caveats if "not tested" in text]
    assert said == (
        f"TER was not tested: the newest report, {NIGHTS[2]}, does not have it, and the last that "
        f"does is {NIGHTS[1]}."
    )
    first, second, third = nights.values()
    added = trend({"a": third, "b": first})
    assert {change.metric for change in added.changes} == {"bleu"}
    [said] = [text for text in added.caveats if "tested:" in text]
    assert said == "TER was not tested: only the newest report, b, has it."
    history = trend({"a": third, "b": first, "c": second})
    [change] = [change for change in history.changes if change.metric == "ter"]
    assert (change.earlier, change.report) == ("b", "c")


def test_human_scores_of_different_segments_are_refused() -> None:
    texts = [f"a b c {n}" for n in range(SEGMENTS)]
    corpus = Corpus.from_segments(hypotheses=texts, references=texts)
    nights = {}
    for night, unjudged in zip(NIGHTS, (0, 5), strict=False):
        scores = [math.nan if n == unjudged else float(n) for n in range(SEGMENTS)]
        judged = replace(corpus, scores={"human": tuple(scores)})
        nights[night] = tallystick.compare(
            systems={"model": judged},
            metrics=[HumanScores("human", number=SEGMENTS, digest="0" * 12)],
        )
    with pytest.raises(OptionError, match="have human scores of different segments of model"):
        trend(nights)


def test_a_star_is_explained_only_where_there_is_one() -> None:
    explained = "* significant at 0.05."
    assert explained in rendered("text", trend_of(5, 2))
    assert explained not in rendered("text", trend_of(5, 5.01))


def test_a_metric_without_statistics_is_said_not_to_be_tested() -> None:
    references = [f"a b c d {n}" for n in range(20)]
    reports = {
        str(n): tallystick.compare(
            systems={"model": references}, references=references, metrics=["bleu", "wip"]
        )
        for n in range(2)
    }
    assert trend(reports).caveats[-1].startswith("WIP could not be tested")


# Margins

WITHIN_MARGIN = {
    "2026-03-01.json": (0.00935866821142304, 3.6292490763342698e-06),
    "2026-03-03.json": (7.37169443989814e-05, 1.3143133034044626e-05),
}
"""scipy.stats.ttest_1samp of the last night less another against -0.6 and 0.6, SciPy 1.17.1."""


def within(margin: float, last: float = 4.7) -> Trend:
    return trend_of(5, 5.1, 4.9, last, margins={"quality": margin})


def test_the_newest_report_is_tested_for_a_margin_as_by_scipy() -> None:
    changes = of_quality(within(0.6))
    tested = {
        change.earlier: change for change in changes.values() if change.equivalence is not None
    }
    assert {change.report for change in tested.values()} == {"2026-03-04.json"}
    for earlier, (low, high) in WITHIN_MARGIN.items():
        test, not_worse = tested[earlier].equivalence, tested[earlier].non_inferiority_p_value
        assert test is not None
        assert (test.low_p_value, test.high_p_value) == pytest.approx((low, high), rel=1e-6)
        corrected = low if low > 0.001 else 2 * low  # by Holm's method, for two tests
        assert (test.adjusted_p_value, not_worse) == pytest.approx((corrected,) * 2, rel=1e-6)
        assert test.equivalent


@pytest.mark.parametrize(
    ("margin", "last", "expected"),
    [
        (0.6, 4.7, "model is equivalent within ±0.6 quality (p = 0.0094)."),
        (0.4, 4.7, "the test set is too small to say whether model is worse by 0.4 quality or m"),
        (0.4, 4.0, "model is worse by more than 0.4 quality."),
        (0.9, 4.0, "model is worse, perhaps by 0.9 quality or more"),
        (0.4, 6.0, "model is better by more than 0.4 quality."),
        (1.0, 6.0, "model is not worse by 1 quality or more (p < 0.001)."),
    ],
)
def test_the_verdict_says_what_is_known_of_a_margin(
    margin: float, last: float, expected: str
) -> None:
    said = f"Compared with 2026-03-01 (c0ffee0), {expected}"
    assert said in "\n".join(within(margin, last).verdict)


# The level of the tests


@pytest.mark.thorough
def test_unchanged_systems_are_rarely_said_to_have_changed() -> None:
    """If nothing changes, any change is called significant in at most 5% of trends."""
    random = np.random.default_rng(7)
    trends, nights, segments = 400, 4, 11
    blank = report({"model": np.zeros(segments)})
    family = tests = rejected = 0
    for _ in range(trends):
        common = random.normal(0, 1, segments)
        reports = {
            str(night): with_scores(blank, common + random.standard_t(3, segments))
            for night in range(nights)
        }
        changes = of_quality(trend(reports))
        family += any(change.outcome != "same" for change in changes.values())
        tests += len(changes)
        rejected += sum((change.p_value or 0) <= 0.05 for change in changes.values())
    # three standard errors of a share of 5% of so many trends
    error = 3 * (0.05 * 0.95 / trends) ** 0.5
    assert family / trends <= 0.05 + error
    # each test alone has its level; those of one trend depend on each other
    assert abs(rejected / tests - 0.05) <= error

"""`trend`: differences of saved reports, what is said of them, and the level of their tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Settings
from tallystick.reports import Change, Comparison, Trend, trend
from tests.reports.over_time.saved_reports import report, with_scores

SEGMENTS = 12
T_QUANTILE = 2.200985160082949  # scipy.stats.t.ppf(0.975, 11), SciPy 1.17.1
NIGHTS = ("2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04")


def scores_of(nights: Sequence[float], seed: int = 1) -> list[Any]:
    """Return scores around the mean of each night, as an array for each."""
    random = np.random.default_rng(seed)
    common = random.normal(0, 1, SEGMENTS)
    return [np.round(mean + common + random.normal(0, 0.3, SEGMENTS), 6) for mean in nights]


def nightly(means: Sequence[float]) -> dict[str, Comparison]:
    """Return a report of the system `model` for each night."""
    return {
        f"{date}.json": report({"model": scores}, date, f"c0ffee{number}")
        for number, (date, scores) in enumerate(zip(NIGHTS, scores_of(means), strict=False))
    }


def of_quality(found: Trend, system: str = "model") -> dict[tuple[str, str], Change]:
    return {
        (one.report, one.earlier): one
        for one in found.changes
        if (one.metric, one.system) == ("quality", system)
    }


def said(found: Trend) -> str:
    return "\n".join(found.verdict)


def test_each_report_is_compared_with_the_first_and_with_the_one_before() -> None:
    found = of_quality(trend(nightly([5, 5, 4, 4])))
    names = [f"{date}.json" for date in NIGHTS]
    expected = {(later, names[0]) for later in names[1:]} | {
        (later, before) for before, later in pairwise(names)
    }
    assert set(found) == expected


def test_differences_and_intervals_are_those_of_students_paired_t() -> None:
    # the jackknife of a mean is its standard error, which NumPy computes here
    nights = scores_of([5, 5.1, 4.7, 4.2])
    found = of_quality(trend(nightly([5, 5.1, 4.7, 4.2])))
    for pair, change in found.items():
        new, old = (nights[NIGHTS.index(name[:10])] for name in pair)
        differences = new - old
        half = T_QUANTILE * np.std(differences, ddof=1) / np.sqrt(SEGMENTS)
        mean = float(np.mean(differences))
        assert change.difference == pytest.approx(mean, abs=1e-9)
        assert change.interval is not None
        assert change.interval.low == pytest.approx(mean - half, abs=1e-7)
        assert change.interval.high == pytest.approx(mean + half, abs=1e-7)
        assert (change.score, change.earlier_score) == pytest.approx((new.mean(), old.mean()))


def exact_p_value(new: Any, old: Any) -> float:
    """Return the share of all 2^12 exchanges of the pairs whose mean difference is as large."""
    signs = np.array(list(product((1, -1), repeat=SEGMENTS)))
    means = np.abs(signs @ (new - old))
    return float(np.mean(means >= means[0] * (1 - 1e-9)))


def test_p_values_are_those_of_all_exchanges_and_corrected_by_holm() -> None:
    nights = scores_of([5, 5.1, 4.8, 4.75])
    found = of_quality(trend(nightly([5, 5.1, 4.8, 4.75])))
    exact = {
        pair: exact_p_value(*(nights[NIGHTS.index(name[:10])] for name in pair)) for pair in found
    }
    corrected, highest = {}, 0.0
    for rank, pair in enumerate(sorted(exact, key=lambda one: exact[one])):
        highest = max(highest, min(1.0, exact[pair] * (len(exact) - rank)))
        corrected[pair] = highest
    assert {pair: one.p_value for pair, one in found.items()} == pytest.approx(exact)
    assert {pair: one.adjusted_p_value for pair, one in found.items()} == pytest.approx(corrected)
    assert {one.outcome for one in found.values()} == {"same", "worse"}
    for pair, one in found.items():
        assert (one.outcome != "same") == (corrected[pair] <= 0.05)


def test_bleu_is_tested_as_in_a_comparison_of_the_two_texts() -> None:
    references = [f"the cat {n} sat on the mat {n % 7} today" for n in range(60)]
    outputs = [
        [text.replace("sat", "is") if n % 3 < bad else text for n, text in enumerate(references)]
        for bad in (0, 1, 2)
    ]
    reports = {
        str(n): tallystick.compare(systems={"model": texts}, references=references)
        for n, texts in enumerate(outputs)
    }
    found = trend(reports)
    together = tallystick.compare(
        systems={str(n): texts for n, texts in enumerate(outputs)}, references=references
    )
    for change in found.changes:
        [pair] = [
            one
            for one in together.differences_under(change.metric)
            if {one.system, one.other} == {change.report, change.earlier}
        ]
        assert pair.difference is not None
        assert pair.interval is not None
        assert change.difference == pytest.approx(-abs(pair.difference))
        assert change.interval is not None
        assert change.interval.high - change.interval.low == pytest.approx(
            pair.interval.high - pair.interval.low
        )
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


def test_other_units_of_resampling_are_refused() -> None:
    first, second = scores_of([5, 4])
    documents = [f"document {n // 3}" for n in range(SEGMENTS)]
    reports = {
        "a.json": report({"model": first}),
        "b.json": report({"model": second}, documents=documents),
    }
    with pytest.raises(InputError, match=r"a\.json and b\.json resampled different units.*--docs"):
        trend(reports)


# What is said


def test_a_lasting_fall_is_said_with_its_date_commit_size_and_interval() -> None:
    found = trend(nightly([5, 5, 2, 2]))
    assert found.verdict[0].startswith("Since 2026-03-03 (c0ffee2), model is worse by ")
    assert found.verdict[0].endswith(
        "; before and after, no report differs significantly from the one before it."
    )
    change = of_quality(found)["2026-03-03.json", "2026-03-02.json"]
    assert change.difference is not None
    assert f"by {-change.difference:.4f} quality [" in found.verdict[0]


def test_commits_are_cut_to_as_many_characters_as_distinguish_them() -> None:
    reports = nightly([5, 5, 2, 2])
    commits = ("a1b2c3d4e5", "a1b2c3d45f", "a1b2c3d46f", "b1b2c3d4e5")
    for (name, one), commit in zip(reports.items(), commits, strict=True):
        reports[name] = replace(one, origin=replace(one.origin, commit=commit))
    found = trend(reports)
    assert found.verdict[0].startswith("Since 2026-03-03 (a1b2c3d46), model is worse by ")
    assert [one.origin.commit for one in found.reports] == [*commits]


def test_a_rise_is_said_to_be_better() -> None:
    assert said(trend(nightly([2, 2, 5, 5]))).startswith(
        "Since 2026-03-03 (c0ffee2), model is better by "
    )


def test_a_fall_that_was_undone_is_said_to_be_over() -> None:
    assert "From 2026-03-01 (c0ffee0) to 2026-03-02 (c0ffee1), model became worse by " in said(
        trend(nightly([5, 2, 5]))
    )


def test_what_a_later_change_turned_comes_last_and_is_not_said_to_last() -> None:
    found = trend(nightly([2, 6, 4, 8]))
    now, last, *passed = found.verdict
    assert now.startswith("model is now better than in the first report, 2026-03-01 (c0ffee0), by ")
    assert last.startswith("Since 2026-03-04 (c0ffee3), model is better than in the report before")
    assert [one.partition(" by ")[0] for one in passed] == [
        "From 2026-03-02 (c0ffee1) to 2026-03-03 (c0ffee2), model became worse",
        "From 2026-03-01 (c0ffee0) to 2026-03-02 (c0ffee1), model became better",
    ]


def test_a_drift_without_a_significant_step_is_found_by_the_first_report() -> None:
    # each night 3 of 40 segments fall, too few to be significant alone
    scores = np.full(40, 5.0)
    nights = [scores.copy()]
    for night in range(3):
        scores[4 * night : 4 * night + 4] -= 1
        nights.append(scores.copy())
    reports = {
        date: report({"model": of_night}, date)
        for date, of_night in zip(NIGHTS, nights, strict=True)
    }
    found = trend(reports)
    assert {one.outcome for pair, one in of_quality(found).items() if pair[1] != "2026-03-01"} == {
        "same"
    }
    assert found.verdict[0].startswith(
        "model is worse than in the first report, 2026-03-01, by 0.3000 quality ["
    )
    assert "and has been since 2026-03-03" in found.verdict[0]


def test_equal_reports_are_said_not_to_differ() -> None:
    found = trend(nightly([5, 5.01, 5.02]))
    assert found.verdict == (
        "model: no report differs significantly from the first or from the one before.",
    )


def test_the_most_serious_change_is_said_first() -> None:
    falls, rises = scores_of([5, 2]), scores_of([2, 5], seed=2)
    stays = scores_of([5, 5], seed=3)
    reports = {
        date: report({"level": stays[n], "up": rises[n], "down": falls[n]}, date)
        for n, date in enumerate(NIGHTS[:2])
    }
    found = trend(reports)
    assert [line.split(" is ")[0] for line in found.verdict[:2]] == [
        "Since 2026-03-02, down",
        "Since 2026-03-02, up",
    ]
    assert found.verdict[2].startswith("level: no report differs")


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
    found = trend(reports)
    assert {one.test_set for one in found.reports} == {"en-de", "en-cs"}
    assert found.verdict[0].startswith("en-de: Since 2026-03-02, model is worse by ")
    assert found.verdict[1].startswith("en-cs: model: no report ")
    fallen, stayed = (
        one
        for name in ("en-de", "en-cs")
        for one in found.changes
        if (one.test_set, one.metric) == (name, "quality")
    )
    assert fallen.p_value is not None
    assert fallen.adjusted_p_value == pytest.approx(2 * fallen.p_value)
    assert stayed.outcome == "same"


def test_reports_are_ordered_by_their_dates() -> None:
    reports = nightly([5, 5, 2])
    turned = dict(reversed(list(reports.items())))
    assert trend(turned) == trend(reports)


def test_reports_without_dates_are_in_the_given_order() -> None:
    first, second = scores_of([5, 2])
    reports = {"z/good.json": report({"model": first}), "a.json.gz": report({"model": second})}
    assert said(trend(reports)).startswith("Since a, model is worse by ")


def test_the_caveats_say_what_the_correction_covers() -> None:
    found = trend(nightly([5, 5, 4, 4]))
    assert found.test.comparisons == 5
    assert "corrected by Holm's method for the 5 tests of each metric" in found.caveats[0]
    assert "Whoever looks at every new report has this chance each time" in found.caveats[1]


def test_equal_reports_are_not_tested_and_not_corrected_for() -> None:
    first, second = scores_of([5, 4.7])
    reports = {
        str(number): report({"model": scores})
        for number, scores in enumerate([first, first, second, second])
    }
    found = trend(reports)
    of_pairs = of_quality(found)
    assert {pair for pair, one in of_pairs.items() if one.p_value is None} == {
        ("1", "0"),
        ("3", "2"),
    }
    assert found.test.comparisons == 3
    p_value = exact_p_value(second, first)
    assert of_pairs["2", "1"].adjusted_p_value == pytest.approx(min(1.0, 3 * p_value))
    assert "equal" in str(found)


def test_uncorrected_p_values_are_said_to_be() -> None:
    found = trend(nightly([5, 5, 4, 4]), settings=Settings(correction="none"))
    assert all(one.p_value == one.adjusted_p_value for one in found.changes)
    assert "not corrected for the 5 comparisons" in found.caveats[0]


# Formats


def test_a_trend_is_shown_in_every_format_with_all_its_changes() -> None:
    found = trend(nightly([5, 5, 2, 2]))
    text = str(tallystick.render(found, "text"))
    assert "2026-03-04 (c0ffee3)" in text
    page = str(tallystick.render(found, "html"))
    assert page.count("<circle") == 2 * len(NIGHTS)
    rows = str(tallystick.render(found, "csv")).splitlines()
    assert len(rows) == 1 + len(found.changes)
    assert tallystick.render(found, "markdown")
    assert tallystick.render(found, "latex")


def test_json_follows_the_schema() -> None:
    import json

    from tests.reports.schemas import published

    jsonschema = pytest.importorskip("jsonschema")
    content = json.loads(tallystick.render(trend(nightly([5, 2])), "json"))
    jsonschema.Draft202012Validator(published("over_time")).validate(content)
    assert content["schema"] == "tallystick/trend/1"


# Reports that cannot be followed


def test_a_report_on_another_test_set_alone_is_refused_by_name() -> None:
    first, second, third = scores_of([5, 5, 5])
    reports = {
        "a.json": report({"model": first}),
        "b.json": report({"model": second}),
        "other.json": report({"model": third}, references=[f"x {n}" for n in range(SEGMENTS)]),
    }
    with pytest.raises(
        InputError, match=r"other\.json is the only report .* 12 segments.*leave it out"
    ):
        trend(reports)


def test_a_report_with_other_systems_is_refused_by_name() -> None:
    first, second = scores_of([5, 5])
    reports = {"old.json": report({"baseline": first}), "new.json": report({"model": second})}
    with pytest.raises(OptionError, match=r"old\.json has none of the systems model of new\.json"):
        trend(reports)


def test_a_report_with_another_metric_is_refused_by_name() -> None:
    first, second = scores_of([5, 5])
    old = tallystick.compare(
        systems={"model": [f"segment {n}" for n in range(SEGMENTS)]},
        references=[f"segment {n}" for n in range(SEGMENTS)],
        metrics="bleu:smooth=floor",
    )
    with pytest.raises(OptionError, match=r"cannot be compared with those in old\.json.*smooth"):
        trend({"old.json": old, "new.json": report({"model": second})})
    del first


def test_a_report_with_neither_texts_nor_statistics_is_refused_by_name() -> None:
    reports = nightly([5, 5])
    reports["2026-03-01.json"] = replace(reports["2026-03-01.json"], segments=None)
    with pytest.raises(InputError, match=r"2026-03-01\.json has neither texts nor statistics"):
        trend(reports)


def test_statistics_that_do_not_give_the_score_are_refused() -> None:
    reports = nightly([5, 5])
    first = reports["2026-03-01.json"]
    scores = tuple(replace(one, score=3.0) for one in first.scores)
    reports["2026-03-01.json"] = replace(first, scores=scores)
    with pytest.raises(InputError, match=r"2026-03-01\.json: the statistics of model do not give"):
        trend(reports)


def test_statistics_that_are_no_numbers_are_refused() -> None:
    reports = nightly([5, 5])
    first = reports["2026-03-01.json"]
    content = first.to_json()
    for columns in content["segments"]["statistics"]["quality"]["values"].values():
        columns[0] = columns[0].replace(" ", " x", 1)
    reports["2026-03-01.json"] = Comparison.from_json(content)
    with pytest.raises(InputError, match=r"2026-03-01\.json: the statistics of model do not give"):
        trend(reports)


def test_systems_of_an_earlier_report_in_a_report_are_not_followed() -> None:
    scores = scores_of([5, 5])
    reports = {
        name: report({"model": of_night, "model (saved)": of_night})
        for name, of_night in zip("ab", scores, strict=True)
    }
    assert {one.system for one in trend(reports).changes} == {"model"}


def test_max_t_is_refused() -> None:
    with pytest.raises(OptionError, match="holm, benjamini-hochberg or none"):
        trend(nightly([5, 5]), settings=Settings(correction="max-t"))


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
    return trend(nightly([5, 5.1, 4.9, last]), settings=Settings(margins={"quality": margin}))


def test_the_newest_report_is_tested_for_a_margin_as_by_scipy() -> None:
    found = of_quality(within(0.6))
    tested = {one.earlier: one for one in found.values() if one.equivalence is not None}
    assert {one.report for one in tested.values()} == {"2026-03-04.json"}
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
        (
            0.4,
            4.7,
            "the test set is too small to say whether model is worse by 0.4 quality or more",
        ),
        (0.4, 4.0, "model is worse, perhaps by 0.4 quality or more"),
        (0.4, 6.0, "model is not worse by 0.4 quality or more (p < 0.001)."),
    ],
)
def test_the_verdict_says_what_is_known_of_a_margin(
    margin: float, last: float, expected: str
) -> None:
    assert f"Compared with 2026-03-01 (c0ffee0), {expected}" in said(within(margin, last))


def test_a_margin_of_no_metric_is_refused() -> None:
    with pytest.raises(OptionError, match="the margin of 'ter'"):
        trend(nightly([5, 5]), settings=Settings(margins={"ter": 1}))


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
        found = of_quality(trend(reports))
        family += any(one.outcome != "same" for one in found.values())
        tests += len(found)
        rejected += sum((one.p_value or 0) <= 0.05 for one in found.values())
    # three standard errors of a share of 5% of so many trends
    error = 3 * (0.05 * 0.95 / trends) ** 0.5
    assert family / trends <= 0.05 + error
    # each test alone has its level; those of one trend depend on each other
    assert abs(rejected / tests - 0.05) <= error


def at_the_margin(random: np.random.Generator, blank: Comparison) -> dict[str, Comparison]:
    """Return reports of which the newest is worse by 1 than the first and the one before."""
    common = random.normal(0, 1, SEGMENTS)
    return {
        str(night): with_scores(blank, common + mean + random.normal(0, 1, SEGMENTS))
        for night, mean in enumerate((5, 5, 4))
    }


@pytest.mark.thorough
def test_what_differs_by_the_margin_is_rarely_said_to_be_equivalent_or_not_worse() -> None:
    """If both differences are the margin, either is excluded in at most 5% of trends."""
    random, trends = np.random.default_rng(3), 600
    blank = report({"model": np.zeros(SEGMENTS)})
    settings = Settings(resamples=10, margins={"quality": 1.0})
    equivalent = not_worse = alone = 0
    for _ in range(trends):
        changes = of_quality(trend(at_the_margin(random, blank), settings=settings)).values()
        tested = [one for one in changes if one.equivalence is not None]
        equivalent += any(one.equivalence.equivalent for one in tested if one.equivalence)
        not_worse += any((one.non_inferiority_p_value or 0) <= 0.05 for one in tested)
        alone += sum(one.equivalence.low_p_value <= 0.05 for one in tested if one.equivalence)
    error = 3 * (0.05 * 0.95 / trends) ** 0.5
    assert equivalent / trends <= 0.05 + error
    assert 0.01 < not_worse / trends <= 0.05 + error
    assert abs(alone / (2 * trends) - 0.05) <= error

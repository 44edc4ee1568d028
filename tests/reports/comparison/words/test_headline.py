"""The headline: short in every case, and the most serious doubt is in it."""

import random
from dataclasses import replace
from itertools import combinations
from typing import get_args

import pytest

import tallystick
from tallystick.metrics import Scale
from tallystick.reports import (
    Breakdown,
    BreakdownCell,
    ComparedMetric,
    Comparison,
    Doubt,
    DoubtKind,
    TestSet,
)
from tests.reports.comparison import made

MOST_WORDS = 15
NAMES = ("JD-Explore", "beam 5, large model", "a", "ONLINE-B", "is", "the old one", "x;", "运", "M")
KINDS: tuple[DoubtKind, ...] = get_args(DoubtKind)


def words(comparison: Comparison) -> int:
    """Return the number of words of the headline, each name of a system being one."""
    headline = comparison.verdict[0]
    for system in comparison.systems:
        shown = system.name if system.name.endswith(" (saved)") else f'"{system.name}"'
        headline = headline.replace(shown, "NAME")
    return len(headline.split())


def with_doubts(comparison: Comparison, *doubts: Doubt) -> Comparison:
    return made.changed(comparison, doubts=doubts)


def doubt(kind: DoubtKind, *systems: str, segments: int = 9, metric: str | None = None) -> Doubt:
    return Doubt(kind, systems, metric, tuple(range(1, segments + 1)), "")


def best_with_each(*best: str, systems: tuple[str, ...]) -> Breakdown:
    """Return scores by reference under which these systems are the best."""
    cells = tuple(
        BreakdownCell(str(number), name, "bleu", 40.0 if name == first else 30.0, None)
        for number, first in enumerate(best, start=1)
        for name in systems
    )
    return Breakdown("reference", 1, (), cells)


def any_comparison(draw: random.Random) -> Comparison:
    """Return a comparison of any kind, with any results and doubts."""
    systems = tuple(draw.sample(NAMES, draw.randint(1, len(NAMES))))
    metrics: list[ComparedMetric] = []
    for number in range(draw.randint(1, 6)):
        title, options = draw.choice([("BLEU", ""), ("chrF++", ""), ("BLEU", f":order={number}")])
        label = f"{title.lower()}{number}{options}"
        metric = replace(made.BLEU, metric=label, name=f"{title.lower()}{number}", title=title)
        metrics.append(replace(metric, higher_is_better=draw.random() < 0.8, scale=Scale(0, 1, 4)))
    baseline = draw.choice([None, systems[-1]]) if len(systems) > 1 else None
    if len(systems) == 2 and baseline is not None and draw.random() < 0.5:
        baseline = f"{systems[draw.randint(0, 1)]} (saved)"
        systems = (systems[0], baseline)
    pairs = [both for both in combinations(systems, 2) if baseline is None or baseline in both]
    several = len(systems) > 1 and baseline is None
    saved_report = "old.json" if several and draw.random() < 0.3 else ""
    if saved_report:
        pairs = [(system, f"{system} (saved)") for system in systems]
        systems = tuple(name for pair in pairs for name in pair)
    strength = draw.random()
    undefined = draw.random() < 0.1
    scores = tuple(
        made.score(name, metric, None if undefined and draw.random() < 0.5 else draw.random())
        for metric in metrics
        for name in systems
    )
    value = {(score.metric, score.system): score.score for score in scores}
    differences = []
    for metric in metrics:
        for system, other in pairs:
            first, second = value[metric.metric, system], value[metric.metric, other]
            size = None if first is None or second is None else first - second
            p_value = None if size is None else 0.01 if draw.random() < strength else 0.3
            differences.append(made.difference(system, other, metric, size, p_value))
    references = draw.choice([1, 2, 3])
    test_set = TestSet(2_074, references, 120, "document", draw.choice([120, 120, 4]))
    comparison = made.put_together(
        tuple(metrics),
        systems,
        scores,
        tuple(differences),
        baseline=baseline,
        test_set=test_set,
        saved_report=saved_report,
    )
    best = [draw.choice(systems) for _ in range(references)]
    breakdown = best_with_each(*best, systems=systems)
    cells = tuple(replace(cell, metric=metrics[0].metric) for cell in breakdown.cells)
    comparison = replace(comparison, breakdowns=(replace(breakdown, cells=cells),))
    kinds = sorted(draw.sample(KINDS, draw.randint(0, 2)), key=KINDS.index)
    label = metrics[0].metric
    return with_doubts(
        comparison,
        *(
            doubt(
                kind,
                draw.choice(systems),
                segments=draw.choice([0, 600]),
                metric=label if kind == "unsuited metric" else None,
            )
            for kind in kinds
        ),
    )


def test_the_headline_has_at_most_fifteen_words_in_every_case() -> None:
    draw = random.Random(1)
    for _ in range(60):
        comparison = any_comparison(draw)
        headline = comparison.verdict[0]
        assert words(comparison) <= MOST_WORDS, headline
        assert headline.endswith((".", "?", ".)", "?)"))
        assert headline.isprintable()  # no mark inside a name is left
        assert len(comparison.verdict) == 1 or comparison.verdict[1]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("empty outputs", "9 of 200 outputs of new are empty."),
        ("special tokens", "9 of 200 outputs of new have tokens like <unk>."),
        ("copied sources", "9 of 200 outputs of new may be untranslated."),
        ("wrong language", "9 of 200 outputs of new may be in another language."),
        ("unusual lengths", "9 of 200 outputs of new have unusual lengths."),
        ("no commas", "9 outputs of new have no comma."),
        ("no accents", "9 outputs of new have no accented letter."),
        ("same beginnings", "9 of 200 outputs of new begin or end alike."),
        ("lower case", "the outputs of new are in lower case."),
        ("capitals", "the outputs of new are in capitals."),
        ("Unicode form", "the outputs of new use another Unicode form."),
        ("unusual references", "the references look wrong."),
        ("equals reference", "new equals the reference in 9 of 200 segments."),
    ],
)
def test_a_doubt_is_in_the_headline_and_the_result_follows(kind: DoubtKind, said: str) -> None:
    verdict = with_doubts(made.two_systems((0.01, 0.02)), doubt(kind, "new")).verdict
    assert verdict[0].startswith(("new beats old by 1.20 BLEU, but ", "new beats old, but "))
    assert verdict[0].endswith(f", but {said}")
    assert verdict[1] == "new is significantly better than old by 1.20 BLEU and 0.0500 NIST."


def leaders(*under: str, names: str = "ABCDE") -> Comparison:
    """Return a comparison of systems, some of which lead; each other pair differs significantly."""
    metrics = (made.BLEU, made.NIST, replace(made.BLEU, metric="chrf", title="chrF2"))[: len(under)]
    scores, differences = [], []
    for metric, best in zip(metrics, under, strict=True):
        values = {
            name: 9.0 - best.index(name) / 10 if name in best else 1.0 + place / 10
            for place, name in enumerate(names)
        }
        scores += [made.score(name, metric, value) for name, value in values.items()]
        for system, other in combinations(names, 2):
            p_value = 0.4 if system in best and other in best else 0.001
            gain = values[system] - values[other]
            differences.append(made.difference(system, other, metric, gain, p_value))
    return made.put_together(metrics, tuple(names), tuple(scores), tuple(differences))


def saved_regression(system: str, file: str) -> Comparison:
    saved = "model (saved)"
    pair = made.difference(system, saved, made.BLEU, -0.78, 0.01)
    scores = {system: 32.51, saved: 33.29}
    return made.of_systems(scores, pair, baseline=saved, saved_report=file)


PAIR, THREE = made.two_systems((0.01, 0.02)), made.three_systems()
NO_DIFFERENCE = made.two_systems((0.3, 0.3))
CUT = "9 of 200 outputs of {} may be cut off."


@pytest.mark.parametrize(
    ("comparison", "doubts", "said"),
    [
        # a fault of the loser can explain the difference
        (
            PAIR,
            [doubt("lower case", "old", segments=0)],
            "new beats old by 1.20 BLEU, but the outputs of old are in lower case.",
        ),
        (
            PAIR,
            [doubt("cut off", "old", segments=0)],
            "new beats old by 1.20 BLEU, but the output of old may be cut off.",
        ),
        (
            NO_DIFFERENCE,
            [doubt("unsuited metric", metric="nist")],
            "No significant difference, but NIST does not suit these texts.",
        ),
        (THREE, [doubt("cut off", "middle")], f"large and middle lead, but {CUT}"),
        # the most serious one
        (
            THREE,
            [doubt("unsuited metric", metric="bleu"), doubt("cut off", "large")],
            "large and middle lead, but BLEU does not suit these texts.",
        ),
        (made.twelve_systems("D"), [doubt("cut off", "D")], f"A beats D, but {CUT}"),
        (
            saved_regression("model", ""),
            [doubt("HTML entities", "model")],
            "model is worse than before, but 9 of 200 outputs of model have HTML entities.",
        ),
        (
            saved_regression("model", "a.json"),
            [doubt("HTML entities", "model")],
            "model is worse than a.json, but 9 of 200 outputs of model have HTML entities.",
        ),
        # a metric without a significant difference contradicts none
        (
            made.two_systems((0.01, 0.3)),
            [doubt("no commas", "old")],
            "new beats old under BLEU, but 9 outputs of old have no comma.",
        ),
        (
            made.two_systems((0.01, 0.3)),
            [doubt("cut off", "old")],
            f"new partly beats old, but {CUT}",
        ),
        (
            made.two_systems((0.01, 0.02), (1.2, -0.05)),
            [doubt("cut off", "old")],
            f"The metrics disagree, but {CUT}",
        ),
        # A leads under both metrics, B under one
        (
            leaders("A", "AB"),
            [doubt("cut off", "B")],
            "A leads. (Runner-up B: 9 of 200 outputs may be cut off.)",
        ),
        (
            leaders("A", "AB"),
            [doubt("equals reference", "B")],
            "A leads. (Runner-up B: it equals the reference in 9 of 200 segments.)",
        ),
        (
            leaders("A", "AB", names="ABC"),
            [doubt("special tokens", "B")],
            "A leads. (Runner-up B: 9 of 200 outputs have tokens like <unk>.)",
        ),
    ],
)
def test_the_most_serious_doubt_about_what_leads_is_in_the_headline(
    comparison: Comparison, doubts: list[Doubt], said: str
) -> None:
    said = said.format(*doubts[0].systems)
    assert with_doubts(comparison, *doubts).verdict[0] == said


@pytest.mark.parametrize(
    ("comparison", "kind", "system"),
    [
        *((PAIR, kind, "new") for kind in ("byte order mark", "empty references", "near-copies")),
        # a loser that equals the reference explains nothing
        (PAIR, "equals reference", "old"),
        (THREE, "cut off", "small"),
        (THREE, "near-copies", "large"),
        (made.twelve_systems("D"), "cut off", "F"),
    ],
)
def test_what_changes_little_is_not_in_the_headline(
    comparison: Comparison, kind: DoubtKind, system: str
) -> None:
    assert with_doubts(comparison, doubt(kind, system)).verdict == comparison.verdict


def versions(**p_values: tuple[float, float]) -> Comparison:
    """Return new versions that differ from the saved ones by the sign of their p-values."""
    names = [name for system in p_values for name in (system, f"{system} (saved)")]
    metrics = (made.BLEU, replace(made.BLEU, metric="chrf", name="chrf", title="chrF2"))
    return made.put_together(
        metrics,
        tuple(names),
        tuple(made.score(name, metric, 33.0) for metric in metrics for name in names),
        tuple(
            made.difference(system, f"{system} (saved)", metric, 1 if p > 0 else -1, abs(p))
            for place, metric in enumerate(metrics)
            for system, p in ((name, both[place]) for name, both in p_values.items())
        ),
        saved_report="old.json",
    )


@pytest.mark.parametrize(
    ("comparison", "headline"),
    [
        (
            versions(A=(0.3, 0.3), B=(0.3, -0.3)),
            "Neither of the 2 systems differs significantly from its version in old.json under "
            "both metrics.",
        ),
        (
            versions(A=(0.01, 0.01), B=(0.01, 0.01), C=(0.01, 0.01)),
            "All 3 systems are significantly better than in old.json under BLEU and chrF2.",
        ),
        (
            versions(A=(0.01, 0.01), B=(-0.01, -0.01), C=(0.3, 0.3)),
            "B is significantly worse and A better than in old.json under BLEU and chrF2.",
        ),
        (
            versions(A=(0.3, 0.3), B=(0.3, -0.01), C=(0.3, 0.3)),
            "B is significantly worse under chrF2 than in old.json.",
        ),
        (
            versions(A=(-0.01, 0.3), B=(0.3, -0.01), C=(0.01, 0.01)),
            "A is significantly worse under BLEU, B under chrF2 and C better than in old.json.",
        ),
    ],
)
def test_each_system_is_said_to_be_better_or_worse_than_its_saved_version(
    comparison: Comparison, headline: str
) -> None:
    assert comparison.verdict[0] == headline


def test_equal_versions_are_not_said_to_equal_one_another() -> None:
    report = versions(A=(1, 1), B=(1, 1))
    same = made.each(report.differences, difference=0.0, identical_output=True, differing_units=0)
    said = made.changed(report, differences=same).verdict[0]
    assert said == "Both systems have the same output as in old.json in every segment."


def test_the_verdict_compares_each_system_with_its_own_version() -> None:
    [_, said, *_] = versions(A=(0.01, 0.01), B=(-0.01, -0.01), C=(0.3, 0.3)).verdict
    assert said == (
        "Under BLEU and chrF2, A scores significantly better than its version in old.json, by 1.00 "
        "BLEU and 1.00 chrF2; B scores significantly worse than its version, by 1.00 BLEU and 1.00 "
        "chrF2; C does not differ significantly from its version."
    )


def test_a_doubt_follows_how_many_versions_changed() -> None:
    worse = versions(A=(-0.01, -0.01), B=(0.3, -0.01), C=(0.3, 0.3))
    both = versions(A=(-0.01, -0.01), B=(0.01, 0.01), C=(0.3, 0.3))
    fault = doubt("empty outputs", "A")
    assert [
        with_doubts(comparison, fault).verdict[0].partition(",")[0] for comparison in (worse, both)
    ] == [
        "2 systems worsened",
        "1 improved",
    ]


@pytest.mark.parametrize(
    ("system", "file", "said"),
    [
        ("model", "", "Regression: model is significantly worse than in the saved report"),
        ("model", "good.json", "Regression: model is significantly worse than good.json"),
        ("new", "good.json", "Regression: new is significantly worse than model in good.json"),
    ],
)
def test_a_regression_is_about_the_new_system_and_the_file_of_the_saved_one(
    system: str, file: str, said: str
) -> None:
    assert with_doubts(saved_regression(system, file)).verdict[0] == f"{said}: BLEU 33.29 to 32.51."


@pytest.mark.parametrize(
    ("best", "said"),
    [
        ("AB", "A with reference 1, B with reference 2."),
        ("ABA", "A with 1 and 3, B with 2."),
        ("ABCD", "A with 1, B with 2, C with 3, D with 4."),
    ],
)
def test_the_winner_of_each_reference_is_in_the_headline(best: str, said: str) -> None:
    comparison = made.twelve_systems()
    doubtful = with_doubts(
        replace(
            comparison,
            breakdowns=(best_with_each(*best, systems=tuple("ABCDEFGHIJKL")),),
            test_set=replace(comparison.test_set, references=len(best)),
        ),
        doubt("winner depends on reference", "A", "B", segments=0),
    )
    several = f"{len(set(best))} systems are best with one or more of them."
    said = several if len(best) == 4 else said
    assert doubtful.verdict[0] == f"The winner depends on the reference: {said}"
    together = "Both" if len(best) == 2 else f"All {len(best)}"
    assert doubtful.verdict[1] == f"{together} references together: {comparison.verdict[0]}"


@pytest.mark.parametrize(
    ("visible", "said"),
    [
        (2, " under BLEU; B does not differ"),
        (4, " under BLEU; B, C and D do not differ"),
        (5, "; 4 of 11 other systems do not differ"),
    ],
)
def test_systems_like_the_best_are_named_or_counted_among_the_others(
    visible: int, said: str
) -> None:
    comparison = made.twelve_systems(visible=visible)
    assert comparison.verdict[0] == f"A scores best{said} significantly from it."


@pytest.mark.parametrize(
    ("under", "said"),
    [
        (("A", "A"), "A is significantly better than all 4 other systems under BLEU and NIST."),
        (("A", "B"), "The winner depends on the metric: A under BLEU, B under NIST."),
        (("CAB", "CAB"), "C, A and B lead together, significantly ahead of the 2 other systems."),
        (("A", "AB"), "A leads under BLEU and NIST; B also leads under NIST."),
        (("AB", "BAC", "CB"), "B leads under all 3 metrics; other leaders depend on the metric."),
        (
            ("ABCD", "DCBA"),
            "4 systems lead together under BLEU and NIST, significantly ahead of E.",
        ),
        (
            ("ABCD", "DCBA", "BACD"),
            "4 systems lead together under BLEU, NIST and chrF2, significantly ahead of E.",
        ),
        (("AB", "CD"), "A and B lead under BLEU; C and D lead under NIST."),
        (("AB", "BC", "CA"), "No system leads under all 3 metrics."),
    ],
)
def test_the_headline_says_what_metrics_agree_on(under: tuple[str, ...], said: str) -> None:
    assert leaders(*under).verdict[0] == said


@pytest.mark.parametrize(
    ("bleu", "nist", "headline"),
    [
        ("A", "A", "A beats the baseline E by 1.00 BLEU and 1.0000 NIST; no other system does."),
        ("AB", "A", "A beats the baseline E by 1.00 BLEU and 1.0000 NIST; B only under BLEU."),
        ("AB", "AC", "A beats the baseline E under both metrics; B and C only under some metrics."),
        ("ABC", "ABC", "A, B and C beat the baseline E under BLEU and NIST; D does not."),
        ("AB", "AB", "A and B beat the baseline E under both metrics; the other 2 do not."),
        ("AB", "", "A and B beat the baseline E only under BLEU."),
        ("A", "B", "A beats the baseline E only under BLEU, B only under NIST."),
        ("a", "a", "No system beats the baseline E under BLEU or NIST; A is significantly worse."),
        ("ab", "a", "No system beats E; 2 of 4 are significantly worse under BLEU, 1 under NIST."),
        ("", "a", "No system beats the baseline E; 1 of 4 is significantly worse under NIST."),
    ],
)
def test_who_beats_the_baseline_under_which_metrics(bleu: str, nist: str, headline: str) -> None:
    assert with_baseline(bleu, nist).verdict[0] == headline


def test_a_headline_on_systems_that_beat_the_baseline_has_no_doubt_about_others() -> None:
    comparison = with_baseline("AB", "A")
    assert with_doubts(comparison, doubt("cut off", "B")).verdict == comparison.verdict
    said = with_doubts(comparison, doubt("cut off", "A")).verdict[0]
    assert said == f"A beats E, but {CUT.format('A')}"


def with_baseline(bleu: str, nist: str) -> Comparison:
    """Compare with E; capitals name the systems that are better, small letters those worse."""
    pairs = [
        made.difference(
            name,
            "E",
            metric,
            -1.0 if name.lower() in differing else 1.0,
            0.01 if name.lower() in differing.lower() else 0.3,
        )
        for metric, differing in ((made.BLEU, bleu), (made.NIST, nist))
        for name in "ABCD"
    ]
    return made.of_systems(dict.fromkeys("ABCDE", 30.0), *pairs, baseline="E")


def test_systems_without_any_output_are_called_empty() -> None:
    references = [f"this is sentence number {n}" for n in range(40)]
    systems = dict.fromkeys(("A", "B"), [""] * 40)
    both = tallystick.compare(systems=systems, references=references, metrics="bleu")
    assert both.verdict[0] == "All outputs of both systems are empty."
    assert both.doubts[0].sentence.startswith("All 40 outputs of A are empty")
    comparison = tallystick.compare(systems={"A": [""] * 40}, references=references, metrics="bleu")
    assert comparison.verdict[0] == "A scores 0.00 BLEU, but all 40 outputs of A are empty."

"""The sentences of a challenge say what its numbers say."""

import dataclasses

import pytest

from tallystick.reports import Challenge, ChallengedMetric, Interval, PlantedChange, Reaction

METRIC = ChallengedMetric(
    metric="bleu",
    title="BLEU",
    signature="",
    higher_is_better=True,
    digits=2,
    score=100.0,
    faults_noticed=1.0,
    harmless_noticed=0.5,
    separation=0.75,
    separation_interval=Interval(0.7, 0.79),
    severity_order=None,
    severity_interval=None,
    preferred=1.0,
    preferred_interval=None,
    aces_score=None,
    correlation=0.9,
    citation=None,
)
FAULT = PlantedChange("wrong name", True, "", "", 20, 0, "", 1, "a", "b")
HARMLESS = PlantedChange("dash", False, "", "", 20, 0, "", 1, "a", "b")
REACTION = Reaction(
    "bleu", "wrong name", 1.0, 0.0, 1.0, None, 1.0, None, 1.0, Interval(0.9, 1.1), None, ()
)


def report(
    *reactions: Reaction,
    metrics: tuple[ChallengedMetric, ...] = (METRIC,),
    changes: tuple[PlantedChange, ...] = (FAULT, HARMLESS),
) -> Challenge:
    return Challenge(True, 0, (), "0", "en", 20, 0, 1, 100, 0.95, metrics, changes, reactions, ())


def about(**fields: object) -> tuple[str, ...]:
    """Return the sentences about one reaction."""
    return report(dataclasses.replace(REACTION, **fields)).verdict[2:]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bounds", "order"),
    [
        (Interval(0.795, 0.9), ""),
        (Interval(0.785, 0.9), "; where intervals overlap, the order may be chance"),
    ],
)
def test_metrics_are_ranked_by_how_well_they_tell_faults_from_harmless_changes(
    bounds: Interval, order: str
) -> None:
    best = dataclasses.replace(
        METRIC, metric="wer", title="WER", separation=0.8, separation_interval=bounds
    )
    first, second, *others = report(metrics=(METRIC, best)).verdict
    low = f"{100 * bounds.low:.0f}"
    assert first == (
        f"A fault weighs more than a harmless change in 80% [{low}, 90] of pairs under WER and 75% "
        f"[70, 79] under BLEU{order}."
    )
    assert second.startswith("These are the pairs of one of 1 kind of faults and one of 1 kind of")
    assert others == []


def test_metrics_that_are_not_neighbours_may_overlap_too() -> None:
    bounds = (Interval(0.85, 0.95), Interval(0.79, 0.81), Interval(0.6, 0.9))
    metrics = tuple(
        dataclasses.replace(METRIC, metric=name, separation=share, separation_interval=interval)
        for name, share, interval in zip("abc", (0.9, 0.8, 0.7), bounds, strict=True)
    )
    assert "where intervals overlap" not in report(metrics=metrics[:2]).verdict[0]
    assert "where intervals overlap" in report(metrics=metrics).verdict[0]


def test_metrics_that_are_equally_good_have_no_order() -> None:
    metrics = (METRIC, dataclasses.replace(METRIC, metric="wer", title="WER"))
    assert "order" not in report(metrics=metrics).verdict[0]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"noticed": 0.0}, "BLEU does not notice wrong name."),
        ({"noticed": 0.04}, "BLEU does not notice wrong name."),
        ({"noticed": None}, "BLEU does not notice wrong name."),
        ({"noticed": 0.06}, "BLEU misses most cases of wrong name (6% noticed)."),
        ({"noticed": 0.49}, "BLEU misses most cases of wrong name (49% noticed)."),
        ({"noticed": 0.5}, None),
        (
            {"relative": 0.2, "relative_interval": Interval(0.1, 0.24)},
            "BLEU barely reacts to wrong name (0.20 of a dropped word).",
        ),
        ({"relative": 0.2, "relative_interval": Interval(0.1, 0.26)}, None),
        ({"relative": 0.2, "relative_interval": None}, None),
        (
            {"change": "dash", "relative": 1.5, "relative_interval": Interval(1.1, 2.0)},
            "BLEU takes for a fault what is harmless: dash (1.5 dropped words).",
        ),
        ({"change": "dash", "relative": 1.5, "relative_interval": Interval(0.9, 2.0)}, None),
    ],
)
def test_a_surprising_reaction_is_named_if_its_numbers_say_so(
    fields: dict[str, object], sentence: str | None
) -> None:
    assert about(**fields) == (() if sentence is None else (sentence,))


def test_a_fault_that_makes_scores_better_is_in_the_notes() -> None:
    better = dataclasses.replace(REACTION, improved=0.06)
    assert report(better).notes == (
        "BLEU becomes better with a fault in some segments: wrong name in 6%.",
    )
    assert report(dataclasses.replace(REACTION, improved=0.04)).notes == ()


def test_what_is_left_out_is_grouped_by_its_reason() -> None:
    few = dataclasses.replace(FAULT, left_out="they apply to fewer than 10 segments", segments=3)
    other = dataclasses.replace(few, change="dash", segments=0)
    assert report(changes=(few, other)).notes == (
        "Left out because they apply to fewer than 10 segments: wrong name (3) and dash (0).",
    )


def test_there_may_be_no_harmless_change() -> None:
    alone = dataclasses.replace(METRIC, separation=None)
    assert report(metrics=(alone,), changes=(FAULT,)).verdict[0] == (
        "1 kind of faults, and no harmless change that applies."
    )


def test_it_is_noted_that_the_texts_are_the_references() -> None:
    same = dataclasses.replace(report(), unchanged=20)
    assert same.notes[0].startswith("The changes are planted in the references themselves")


def test_the_notes_say_what_a_word_is_in_scripts_without_spaces() -> None:
    chinese = dataclasses.replace(FAULT, before="东京在日本。")
    assert "a word is a character" in " ".join(report(changes=(chinese,)).notes)
    assert report().notes == ()

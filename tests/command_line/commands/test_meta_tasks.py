"""`tallystick meta --sets FOLDER`: the table of a shared task, with the scores of its metrics."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Run, refused

SEGMENTS = range(12)
SYSTEMS = ("ada", "bob", "cyd", "dan", "eve")
EXTRA = {"he-en": ["refA", "refB"], "zh-en": ["refA", "synthetic_ref"]}
USED = {"he-en": "refB", "zh-en": "refA"}
WMT23 = Path("wmt23")
SCORES = "*=wmt23/metric-scores/{set}/*-{reference}.seg.score"
TABLE = "meta --sets wmt23 -m --statistics accuracy pearson pearson/all acc-t --resamples 20"

# of the files below by mt-metrics-eval at 68a481a: tasks.WMT23(["he-en", "zh-en"], primary=False)
RECORDED = {
    ("average", None): (0.8231260729897119, 0.7504855264113559),
    ("accuracy", None): (0.92, 0.92),
    ("pearson", "he-en"): (0.975508209573212, 0.9715899137636455),
    ("pearson", "zh-en"): (0.957427107756338, 0.9544267337850595),
    ("pearson/all", "he-en"): (0.6514675530578348, 0.3671086976353433),
    ("pearson/all", "zh-en"): (0.5856142974480051, 0.29464307739764584),
    ("acc-t", "he-en"): (0.6, 0.46),
    ("acc-t", "zh-en"): (0.56, 0.41),
}


def judgement(system: int, segment: int) -> int | None:
    return None if segment % 5 == 4 else -((3 * segment + 7 * system * system) % 6) - system


@pytest.fixture(autouse=True)
def wmt23() -> None:
    files: dict[str, list[str]] = {}
    for pair, translations in EXTRA.items():
        systems = [*SYSTEMS, *translations]
        for place, name in enumerate(systems):
            output = [f"{name} {segment % (place + 2)} words" for segment in SEGMENTS]
            files[f"system-outputs/{pair}/{name}.txt"] = output
            if name.startswith("ref"):
                files[f"references/{pair}.{name}.txt"] = output
        human = {name: [judgement(k, i) for i in SEGMENTS] for k, name in enumerate(systems)}
        files[f"human-scores/{pair}.mqm.seg.score"] = [
            f"{name}\t{score}" for name, scores in human.items() for score in scores
        ]
        files[f"human-scores/{pair}.mqm.domain.score"] = [f"news\t{name}\t-1" for name in systems]
        for modulus in (4, 9):
            files[f"metric-scores/{pair}/mod{modulus}-{USED[pair]}.seg.score"] = [
                f"{name}\t{(5 * i + 2 * k) % modulus - k}"
                for k, name in enumerate(systems)
                if name != USED[pair]
                for i in SEGMENTS
            ]
    files["metric-scores/he-en/half-refB.seg.score"] = ["ada\t1"]
    files["human-scores/cs-uk.da-sqm.seg.score"] = ["ada\t1"]
    files["references/cs-uk.refA.txt"] = files["system-outputs/cs-uk/ada.txt"] = ["words"]
    for name, lines in files.items():
        path = WMT23 / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines))


def test_the_table_of_a_shared_task_is_that_of_mt_metrics_eval(run: Run) -> None:
    done = run(f"{TABLE} --scores {SCORES} -f json")
    values = {
        (task["statistic"], task["set"]): (task["values"]["mod4"], task["values"]["mod9"])
        for task in done.data()["tasks"]
    }
    assert values == {task: pytest.approx(both, abs=1e-12) for task, both in RECORDED.items()}
    assert done.data()["left_out"] == [
        "Not every set has scores of half; left out.",
        "zh-en: 1 system left out: synthetic_ref.",
    ]


def test_sets_without_the_preferred_human_scores_are_named(run: Run) -> None:
    done = run(f"{TABLE} --scores {SCORES}")
    assert "the human scores mqm are used, which cs-uk does not have; --only '*'" in done.errors


@pytest.mark.parametrize(
    ("only", "scores", "message"),
    [
        (
            "cs-*",
            "m=wmt23/metric-scores/{set}/mod4-{reference}.seg.score",
            "cs-uk/mod4-refA.seg",
        ),
        ("de-*", SCORES, "--only names 'de-*'; expected some of the test sets cs-uk, he-en, zh-en"),
        ("he-en", "*=wmt23/metric-scores/{set}/*-src.seg.score", "where * is the name of a metric"),
    ],
)
def test_sets_and_scores_that_do_not_exist_are_refused(
    run: Run, only: str, scores: str, message: str
) -> None:
    assert message in refused(run(f"{TABLE} --only {only} --scores {scores}"))

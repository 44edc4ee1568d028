"""Items that other people made: what is read, and how often metrics prefer the good texts."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Corpus
from tallystick.metrics.resampling.units import segments_as_units
from tallystick.reports import Challenge
from tallystick.reports.challenge_sets.build import ACES, aces_score, preference

ROWS = [
    {
        "source": f"s{number}",
        "good-translation": f"the cat {number} sat",
        "incorrect-translation": f"the dog {number} sat",
        "reference": f"a cat {number} sat",
        "phenomena": "addition" if number % 2 else "omission",
        "langpair": "de-en" if number < 6 else "de-fr",
    }
    for number in range(8)
]
"""Items with the columns of ACES."""
DEMETR = {
    "id": 34,
    "src_sent": "quelle",
    "eng_sent": "a cat sat",
    "mt_sent": "the cat sat",
    "pert_sent": "the cat did not sit",
    "pert_check": True,
    "severity": "critical",
    "pert_desc": "affirmative to negation and negation to affirmative",
    "pert_name": "critical_id8_negation",
}
"""An item with the keys of DEMETR; its files are arrays of such objects."""


def items(given: Any = ROWS, **options: Any) -> Challenge:
    return tallystick.challenge(
        **{"items": given, "metrics": ["wer"], "fewest": 1, "resamples": 50, **options}
    )


def table(rows: list[dict[str, Any]], delimiter: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("aces.tsv", table(ROWS, "\t")),
        ("aces.csv", table(ROWS, ",")),
        ("aces.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS)),
        ("aces.json", json.dumps(ROWS, indent=2)),
    ],
)
def test_files_in_every_form_are_the_rows_in_them(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert items(tmp_path / name) == items(ROWS)


def test_phenomena_take_the_place_of_changes() -> None:
    report = items()
    assert [(change.change, change.segments) for change in report.changes] == [
        ("omission", 4),
        ("addition", 4),
    ]
    [metric] = report.metrics
    assert metric.score == pytest.approx(25.0)  # one of four words of each good text
    for reaction in report.reactions:
        assert (reaction.noticed, reaction.preferred) == (1.0, 1.0)
        assert reaction.drop == pytest.approx(25.0)


def test_keys_of_demetr_are_known_with_their_severity() -> None:
    wrong = {**DEMETR, "pert_check": False}
    same = {**DEMETR, "pert_sent": DEMETR["mt_sent"]}
    report = items([DEMETR, wrong, same])
    [change] = report.changes
    assert (change.change, change.severity) == ("critical_id8_negation", "critical")
    assert (change.before, change.after) == ("the cat sat", "the cat did not sit")
    assert report.items_left_out == 2
    assert "2 items left out: " in " ".join(report.notes)


def test_one_kind_of_faults_has_no_mean_over_kinds() -> None:
    kinds = [DEMETR, {**DEMETR, "pert_name": "critical_id9_addition"}]
    single, two = (" ".join(items(rows).verdict) for rows in (kinds[:1], kinds))
    assert "50% is chance. The" in single
    assert "50% is chance; these are means over 2 kinds of faults. The" in two


@pytest.mark.parametrize(("worst", "order"), [("x x x d", 1.0), ("a b c d e", 1.5 / 3)])
def test_severity_is_compared_with_the_drop(worst: str, order: float) -> None:
    """Minor and major faults change one and two of four words, critical ones three, or add one."""
    texts = {"minor": "x b c d", "major": "x x c d", "critical": worst}
    rows = [
        {
            "good": "a b c d",
            "bad": bad,
            "reference": "a b c d",
            "phenomenon": name,
            "severity": name,
            "source": source,
        }
        for name, bad in texts.items()
        for source in "abc"
    ]
    [metric] = items(rows).metrics
    assert metric.severity_order == pytest.approx(order)
    assert metric.severity_interval is not None


def test_only_the_items_of_the_language_count() -> None:
    assert [change.segments for change in items(language="fr").changes] == [1, 1]
    assert [change.segments for change in items(language="de-en").changes] == [3, 3]


def test_columns_have_the_names_that_the_caller_says() -> None:
    row = {"better": "a b", "worse": "a c", "kind": "word", "ref:1": "a b", "ref:2": "b b"}
    names = {"good": "better", "bad": "worse", "phenomenon": "kind"}
    report = items([row], columns=names, metrics=["rouge1"])
    assert report.reactions[0].drop == 50.0
    other = items([{**row, "ref:1": "x"}], columns=names, metrics=["rouge1"])
    assert other.metrics[0].score == 50.0
    listed = {"good": "a b", "bad": "a c", "phenomenon": "word", "references": ["a b", "b b"]}
    assert items([listed], metrics=["rouge1"]).reactions == report.reactions


def test_items_with_the_same_good_text_are_one_segment() -> None:
    """Two bad texts of one phenomenon are two segments, whose texts are the same."""
    bad = [{**DEMETR, "pert_sent": text} for text in ("the dog sat", "the cat ran")]
    other = {**DEMETR, "pert_name": "critical_id7_antonym", "pert_sent": "the cat stood"}
    report = items([*bad, other])
    assert report.segments == 2
    assert [change.segments for change in report.changes] == [2, 1]


def test_a_phenomenon_with_few_items_is_named_with_their_number() -> None:
    report = items([*ROWS, {**ROWS[0], "phenomena": "antonym"}], fewest=4)
    assert {reaction.change for reaction in report.reactions} == {"omission", "addition"}
    assert report.notes == ("Left out because they apply to fewer than 4 segments: antonym (1).",)


def scored(*differences: float) -> Challenge:
    """Return the challenge of a metric by which good texts are better by these numbers."""
    rows = [
        {"good": f"g {number} {gap}", "bad": f"b {number} 0", "phenomenon": "x", "reference": "r"}
        for number, gap in enumerate(differences)
    ]

    def last(texts: Corpus) -> list[float]:
        return [
            float(str(text).split()[-1]) if " " in str(text) else 0.0 for text in texts.hypotheses
        ]

    return items(rows, metrics=[], scorers={"last": last})


def test_a_tie_is_a_half_of_the_preferences_and_an_error_of_aces() -> None:
    """Of 8 items 5 are right and 2 ties: (5 + 1) / 8, and (5 - 3) / 8 as in comp_corr of ACES."""
    report = scored(1, 2, 3, 4, 5, 0, 0, -1)
    [reaction] = report.reactions
    assert (reaction.noticed, reaction.improved, reaction.preferred) == (5 / 8, 1 / 8, 6 / 8)
    rows = report.data_tables()["reactions"]
    assert float(dict(zip(rows.header, rows.rows[0], strict=True))["tau"]) == (5 - 3) / 8


def test_without_ties_the_interval_is_that_of_wilson() -> None:
    """7 of 10: 0.3968 to 0.8922 by statsmodels' proportion_confint(7, 10, method="wilson")."""
    bounds = scored(*[1] * 7, *[-1] * 3).reactions[0].preferred_interval
    assert bounds is not None
    assert (round(bounds.low, 4), round(bounds.high, 4)) == (0.3968, 0.8922)


def test_repeated_items_add_no_evidence() -> None:
    rows = [{**row, "phenomena": "x"} for row in ROWS]
    reports = [items(rows * times, metrics=["cer", "wer"]) for times in (1, 5)]
    [(once, alone), (five, repeated)] = [(one.reactions, one.tests) for one in reports]
    for reaction, other in zip(once, five, strict=True):
        assert reaction.preferred_interval == other.preferred_interval
        assert reaction.drop_interval == other.drop_interval
    assert [test.p_value for test in alone] == [test.p_value for test in repeated]


def test_preferences_are_means_over_kinds() -> None:
    signs = np.array([[1.0, np.nan], [1, np.nan], [0, 1], [-1, -1], [1, np.nan]])
    share, bounds = preference(signs, segments_as_units(len(signs)), 0.95)
    assert share == pytest.approx(((3 + 0.5) / 5 + 0.5) / 2)
    assert bounds is not None
    assert bounds.low < 0.6 < bounds.high
    assert preference(np.full((3, 1), np.nan), segments_as_units(3), 0.95) == (None, None)


def test_intervals_contain_the_share_in_95_percent_of_samples() -> None:
    draw = np.random.default_rng(1)
    covered = []
    for _ in range(400):
        signs = np.where(draw.random((60, 3)) < (0.6, 0.8, 0.9), 1.0, -1.0)
        signs[draw.random((60, 3)) < (0.0, 0.3, 0.6)] = np.nan
        _, bounds = preference(signs, segments_as_units(len(signs)), 0.95)
        covered.append(bounds is not None and bounds.low <= (0.6 + 0.8 + 0.9) / 3 <= bounds.high)
    assert 0.92 <= np.mean(covered) <= 0.98


def test_metrics_are_compared_by_exchanges_of_segments() -> None:
    """Nine items on which only one metric is right: two of 2^9 arrangements are as extreme."""
    rows = [{**row, "phenomena": "x"} for row in [*ROWS, {**ROWS[0], "source": "s"}]]

    def right(texts: Corpus) -> list[float]:
        return [float("cat" in str(text)) for text in texts.hypotheses]

    def wrong(texts: Corpus) -> list[float]:
        return [float("dog" in str(text)) for text in texts.hypotheses]

    report = items(
        rows, metrics=[], scorers={"right": right, "wrong": wrong, "again": right}, resamples=4000
    )
    p_values = {(test.metric, test.other): test.p_value for test in report.tests}
    assert p_values["right", "wrong"] == pytest.approx(2 / 2**9, abs=0.002)
    assert p_values["right", "again"] == 1.0
    assert report.verdict[2].startswith("Significantly different, by permutation tests")
    assert "right prefers the text with the fault" not in " ".join(report.verdict)
    assert "wrong prefers the text with the fault: x (right in 0%)." in report.verdict
    assert any(
        line.startswith("wrong prefers the bad text in nearly all") for line in report.verdict
    )


def test_the_score_of_aces_is_the_weighted_sum_over_its_categories() -> None:
    """5 (1 + 1 + 1 + 1 + 1) + 4 + 0.1 where all are right; see comp_aces_score of ACES."""
    names = [name for of in ACES.values() for name in of["phenomena"]]
    assert len(names) == len(set(names)) == 68
    perfect: dict[str, float | None] = dict.fromkeys(names, 1.0)
    assert aces_score(perfect) == pytest.approx(29.1)
    halves = {**perfect, "addition": 0.5, "copy-source": 0.0, "untranslated-vs-synonym": None}
    assert aces_score(halves) == pytest.approx(29.1 - 5 - 1)  # copy-source is one of two there
    assert aces_score({**perfect, "omission": None}) is None


def test_metrics_that_do_not_differ_are_said_to_be_the_same() -> None:
    report = items(metrics=["wer", "ter"])
    assert report.verdict[2].startswith("No two metrics differ significantly")


def test_the_worst_phenomenon_is_first() -> None:
    rows = [
        {**row, "phenomena": "worst", "incorrect-translation": row["reference"]} for row in ROWS
    ]
    shown = str(items([*ROWS, *rows]))
    table_of = shown[shown.index("worst first") :]
    assert table_of.index("\nworst") < table_of.index("\nomission")


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        ([{"good": "a b"}], {}, "none of the columns good is known to contain bad; name it with"),
        (ROWS, {"columns": {"good": "x"}}, "items: there is no column 'x'"),
        (ROWS, {"columns": {"fine": "x"}}, "'fine' is not a meaning of a column of items"),
        ([{**ROWS[0], "incorrect-translation": None}], {}, "is None; expected a text"),
        (
            [{**DEMETR, "pert_check": False}],
            {},
            "there is no item .* 1 item left out: the two text",
        ),
        ([{**DEMETR, "pert_check": "maybe"}], {}, "'valid' is 'maybe'; expected true or false"),
        (ROWS, {"language": "uk"}, "bad one in the language 'uk', only in de-en, de-fr"),
        (ROWS, {"fewest": 10}, "no phenomenon has 10 items; expected at least one"),
        ([{**ROWS[0], "phenomena": "dropped word"}], {}, "a phenomenon is named 'dropped word'"),
        ([{**ROWS[0], "good-translation": " "}], {}, "items: the good text is empty; expected a"),
        ([{**ROWS[0], "phenomena": ""}], {}, "the phenomenon is empty; .* phenomenon=COLUMN"),
        (ROWS, {"columns": {"phenomenn": "x"}}, "did you mean phenomenon"),
        (ROWS, {"columns": {"good": "phenomea"}}, "did you mean phenomena"),
        ([dict.fromkeys(("good", "bad", "phenomna"), "a")], {}, "--columns phenomenon=phenomna"),
    ],
)
def test_tables_that_have_no_items_are_refused(
    given: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        items(given, **options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "items is empty; expected items, each with a good and a bad text"),
        ("good\tbad\n", "there is no line below the header"),
        ('{"1": {\n', "line 1: is not valid JSON at character 8"),
        ("[1]", "entry 1: is not a JSON object"),
        ('[{"good": 1]', "items: is not valid JSON"),
        ("good,bad\na,b,c\n", "line 2: 3 fields; expected 2"),
    ],
)
def test_files_of_another_form_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "items").write_text(text)
    with pytest.raises(InputError, match=message):
        items(tmp_path / "items")


def test_a_phenomenon_of_several_severities_has_none() -> None:
    rows = [{**DEMETR, "severity": name, "pert_sent": name} for name in ("minor", "major", "minor")]
    [change] = items(rows).changes
    assert (change.severity, change.segments) == ("", 3)


def test_quoted_fields_of_a_table_with_tabs_are_read_without_their_quotes(tmp_path: Path) -> None:
    rows = [dict(ROWS[0], **{"good-translation": 'the "cat"\tsat'}), *ROWS[1:]]
    path = tmp_path / "items.tsv"
    path.write_text(table(rows, "\t"))
    assert items(path).changes[0].before == 'the "cat"\tsat'


def test_unknown_severities_are_named() -> None:
    said = " ".join(items([dict(DEMETR, severity="base")]).notes)
    assert "other than minor, major and critical do not count; the items also have base." in said


@pytest.mark.parametrize("number", [3, 8])
def test_swapped_columns_are_asked_about(number: int) -> None:
    """Of few items, intervals of what is preferred also contain one half."""
    rows = [dict(row, reference=row["good-translation"], phenomena="x") for row in ROWS[:number]]
    question = "Every metric prefers the bad texts: either these items are made to mislead"
    swapped = {"good": "incorrect-translation", "bad": "good-translation"}
    verdict = items(rows, columns=swapped).verdict
    assert any(line.startswith(question) for line in verdict)
    assert not any("does not notice" in line or "misses most" in line for line in verdict)
    assert not any(line.startswith(question) for line in items(rows).verdict)

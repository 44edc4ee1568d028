"""Explanations of reported scores, and what numbers as reported mean.

Expected scores of the packaged example `good` are those that sacreBLEU 2.6.0, NLTK 3.10.4 and
jiwer 4.0.0 printed for its files; WMT22 published those of its systems.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, OptionError, examples
from tallystick.compat import Explanation, explain
from tallystick.compat.explanation.explanation import Reported, explained
from tallystick.compat.explanation.search import Tried, search, sides_of
from tallystick.compat.explanation.settings import ways
from tallystick.metrics import Corpus, as_metric, fitted


def example() -> Corpus:
    return Corpus.from_files(
        hypotheses=examples.system_paths()["good"], references=examples.reference_paths()
    )


@cache
def tried(metric: str, most_odd: int = 1) -> list[Tried]:
    return search(example(), ways(metric, most_odd), most_odd)


def said_of(explanation: Explanation) -> dict[str, object]:
    """Return what the most usual match is."""
    match = explanation.matches[0]
    setting = match.setting
    assert setting.way.label in match.programs
    return {
        "spec": setting.way.spec,
        "program": setting.way.label,
        "references": setting.references,
        "slip": setting.slip and setting.slip.name,
        "reading": setting.reading.name,
        "part": setting.reading.part and setting.reading.part.description,
        "unit": match.unit.name,
    }


BOTH = (0, 1)
FRACTION = "on a scale from 0 to 1"


USUAL = {"references": BOTH, "slip": None, "reading": "corpus", "part": None, "unit": ""}


@pytest.mark.parametrize(
    ("reported", "metric", "spec", "unusual"),
    [
        ("60.5104", "bleu", "bleu", {}),
        ("53.0242", "bleu", "bleu", {"references": (0,)}),
        ("61.4595", "bleu", "bleu:tokenize=intl", {}),
        ("0.53045", "bleu", "bleu:dialect=nltk", {"unit": FRACTION}),
        ("59.4751", "bleu", "bleu", {"reading": "segments"}),
        ("71.5774", "bleu", "bleu", {"reading": "orders"}),
        ("46.2803", "bleu", "bleu", {"slip": "hypotheses-lowercased"}),
        (
            *("0.851204", "bleu", "bleu:dialect=nltk"),
            {"slip": "strings-for-tokens", "unit": FRACTION},
        ),
        ("82.1336", "bleu", "bleu:tokenize=char", {}),
        ("0.37864", "wer", "wer", {"references": (0,), "unit": FRACTION}),
        ("0.62136", "wer", "wer", {"references": (0,), "unit": "subtracted from 1"}),
        ("71.9493", "chrf", "chrf:word_order=2", {}),
        # tokens of sacremoses 0.2.0 and of NLTK
        ("60.83281", "bleu", "bleu:dialect=multi-bleu", {"slip": "moses-tokens"}),
        ("0.604504", "bleu", "bleu:dialect=nltk", {"slip": "nltk-words", "unit": FRACTION}),
    ],
)
def test_the_setting_of_a_printed_score_is_found(
    reported: str, metric: str, spec: str, unusual: dict[str, object]
) -> None:
    if unusual.get("slip") == "nltk-words":
        pytest.importorskip("nltk")
    said = said_of(explained(Reported.read(reported), tried(metric)))
    assert said == USUAL | {"spec": spec, "program": said["program"]} | unusual


def second() -> Corpus:
    """Return the example with its second reference alone."""
    return Corpus.from_files(
        hypotheses=examples.system_paths()["good"], references=examples.reference_paths()[1]
    )


@pytest.mark.parametrize(
    ("reported", "program", "unusual"),
    [
        # printed by multi-bleu.perl of Moses, 34452895f; tokens of sacremoses 0.2.0
        ("18.26", "Moses", {}),
        ("27.52", "Moses", {"slip": "moses-tokens"}),
        ("10.70", "Moses", {"slip": "moses-tokens-of-references"}),
        ("10.22", "Moses", {"slip": "moses-tokens-of-hypotheses"}),
        # sacreBLEU 2.6.0, corpus_bleu
        ("27.7629", "sacreBLEU", {}),
        ("27.6342", "sacreBLEU", {"slip": "moses-tokens"}),
        ("26.1094", "sacreBLEU", {"slip": "moses-tokens-of-references"}),
        ("10.81122", "sacreBLEU with tokenize=none", {"slip": "13a-tokens-of-references"}),
        ("10.27315", "sacreBLEU with tokenize=none", {"slip": "13a-tokens-of-hypotheses"}),
        ("30.40575", "sacreBLEU with tokenize=intl, lowercase=unicode", {}),
        # the same for the lines that remain
        ("27.98173", "sacreBLEU", {"reading": "part", "part": "without the last segment"}),
        ("28.28640", "sacreBLEU", {"reading": "part", "part": "without the last 2 segments"}),
        ("27.43382", "sacreBLEU", {"reading": "part", "part": "without the first 3 segments"}),
        # NLTK 3.10.4, corpus_bleu of str.split
        ("0.18260", "NLTK", {"unit": FRACTION}),
    ],
)
def test_a_score_is_named_by_the_program_that_most_papers_use(
    reported: str, program: str, unusual: dict[str, object]
) -> None:
    explanation = explained(Reported.read(reported), tried_second())
    said = said_of(explanation)
    named = said["program"] if "with" in program else program
    expected = USUAL | {"references": (0,), "program": named, "spec": said["spec"]} | unusual
    assert said == expected
    assert program in explanation.matches[0].programs


def test_chrf_plus_plus_is_named_by_sacrebleu_before_chrfpp_py() -> None:
    # sacreBLEU 2.6.0, corpus_chrf(word_order=2)
    explanation = explained(Reported.read("50.55"), search(second(), ways("chrf", 1)))
    programs = [match.setting.way.program.partition(", ")[0] for match in explanation.matches]
    assert programs[:2] == ["sacreBLEU", "chrF++.py"]


@cache
def tried_second() -> list[Tried]:
    return search(second(), ways("bleu", 2))


def test_programs_with_the_same_score_and_axes_without_a_difference_are_named() -> None:
    match = explained(Reported.read("18.26"), tried_second()).matches[0]
    first, *others = [name.partition(" with ")[0] for name in match.programs]
    assert (first, others[0]) == ("sacreBLEU", "Moses")  # the likeliest first
    assert {"NLTK", "TensorFlow NMT", "fairseq", "Marian"} <= set(others)
    assert len(set(others)) == len(others)
    assert {"reference_length", "no_match", "empty_references"} <= set(match.indifferent)
    assert "order" not in match.indifferent
    # the texts have ASCII spaces only, and punctuation, which other tokenizers split off
    assert match.indifferent["tokenize"] == ("ascii-space", "none", "every-space")


def test_other_texts_with_the_same_score_are_named_with_their_metric() -> None:
    metric = as_metric("google_gleu")  # the lower of precision and recall: sides can be exchanged
    score = metric.score(metric.statistics(second())).score
    match = explain(second(), f"{score:.6f}", ["google_gleu"], most_odd=1).matches[0]
    assert match.other_texts == (
        "the score of google_gleu of the references, scored against the hypotheses",
    )


def test_empty_hypotheses_that_were_dropped_with_their_references_are_found() -> None:
    files = examples.system_paths()["good"], examples.reference_paths()[1]
    lines, references = (file.read_text("utf-8").splitlines() for file in files)
    lines[2] = lines[5] = ""
    emptied = Corpus.from_segments(hypotheses=lines, references=references)
    # sacreBLEU 2.6.0; with its options given, there are few settings to try
    explanation = explain(emptied, "27.63049", ["bleu:dialect=sacrebleu,order=4"])
    assert said_of(explanation)["part"] == "without the segments whose hypothesis is empty"


def test_exchanged_sides_are_found_with_one_reference() -> None:
    explanation = explain(second(), "27.62638", ["bleu"], most_odd=1)
    assert said_of(explanation)["slip"] == "sides-exchanged"


def test_every_match_has_another_score_and_the_most_usual_comes_first() -> None:
    explanation = explained(Reported.read("60.5"), tried("bleu"))
    scores = [round(match.written, 7) for match in explanation.matches]
    assert len(set(scores)) == len(scores) > 1
    assert explanation.matches[0].equal
    oddities = [match.oddity for match in explanation.matches]
    assert oddities == sorted(oddities)
    assert oddities[0] == 0


def test_a_truncated_score_matches_and_says_so() -> None:
    explanation = explained(Reported.read("61.45"), tried("bleu"))  # 61.4595 is rounded to 61.46
    [match] = [
        match for match in explanation.matches if match.setting.way.spec == "bleu:tokenize=intl"
    ]
    assert (match.truncated, match.oddity) == (True, 2)


def test_matches_by_chance_are_those_of_the_numbers_next_to_the_reported_one() -> None:
    every = tried("bleu")
    tens = [f"{(604 + step) / 10:.1f}" for step in range(-10, 11) if step]
    direct = [len(explained(Reported.read(number), every).matches) for number in tens]
    explanation = explained(Reported.read("60.4"), every)
    assert explanation.by_chance == pytest.approx(sum(direct) / len(direct))
    usual = explained(Reported.read("60.5"), every)
    assert usual.matches[0].by_chance < usual.by_chance


def test_the_nearest_settings_are_named_if_none_matches() -> None:
    explanation = explained(Reported.read("99.1234"), tried("bleu"))
    assert not explanation.matches
    distances = [abs(match.written - 99.1234) for match in explanation.nearest]
    assert distances == sorted(distances)
    assert len(distances) == 10


def test_the_questions_are_the_conventions_in_which_matches_differ() -> None:
    explanation = explained(Reported.read("60.5"), tried("bleu"))
    asked = {question.about: question.values for question in explanation.questions}
    assert all(len(set(values)) > 1 for values in asked.values())
    assert "smooth" not in explanation.matches[0].setting.way.spec
    assert "smooth" in explanation.matches[0].indifferent
    assert not {"the metric", "smooth of BLEU"} & asked.keys()


def test_settings_that_suit_a_corpus_badly_do_not_warn() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[""])
    assert explain(corpus, "2.0", ["wer"], most_odd=1).tried > 0  # `Wer` warns of the rate


def test_tokens_are_refused() -> None:
    corpus = Corpus.from_segments(hypotheses=[["a"]], references=[["a"]])
    with pytest.raises(InputError, match="as text"):
        explain(corpus, "27.3")


@pytest.mark.parametrize(
    "name",
    ["nist", "cider", "self_bleu", "distinct", "ribes", "google_gleu", "ter", "cer", "rougeL"],
)
def test_the_score_of_every_metric_is_explained_by_it(name: str) -> None:
    corpus = example()
    metric = as_metric(name)
    score = metric.score(fitted(metric, [corpus.references]).statistics(corpus))
    explanation = explain(corpus, f"{score.score:.6f}", metrics=[name])
    assert score.spec in [match.setting.way.spec for match in explanation.matches]


@pytest.mark.parametrize("name", ["nist", "chrf", "rouge1", "ter"])
def test_settings_that_share_counts_have_the_scores_that_they_have_alone(name: str) -> None:
    corpus = example()
    alone = [
        trial
        for trial in tried(name)
        if trial.setting.all_references and trial.setting.texts[1:] == (None, "the score")
    ]
    assert len(alone) > 20
    for trial in alone:
        ready = fitted(trial.setting.way.metric, [corpus.references])
        score = ready.formula(ready.statistics(corpus).total())
        assert trial.score == score, trial.setting.way.spec


def test_texts_that_share_segments_have_the_scores_that_they_have_alone() -> None:
    # the first two segments have the same words, on other sides
    corpus = Corpus.from_streams(
        hypotheses=["a b", "a", "C b, a (d)."], references=[["c", "b c", "A b c d ."]]
    )
    number = 0
    for trial in search(corpus, ways("ter", 2)):
        if trial.setting.reading.name == "corpus" and trial.setting.slip is not None:
            changed = trial.setting.slip.apply(sides_of(corpus))
            alone = Corpus.from_streams(
                hypotheses=changed.hypotheses, references=changed.references
            )
            metric: Any = trial.setting.way.metric
            assert trial.score == metric.formula(metric.statistics(alone).total())
            number += 1
    assert number > 100


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        *(("27.3", 27.25, 27.4), ("27.30", 27.295, 27.31), ("0.273", 0.2725, 0.274)),
        *(("27", 26.5, 28), ("-1.5", -1.6, -1.45), ("27.3 %", 27.25, 27.4)),
    ],
)
def test_a_number_stands_for_what_is_rounded_or_truncated_to_it(
    text: str, low: float, high: float
) -> None:
    number = Reported.read(text)
    assert number.interval() == pytest.approx((low, high))
    assert number.percent == text.endswith("%")


def test_a_truncated_score_is_told_from_a_rounded_one() -> None:
    number = Reported.read("27.3")
    assert [number.is_truncated(score) for score in (27.26, 27.34, 27.38)] == [False, False, True]


def test_a_negative_number_is_no_score_of_a_metric_without_negative_ones() -> None:
    with pytest.raises(OptionError, match="is -3, but scores of bleu, nist are never negative"):
        explain(example(), "-3", ["bleu", "nist"])
    # 100 less an error rate can be negative
    explanation = explain(example(), "-3", ["bleu", "wer"], most_odd=0)
    assert explanation.untried[0] == "the metric bleu, which is never negative"
    assert {match.setting.way.metric.identity.name for match in explanation.nearest} == {"wer"}


@pytest.mark.parametrize("given", ["27,3", "about 27", "", "1e2", "nan", None, True])
def test_anything_but_a_number_is_refused(given: object) -> None:
    comma = r"with a point: 27\.3" if given == "27,3" else ""
    with pytest.raises(OptionError, match=rf"expected a number .* such as 27\.3.*{comma}"):
        Reported.read(given)


SYSTEM = "Online-B"
REFERENCES = {"A": (0,), "B": (1,), "all": (0, 1)}


@pytest.fixture(scope="module")
def published(shared_data: Path) -> dict[str, float]:
    """Return the scores of the system: those of sacreBLEU 2.0, by metric and references."""
    table = (shared_data / "scores" / "automatic-scores.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.split("\n")]
    return {row[4]: float(row[5]) for row in rows if row[:2] == ["de-en", SYSTEM]}


@pytest.fixture(scope="module")
def tried_wmt22(shared_data: Path) -> list[Tried]:
    name = f"generaltest2022.de-en.hyp.{SYSTEM}.en"
    references = [f"generaltest2022.de-en.ref.{letter}.en" for letter in "AB"]
    corpus = Corpus.from_files(
        hypotheses=shared_data / "system-outputs" / name,
        references=[shared_data / "references" / reference for reference in references],
    )
    return search(corpus, [*ways("bleu", 2), *ways("chrf", 2)])


@pytest.mark.thorough
def test_at_least_5000_settings_are_tried(tried_wmt22: list[Tried]) -> None:
    assert len(tried_wmt22) >= 5000


@pytest.mark.thorough
@pytest.mark.parametrize("references", REFERENCES)
@pytest.mark.parametrize("metric", ["bleu", "chrf"])
def test_a_published_score_is_that_of_the_default_with_its_references(
    metric: str, references: str, tried_wmt22: list[Tried], published: dict[str, float]
) -> None:
    score = published[f"{metric}-{references}"]
    match = explained(Reported.read(f"{score:.2f}"), tried_wmt22).matches[0]
    assert (match.setting.way.spec, match.setting.references) == (metric, REFERENCES[references])
    assert match.score == pytest.approx(score, abs=1e-9)
    assert match.by_chance < 0.5

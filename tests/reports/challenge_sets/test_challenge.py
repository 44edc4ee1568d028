"""Challenges: numbers of tiny corpora, and laws of order, seeds and threads."""

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import Corpus
from tallystick.reports import Challenge, Interval, Reaction
from tallystick.reports.challenge_sets.build import separation
from tallystick.reports.challenge_sets.changes.segment import Segment
from tallystick.reports.challenge_sets.planting import UNCHANGED, ChallengeSet, plant

TEXTS = [
    "The cat sat on the mat, and it was happy.",
    "Ada Lovelace met Charles Babbage in 1833.",
    "They don't know what “this” is about…",
    "It is not true that we can all go home.",
    "A dog ran across the very wide road.",
    "Birds are singing in the trees of Paris.",
]


def challenge(texts: list[str] = TEXTS, **options: Any) -> Challenge:
    given = {"metrics": ["wer"], "language": "en", "fewest": 1, "resamples": 20, **options}
    return tallystick.challenge(references=texts, **given)


def reaction(report: Challenge, metric: str, change: str) -> Reaction:
    [row] = [row for row in report.reactions if (row.metric, row.change) == (metric, change)]
    return row


def planted(texts: list[str] = TEXTS) -> ChallengeSet:
    return plant(Corpus.from_segments(hypotheses=texts, references=texts), "en", 1)


def test_one_dropped_word_of_three_is_a_third_of_the_word_error_rate() -> None:
    report = challenge(["the cat sat", "a dog ran", "birds sing here"])
    dropped = reaction(report, "wer", "dropped word")
    assert dropped.drop == pytest.approx(100 / 3)
    assert (dropped.noticed, dropped.improved, dropped.relative) == (1.0, 0.0, 1.0)
    assert (dropped.series, dropped.correlation) == ((), None)  # no segment has 12 words


def test_more_dropped_words_are_a_higher_word_error_rate() -> None:
    words = [f"{letter}{number}" for letter in "ab" for number in range(16)]
    report = challenge([" ".join(words[:16]), " ".join(words[16:])])
    dropped = reaction(report, "wer", "dropped word")
    assert dropped.series == ((0, 0.0), (1, 6.25), (2, 12.5), (4, 25.0), (8, 50.0))
    assert dropped.correlation == 1.0
    [change] = [change for change in report.changes if change.change == "dropped word"]
    assert change.segments_with_several == 2


def test_the_correlation_is_that_with_the_number_of_changes() -> None:
    """The number of words falls by one with a dropped word, and does not change with a swap."""

    def words(texts: Corpus) -> list[float]:
        return [float(len(str(text).split())) for text in texts.hypotheses]

    texts = [" ".join(f"{letter}{number}" for number in range(20)) for letter in "abc"]
    report = challenge(texts, metrics=[], scorers={"words": words})
    assert {
        change: reaction(report, "words", change).correlation
        for change in ("dropped word", "repeated phrase", "swapped neighbours")
    } == {"dropped word": 1.0, "repeated phrase": -1.0, "swapped neighbours": 0.0}


@pytest.mark.parametrize("returned", [0.5, None])
def test_what_a_scorer_returns_is_a_score_for_every_segment(returned: Any) -> None:
    with pytest.raises(InputError, match=f"the scorer 'one' returned {returned}; expected a score"):
        challenge(metrics=[], scorers={"one": lambda texts: returned})


def test_a_drop_that_is_the_same_in_all_segments_has_an_interval_without_width() -> None:
    texts = [f"{letter}1 {letter}2 {letter}3 {letter}4" for letter in "abcdefghij"]
    dropped = reaction(challenge(texts), "wer", "dropped word")
    assert dropped.drop_interval == Interval(25.0, 25.0)
    assert dropped.relative_interval == Interval(1.0, 1.0)


def test_a_half_of_two_words_is_one_dropped_word() -> None:
    report = challenge(["the cat", "a dog"])
    assert reaction(report, "wer", "lost second half").relative == 1.0


@pytest.fixture(scope="module")
def of_texts() -> Challenge:
    """The challenge of several metrics with the texts."""
    return challenge(metrics=["bleu", "chrf", "rougeL", "ter", "rouge1", "wer"])


@pytest.mark.filterwarnings("ignore:the hypotheses are in lower case")
@pytest.mark.parametrize(("metric", "perfect"), [("bleu", 100), ("chrf", 100), ("ter", 0)])
def test_a_drop_is_that_of_the_corpus_score(
    of_texts: Challenge, metric: str, perfect: float
) -> None:
    """The score of the changed segments, computed apart."""
    for change, _, texts in planted().one_each:
        if not texts:
            continue
        [score] = tallystick.score(
            hypotheses=list(texts.values()),
            references=[TEXTS[segment] for segment in texts],
            metrics=metric,
        )
        drop = reaction(of_texts, metric, change.name).drop
        assert drop == pytest.approx(abs(perfect - score.score), abs=1e-9)


def test_the_score_without_changes_is_perfect(of_texts: Challenge) -> None:
    assert [entry.score for entry in of_texts.metrics] == pytest.approx([100, 100, 100, 0, 100, 0])
    assert of_texts.unchanged == len(TEXTS)


@pytest.mark.parametrize(
    ("metric", "change"),
    [
        ("bleu", "doubled space"),
        ("chrf", "no-break space"),
        ("bleu", "trailing space"),
        ("rougeL", "quotation marks"),
        ("rouge1", "swapped far words"),
        ("wer", "trailing space"),
    ],
)
def test_a_metric_does_not_notice_what_it_normalises(
    of_texts: Challenge, metric: str, change: str
) -> None:
    effect = reaction(of_texts, metric, change)
    assert (effect.noticed, effect.improved, effect.drop, effect.relative) == (0.0, 0.0, 0.0, 0.0)


texts_of_words = st.lists(
    st.lists(st.sampled_from(["a", "cat", "Ada", "1,234", "“so”", "é"]), min_size=2, max_size=8)
    .map(" ".join)
    .filter(lambda text: len(Segment(text).words) > 1),
    min_size=1,
    max_size=6,
)


@settings(max_examples=5)
@given(texts_of_words, st.integers(0, 9))
def test_unchanged_texts_are_perfect_and_white_space_does_not_matter(
    texts: list[str], seed: int
) -> None:
    report = challenge(texts, metrics=["wer", "chrf"], seed=seed, resamples=1)
    assert [entry.score for entry in report.metrics] == pytest.approx([0, 100])
    for metric in ("wer", "chrf"):
        for change in ("doubled space", "trailing space"):
            effect = reaction(report, metric, change)
            assert (effect.noticed, effect.improved, effect.drop) == (0.0, 0.0, 0.0)
        assert reaction(report, metric, "dropped word").noticed == 1.0


def without_segments(report: Challenge) -> Challenge:
    changes = tuple(dataclasses.replace(change, example=None) for change in report.changes)
    return dataclasses.replace(report, changes=changes)


def test_the_order_of_segments_does_not_matter() -> None:
    shuffled = [*TEXTS, TEXTS[0]]
    first = challenge(shuffled, metrics=["nist", "cider"])
    random.Random(1).shuffle(shuffled)
    again = challenge(shuffled, metrics=["nist", "cider"])
    assert without_segments(first) == without_segments(again)


def test_neither_threads_nor_other_metrics_matter() -> None:
    alone = challenge(metrics=["chrf"], threads=2).reactions
    others = challenge(metrics=["wer", "chrf"], threads=1).reactions
    assert alone == tuple(entry for entry in others if entry.metric == "chrf")


def test_the_seed_matters() -> None:
    corpus = Corpus.from_segments(hypotheses=TEXTS, references=TEXTS)
    assert plant(corpus, "en", 1).lines == plant(corpus, "en", 1).lines
    assert plant(corpus, "en", 1).lines != plant(corpus, "en", 2).lines


def test_equal_segments_have_changes_of_their_own() -> None:
    dropped = planted([TEXTS[0]] * 9).one_each[0].texts
    assert len(dropped) == 9
    assert len(set(dropped.values())) > 1


def test_every_line_is_unchanged_or_has_a_change() -> None:
    made = planted()
    assert [line.text for line in made.lines if line.change == UNCHANGED] == TEXTS
    changed = [line for line in made.lines if line.change != UNCHANGED]
    assert all(line.text != TEXTS[line.segment] and line.number == 1 for line in changed)
    assert len(made.all_texts) == len(made.lines)


def test_sources_change_nothing_but_the_copied_source() -> None:
    corpus = Corpus.from_segments(hypotheses=TEXTS, references=TEXTS, sources=TEXTS[::-1])
    lines = plant(corpus, "en", 1).lines
    assert tuple(line for line in lines if line.change != "copied source") == planted().lines
    copied = [line.text for line in lines if line.change == "copied source"]
    assert copied == TEXTS[::-1]


def exact(texts: Corpus) -> list[float]:
    pairs = zip(texts.hypotheses, texts.references, strict=True)
    return [float(text in references) for text, references in pairs]


def test_a_metric_that_treats_all_changes_alike_separates_nothing() -> None:
    """Exact match: every change makes a segment wrong, so that all weigh the same."""
    texts = [f"{letter} b c d e" for letter in "abcdefghijklmnop"]
    for report in (
        challenge(metrics=[], scorers={"exact": exact}),
        challenge(texts, metrics=[], scorers={"exact": exact}),
    ):
        assert {entry.relative for entry in report.reactions} == {1.0}
        [metric] = report.metrics
        assert (metric.score, metric.faults_noticed, metric.separation) == (1.0, 1.0, 0.5)
    assert metric.separation_interval == Interval(0.5, 0.5)


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from([np.nan, 0.0, 1.0, 2.0])), max_size=8))
def test_the_separation_is_the_share_of_pairs(drops: list[tuple[int, float]]) -> None:
    """An undefined drop, which occurs in resamples, is neither larger nor smaller than another."""
    pairs = [
        0.5 + 0.5 * (worse > milder) - 0.5 * (worse < milder)
        for severity, worse in drops
        for other, milder in drops
        if severity > other
    ]
    relative = np.array([drop for _, drop in drops], np.float64)
    share = separation(relative, np.array([severity for severity, _ in drops], np.int64))
    expected = sum(pairs) / len(pairs) if pairs else np.nan
    assert share == pytest.approx(expected, nan_ok=True)


def test_paraphrases_are_harmless_changes() -> None:
    texts = ["the cat sat", "a dog ran", "birds sing here"]
    report = challenge(texts, paraphrases=["one cat sat", "a dog ran", "two birds sing"])
    assert reaction(report, "wer", "paraphrase").drop == 50.0  # 1 and 2 of 6 words
    [change] = [change for change in report.changes if change.change == "paraphrase"]
    assert (change.is_fault, change.segments, change.severity) == (False, 2, "")


def test_the_interval_of_the_separation_contains_what_other_seeds_give() -> None:
    """Half of the words of the references differ, so that the share depends on what is planted."""
    draw = random.Random(5)
    words = ["It's", "Ada", "“so”", "cats", "dogs", "-", "we", "are", "here", "1,000", "not", "it"]
    references = [" ".join(draw.choices(words, k=9)) for _ in range(40)]
    texts = [" ".join(draw.choice([w, w, "x"]) for w in text.split()) for text in references]
    given = {"hypotheses": texts, "metrics": ["bleu"], "fewest": 5, "resamples": 100}
    runs = [challenge(references, seed=seed, **given).metrics[0] for seed in range(8)]
    shares = [run.separation or 0.0 for run in runs]
    assert max(shares) - min(shares) > 0.02
    bounds = [run.separation_interval for run in runs if run.separation_interval is not None]
    assert len(bounds) == len(runs)
    mean = sum(shares) / len(shares)
    assert sum(interval.low <= mean <= interval.high for interval in bounds) >= 7


def test_a_fault_that_makes_the_score_better_is_named() -> None:
    """The hypotheses have one word too many, so that a dropped word can be the right one."""
    references = [f"{letter} {letter.upper()}" for letter in "abcdefghijklmnop"]
    report = challenge(references, hypotheses=[f"{reference} x" for reference in references])
    dropped = reaction(report, "wer", "dropped word")
    assert dropped.improved is not None
    assert dropped.improved > 0
    assert any(
        note.startswith("WER becomes better with a fault in some segments: dropped word in")
        for note in report.notes
    )


def test_what_does_not_apply_is_left_out_with_the_reason() -> None:
    report = challenge(language="fi", fewest=2)
    reasons = {change.change: change.left_out for change in report.changes if change.left_out}
    assert reasons["removed negation"] == "there is no table for the language 'fi'"
    assert reasons["copied source"].startswith("there are no sources")
    assert reasons["wrong number"] == "they apply to fewer than 2 segments"
    assert "fewer than 2 segments: wrong name (0), wrong number (1)" in " ".join(report.notes)
    assert not any(entry.change in reasons for entry in report.reactions)


def test_what_is_planted_does_not_depend_on_other_changes() -> None:
    left_out = ("dash", "wrong-name")
    names = [name.replace("-", " ") for name in left_out]
    fewer = challenge(without=left_out).reactions
    assert fewer == tuple(entry for entry in challenge().reactions if entry.change not in names)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"without": "wrong nam"}, "no change is named 'wrong nam'; did you mean"),
        ({"without": "dropped word"}, "dropped word cannot be left out, because all changes are"),
        ({"paraphrases": ["a"]}, "there are 1 paraphrase for 6 segments; expected one for each"),
        ({"fewest": 10}, "6 segments of two or more words; expected at least 10"),
        ({"metrics": ["distinct2"]}, "does not compare hypotheses with references"),
        ({"metrics": ["self_bleu"]}, "does not compare hypotheses with references"),
        ({"metrics": ["sari"]}, "compares with the source texts"),
        ({"metrics": ["bleu", "bleu"]}, "the metric 'bleu' is given twice"),
        ({"language": "ru"}, "100% of the letters of the texts are not Cyrillic"),
        ({"language": "zh"}, "100% of the letters of the texts are not Han"),
        ({"language": "english"}, "expected a language such as"),
        ({"language": "jp"}, "did you mean ja"),
        ({"language": 5}, "an object of type int is given; expected a str; write"),
        ({"texts": ["東京大学法学部は日本国内で有名です。"], "language": "zh"}, "look like 'ja'"),
        ({"texts": "a b"}, "hypotheses are missing, into which changes are planted"),
        ({"texts": [["a b", "c d"]]}, "hypotheses are missing, into which changes are planted"),
        ({"texts": [[["a", "b"]]], "hypotheses": [["a", "b"]]}, "tokens are given; give strings"),
    ],
)
def test_what_cannot_be_challenged_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        challenge(**options)


def test_a_metric_that_needs_sources_takes_them() -> None:
    assert challenge(metrics=["sari"], sources=TEXTS[::-1]).metrics[0].score > 0


def test_paraphrases_of_other_segments_are_refused() -> None:
    texts = [f"sentence {number} has the words w{number} and v{number}" for number in range(20)]
    others = [f"words w{number}, v{number} in sentence {number}" for number in range(20)]
    options: dict[str, Any] = {"references": texts, "metrics": ["wer"], "resamples": 20}
    assert tallystick.challenge(paraphrases=others, **options)
    with pytest.raises(InputError, match="no more words in common with their own segments than"):
        tallystick.challenge(paraphrases=others[7:] + others[:7], **options)

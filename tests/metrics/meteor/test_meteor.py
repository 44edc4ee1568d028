"""METEOR as NLTK computes it: recorded scores, components, references, signature and errors."""

import sys
from unittest.mock import Mock

import pytest

import tallystick
from tallystick import Corpus, InputError, Meteor, MissingExtraError, OptionError
from tallystick.metrics import MeteorDialect, Signature
from tests.metrics.internals import alignment, wordnet

RECORDED = pytest.mark.usefixtures("recorded_wordnet")


@RECORDED
def test_the_components_by_hand() -> None:
    # the and cat are aligned, in one chunk of two words: 2 of 3 and 2 of 4
    score = tallystick.meteor(hypotheses=["The cat x"], references=["a b the cats"], dialect="nltk")
    assert score.precision == pytest.approx(2 / 3)
    assert score.recall == 0.5
    assert score.penalty == pytest.approx(0.5 / 2**3)
    mean = (2 / 3 * 0.5) / (0.9 * 2 / 3 + 0.1 * 0.5)
    assert score.score == pytest.approx(100 * mean * (1 - 0.5 / 2**3))
    assert str(score).startswith(
        "METEOR (dialect=nltk) = 48.08 (precision 0.6667, recall 0.5000, penalty 0.0625) "
        "nrefs:1|case:lc|tok:none|dialect:nltk|wordnet:3.0|metric:meteor|"
    )


def test_synonyms_are_looked_up_of_stems_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def synonyms(stem: str) -> frozenset[str]:
        asked.append(stem)
        return frozenset({"b", "c", stem}) if stem == "x" else frozenset()

    known = wordnet.WordNet("", lambda word: word[0], synonyms)
    monkeypatch.setattr(wordnet, "load", lambda: known)
    meteor = tallystick.meteor(
        hypotheses=["a dd x1 x2 x3 y"], references=["c bb cc a d"], dialect="nltk"
    )
    assert sorted(asked) == ["x", "x", "x", "y"]
    assert (meteor.precision, meteor.recall) == (5 / 6, 1)
    # a d and x1 x2 x3 are the two chunks, each in the order of the reference
    assert meteor.penalty == pytest.approx(0.5 * (2 / 5) ** 3)


@RECORDED
def test_the_parameters_are_those_of_the_formula() -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c"], references=["a b d d d d"])

    def score(metric: Meteor) -> float:
        return metric.score(metric.statistics(corpus)).score

    assert score(Meteor("nltk", alpha=0, gamma=0)) == pytest.approx(100 * 2 / 3)
    assert score(Meteor("nltk", alpha=1, gamma=0)) == pytest.approx(100 / 3)
    assert score(Meteor("gamma=1.0", beta=1, alpha=1)) == pytest.approx(50 / 3)


def test_a_name_without_a_dialect_is_refused_with_what_it_can_mean() -> None:
    match = r"meteor:dialect=nltk .* METEOR 1\.5.*--scores"
    for spec in ("meteor", "meteor:alpha=0.5"):
        with pytest.raises(OptionError, match=match):
            tallystick.metric(spec)
    with pytest.raises(OptionError, match=match):
        tallystick.meteor(hypotheses=["a"], references=["a"])


def test_a_missing_library_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wordnet.load.cache_clear()
    monkeypatch.setitem(sys.modules, "nltk.corpus", None)
    with pytest.raises(MissingExtraError, match=r"tallystick\[meteor\].*downloader wordnet"):
        tallystick.meteor(hypotheses=["a"], references=["a"], dialect="nltk")


def test_missing_data_of_wordnet_is_refused_with_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    absent = Mock(ensure_loaded=Mock(side_effect=LookupError))
    wordnet.load.cache_clear()
    monkeypatch.setattr(pytest.importorskip("nltk.corpus"), "wordnet", absent)
    with pytest.raises(InputError, match=r"python -m nltk\.downloader wordnet"):
        tallystick.meteor(hypotheses=["a"], references=["a"], dialect="nltk")


def test_synonyms_are_the_single_words_of_all_meanings(monkeypatch: pytest.MonkeyPatch) -> None:
    def meaning(*names: str) -> Mock:
        lemmas = [Mock(**{"name.return_value": name}) for name in names]
        return Mock(**{"lemmas.return_value": lemmas})

    def meanings(word: str) -> list[Mock]:
        return [meaning(word, "auto", "motor_car"), meaning(word, "cable_car", "gondola")]

    installed = Mock(**{"get_version.return_value": "3.1"}, synsets=meanings)
    wordnet.load.cache_clear()
    monkeypatch.setattr(pytest.importorskip("nltk.corpus"), "wordnet", installed)
    try:
        known = wordnet.load()
    finally:
        wordnet.load.cache_clear()
    assert known.version == "3.1"
    assert known.stem("cats") == "cat"
    assert known.synonyms("car") == {"car", "auto", "gondola"}


@RECORDED
@pytest.mark.parametrize(
    "metric",
    [
        Meteor("nltk"),
        Meteor("nltk", alpha=1 / 3, beta=2, gamma=0, tokenize="13a", lowercase="none"),
        Meteor(MeteorDialect(gamma=0.25, tokenize="char")),
    ],
    ids=str,
)
def test_a_signature_recreates_the_metric(metric: Meteor) -> None:
    line = str(Signature.of(metric, 1, given_tokens=False))
    assert Signature.parse(line).metric() == metric


@RECORDED
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("dialect:nltk|wordnet:2.1", r"WordNet 2\.1, but NLTK has WordNet 3\.0"),
        ("wordnet:3.0", "write meteor:dialect=nltk"),
    ],
)
def test_a_signature_of_another_wordnet_or_program_is_refused(fields: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Signature.parse(f"nrefs:1|case:lc|tok:none|{fields}|metric:meteor").metric()


def test_without_aligned_words_all_components_are_0() -> None:
    assert tuple(alignment.meteor(0, 0, (3, 2), 0.9, 3.0, 0.5)) == (0, 0, 0, 0)

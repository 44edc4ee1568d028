"""Scoring in one call, of one system or of several."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tallystick
from tallystick import (
    Bleu,
    Corpus,
    InputError,
    Nist,
    OptionError,
    PreparedReferences,
    Sari,
    UnknownNameError,
)
from tallystick.metrics import (
    Identity,
    Metric,
    fitted,
    presets_of,
    score_parts,
    segment_form,
    segment_scores,
)
from tallystick.reports import score_report
from tests.metrics.built_in import DIALECTS, NAMES

HYPOTHESES = ["the cat is on the mat", "a dog", "x"]
REFERENCES = [["the cat sat on the mat", "a cat"], ["the dog"], ["x", "y"]]
CORPUS = Corpus.from_segments(hypotheses=["a"], references=["a"])
LINES = st.lists(st.sampled_from(["a", "b", "0", "c,"]), min_size=1, max_size=7).map(" ".join)
SEGMENTS = st.lists(
    st.tuples(LINES, LINES, st.lists(LINES, min_size=1, max_size=2)), min_size=1, max_size=6
)


def test_scores_come_in_the_order_of_the_metrics() -> None:
    specs: list[Any] = ["nist:order=2", Bleu(order=1), "bleu"]
    scores = tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES, metrics=specs)
    assert [score.metric for score in scores] == ["nist:order=2", "bleu:order=1", "bleu"]
    assert [len(score.details["counts"]) for score in scores] == [2, 1, 4]


def test_bleu_and_chrf_are_the_default_metrics() -> None:
    both = tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES)
    alone = [
        function(hypotheses=HYPOTHESES, references=REFERENCES)
        for function in (tallystick.bleu, tallystick.chrf)
    ]
    assert both == alone
    for metrics in ("bleu", Bleu(), ("bleu",)):
        given_: Any = metrics
        assert (
            tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES, metrics=given_)
            == both[:1]
        )


def test_given_tokens_are_not_changed() -> None:
    score = tallystick.bleu(hypotheses=[["a.", "b c"]], references=[[["a.", "b c"], ["a."]]])
    assert (score.hypothesis_length, score.counts[:2]) == (2, (2, 1))
    assert score.signature["tok"] == "given"


def test_a_corpus_replaces_hypotheses_and_references() -> None:
    corpus = Corpus.from_streams(hypotheses=["a b"], references=[["a b"], ["c"]])
    assert tallystick.bleu(hypotheses=corpus, order=2).score == 100.0
    with pytest.raises(
        InputError, match="a Corpus, which has its references; leave references out"
    ):
        tallystick.bleu(hypotheses=corpus, references=["a b"])


@pytest.mark.parametrize("function", ["score", "bleu", "nist"])
@pytest.mark.parametrize("positional", [(["a"], ["a"]), (["a"],), ([["a"]], ["a"]), (CORPUS,)])
def test_positional_use_is_refused_with_both_spellings(
    function: str, positional: tuple[Any, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        getattr(tallystick, function)(*positional)
    message = str(caught.value)
    assert f"tallystick.{function}(hypotheses=" in message
    assert ", references=" in message
    assert "for sacreBLEU its first argument is hypotheses, for NLTK references" in message


@pytest.mark.parametrize("function", ["score", "bleu", "nist"])
@pytest.mark.parametrize(
    ("given_", "missing"), [("references", "hypotheses"), ("hypotheses", "references")]
)
def test_a_missing_argument_is_named(function: str, given_: str, missing: str) -> None:
    with pytest.raises(InputError, match=rf"{missing} are missing; write tallystick\.{function}\("):
        getattr(tallystick, function)(**{given_: ["a"]})


class Unfinished:
    """A metric of which two members are missing."""

    identity = options = statistics = None


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        ({"metrics": []}, OptionError, "metrics is empty"),
        ({"metrics": "bleu, chrf++"}, UnknownNameError, r"metrics=\['bleu', 'chrf\+\+'\]"),
        ({"metrics": [Bleu]}, OptionError, "the class Bleu is not a metric; expected a spec"),
        ({"metrics": [Unfinished()]}, OptionError, "is not a metric: it has no formula and no sc"),
        ({"metrics": Unfinished()}, OptionError, "metrics is .*: it has no formula and no sc"),
        ({"threads": 0}, OptionError, "threads is 0"),
    ],
)
def test_a_wrong_argument_is_refused(
    call: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tallystick.score(hypotheses=["a"], references=["a"], **call)


@given(segments=SEGMENTS, cut=st.integers(1, 5), threads=st.integers(1, 3), keep=st.booleans())
def test_several_systems_in_parts_score_as_each_alone(
    segments: list[tuple[str, str, list[str]]], cut: int, threads: int, keep: bool
) -> None:
    *sides, references = map(list, zip(*segments, strict=True))
    first, second = (Corpus.from_segments(hypotheses=side, references=references) for side in sides)
    corpora = {"x": first, "y": Corpus(second.hypotheses, first.references)}
    pieces = [slice(start, start + cut) for start in range(0, len(segments), cut)]
    shared = [first[piece].references for piece in pieces]
    parts = [
        [(name, Corpus(whole[piece].hypotheses, some)) for name, whole in corpora.items()]
        for piece, some in zip(pieces, shared, strict=True)
    ]
    metrics: list[Metric] = [Bleu(), Nist(dialect="doddington")]
    systems = score_parts(parts, shared, metrics, threads=threads, keep_segments=keep)
    assert [system.system for system in systems] == list(corpora)
    for system in systems:
        corpus = corpora[system.system]
        for scored, metric in zip(system.scored, metrics, strict=True):
            expected = metric.score(metric.statistics(corpus))
            assert scored.score.score == pytest.approx(expected.score, rel=1e-12)
            assert scored.score.signature == expected.signature
            assert len(scored.statistics) == (len(corpus) if keep else 1)


class WholeBleu(Bleu):
    """BLEU as a metric that must see all segments at once."""

    identity: ClassVar[Identity] = replace(Bleu.identity, whole_corpus=True)


class WholeSari(Sari):
    """SARI, which needs the sources, as such a metric."""

    identity: ClassVar[Identity] = replace(Sari.identity, whole_corpus=True)


@pytest.mark.parametrize("tokens", [False, True])
@pytest.mark.parametrize(("kind", "whole"), [(Bleu, WholeBleu), (Sari, WholeSari)])
def test_a_metric_of_the_whole_corpus_sees_references_and_sources_of_every_part(
    kind: type[Metric], whole: type[Metric], tokens: bool
) -> None:
    def texts(*lines: str) -> list[Any]:
        return [line.split() if tokens else line for line in lines]

    corpus = Corpus.from_segments(
        hypotheses=texts("a b c d e", "a", "x y z"),
        references=[texts("a b c d f"), texts("a"), texts("z y x")],
        sources=texts("a b c d", "b", "x y"),
    )
    parts = [corpus[:1], corpus[1:]]
    systems = score_parts(
        [[("one", part)] for part in parts], [part.references for part in parts], [whole()]
    )
    expected = kind().score(kind().statistics(corpus))
    assert systems[0].scored[0].score.score == expected.score > 0


def test_no_system_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="there are no systems"):
        score_parts([], [], [Bleu()])


def test_a_metric_that_needs_no_fitting_is_fitted_to_itself() -> None:
    references = [CORPUS.references]
    for metric in (Bleu(), fitted(Nist(), references)):
        assert fitted(metric, references) is metric


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("corpus_bleu", "; did you mean bleu?"),
        ("sentence_nist", "; did you mean nist?"),
        ("blue", "; did you mean bleu?"),
        ("corpus_ter", "; did you mean ter?"),
        ("gleu", "; did you mean google_gleu?"),
        (
            "rougeL",
            ", but the metric rougeL can be used: write tallystick.score(hypotheses=..., "
            "references=..., metrics='rougeL')",
        ),
        ("__wrapped__", ""),
    ],
)
def test_the_error_about_an_unknown_attribute_offers_the_intended_one(name: str, hint: str) -> None:
    with pytest.raises(AttributeError, match=f"no attribute '{name}'{re.escape(hint)}$"):
        getattr(tallystick, name)


@pytest.mark.parametrize("spec", ["bleu", "nist", "sentbleu", "chrf", "ter", "google_gleu"])
def test_a_score_is_represented_by_one_line_without_its_fields(spec: str) -> None:
    [score] = tallystick.score(hypotheses=["a b"], references=["a b"], metrics=spec)
    assert repr(score) == f"<{type(score).__name__}: {score}>"
    assert "\n" not in repr(score)
    assert repr(score.signature) == f"<Signature: {score.signature}>"
    assert f"{score:.1f}" == f"{score.score:.1f}"


OF_SYSTEMS = [["the cat sat down", "a cat sat"], ["a dog ran away"]]
SYSTEMS = {"one": ["the cat sat", "a dog ran"], "other": ["a cat sat down", "the dog ran away"]}


@pytest.mark.parametrize("threads", [1, 2])
def test_every_system_has_the_scores_of_a_call_of_its_own(threads: int) -> None:
    scores = tallystick.score_systems(systems=SYSTEMS, references=OF_SYSTEMS, threads=threads)
    assert scores == {
        name: tallystick.score(hypotheses=hypotheses, references=OF_SYSTEMS)
        for name, hypotheses in SYSTEMS.items()
    }
    corpora = {
        name: Corpus.from_segments(hypotheses=hypotheses, references=OF_SYSTEMS)
        for name, hypotheses in SYSTEMS.items()
    }
    assert tallystick.score_systems(systems=corpora) == scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"systems": SYSTEMS}, r"references are missing; write tallystick\.score_systems\("),
        ({"systems": {}, "references": OF_SYSTEMS}, "systems is empty"),
        ({"systems": ["a"], "references": ["a"]}, "systems is of type list; expected a mapping"),
        (
            {"systems": {"a": ["x"]}, "references": OF_SYSTEMS},
            "system 'a': references has 2 entries",
        ),
        (
            {"systems": {"a": {"1": ["x"], "2": ["y"]}}, "references": ["x"]},
            "'a' has several runs, which are scored by tallystick.compare",
        ),
        ({"systems": SYSTEMS, "references": OF_SYSTEMS, "metrics": []}, "metrics is empty"),
    ],
)
def test_wrong_systems_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        tallystick.score_systems(**arguments)


def test_lines_are_split_as_sacrebleu_does() -> None:
    # sacreBLEU 2.6.0, Tokenizer13a
    assert tallystick.tokenize("It's 5%, Ä.") == ["It's", "5", "%", ",", "Ä", "."]
    assert tallystick.tokenize(iter(["A b", ""]), "none") == [["A", "b"], []]
    assert tallystick.tokenize("Ä B", lowercase="ascii") == ["Ä", "b"]


def test_wrong_lines_tokenizers_and_cases_are_refused() -> None:
    lines: Any = ["a", None]
    with pytest.raises(InputError, match="line 1 is of type NoneType; expected a string"):
        tallystick.tokenize(lines)
    with pytest.raises(UnknownNameError, match="13a"):
        tallystick.tokenize("a", "13b")
    case: Any = "upper"
    with pytest.raises(OptionError, match="'upper' is not a case folding"):
        tallystick.tokenize("a", lowercase=case)


OPTIONS = [
    *("bleu", "bleu:effective_order=no", "bleu:effective_order=yes", "bleu:smooth=add-k"),
    *("bleu:smooth=floor,order=2", "bleu:smooth=none", "bleu:weights=0.5+0.3+0.1+0.1"),
    *("chrf", "chrf++", "chrf:eps_smoothing=yes", "chrf:beta=1,order=2", "nist", "nist:order=2"),
    *("wer", "cer", "mer", "wil", "wip", "ter", "rouge1", "rouge2", "rougeL", "rougeLsum"),
    *("rouge:type=3", "google_gleu", "ribes", "distinct", "distinct1", "self_bleu", "cider"),
    *("sari", "sentbleu", "sentbleu:effective_order=no"),
]
PRESETS = {
    preset.dialect: f"{'rouge2' if name == 'rouge1' else name}:dialect={preset.name}"
    for name, kind in DIALECTS.items()
    if name in NAMES
    for preset in presets_of(kind)
}
"""By dialect, which several programs may have."""

WORDS = ["a", "b", "c", "the", "cat", "0", "c,"]
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
FILLED = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
WRITTEN_SEGMENTS = [
    ("the cat is on the mat", "the cat sat on the mat", "a cat is on a mat"),
    ("a b", "a b c", "a c b"),
    ("a b c", "a b c", "b c"),
    ("dogs", "the dog", "dog"),
    ("it rains today, I hear", "it is raining today", "today it rains, I hear"),
    ("", "x y", "z"),
]


def ways(metric: Metric, segments: list[tuple[str, str, str]]) -> Iterator[tuple[str, list[float]]]:
    """Yield every way to the scores of segments, as numbers of which NaN is not defined."""
    columns: Any = zip(*segments, strict=True)
    hypotheses, references, sources = map(list, columns)
    needs = metric.identity.needs_references
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references, sources=sources)
    ready = fitted(metric, [corpus.references])
    yield "segment_scores", segment_scores(ready, ready.statistics(corpus)).tolist()
    yield "segment_form", segment_form(ready).formula(ready.statistics(corpus).rows).tolist()
    scored = score_parts([[("x", corpus)]], [corpus.references], [metric])
    [entry] = score_report(scored, {"x": metric}, segments=True).entries
    yield "report", [math.nan if score is None else score for score in entry.segments or ()]
    texts = list(zip(hypotheses, [[reference] for reference in references], sources, strict=True))
    alone: Any = ready
    if not metric.identity.whole_corpus or metric.identity.name == "distinct":
        yield (
            "score_segment",
            [number(lambda: alone.score_segment(*text).score) for text in texts],  # noqa: B023
        )
    if needs:
        prepared = PreparedReferences(references, metric=metric, sources=sources)
        yield "prepared", prepared.segment_scores(hypotheses).tolist()
        places = enumerate(hypotheses)
        yield "prepared, one", [prepared.segment_score(place, line) for place, line in places]
    if needs and not metric.identity.needs_sources:
        matrix = tallystick.score_matrix(hypotheses, references, metric=metric)
        yield "matrix", matrix.diagonal().tolist()


def number(score: Callable[[], float]) -> float:
    """Return a score, or NaN where it is not defined."""
    try:
        return score()
    except InputError:
        return math.nan


def assert_all_ways_agree(metric: Metric, segments: list[tuple[str, str, str]]) -> None:
    try:
        (_, expected), *others = list(ways(metric, segments))
    except InputError:  # the corpus has no score
        return
    for way, scores in others:
        np.testing.assert_array_equal(scores, expected, err_msg=f"{way} of {metric}")


@pytest.mark.parametrize(
    "spec",
    [
        *OPTIONS,
        *(
            pytest.param(spec, marks=[pytest.mark.thorough] * (place % 3 > 0))
            for place, spec in enumerate(PRESETS.values())
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_all_ways_to_the_score_of_a_segment_agree_bit_for_bit(spec: str) -> None:
    metric = tallystick.metric(spec)
    assert_all_ways_agree(metric, WRITTEN_SEGMENTS if spec in OPTIONS else WRITTEN_SEGMENTS[:5])


@given(
    st.sampled_from(OPTIONS),
    st.lists(st.tuples(SENTENCES, FILLED, SENTENCES), min_size=2, max_size=4),
)
@settings(max_examples=2 * settings().max_examples)
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_they_agree_for_any_text(spec: str, segments: list[tuple[str, str, str]]) -> None:
    assert_all_ways_agree(tallystick.metric(spec), segments)


def test_bleu_of_a_segment_has_effective_order_and_its_signature_says_so() -> None:
    # two words of two match, with the brevity penalty of 2 for 3: sacreBLEU 2.6.0 sentence_bleu
    for metric in (tallystick.Bleu(), tallystick.Bleu(effective_order=False)):
        score = metric.score_segment("the cat", ["the cat sat"])
        assert score.score == pytest.approx(100 * math.exp(1 - 3 / 2))
        assert (score.signature["eff"], score.spec) == ("yes", "bleu:effective_order=yes")
        corpus = Corpus.from_segments(hypotheses=["the cat"], references=["the cat sat"])
        statistics = metric.statistics(corpus)
        assert segment_scores(metric, statistics).tolist() == [score.score]
        assert metric.formula(statistics.rows).tolist() == [0.0]  # the corpus formula, of one row
        assert metric.score(statistics).score == 0.0
    exact = tallystick.metric("sentbleu:effective_order=no")
    assert segment_scores(exact, exact.statistics(corpus)).tolist() == [0.0]


@pytest.mark.parametrize("spec", ["nist", "cider", "self_bleu"])
def test_a_segment_that_depends_on_the_others_is_refused_alone(spec: str) -> None:
    metric: Any = tallystick.metric(spec)
    with pytest.raises(OptionError, match="of a segment depends on the other segments; write"):
        metric.score_segment("a b", ["a b"])
    if spec != "self_bleu":
        ready: Any = PreparedReferences(["a b", "c"], metric=metric).metric
        assert ready.score_segment("a b", ["a b"]).score > 0


def test_a_segment_without_a_list_of_references_is_refused() -> None:
    nothing: list[str] = []
    number: Any = 5
    for references in (nothing, "a b", (), number):
        with pytest.raises(InputError, match="expected a list of at least one string"):
            tallystick.Wer().score_segment("a b", references)
    lines: Any = ["a b"]
    with pytest.raises(InputError, match=r"hypothesis of the segment is .* expected a string"):
        tallystick.Wer().score_segment(lines, ["a b"])
    assert tallystick.Distinct(order=1).score_segment("a b a").score == pytest.approx(200 / 3)

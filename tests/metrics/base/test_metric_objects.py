"""Metric objects score texts, and scores say which metric they are of."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tallystick
from tallystick import Bleu, Corpus, InputError, Nist, OptionError, Score
from tallystick.metrics import (
    METRICS,
    BaseMetric,
    Columns,
    Identity,
    InformationWeights,
    Scale,
    Signature,
    Statistics,
    Workspace,
    fitted,
    presets_of,
)
from tests.metrics.built_in import DIALECTS, few_of_each

HYPOTHESES = ["the cat is on the mat", "it rains today", "a dog"]
REFERENCES = ["the cat sat on the mat", "it is raining today", "the dog"]
SOURCES = ["a cat sits on a mat", "rain today", "dog"]
NAMED = {
    "bleu": ("BLEU", "bleu"),
    "BLEU": ("BLEU", "bleu"),
    "bleu: tokenize = INTL": ("BLEU (tokenize=intl)", "bleu:tokenize=intl"),
    "bleu:smooth=floor,smooth_value=0.1": ("BLEU (smooth=floor)", "bleu:smooth=floor"),
    "bleu:dialect=nltk,lowercase=yes": (
        "BLEU (lowercase=unicode, dialect=nltk)",
        "bleu:lowercase=unicode,dialect=nltk",
    ),
    "chrf": ("chrF2", "chrf"),
    "chrF2++": ("chrF2++", "chrf++"),
    "chrf:word_order=2": ("chrF2++", "chrf++"),
    "chrF3": ("chrF3", "chrf:beta=3"),
    "chrf++:order=4": ("chrF2++ (order=4)", "chrf:order=4,word_order=2"),
    "rougel": ("ROUGE-L", "rougeL"),
    "rouge:type=l": ("ROUGE-L", "rouge:type=L"),
    "rouge:type=3": ("ROUGE-3", "rouge3"),
    "distinct3": ("distinct-3", "distinct3"),
    "google_bleu": ("GLEU (Google, dialect=evaluate)", "google_bleu"),
    "cider:dialect=plain": ("CIDEr (dialect=plain)", "cider:dialect=plain"),
    "wer:normalize=NFKC": ("WER (normalize=nfkc)", "wer:normalize=nfkc"),
    "TER": ("TER", "ter"),
    "nist:dialect=NLTK": ("NIST (dialect=nltk)", "nist:dialect=nltk"),
}


def named(metric: Any) -> tuple[str, str]:
    """Return the name and the spec of a metric, from the score of a copy of the references."""
    lines = ["the cat is on the mat", "it rains in town today", "a dog barks at the moon"]
    [score] = tallystick.score(hypotheses=lines, references=lines, sources=lines, metrics=metric)
    return score.name, score.spec


@pytest.mark.parametrize("spec", NAMED)
def test_a_score_has_the_name_and_the_spec_of_its_metric(spec: str) -> None:
    [score] = tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES, metrics=spec)
    name, own = NAMED[spec]
    assert (score.name, score.spec, score.metric) == (name, own, own)
    assert str(score).startswith(f"{name} = ")
    assert tallystick.metric(own) == tallystick.metric(spec)


@pytest.mark.parametrize("kind", [name for name in DIALECTS if name != "meteor"])
def test_presets_differ_in_name_and_in_spec_which_makes_the_metric_again(kind: str) -> None:
    specs = [f"{kind}:dialect={preset.name}" for preset in presets_of(DIALECTS[kind])]
    metrics = [tallystick.metric(spec) for spec in specs]
    names, own = zip(*map(named, metrics), strict=True)
    assert list(map(tallystick.metric, own)) == metrics
    # several programs have one dialect
    assert len(set(names)) == len(set(own)) == len(dict.fromkeys(metrics))


OPTIONS = st.fixed_dictionaries(
    {
        "order": st.integers(1, 6),
        "word_order": st.integers(0, 3),
        "beta": st.floats(0.01, 1e20),
        "whitespace": st.sampled_from(["removed", "kept"]),
    }
)


@given(OPTIONS, OPTIONS, st.sampled_from(["order", "word_order", "beta", "whitespace"]))
def test_any_options_make_a_spec_and_a_name_of_their_own(
    first: dict[str, Any], second: dict[str, Any], changed: str
) -> None:
    metrics = [
        tallystick.Chrf(**options) for options in (first, {**first, changed: second[changed]})
    ]
    (name, spec), (other_name, _) = map(named, metrics)
    assert tallystick.metric(spec) == metrics[0]
    assert (name == other_name) == (metrics[0] == metrics[1])


@pytest.mark.parametrize(
    "metrics", [["bleu", "BLEU"], ["bleu", Bleu()], ["rougeL", "rouge:type=L"]]
)
def test_the_same_metric_twice_is_refused(metrics: list[Any]) -> None:
    with pytest.raises(OptionError, match=r"is given twice(, also as .*)?; omit one of them"):
        tallystick.score(hypotheses=HYPOTHESES, references=REFERENCES, metrics=metrics)


def test_a_score_becomes_a_dictionary_for_json() -> None:
    score = tallystick.bleu(hypotheses=HYPOTHESES, references=REFERENCES, tokenize="intl")
    data = json.loads(json.dumps(score.to_dict(), allow_nan=False))
    assert data["name"] == "BLEU (tokenize=intl)"
    assert data["spec"] == "bleu:tokenize=intl"
    assert (data["score"], data["signature"]) == (score.score, str(score.signature))
    assert data["counts"] == list(score.counts)
    assert pickle.loads(pickle.dumps(score)).to_dict() == score.to_dict()
    assert Score("mine", float("nan"), Signature.parse("nrefs:1")).to_dict() == {
        "name": "mine",
        "spec": "mine",
        "score": None,
        "signature": "nrefs:1",
    }


def test_scores_are_compared_with_numbers_and_with_scores_of_the_same_signature() -> None:
    poor = tallystick.bleu(hypotheses=HYPOTHESES, references=REFERENCES)
    good = tallystick.bleu(hypotheses=REFERENCES, references=REFERENCES)
    assert good == 100
    assert np.float64(100) == good >= 100 > poor
    assert poor < good > 99.5
    assert max([poor, good]) is good
    assert poor != good
    assert len({good, good.score}) == 1  # equal values have equal hashes
    assert round(poor, 1) == round(poor.score, 1) == float(f"{poor:.1f}")
    chrf = tallystick.chrf(hypotheses=REFERENCES, references=REFERENCES)
    assert good != chrf
    with pytest.raises(InputError, match=r"BLEU and chrF2 are not comparable.*compare float\("):
        assert good < chrf
    with pytest.raises(TypeError):
        assert good < "x"  # type: ignore[operator]


SPECS = [
    *("bleu", "chrf++", "nist", "wer", "cer", "mer", "wil", "wip", "ter", "rougeL", "rouge:type=3"),
    *("google_gleu", "ribes", "distinct", "self_bleu", "cider", "sari", "sentbleu"),
]


@pytest.mark.parametrize("spec", SPECS)
def test_a_metric_object_scores_texts_as_the_function_score_does(spec: str) -> None:
    metric: Any = tallystick.metric(spec)
    texts: dict[str, Any] = {"hypotheses": HYPOTHESES}
    if metric.identity.needs_references:
        texts["references"] = REFERENCES
    if metric.identity.needs_sources:
        texts["sources"] = SOURCES
    [expected] = tallystick.score(**texts, metrics=spec)
    assert metric.score(**texts) == expected
    assert metric.score(**texts, threads=2) == expected
    corpus = Corpus.from_segments(
        hypotheses=HYPOTHESES, references=REFERENCES, sources=texts.get("sources")
    )
    assert metric.score(hypotheses=corpus).score == expected.score
    assert metric.score(metric.statistics(corpus)).score == expected.score
    assert metric.score(statistics=metric.statistics(corpus)).score == expected.score


METRIC: Any = Bleu()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: METRIC.score(HYPOTHESES, REFERENCES), "metric.score takes hypotheses and"),
        (lambda: METRIC.score(HYPOTHESES), "expected a Statistics; write metric.score"),
        (lambda: METRIC.score(), "hypotheses are missing; write metric.score"),
        (lambda: METRIC.score(hypotheses=HYPOTHESES), "references are missing; write"),
        (lambda: METRIC.score(hyps=HYPOTHESES), "'hyps'; did you mean hypotheses"),
        (lambda: METRIC.score(predictions=1), "no parameter 'predictions'; write metric"),
        (lambda: METRIC(HYPOTHESES, REFERENCES), "cannot be called; to score texts write"),
        (lambda: METRIC.compute(HYPOTHESES), "no attribute 'compute'; to score texts write"),
        (lambda: tallystick.bleu(predictions=HYPOTHESES, references=REFERENCES), "'predictions'"),  # type: ignore[call-arg]
        (lambda: tallystick.wer(truth=REFERENCES, hypothesis=HYPOTHESES), "'truth'; write"),  # type: ignore[call-arg]
        (lambda: tallystick.wer(hypotheses=[], refs=[]), "'refs'; did you mean references"),  # type: ignore[call-arg]
        (lambda: tallystick.bleu(hypotheses=[], references=[], ordr=2), "'ordr'.* mean '?order"),  # type: ignore[call-arg]
        (lambda: Corpus(HYPOTHESES, REFERENCES), "write Corpus.from_segments"),  # type: ignore[arg-type]
        (lambda: tallystick.Rouge(), "ROUGE has several types: write rouge1"),
        (lambda: tallystick.metric("rouge:dialect=coco"), "ROUGE has several types"),
        (lambda: tallystick.Rouge(dialect="L"), "ROUGE has several types"),
        (lambda: tallystick.Rouge(type="rougeL"), "did you mean L"),
        (lambda: tallystick.metrics.RougeL(stem=True), "did you mean porter"),  # type: ignore[arg-type]
        (lambda: tallystick.Meteor(), "write meteor:dialect=nltk"),
    ],
)
def test_a_wrong_call_or_word_is_named_with_what_to_write(call: Any, message: str) -> None:
    with pytest.raises((InputError, OptionError, TypeError, AttributeError), match=message):
        call()


@dataclass(frozen=True)
class Longest(BaseMetric[Score]):
    """A metric of a third party: the tokens of the longest hypothesis line."""

    identity: ClassVar[Identity] = Identity("longest", "Longest", "", Scale(0, None, 1))

    factor: float = 1.0

    def options(self, given_tokens: bool) -> dict[str, str]:
        return {"factor": str(self.factor)}

    def statistics(self, corpus: Corpus, workspace: Any = None) -> Statistics:
        lengths = [len(corpus.hypotheses[place]) for place in range(len(corpus))]
        return Statistics(Columns("length"), np.array([lengths]).T, 1, False)

    def formula(self, totals: Any) -> Any:
        return self.factor * totals[..., 0]

    def score_statistics(self, statistics: Statistics) -> Score:
        signature = Signature.of(self, 1, given_tokens=False)
        return Score("longest", float(self.formula(statistics.total())), signature)


def test_a_metric_that_inherits_scores_texts_and_segments_and_is_named() -> None:
    score = Longest(factor=2).score(hypotheses=["abc", "d"], references=["a", "b"])
    assert (score.score, score.name, score.spec) == (8, "Longest (factor=2)", "longest:factor=2")
    assert Longest().score_segment("abc", ["a"]).score == 3


def test_an_empty_source_of_a_segment_is_a_source() -> None:
    metric: Any = tallystick.metric("bleu:dialect=nltk-mean")
    assert metric.score_segment("a b", ["a c"], "") == metric.score_segment("a b", ["a c"])


@dataclass(frozen=True)
class PerReference(Longest):
    """The same, divided by the number of segments with references."""

    statistics = BaseMetric.statistics

    def fit(self, references: Any, workspace: Any = None) -> Longest:
        return Longest(1 / sum(map(len, references)))


@dataclass(frozen=True)
class WithSources(Longest):
    """The same, which compares with sources."""

    identity: ClassVar[Identity] = replace(Longest.identity, needs_sources=True)
    statistics = BaseMetric.statistics
    count = Longest.statistics


def test_a_metric_that_is_fitted_has_the_statistics_of_the_fitted_one() -> None:
    corpus = Corpus.from_segments(hypotheses=["abc", "d"], references=["a", "b"])
    assert PerReference().statistics(corpus).rows.tolist() == [[3], [1]]
    assert PerReference().score(hypotheses=corpus).score == 2


def test_a_metric_that_needs_sources_refuses_a_corpus_without() -> None:
    texts: Any = {"hypotheses": ["abc"], "references": ["a"]}
    with pytest.raises(InputError, match="Longest compares with the source texts, and there are"):
        WithSources().score(**texts)
    assert WithSources().score(**texts, sources=["b"]).score == 3


LONG_EDITS = """
import tallystick
for metric, repeated in (("cer", 5), ("ter", 5), ("cer", 5_800), ("cer", 5_800)):
    # 17,400 x 17,400 characters can take the pure-Python kernel a second, few take nothing
    words = "ab " * repeated
    getattr(tallystick, metric)(hypotheses=[words + "x"], references=[words])
    print(metric, repeated, flush=True)
"""


def test_long_edits_without_the_compiled_kernel_are_warned_of_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LONG_EDITS],
        env={**os.environ, "TALLYSTICK_KERNEL": "python"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    before, warning, after = done.stdout.partition("there is no compiled kernel here")
    assert (before.count("5\n"), after.count("cer 5800\n")) == (2, 2)
    assert warning not in after


@pytest.mark.parametrize("spec", [*SPECS, "bleu:tokenize=intl", "chrf:lowercase=yes"])
def test_a_score_is_read_back_from_its_dictionary(spec: str) -> None:
    [score] = tallystick.score(
        hypotheses=HYPOTHESES, references=REFERENCES, sources=HYPOTHESES, metrics=[spec]
    )
    read = Score.from_dict(json.loads(json.dumps(score.to_dict())))
    assert (read, type(read), read.name) == (score, type(score), score.name)
    assert str(read) == str(score)


def test_what_is_no_dictionary_of_a_score_is_refused() -> None:
    record = tallystick.bleu(hypotheses=HYPOTHESES, references=REFERENCES).to_dict()
    for wrong in ({}, {**record, "x": 1}, {"signature": record["signature"]}):
        with pytest.raises(InputError, match="this is not a record of a score, as to_dict"):
            Score.from_dict(wrong)
    with pytest.raises(InputError, match=r"the signature .x. begins with"):
        Score.from_dict({**record, "signature": "x"})


Words = list[str]
Segments = list[tuple[Words, list[Words]]]

WORDS = st.lists(st.sampled_from(["a", "b", "c", "0", "d."]), max_size=8)
SEGMENT = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
IN_STREAMS = st.tuples(WORDS, st.lists(WORDS, min_size=2, max_size=2))
SEGMENTS = st.lists(SEGMENT, min_size=2, max_size=5) | st.lists(IN_STREAMS, min_size=2, max_size=5)

LIKE_OTHERS = ("meteor", "mer", "wil", "wip", "rouge")
"""Metrics that need WordNet, have the statistics of WER, or lack a type."""

EVERY_METRIC = {
    **{name: name for name in METRICS.built_in if name not in LIKE_OTHERS},
    "rouge": "rouge:type=3",
    "bleu of order 5": "bleu:order=5,smooth=add-k",
    "chrf++": "chrf++",
    "doddington": "nist:dialect=doddington",
    "tercom": "ter:dialect=tercom",
    "chosen reference": "nist:dialect=match=best_reference+reference_length=matched",
    "plain cider": "cider:dialect=plain",
    "mean of distinct": "distinct:dialect=distinct-n",
}
TABLE = InformationWeights.from_table({("a",): 1.5, ("a", "b"): 0.5, ("0",): 0.25})
WHOLE_CORPUS = [
    name for name, spec in EVERY_METRIC.items() if tallystick.metric(spec).identity.whole_corpus
]


def metric_of(name: str) -> Any:
    return (
        Nist(information=TABLE)
        if name == "given weights"
        else tallystick.metric(EVERY_METRIC[name])
    )


def corpus_of(segments: Segments) -> Corpus:
    hypotheses, references = map(list, zip(*segments, strict=True))
    sources = [words[::-1] for words in hypotheses]
    return Corpus.from_segments(hypotheses=hypotheses, references=references, sources=sources)


def rows_of(name: str, segments: Segments, threads: int = 1) -> Any:
    try:
        return metric_of(name).statistics(corpus_of(segments), Workspace(threads)).rows
    except InputError:  # not defined for such references
        assume(False)


@pytest.mark.parametrize("name", [*EVERY_METRIC, "given weights"])
@few_of_each
@given(segments=SEGMENTS, threads=st.sampled_from([2, 3, 7]), cut=st.integers(1, 4), data=st.data())
def test_order_threads_and_parts_change_no_row(
    name: str, segments: Segments, threads: int, cut: int, data: st.DataObject
) -> None:
    rows = rows_of(name, segments)
    assert rows_of(name, segments * 3, threads).tobytes() == rows_of(name, segments * 3).tobytes()
    if name not in WHOLE_CORPUS:  # every segment is counted by itself
        order = data.draw(st.permutations(range(len(segments))))
        permuted = rows_of(name, [segments[place] for place in order])
        np.testing.assert_allclose(permuted, rows[list(order)], rtol=1e-12, atol=1e-15)
        parts = [corpus_of(part) for part in (segments[:cut], segments[cut:]) if part]
        ready = fitted(metric_of(name), [part.references for part in parts])
        in_parts = np.concatenate([ready.statistics(part).rows for part in parts])
        assert in_parts.tobytes() == np.ascontiguousarray(rows).tobytes()

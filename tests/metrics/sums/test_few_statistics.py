"""Statistics in Python numbers equal those of arrays, and so do their sums and scores."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import make_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, Corpus, InputError, Nist
from tallystick.metrics import InformationWeights, as_metric, axis, fitted, score_parts
from tallystick.reports import score_report

# "0" is not a prefix in mteval, and two spaces are an empty segment
TEXT = st.text("aB0. ", max_size=12)
SEGMENTS = st.lists(
    st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), min_size=1, max_size=20
)
METRICS = st.sampled_from(
    [
        *("bleu", "bleu:order=2,smooth=none", "bleu:smooth=floor", "bleu:smooth=add-k,order=5"),
        *("bleu:effective_order=yes", "bleu:dialect=multi-bleu", "bleu:weights=0.5+0.5"),
        *("nist", "nist:dialect=doddington", "nist:dialect=nltk", "nist:dialect=pymteval"),
        *("nist:dialect=gem", "nist:dialect=travatar", "nist:dialect=odashi", "nist:order=2"),
        *("nist:dialect=phrasal", "nist:dialect=mteval-v13a-sig"),
        *("nist:dialect=reference_length=first", "nist:dialect=match=best_reference"),
        *("chrf", "chrf++", "chrf:order=0,word_order=1", "chrf:eps_smoothing=yes"),
        *("chrf:dialect=missing_order=counted", "ter", "ter:dialect=tercom", "ter:dialect=pyter"),
        *("ter:dialect=empty_references=undefined", "ter:tokenize=tercom-norm"),
    ]
)


@contextmanager
def without_arrays() -> Iterator[pytest.MonkeyPatch]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tallystick.metrics.base.base_metric.arrays_pay", lambda numbers: False)
        yield patch


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    segments = draw(SEGMENTS)
    number = draw(st.sampled_from([1, 2, None]))
    several = [(references * 2)[: number or len(references)] for _, references in segments]
    if not draw(st.booleans()):
        return Corpus.from_segments(hypotheses=[one for one, _ in segments], references=several)
    return Corpus.from_segments(
        hypotheses=[one.split() for one, _ in segments],
        references=[[one.split() for one in references] for references in several],
    )


@pytest.mark.parametrize("made", [Bleu, Nist])
@pytest.mark.parametrize("references", [["a"], ["a", "b"]])
def test_a_new_axis_needs_arrays_until_somebody_says_otherwise(
    made: Any, references: list[str]
) -> None:
    kind = made.dialects
    new = axis("off", "An axis that no formula knows.", {"off": "", "on": ""})
    namespace = {"__module__": kind.__module__}
    extended: Any = make_dataclass(
        "Extended", [("new", str, new)], bases=(kind,), frozen=True, namespace=namespace
    )
    assert made(dialect=extended()).segment_counter(references) is not None
    assert made(dialect=extended(new="on")).segment_counter(references) is None


def outcome(metric: Any, corpus: Corpus) -> str:
    """Return everything in a score with all digits, or the error."""
    try:
        ready: Any = fitted(metric, [corpus.references])
        found = ready.score_total(ready.total(corpus))
    except InputError as error:
        return str(error)
    return repr((found.score, found.details, str(found.signature)))


@given(corpora(), METRICS)
def test_a_corpus_has_the_score_of_its_statistics(corpus: Corpus, spec: str) -> None:
    expected = outcome(as_metric(spec), corpus)
    with without_arrays():
        assert outcome(as_metric(spec), corpus) == expected


@pytest.mark.parametrize("weight", [2.0, 1e308])
def test_given_weights_are_added_up_too(weight: float) -> None:
    metric = Nist(information=InformationWeights.from_table({("der",): weight, ("hund",): 1e308}))
    corpus = Corpus.from_segments(hypotheses=["der hund"], references=["der hund, DER"])
    expected = outcome(metric, corpus)
    with without_arrays():
        assert outcome(metric, corpus) == expected
    assert ("is not a finite number" in expected) == (weight > 2)


@pytest.mark.parametrize("parts", [1, 2])
def test_a_report_with_segments_is_that_of_arrays(parts: int) -> None:
    corpus = Corpus.from_segments(hypotheses=["a b c d", "c", ""], references=["a b c e", "d", "c"])
    metrics = {name: as_metric(name) for name in ("bleu", "nist")}

    def report() -> str:
        consecutive = [corpus[:2], corpus[2:]] if parts == 2 else [corpus]
        systems = score_parts(
            [[("mine", part)] for part in consecutive],
            [part.references for part in consecutive],
            list(metrics.values()),
        )
        return repr(score_report(systems, metrics, segments=True))

    expected = report()
    with without_arrays():
        assert report() == expected

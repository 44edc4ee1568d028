"""The text that names a metric with its options."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import (
    Bleu,
    Corpus,
    InputError,
    Nist,
    OptionError,
    PluginError,
    UnknownNameError,
    metric,
)
from tallystick.metrics import (
    METRICS,
    TOKENIZERS,
    BaseMetric,
    Columns,
    Fittable,
    Identity,
    Metric,
    Scale,
    Statistics,
    segment_form,
    tokenizer_named,
)
from tests.metrics.internals import completed, with_defaults


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("bleu", Bleu()),
        ("bleu:order=2", Bleu(order=2)),
        ("bleu:tokenize=intl,smooth=floor", Bleu(tokenize="intl", smooth="floor")),
        ("bleu:smooth=floor,smooth_value=0.01", Bleu(smooth="floor", smooth_value=0.01)),
        ("bleu:effective_order=yes", Bleu(effective_order=True)),
        ("bleu:effective_order=False", Bleu(effective_order=False)),
        ("bleu:effective_order=1", Bleu(effective_order=True)),
        ("bleu:lowercase=yes", Bleu(lowercase="unicode")),
        ("bleu:lowercase=ascii", Bleu(lowercase="ascii")),
        ("bleu:lowercase=none", Bleu()),
        ("bleu:weights=0.5+0.3+0.2", Bleu(weights=(0.5, 0.3, 0.2))),
        ("nist", Nist()),
        ("nist:order=4,dialect=doddington", Nist(order=4, dialect="doddington")),
        (
            "nist:tokenize=mteval-intl,lowercase=unicode",
            Nist(5, "mteval", "mteval-intl", "unicode"),
        ),
    ],
)
def test_a_spec_names_a_metric(spec: str, expected: Bleu | Nist) -> None:
    assert metric(spec) == expected


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bleu:", "'' in the metric 'bleu:' is not an option; expected name=value"),
        ("bleu:order", "'order' in the metric 'bleu:order' is not an option"),
        ("bleu:=2", "'=2' in the metric 'bleu:=2' is not an option"),
        ("bleu:order=2,", "'' in the metric 'bleu:order=2,' is not an option"),
        ("bleu:order=2,order=3", "the option 'order' is given twice"),
        ("bleu:ordr=2", "the metric bleu has no option 'ordr'; did you mean order"),
        ("nist:smooth=exp", "the metric nist has no option 'smooth'"),
        ("bleu:order=two", "the option order of the metric bleu: 'two' is not a whole number"),
        ("bleu:order=", "the option order of the metric bleu: '' is not a whole number"),
        ("bleu:effective_order=maybe", "option effective_order .* 'maybe' is neither yes nor no"),
        ("bleu:smooth=floor,smooth_value=x", "option smooth_value .* 'x' is not a number"),
        ("bleu:weights=0.5+x", "option weights .* '0.5[+]x' is not a list of weights"),
        ("bleu:lowercase=upper", "option lowercase .* expected none, ascii or unicode"),
    ],
)
def test_an_invalid_spec_is_refused(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        metric(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("blue", "no metric is named 'blue'; did you mean bleu"),
        ("", "no metric is named ''; known are"),
        ("ROUGE-L", "no metric is named 'ROUGE-L'; did you mean rougeL\\?"),
        ("distinct-2", "no metric is named 'distinct-2'; did you mean distinct2\\?"),
        ("bleu-2", "write bleu:order=2"),
        ("spBLEU", "write bleu:tokenize=flores200"),
        ("sacrebleu", "write bleu, chrf or ter"),
        ("rougeSU4", "ROUGE-SU4, of pairs of words with gaps, is not available"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(spec: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        metric(spec)


def test_a_file_of_weights_is_named_if_it_is_missing_or_has_a_wrong_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"option information of the metric nist: .*no-such\.tsv"):
        metric("nist:information=no-such.tsv")
    (tmp_path / "weights.tsv").write_text("a b\t1\nc\tmany\n")
    where = r"^the option information of the metric nist: .*weights\.tsv, line 2: .* expected an"
    with pytest.raises(InputError, match=where):
        metric(f"nist:information={tmp_path / 'weights.tsv'}")


@dataclass(frozen=True)
class Options:
    number: float = 1.0
    day: Any = field(default=None, metadata={"parse": date.fromisoformat})


def of_any_options(**options: Any) -> Bleu:
    return Bleu()


@dataclass
class Half:
    """An object that lacks the members of a metric."""

    name: str = "half"


@pytest.mark.parametrize(
    ("name", "made", "error", "message"),
    [
        ("blau", Bleu, PluginError, "'blau' by tallystick makes one whose name is 'bleu'"),
        ("half", Half, PluginError, "'half' .* of type Half without identity, options, stat"),
        ("options:number=x", Options, OptionError, "option number .* 'x' is not a number"),
        ("options:day=x", Options, OptionError, "option day .* 'x' cannot be read: Invalid isof"),
        ("bleu:order=2", of_any_options, OptionError, "has no option 'order'; it has no opt"),
    ],
)
def test_what_a_plug_in_makes_or_parses_is_explained(
    name: str, made: Any, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(METRICS, "_built_in", {name.partition(":")[0]: made})
    with pytest.raises(error, match=message):
        metric(name)


TOKENIZERS_MADE = """
from tallystick.metrics import FunctionTokenizer
def words():
    return str.split
def nothing():
    return None
def halves():
    return FunctionTokenizer("halves", str.split)
"""


@pytest.fixture
def tokenizers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register four names as the tokenizers of a plug-in."""
    (tmp_path / "made_tokenizers.py").write_text(TOKENIZERS_MADE)
    monkeypatch.syspath_prepend(str(tmp_path))
    targets = {"words": "words", "nothing": "nothing", "halves": "halves", "thirds": "halves"}
    registered = {name: f"made_tokenizers:{target}" for name, target in targets.items()}
    monkeypatch.setattr(TOKENIZERS, "_built_in", {**TOKENIZERS._built_in, **registered})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "words",
            "method_descriptor without name, version; expected a Tokenizer.* wrap it in "
            r"tallystick.metrics.FunctionTokenizer\('words', ...\)",
        ),
        ("nothing", "tokenizer 'nothing' by .* of type NoneType without name, version, "),
        ("thirds", "tokenizer 'thirds' by .* makes one whose name is 'halves'; expected the same"),
    ],
)
@pytest.mark.usefixtures("tokenizers")
def test_a_plugin_that_makes_no_tokenizer_of_its_name_is_refused_with_the_remedy(
    name: str, message: str
) -> None:
    assert tokenizer_named("halves")("a b") == ["a", "b"]
    with pytest.raises(PluginError, match=message):
        tokenizer_named(name)
    with pytest.raises(PluginError, match=message):
        metric(f"bleu:tokenize={name}")


class Lengths:
    """A metric that inherits nothing."""

    identity = Bleu.identity

    def options(self, given_tokens: bool) -> dict[str, str]:
        return {}

    def statistics(self, corpus: Corpus, workspace: Any = None) -> Statistics:
        rows = np.array([[len(corpus.hypotheses[place])] for place in range(len(corpus))])
        return Statistics(Columns("length"), rows, 1, False)

    def formula(self, totals: Any) -> Any:
        return totals[..., 0]

    def score(self, statistics: Statistics) -> Any:
        return float(self.formula(statistics.total()))


class WarningLengths(Lengths):
    """The same with one of the optional members, and one that is None."""

    fit = for_segments = None

    def warnings(self, corpus: Corpus) -> list[str]:
        return [f"{len(corpus)} segments"]


CORPUS = Corpus.from_segments(hypotheses=["abc", "d"], references=["a", "b"])


def test_a_protocol_recognises_objects_by_their_members() -> None:
    assert isinstance(Bleu(), Metric)
    assert isinstance(Lengths(), Metric)
    assert not isinstance(Bleu(), Fittable)
    assert not isinstance(WarningLengths(), Fittable)


def test_a_metric_that_inherits_nothing_has_defaults_and_adds_up_a_corpus() -> None:
    plain = Lengths()
    assert segment_form(plain) is plain
    defaults = with_defaults(plain)
    assert (defaults.ngram_counting, defaults.sum_formula()) == (None, None)
    assert list(defaults.warnings(CORPUS)) == []
    metric = completed(plain, BaseMetric)
    assert metric.segment_scorer(["a"]) is None
    total = metric.total(CORPUS)
    assert total.named() == {"length": 4}
    score: Any = metric.score_total(total)
    assert score == 4


def test_a_member_that_is_defined_takes_the_place_of_the_default() -> None:
    metric = WarningLengths()
    assert with_defaults(metric).warnings(CORPUS) == ["2 segments"]
    assert segment_form(metric) is metric


BUILT_IN = [name for name in METRICS if METRICS[name].distribution == "tallystick"]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0, 100, "0 to 100"),
        (0, None, "0 and up"),
        (None, 1.5, "up to 1.5"),
        (-1, 1, "-1 to 1"),
        (None, None, "any number"),
    ],
)
def test_a_scale_is_described_in_words(low: float | None, high: float | None, words: str) -> None:
    assert str(Scale(low, high, digits=2)) == words


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_metric_is_registered_under_its_own_name_and_cites_a_work(name: str) -> None:
    spec = {"meteor": "meteor:dialect=nltk", "rouge": "rouge:type=1"}.get(name, name)
    identity = tallystick.metric(spec).identity
    assert identity.name == name
    assert identity.citation is not None
    assert identity.citation.bibtex.startswith("@")


def test_an_identity_can_be_compared_hashed_copied_and_pickled() -> None:
    identity = Identity("a", "A", "", Scale(0, 1, 2))
    assert {identity, copy.deepcopy(identity), pickle.loads(pickle.dumps(identity))} == {identity}


@pytest.mark.parametrize(
    "spec", ["nist", "bleu:smooth=add-k", "bleu:effective_order=yes", "bleu:dialect=nltk"]
)
def test_the_form_for_segments_is_bleu_with_effective_order_if_it_has_no_rule_of_its_own(
    spec: str,
) -> None:
    metric = tallystick.metric(spec)
    assert segment_form(metric) is metric
    floor = Bleu(smooth="floor")
    assert segment_form(floor) == Bleu(smooth="floor", effective_order=True)

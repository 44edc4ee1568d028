"""Signatures: complete, immutable, and sufficient to build the metric they describe."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import (
    Bleu,
    Chrf,
    InputError,
    MissingExtraError,
    Nist,
    OptionError,
    Ter,
    UnknownNameError,
)
from tallystick.metrics import METRICS, Signature, metric_from_spec
from tests.metrics.built_in import DIALECTS, NAMES, few_of_each, metrics

REFERENCES = st.none() | st.integers(1, 20)
"""The number of references; None if it varies."""


@pytest.mark.parametrize("name", NAMES)
@few_of_each
@given(data=st.data(), references=REFERENCES)
def test_a_signature_makes_its_metric_and_no_other(
    name: str, data: st.DataObject, references: int | None
) -> None:
    metric, other = data.draw(metrics(name)), data.draw(metrics(name))
    signature = Signature.of(metric, references, given_tokens=False)
    assert Signature.parse(str(signature)) == signature
    assert signature.metric() == metric
    of_other = Signature.of(other, references, given_tokens=False)
    assert (str(signature) == str(of_other)) == (metric == other)
    of_tokens = Signature.of(metric, references, given_tokens=True)
    has_tokenizer = "tokenize" in METRICS.load(name).dialects.axes()
    assert of_tokens.get("tok") == ("given" if has_tokenizer else None)
    assert Signature.of(of_tokens.metric(), references, given_tokens=True) == of_tokens


def specs_of_axes() -> list[str]:
    """A spec for every value and example of every axis, of all metrics that need no WordNet."""
    return [
        f"{name}:dialect={axis}={value}"
        for name, kind in DIALECTS.items()
        if name in NAMES
        for axis, described in kind.axes().items()
        for value in (*described.values, *described.examples)
    ]


def test_the_values_of_every_axis_have_signatures_that_make_the_metric_again() -> None:
    conventions: dict[str, Any] = {}
    for spec in specs_of_axes():
        try:
            metric: Any = metric_from_spec(spec)
        except (OptionError, MissingExtraError):
            continue  # the value needs that of another axis, or an extra
        line = str(Signature.of(metric, 2, given_tokens=False))
        again: Any = Signature.parse(line).metric()
        assert again.conventions == metric.conventions, spec
        assert conventions.setdefault(line, metric.conventions) == metric.conventions, spec
    assert len(conventions) > 150


def test_the_default_signatures_are_these() -> None:
    scores = tallystick.score(
        hypotheses=["a b c d"], references=["a b c d"], metrics=["bleu", "nist"]
    )
    version = tallystick.__version__
    assert [str(score.signature) for score in scores] == [
        # sacreBLEU 2.6.0 prints nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0
        f"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|metric:bleu|impl:tallystick|version:{version}",
        f"nrefs:1|case:ascii|tok:mteval-13a|dialect:mteval|metric:nist|impl:tallystick|version:{version}",
    ]


@pytest.mark.parametrize(
    ("references", "number"),
    [(["a"], "1"), ([["a", "b"]], "2"), (["a", ["b", "c"]], "var"), ([["a", None]], "1")],
)
def test_the_number_of_references_comes_first(references: list[Any], number: str) -> None:
    score = tallystick.bleu(hypotheses=["a"] * len(references), references=references)
    assert score.signature.fields[0] == ("nrefs", number)


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"smooth": "floor"}, "smooth", "floor[0.10]"),
        ({"smooth": "add-k"}, "smooth", "add-k[1.00]"),
        ({"smooth": "floor", "smooth_value": 0.123}, "smooth", "floor[0.123]"),
        ({"smooth": "floor", "smooth_value": 0}, "smooth", "floor[0.00]"),
        ({"order": 2}, "order", "2"),
        ({"weights": (0.5, 0.25, 0.25)}, "weights", "0.5+0.25+0.25"),
        ({"lowercase": True}, "case", "lc"),
        ({"lowercase": "ascii"}, "case", "ascii"),
        ({"effective_order": True}, "eff", "yes"),
        ({"tokenize": "zh-2"}, "tok", "zh-2"),
    ],
    ids=str,
)
def test_an_option_is_written_in_its_field(options: dict[str, Any], field: str, value: str) -> None:
    score = tallystick.bleu(hypotheses=["a"], references=["a"], **options)
    assert score.signature[field] == value


def test_a_signature_is_immutable_and_not_a_state_of_the_metric() -> None:
    first = tallystick.bleu(hypotheses=["a"], references=[["a", "b"]])
    text = str(first.signature)
    with pytest.raises(AttributeError):
        first.signature.fields = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        first.signature.fields[0] = ("nrefs", "3")  # type: ignore[index]
    tallystick.bleu(hypotheses=["a"], references=["a"], lowercase=True)
    assert str(first.signature) == text


def test_a_signature_survives_copying_and_pickling_and_may_lack_fields() -> None:
    signature = Signature.parse("nrefs:1|case:mixed")
    assert pickle.loads(pickle.dumps(signature)) == copy.deepcopy(signature) == signature
    assert hash(copy.copy(signature)) == hash(signature)
    assert signature.get("tok") is None
    with pytest.raises(KeyError):
        signature["tok"]


OF_SEGMENTS = Bleu(effective_order=True)
CHRF_3 = Chrf(beta=3, word_order=2, dialect="sacrebleu")


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        *(
            (text, Bleu())
            for text in (
                "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.0.0",
                "nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:2.5.1",
                "  nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0\n",
                "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|metric:bleu|version:2.0.0",
            )
        ),
        # printed by sacreBLEU 2.6.0; of chrF's beta, --chrf-beta 3, the fields do not say it
        ("BLEU|nrefs:1|case:mixed|eff:yes|tok:13a|smooth:exp|version:2.6.0", OF_SEGMENTS),
        ("chrF3++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0", CHRF_3),
        ("chrf3++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0", CHRF_3),
        ("NIST|order:4", Nist(order=4)),
    ],
)
def test_signatures_as_papers_print_them_parse(text: str, metric: Any) -> None:
    assert Signature.parse(text).metric() == metric


# printed by sacreBLEU 2.6.0, get_signature().format(short=True), with and without the name
SHORT = [
    ("BLEU|#:1|c:mixed|e:no|tok:13a|s:exp|v:2.6.0", Bleu()),
    ("BLEU|#:1|c:lc|e:no|tok:13a|s:floor[0.10]|v:2.6.0", Bleu(smooth="floor", lowercase=True)),
    ("BLEU|#:2|bs:20|rs:12345|c:mixed|e:no|tok:13a|s:exp|v:2.6.0", Bleu()),
    (
        "chrF2++|#:1|c:mixed|e:yes|nc:6|nw:2|s:yes|v:2.6.0",
        Chrf(word_order=2, whitespace="kept", dialect="sacrebleu"),
    ),
    ("TER|#:1|c:lc|t:tercom|nr:yes|pn:no|as:no|v:2.6.0", Ter(tokenize="tercom-norm-nopunct")),
]


@pytest.mark.parametrize(("text", "metric"), SHORT)
def test_short_signatures_of_sacrebleu_are_read(text: str, metric: Any) -> None:
    for line in (text, text.partition("|")[2]):
        assert Signature.parse(line).metric() == metric


def test_a_short_signature_gets_the_long_names_of_its_fields() -> None:
    signature = Signature.parse("TER|#:1|c:lc|t:tercom|nr:yes|pn:yes|as:no|v:2.6.0")
    long = "metric:ter|nrefs:1|case:lc|tok:tercom|norm:yes|punct:yes|asian:no|version:2.6.0"
    assert str(signature) == long


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nrefs:1|case", "'case' in the signature"),
        ("nrefs:1||case:lc", "'' in the signature"),
        ("nrefs:1|:lc", "':lc' in the signature"),
        ("nrefs:1|case:", "'case:' in the signature"),
        ("", "signature"),
        ("case:lc|case:mixed", "the field 'case' occurs twice"),
        ("hello", r"not the name of a metric; .*or one of BLEU, NIST"),
        ("comet|nrefs:1", r"not the name of a metric; .*or one of BLEU, NIST"),
        # printed by sacreBLEU 1.4.14
        (
            "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.14",
            "sacreBLEU 1, .* write it as sacreBLEU 2 does",
        ),
    ],
)
def test_a_text_that_is_not_a_signature_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Signature.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nrefs:1|case:mixed", "does not name its metric; add |metric:NAME"),
        ("case:upper|metric:bleu", "case:upper; expected one of mixed, lc, ascii"),
        ("order:x|metric:bleu", "order:x; expected a whole number"),
        ("order:-1|metric:bleu", "order:-1; expected a whole number"),
        (f"order:{5000 * '9'}|metric:bleu", "order:9+; expected a whole number"),
        ("order:0|metric:nist", "order is 0; expected"),
        ("smooth:fluor", "smooth is 'fluor'"),
        ("smooth:floor[x]", "the signature has smooth:x; expected a number"),
        ("smooth:floor[0.10", "floor"),
        ("smooth:exp[0.1]", "smooth=exp takes none"),
        ("eff:maybe|smooth:exp", "eff"),
        ("weights:0.5+x|metric:bleu", "'0.5[+]x' is not a list of weights"),
        ("weights:0.5+0.5|order:3|metric:bleu", "2 weights but the order is 3"),
        ("nc:6|nw:0|metric:bleu", "has no field nc, nw; known are"),
        ("smooth:exp|metric:nist", "a signature of nist has no field smooth"),
        ("dialect:mtevl|metric:nist", "did you mean mteval"),
        ("info:123456789abc|metric:nist", "info:123456789abc.*Nist.information="),
        ("case:mixed|metric:blue", "no metric is named 'blue'; did you mean bleu"),
        ("tok:13b|smooth:exp", "no tokenizer is named '13b'; did you mean 13a"),
        ("tok:intl|tokversion:1.0|metric:bleu", "intl 1.0 but this installation has intl"),
    ],
)
def test_an_invalid_signature_is_refused(text: str, message: str) -> None:
    error = UnknownNameError if " is named '" in message else OptionError
    with pytest.raises(error, match=message.replace("|metric", "[|]metric")):
        Signature.parse(text).metric()


@given(text=st.text(st.sampled_from("nrefs:1|casemixdtok3[]+.0"), max_size=30))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        signature = Signature.parse(text)
    except InputError:
        return
    assert Signature.parse(str(signature)) == signature


def test_a_signature_is_read_as_it_is_printed_with_the_spec_in_front() -> None:
    bleu = Bleu(order=2)
    assert Signature.parse(f"bleu:order=2: {Signature.of(bleu, 1, False)}").metric() == bleu

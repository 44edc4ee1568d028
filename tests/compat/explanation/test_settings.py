"""The ways to compute a metric, and what people do to texts before they score them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tallystick import OptionError, UnknownNameError
from tallystick.compat.explanation.moses import moses
from tallystick.compat.explanation.settings import ways
from tallystick.compat.explanation.slips import SLIPS, Sides, Slip
from tallystick.metrics import metric_from_spec


def test_usual_programs_with_their_defaults_come_first() -> None:
    first = [way.program.partition(",")[0] for way in ways("bleu", 0)]
    assert first[0] == "sacreBLEU"
    assert {"NLTK", "TorchMetrics", "Moses"} <= set(first)


def test_options_and_axes_make_a_way_odd() -> None:
    oddities = {way.spec: way.oddity for way in ways("ter", 2)}
    assert oddities["ter"] == 0
    assert oddities["ter:tokenize=tercom-norm"] == 1
    assert oddities["ter:dialect=beam=0"] == 2
    assert max(oddities.values()) == 2


@pytest.mark.parametrize("metric", ["chrf", "wer", "cider"])
def test_every_way_is_the_metric_of_its_spec(metric: str) -> None:
    listed = ways(metric, 1)
    assert all(metric_from_spec(way.spec) == way.metric for way in listed)


def test_no_two_ways_have_the_same_conventions() -> None:
    conventions = [way.conventions for way in ways("chrf", 2)]
    assert len(set(conventions)) == len(conventions)


def test_options_and_dialect_of_a_spec_remain() -> None:
    listed = ways("bleu:tokenize=intl,order=2", 1)
    assert len(listed) > 10
    assert {(way.metric.tokenize, way.metric.order) for way in listed} == {("intl", 2)}  # type: ignore[attr-defined]
    specs = {way.spec.partition(",")[0] for way in ways("bleu:dialect=nltk", 1)}
    assert specs == {"bleu:dialect=nltk"}


def test_an_unknown_metric_or_option_is_an_error() -> None:
    with pytest.raises(UnknownNameError):
        ways("blue", 1)
    with pytest.raises(OptionError):
        ways("bleu:tokeniser=13a", 1)


NAMED = {slip.name: slip for slip in SLIPS}

SACREMOSES = [
    (
        "Mr. Smith's 5,300 \"friends\" (etc.) left... No. 5 isn't here.",
        "Mr. Smith &apos;s 5,300 &quot; friends &quot; ( etc . ) left ... No. 5 isn &apos;t here .",
    ),
    (
        "The net lists movies such as under Letterboxd.com.",
        "The net lists movies such as under Letterboxd.com.",
    ),
    (
        "In the 1990's, A,B,C cost 1,5% or 30°C; see e.g. [1] & <b>|.",
        "In the 1990 &apos;s , A , B , C cost 1,5 % or 30 ° C ; see e.g. &#91; 1 &#93; &amp; &lt; "
        "b &gt; &#124; .",
    ),
    (
        "He said: 'No. I won't!' and left.",
        "He said : &apos; No . I won &apos;t ! &apos; and left .",
    ),
    ("It was No. One of U.S. firms. the end", "It was No . One of U.S. firms. the end"),
    ("Wait.... what?? a_b #1 well-known", "Wait .... what ? ? a _ b # 1 well-known"),
    ("x ,y 3,a a,3 , 5,", "x , y 3 , a a , 3 , 5 ,"),
    ("  two  spaces\tand tab ", "two spaces and tab"),
]
"""Lines with the tokens that MosesTokenizer("en").tokenize of sacremoses 0.2.0 returned."""

SIDES = Sides(
    ("A low-er@@ ing &quot;b", "\u2581it \u2581ra ins .", "c d e"),
    (("A lowe@@ ring", "\u2581It rains.", "the f"),),
)


@pytest.mark.parametrize(
    ("name", "line", "hypothesis", "reference"),
    [
        ("pieces-joined", 0, "A low-ering &quot;b", "A lowering"),
        ("hypothesis-pieces-joined", 0, "A low-ering &quot;b", "A lowe@@ ring"),
        ("compounds-split", 0, "A low ##AT##-##AT## er@@ ing &quot;b", "A lowe@@ ring"),
        ("entities-unescaped", 0, 'A low-er@@ ing "b', "A lowe@@ ring"),
        ("hypotheses-lowercased", 0, "a low-er@@ ing &quot;b", "A lowe@@ ring"),
        ("normalized-answers", 0, "low er ing quot b", "lowe ring"),
        ("sides-exchanged", 0, "A lowe@@ ring", "A low-er@@ ing &quot;b"),
        ("first-hypothesis-lost", 0, "\u2581it \u2581ra ins .", "A lowe@@ ring"),
        ("first-reference-lost", 0, "A low-er@@ ing &quot;b", "\u2581It rains."),
        ("sentence-pieces-joined", 1, "it rains.", "Itrains."),
        ("strings-for-tokens", 2, "c \u2581 d \u2581 e", "t h e \u2581 f"),
    ],
)
def test_a_slip_changes_a_line(name: str, line: int, hypothesis: str, reference: str) -> None:
    changed = NAMED[name].apply(SIDES)
    assert (changed.hypotheses[line], changed.references[0][line]) == (hypothesis, reference)


def test_the_first_hypothesis_can_have_the_references_of_all() -> None:
    changed = NAMED["references-of-the-first"].apply(SIDES)
    assert changed.hypotheses == SIDES.hypotheses[:1]
    assert [lines[0] for lines in changed.references] == list(SIDES.references[0])


def test_hypotheses_can_be_in_the_order_of_their_numbers_as_text() -> None:
    lines = tuple(f"line {number}" for number in range(12))
    changed = NAMED["hypotheses-in-order-of-text"].apply(Sides(lines, (lines,)))
    assert [line.split()[1] for line in changed.hypotheses if line][:4] == ["0", "1", "10", "11"]


def test_slips_do_not_change_what_they_are_given() -> None:
    before = SIDES.hypotheses, SIDES.references
    for slip in SLIPS:
        slip.apply(SIDES)
    assert (SIDES.hypotheses, SIDES.references) == before


@pytest.mark.parametrize(("line", "tokens"), SACREMOSES)
def test_the_tokenizer_of_moses_is_that_of_sacremoses(line: str, tokens: str) -> None:
    assert moses(line) == tokens


def test_the_tokens_of_13a_are_those_of_sacrebleu() -> None:
    tokenizer = pytest.importorskip("sacrebleu.tokenizers.tokenizer_13a").Tokenizer13a()
    line = "He can't pay $5,300 (or \"more\"). It's over -- isn't it?"
    sides = Sides((line,), ((line,),))
    tokens = (tokenizer(line),)
    assert NAMED["13a-tokens"].apply(sides) == Sides(tokens, (tokens,))
    assert NAMED["13a-tokens-of-hypotheses"].apply(sides) == Sides(tokens, ((line,),))
    assert NAMED["13a-tokens-of-references"].apply(sides) == Sides((line,), (tokens,))


def test_the_words_of_nltk_are_those_of_word_tokenize() -> None:
    word_tokenize = pytest.importorskip("nltk.tokenize").word_tokenize
    line = "He can't pay $5,300 (or \"more\"). It's over -- isn't it?"
    changed = NAMED["nltk-words"].apply(Sides((line,), ((line,),)))
    assert changed.hypotheses == (" ".join(word_tokenize(line, preserve_line=True)),)


OTHERS = "sacremoses|python|tallystick"
OWN_TOOLS = [slip for slip in SLIPS if not re.match(OTHERS, slip.hypotheses or slip.references)]
"""Slips whose commands need only what every POSIX system has."""


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a POSIX shell")
@pytest.mark.parametrize("slip", OWN_TOOLS, ids=lambda slip: slip.name)
def test_the_commands_of_a_slip_change_files_as_its_function_does(
    slip: Slip, tmp_path: Path
) -> None:
    many = Sides(SIDES.hypotheses * 4, (SIDES.references[0] * 4,))
    changed = slip.apply(many)
    sides = [
        (slip.hypotheses, many.hypotheses, changed.hypotheses),
        (slip.references, many.references[0], changed.references[0]),
    ]
    for command, before, after in sides:
        if command:
            (tmp_path / "file").write_text("".join(f"{line}\n" for line in before), "utf-8")
            done = subprocess.run(
                ["bash", "-c", command.replace("{}", "file")],
                cwd=tmp_path,
                capture_output=True,
                check=True,
            )
            assert done.stdout.decode() == "".join(f"{line}\n" for line in after)

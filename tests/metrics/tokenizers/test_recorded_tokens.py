"""Tokens that mteval and sacreBLEU printed; golden/tokenizer_cases.json has their origin."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Lowercase, Tokenizer, tokenizer_named

GOLDEN = Path(__file__).parents[2] / "golden" / "tokenizer_cases.json"
CASES: list[dict[str, str]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["cases"]
COLUMNS: dict[str, tuple[str, Lowercase]] = {
    "13a": ("mteval-13a", "ascii"),
    "13a_cased": ("mteval-13a", "none"),
    "intl": ("mteval-intl", "unicode"),
    "intl_cased": ("mteval-intl", "none"),
    "14c": ("mteval-14c", "ascii"),
}


@pytest.mark.parametrize("column", COLUMNS)
def test_the_tokens_are_those_that_mteval_printed(
    built_in: Callable[[str], Tokenizer], column: str
) -> None:
    name, lowercase = COLUMNS[column]
    for case in CASES:
        assert " ".join(built_in(name)(case["input"], lowercase)) == case[column]


def test_without_entities_none_splits_as_mteval_without_normalization(
    built_in: Callable[[str], Tokenizer],
) -> None:
    for case in CASES:
        if "&" not in case["input"]:  # v13m --no-norm decodes entities, which `none` does not
            assert built_in("none")(case["input"]) == case["none"].split()


# perl 5.36: split(/\s+/, "a\x1cb c") gives two words, and lc("ΟΔΟΣ") is "οδοσ".
DIFFERENCES: list[tuple[str, str, Lowercase, str]] = [
    ("mteval-13a mteval-14c mteval-intl", "a\x1cb c\x85d", "none", "a\x1cb c d"),
    ("mteval-13a mteval-14c mteval-intl", "ÄB Ж", "ascii", "Äb Ж"),
    ("mteval-intl", "ΟΔΟΣ", "unicode", "οδοσ"),
    ("intl", "ΟΔΟΣ", "unicode", "οδος"),
    # entities are decoded before case is folded
    ("mteval-13a", "&QUOT;", "ascii", "& quot ;"),
    ("13a", "&QUOT;", "ascii", '"'),
    # the international tokenizer splits before white space at the end
    ("mteval-intl", "5. ", "none", "5 ."),
    ("mteval-intl", "5.", "none", "5."),
    ("intl", "5. ", "none", "5."),
    # version 14c keeps addresses in lower-case schemes only
    (
        *("mteval-14c", "(https://a.b HTTPS://a.b https://A.b,", "ascii"),
        "( https : / / a . b https : / / a . b https://A.b,",
    ),
    # mteval counts an empty word
    ("mteval-intl", "\ta", "none", "a"),
    ("mteval-14c", "<skipped> a", "none", "a"),
    # version 11b joins no hyphenated lines
    ("mteval-11b", "a-\nb", "none", "a- b"),
    ("mteval-13a", "a-\nb", "none", "ab"),
]


@pytest.mark.parametrize(("names", "line", "lowercase", "tokens"), DIFFERENCES)
def test_tokens_differ_where_programs_do(
    built_in: Callable[[str], Tokenizer], names: str, line: str, lowercase: Lowercase, tokens: str
) -> None:
    for name in names.split():
        assert built_in(name)(line, lowercase) == tokens.split(" ")


def test_version_11b_differs_from_13a_in_white_space_beyond_ascii_alone(
    built_in: Callable[[str], Tokenizer],
) -> None:
    # by the scripts' source and runs: the rules are those of 13a, on bytes
    for case in CASES:
        marked = re.sub("[\u00a0\u2028\u3000]", "\ue000", case["input"])
        tokens = built_in("mteval-13a")(marked, "ascii")
        of_11b = built_in("mteval-11b")(case["input"], "ascii")
        assert list(map(len, of_11b)) == list(map(len, tokens))
        assert marked != case["input"] or " ".join(of_11b) == case["13a"]


@pytest.mark.parametrize("name", ["13a", "intl", "zh", "char", "none"])
def test_the_tokens_are_those_that_sacrebleu_gave(
    golden: Callable[[str], Any], built_in: Callable[[str], Tokenizer], name: str
) -> None:
    recorded = golden("tokenizer_cases")["sacrebleu"][name]
    assert {line: " ".join(built_in(name)(line)) for line in recorded} == recorded


# Single characters and short texts that affect how some tokenizers split their neighbours.
PIECES = [
    *"0159abZİΣς.,.,--'!?;:/()[]{}_`~^|\\$%&*+=@#\"<> \t",
    *("&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&amp;lt;", "&QUOT;", "<skipped>"),
    *(
        "&#124;",
        "&#91;",
        "&#93;",
        "-\n",
        "\n",
        "\r\n",
        "\x0b",
        "\x0c",
        "\x1c",
        "\x1d",
        "\x1e",
        "\x1f",
        "\x85",
    ),
    *("\u00a0", "\u1680", "\u2009", "\u2028", "\u2029", "\u202f", "\u3000", "\u200b", "\ufeff"),
    *("中", "文", "，", "。", "“", "”", "’", "–", "—", "…", "€", "→", "①", "☃", "か", "カ", "한"),
    *("\u2000", "\u2001", "\u2a6d", "\u2a6e", "\u2f80", "\u2f81", "\u2fa1", "\u4db5", "\u4db6"),
    *("\u9fbb", "\u9fbc", "\u9fff", "\ufa2d", "\ufa2e", "\ufad9", "\ufada", "\uff00", "\uffef"),
    *("½", "²", "٣", "٫", "Ⅻ", "〇", "°", "·", "é", "e\u0301", "\u200d", "😀", "𠀀", "𝟎", "𐄀", "𞥞"),
]
LINES = st.lists(
    st.one_of(st.sampled_from(PIECES), st.characters(exclude_categories=["Cs"])), max_size=25
).map("".join)


@pytest.fixture(scope="module")
def original() -> Iterator[Any]:
    """The original tokenizer, without the character lists that its other method needs."""
    corpus: Any = pytest.importorskip("nltk.corpus")
    with pytest.MonkeyPatch.context() as patch:
        lists = SimpleNamespace(chars=lambda name: ["x"])
        patch.setattr(corpus, "perluniprops", lists)
        patch.delitem(sys.modules, "nltk.tokenize.nist", raising=False)
        yield importlib.import_module("nltk.tokenize.nist").NISTTokenizer()
    sys.modules.pop("nltk.tokenize.nist", None)


@given(line=LINES, lowercase=st.booleans())
def test_the_tokens_are_those_of_nltk(original: Any, line: str, lowercase: bool) -> None:
    tokens = tokenizer_named("nltk-nist")(line, "unicode" if lowercase else "none")
    assert tokens == original.tokenize(line, lowercase=lowercase)


def test_an_entity_is_decoded_once(built_in: Callable[[str], Tokenizer]) -> None:
    # what NLTK 3.10.4 gave
    assert built_in("nltk-nist")("&amp;lt; &lt;") == ["&", "lt", ";", "<"]


DIFFERING = {
    "𠀀𠀁": ("𠀀𠀁", "𠀀 𠀁"),
    "\U0002a6df\U0002a700": ("\U0002a6df\U0002a700", "\U0002a6df \U0002a700"),
    "\U0002f800\U0002fa1d": ("\U0002f800\U0002fa1d", "\U0002f800 \U0002fa1d"),
    "\U00030000\U00033479": ("\U00030000\U00033479", "\U00030000 \U00033479"),
    "\u9fbc\u9fff": ("\u9fbc\u9fff", "\u9fbc \u9fff"),
    "\u4db6\u4dbf": ("\u4db6\u4dbf", "\u4db6 \u4dbf"),
    "\ufa2e\ufa6b": ("\ufa2e\ufa6b", "\ufa2e \ufa6b"),
    "don’t": ("don ’ t", "don’t"),
    "a…b €5": ("a … b € 5", "a…b €5"),
    "①②→": ("① ② →", "①②→"),
    "5.": ("5.", "5 ."),
    ".5元": (".5 元", ". 5 元"),
}
KEPT = (
    *("你好，世界。", "我有3.14元", "“引号”", "☃✂", "ＡＢＣ", "カタカナ", "&quot;中", "\u3000全角"),
    "3-4月",
)


@pytest.mark.parametrize(("line", "tokens"), DIFFERING.items())
def test_zh_2_corrects_the_defects_of_zh(
    built_in: Callable[[str], Tokenizer], line: str, tokens: tuple[str, str]
) -> None:
    assert (" ".join(built_in("zh")(line)), " ".join(built_in("zh-2")(line))) == tokens


@pytest.mark.parametrize("line", KEPT)
def test_zh_2_agrees_with_zh_elsewhere(built_in: Callable[[str], Tokenizer], line: str) -> None:
    assert built_in("zh-2")(line) == built_in("zh")(line)


def test_a_script_that_shares_a_plane_with_ideographs_stays_whole(
    built_in: Callable[[str], Tokenizer],
) -> None:
    # U+3D000 begins the Seal block of Unicode 18, which does not belong to zh-2.
    assert built_in("zh-2")("\U0003d000\U0003d001") == ["\U0003d000\U0003d001"]


sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")

NAMES = ("none", "13a", "intl", "char", "zh")


@pytest.fixture(scope="module")
def sacrebleu_tokens() -> Callable[[str, str, bool], list[str]]:
    bleu: dict[tuple[str, bool], Any] = {}

    def tokens(name: str, line: str, lowercase: bool) -> list[str]:
        if (name, lowercase) not in bleu:
            bleu[name, lowercase] = sacrebleu_metrics.BLEU(tokenize=name, lowercase=lowercase)
        text: str = bleu[name, lowercase]._preprocess_segment(line)
        return text.split()

    return tokens


@pytest.mark.parametrize("name", NAMES)
@given(line=LINES, lowercase=st.booleans())
def test_every_drawn_line_gives_the_tokens_of_sacrebleu(
    built_in: Callable[[str], Tokenizer],
    sacrebleu_tokens: Callable[[str, str, bool], list[str]],
    name: str,
    line: str,
    lowercase: bool,
) -> None:
    if name == "intl":
        require_the_frozen_unicode_version()
    ours = built_in(name)(line, "unicode" if lowercase else "none")
    assert ours == sacrebleu_tokens(name, line, lowercase)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_of_wmt22_gives_the_tokens_of_sacrebleu(
    built_in: Callable[[str], Tokenizer],
    sacrebleu_tokens: Callable[[str, str, bool], list[str]],
    wmt22_lines: list[str],
    name: str,
) -> None:
    # 307 divides no test set's size, so that every system contributes other segments.
    for line in wmt22_lines[::307]:
        assert built_in(name)(line) == sacrebleu_tokens(name, line, False)


def require_the_frozen_unicode_version() -> None:
    from importlib.metadata import metadata

    version = tokenizer_named("intl").version
    if f"Unicode {version}" not in str(metadata("regex").json["description"]):
        pytest.skip(f"the installed regex package is not of Unicode {version}")

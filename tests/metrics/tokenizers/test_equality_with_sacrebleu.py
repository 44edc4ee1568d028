"""Tokens compared with those of the installed sacreBLEU, on drawn text and on WMT22."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Tokenizer, tokenizer_named

sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")

NAMES = ("none", "13a", "intl", "char", "zh")

# Single characters and short texts that affect how some tokenizers split their neighbours.
PIECES = [
    *"0159abZİΣς.,.,--'!?;:/()[]{}_`~^|\\$%&*+=@#\"<> \t",
    *("&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&amp;lt;", "&QUOT;", "<skipped>"),
    *("-\n", "\n", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85"),
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

"""What zh-2 corrects, each compared with zh."""

from collections.abc import Callable

import pytest

from tallystick.metrics import Tokenizer

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
    "你好，世界。",
    "我有3.14元",
    "“引号”",
    "☃✂",
    "ＡＢＣ",
    "カタカナ",
    "&quot;中",
    "\u3000全角",
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

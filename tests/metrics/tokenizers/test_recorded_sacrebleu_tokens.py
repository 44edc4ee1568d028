"""Tokens as sacreBLEU 2.6.0 gave them (Python 3.11.7), recorded by hand on small inputs."""

from collections.abc import Callable

import pytest

from tallystick.metrics import Tokenizer

RECORDED_13A = {
    "1,000.5": "1,000.5",
    "x..5": "x . .5",
    "1.,2": "1 . , 2",
    "a.5": "a . 5",
    "5.": "5 .",
    "1.5.": "1.5 .",
    ".5": ". 5",
    "5...": "5 . . .",
    "1,,2": "1 , , 2",
    "a-b": "a-b",
    "5-3": "5 - 3",
    "9-to-5": "9 - to-5",
    "-5": "-5",
    "3--4": "3 - -4",
    "5.-3": "5 . -3",
    "It's": "It's",
    "'quoted'": "'quoted'",
    "“quoted”": "“quoted”",
    "don’t": "don’t",
    "a–b 5–3 a—b": "a–b 5–3 a—b",
    "…": "…",
    "€5": "€5",
    "$5.00": "$ 5.00",
    "5%": "5 %",
    "&amp;lt;": "<",
    "&amp;quot;": "& quot ;",
    "&apos;s": "& apos ; s",
    "&#39;": "& # 39 ;",
    "&AMP;": "& AMP ;",
    "<skipped>x": "x",
    "a-\nb": "ab",
    "a-\r\nb": "a- b",
    "a\rb": "a b",
    "a\u00a0b": "a b",
    "a\u200bb": "a\u200bb",
    "\ufeffHello.": "\ufeffHello .",
    "٣.١٤": "٣ . ١٤",
    "１．５": "１．５",
    "½.5": "½ . 5",
    "你好，世界。": "你好，世界。",
    "¡Hola!": "¡Hola !",
    "U.S.A.": "U . S . A .",
    "1:30": "1 : 30",
    "a_b": "a _ b",
    "http://x.com/a_b?c=1": "http : / / x . com / a _ b ? c = 1",
}

RECORDED_INTL = {
    "in 2015.": "in 2015.",
    "5.": "5.",
    ".5": ".5",
    "(5)": "(5)",
    "¿5?": "¿5?",
    "5...": "5 . . .",
    "$5,000.00.": "$ 5,000.00.",
    "1,,2": "1 , , 2",
    "5,(6)": "5 , ( 6)",
    "5-3": "5-3",
    "1–2": "1–2",
    "1/2": "1/2",
    "a-b": "a - b",
    "a–b": "a – b",
    "It's": "It ' s",
    "don’t": "don ’ t",
    "“quoted”": "“ quoted ”",
    "5%": "5%",
    "5‰": "5‰",
    "5€": "5 €",
    "₹5": "₹ 5",
    "9°C": "9 ° C",
    "x²,5": "x²,5",
    "½,a": "½ , a",
    "Ⅻ.": "Ⅻ.",
    "〇.": "〇.",
    "٣٫١٤": "٣٫١٤",
    "٣.١٤": "٣.١٤",
    "十,5": "十 , 5",
    "1．5．": "1．5．",
    "你好，世界。": "你好 ， 世界 。",
    "C++": "C + +",
    "2+2=4": "2 + 2 = 4",
    "&quot;hi&quot;": "& quot ; hi & quot ;",
    "a-\nb": "a - b",
    "a_b": "a _ b",
    "😀hi": "😀 hi",
    "👨\u200d👩\u200d👧": "👨 \u200d 👩 \u200d 👧",
    "a·b": "a · b",
    "No.1": "No . 1",
    "5.”": "5 . ”",
    "(a)5": "( a ) 5",
}

RECORDED_ZH = {
    "你好，世界。": "你 好 ， 世 界 。",
    "我有3.14元": "我 有 3.14 元",
    "Hello世界": "Hello 世 界",
    "我有5.": "我 有 5.",
    ".5元": ".5 元",
    "5.中": "5 . 中",
    "我有5,": "我 有 5,",
    "a.": "a .",
    "9-": "9 -",
    "ＡＢＣ１２３": "Ａ Ｂ Ｃ １ ２ ３",
    "ｶﾀｶﾅ": "ｶ ﾀ ｶ ﾅ",
    "カタカナ": "カタカナ",
    "ひらがな": "ひらがな",
    "한국어": "한국어",
    "𠮷野家": "𠮷 野 家",
    "𠀀𠀁": "𠀀𠀁",
    "\u9fbc\u9fff": "\u9fbc\u9fff",
    "\u4db6\u4dbf": "\u4db6\u4dbf",
    "“引号”": "“ 引 号 ”",
    "don’t": "don ’ t",
    "a…b": "a … b",
    "3–4月": "3 – 4 月",
    "€5": "€ 5",
    "→↑": "→ ↑",
    "a\u200bb": "a \u200b b",
    "①②": "① ②",
    "×÷": "×÷",
    "é😀": "é😀",
    "☃✂": "☃ ✂",
    "&quot;中&quot;": "& quot ; 中 & quot ;",
    "<skipped>中": "< skipped > 中",
    "\u3000全角\u3000": "全 角",
}

RECORDED_CHAR = {"e\u0301": "e \u0301", "a b": "a b", "ab.": "a b .", "👨\u200d": "👨 \u200d"}

RECORDED_NONE = {"It's  5.\u3000OK ": "It's 5. OK", "": ""}

RECORDED = {
    "13a": RECORDED_13A,
    "intl": RECORDED_INTL,
    "zh": RECORDED_ZH,
    "char": RECORDED_CHAR,
    "none": RECORDED_NONE,
}


@pytest.mark.parametrize(
    ("name", "line", "tokens"),
    [(name, line, tokens) for name, table in RECORDED.items() for line, tokens in table.items()],
)
def test_the_tokens_are_those_that_sacrebleu_gave(
    built_in: Callable[[str], Tokenizer], name: str, line: str, tokens: str
) -> None:
    assert " ".join(built_in(name)(line)) == tokens

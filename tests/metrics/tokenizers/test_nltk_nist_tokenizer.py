"""The tokenizer nltk-nist gives the tokens of the installed NLTK's NISTTokenizer."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick.metrics import Tokenizer, tokenizer_named

PIECES = ["&", "&amp;", "&amp;lt;", "&apos;", "&#124;", "&#91;", "&#93;", "&quot;", "&gt;", "<"]
PIECES += ["<skipped>", "-\n", "\n", "\u2028", "\u00a0", "\x1c", ".", ",", "-", "5", "a", "Σ", "'"]
LINES = st.lists(st.sampled_from([*PIECES, " "]), max_size=12).map("".join) | st.text(max_size=20)


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


@settings(max_examples=3 * settings().max_examples)
@given(line=LINES, lowercase=st.booleans())
def test_the_tokens_are_those_of_nltk(original: Any, line: str, lowercase: bool) -> None:
    found = tokenizer_named("nltk-nist")(line, "unicode" if lowercase else "none")
    assert found == original.tokenize(line, lowercase=lowercase)


def test_an_entity_is_decoded_once(built_in: Callable[[str], Tokenizer]) -> None:
    # what NLTK 3.10.4 gave
    assert built_in("nltk-nist")("&amp;lt; &lt;") == ["&", "lt", ";", "<"]

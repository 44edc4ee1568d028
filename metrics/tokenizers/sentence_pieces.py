"""flores101 (spm) and flores200: subword pieces of the two FLORES SentencePiece models.

A model is read from disk and never downloaded: a score should depend only on files that the user
knows. The version is the beginning of the file's SHA-256.
"""

import hashlib
import importlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tallystick.errors import MissingExtraError
from tallystick.metrics.tokenizers.protocol import Lowercase, SeparatingTokenizer, fold

MODEL_DIRECTORY_VARIABLE = "TALLYSTICK_SPM_MODEL_DIR"


@dataclass(frozen=True)
class SentencePieceTokenizer(SeparatingTokenizer):
    """A tokenizer that splits with a loaded SentencePieceProcessor."""

    name: str
    version: str | None
    model: Any = field(repr=False, compare=False)

    def separate(self, lines: Iterable[str], lowercase: Lowercase) -> list[str]:
        """Return the pieces of lines, stripped at their ends as by sacreBLEU, joined by spaces.

        A model may have a piece that contains white space, which BLEU then splits.
        """
        stripped = [fold(line, lowercase).rstrip() for line in lines]
        return list(map(" ".join, self.model.EncodeAsPieces(stripped, num_threads=1)))


@cache
def tokenizer_flores101() -> SentencePieceTokenizer:
    """Return `flores101`, which splits into pieces of the FLORES-101 model, also called `spm`.

    Equals `tokenize="flores101"` of sacreBLEU 2.6.0 with the same model file.
    """
    return load_model("flores101", "sacrebleu_tokenizer_spm.model")


@cache
def tokenizer_flores200() -> SentencePieceTokenizer:
    """Return `flores200`, which splits into pieces of the FLORES-200 model, for 200 languages.

    Equals `tokenize="flores200"` of sacreBLEU 2.6.0 with the same model file.
    """
    return load_model("flores200", "flores200sacrebleuspm")


def load_model(name: str, file_name: str) -> SentencePieceTokenizer:
    """Load a SentencePiece model by the file name that sacreBLEU stores it under.

    The file is looked for in the directory that TALLYSTICK_SPM_MODEL_DIR names, then in `models` in
    sacreBLEU's directory ($SACREBLEU, or .sacrebleu in the home directory).
    """
    try:
        sentencepiece = importlib.import_module("sentencepiece")
    except ImportError as error:
        raise MissingExtraError(
            f"tokenizer {name!r} needs the library sentencepiece, and importing it failed "
            f'({error}); install it with: pip install "tallystick[spm]"'
        ) from error
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
    return SentencePieceTokenizer(name, hashlib.sha256(content).hexdigest()[:12], model)


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

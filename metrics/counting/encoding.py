"""Lines of text as token numbers, by a compiled tokenizer where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tallystick.metrics.corpus.text import Text
from tallystick.metrics.kernel import kernel
from tallystick.metrics.tokenizers.normalizing import NormalizingTokenizer
from tallystick.metrics.tokenizers.plain import tokenizer_none
from tallystick.metrics.tokenizers.separating import SeparatingTokenizer

if TYPE_CHECKING:
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


def encode_lines(
    lines: Sequence[str], vocabulary: Vocabulary, tokenizer: Tokenizer, lowercase: Lowercase
) -> tuple[bytes, bytes]:
    """Tokenize lines and number their tokens, adding new tokens to the vocabulary.

    Returns:
        The numbers of all tokens, uint32, and the start of each line in them, int64, with the end.

    Raises:
        UnicodeEncodeError: A line contains a lone surrogate.
    """
    if tokenizer.name in kernel.COMPILED_TOKENIZERS:
        return vocabulary.encode_text(*_packed(lines), tokenizer.name, lowercase)
    if isinstance(tokenizer, NormalizingTokenizer):
        lines, tokenizer = tokenizer.normalize(lines), tokenizer.tokenizer
    if isinstance(tokenizer, SeparatingTokenizer):
        separated = tokenizer.separate(lines, lowercase)
        return encode_lines(separated, vocabulary, tokenizer_none(), "none")
    return vocabulary.encode_tokens([tokenizer(line, lowercase) for line in lines])


def _packed(lines: Sequence[str]) -> tuple[bytes, Any, Any]:
    """Return UTF-8 text, and the starts and the ends of the lines in it."""
    if type(lines) is Text:
        return lines.data, *lines.bounds
    data, offsets = kernel.pack(lines)
    bounds = memoryview(offsets)
    return data, bounds[:-8], bounds[8:]

"""Tokenizers.

A tokenizer is a function from a line to a list of tokens, with a name and a version. Scores with
different tokenizers are not comparable. Each tokenizer here that is named after a program equals
it token for token.

`BUILT_IN` maps their names to functions; nothing is imported or compiled before it is used.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tallystick.metrics.tokenizers.protocol import fold
from tallystick.metrics.tokenizers.protocol import FunctionTokenizer
from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer

__all__ = ["BUILT_IN", "EXTRAS", "FunctionTokenizer", "Lowercase", "Tokenizer", "fold"]

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "none": "tallystick.metrics.tokenizers.plain:tokenizer_none",
        "given": "tallystick.metrics.tokenizers.protocol:tokenizer_given",
        "char": "tallystick.metrics.tokenizers.plain:tokenizer_char",
        "chrf-words": "tallystick.metrics.tokenizers.plain:tokenizer_chrf_words",
        "jiwer": "tallystick.metrics.tokenizers.plain:tokenizer_jiwer",
        "werx": "tallystick.metrics.tokenizers.plain:tokenizer_werx",
        "fastwer": "tallystick.metrics.tokenizers.plain:tokenizer_fastwer",
        "every-space": "tallystick.metrics.tokenizers.plain:tokenizer_every_space",
        "13a": "tallystick.metrics.tokenizers.western:tokenizer_13a",
        "intl": "tallystick.metrics.tokenizers.international:tokenizer_intl",
        "zh": "tallystick.metrics.tokenizers.chinese:tokenizer_zh",
        "zh-2": "tallystick.metrics.tokenizers.chinese:tokenizer_zh_2",
        "mteval-11b": "tallystick.metrics.tokenizers.mteval:tokenizer_mteval_11b",
        "mteval-13a": "tallystick.metrics.tokenizers.mteval:tokenizer_mteval_13a",
        "mteval-intl": "tallystick.metrics.tokenizers.mteval:tokenizer_mteval_intl",
        "mteval-14c": "tallystick.metrics.tokenizers.mteval:tokenizer_mteval_14c",
        "rouge-score": "tallystick.metrics.tokenizers.words:tokenizer_rouge_score",
        "unicode-words": "tallystick.metrics.tokenizers.words:tokenizer_unicode_words",
        "nltk-nist": "tallystick.metrics.tokenizers.mteval:tokenizer_nltk_nist",
        "tercom-norm": "tallystick.metrics.tokenizers.tercom:tokenizer_norm",
        "tercom-norm-asian": "tallystick.metrics.tokenizers.tercom:tokenizer_norm_asian",
        "tercom-norm-nopunct": "tallystick.metrics.tokenizers.tercom:tokenizer_norm_nopunct",
        "tercom-norm-nopunct-asian": (
            "tallystick.metrics.tokenizers.tercom:tokenizer_norm_nopunct_asian"
        ),
        "tercom-nopunct": "tallystick.metrics.tokenizers.tercom:tokenizer_nopunct",
        "tercom-nopunct-asian": "tallystick.metrics.tokenizers.tercom:tokenizer_nopunct_asian",
        "ascii-space": "tallystick.metrics.tokenizers.tercom:tokenizer_ascii_space",
        "ja-mecab": "tallystick.metrics.tokenizers.mecab:tokenizer_ja_mecab",
        "ko-mecab": "tallystick.metrics.tokenizers.mecab:tokenizer_ko_mecab",
        "spm": "tallystick.metrics.tokenizers.sentence_pieces:tokenizer_flores101",
        "flores101": "tallystick.metrics.tokenizers.sentence_pieces:tokenizer_flores101",
        "flores200": "tallystick.metrics.tokenizers.sentence_pieces:tokenizer_flores200",
    }
)
"""The built-in tokenizers: name to "module:function".

Each function takes no arguments and returns the `Tokenizer`, the same one in every call.
"""

EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        "ja-mecab": "ja",
        "ko-mecab": "ko",
        "spm": "spm",
        "flores101": "spm",
        "flores200": "spm",
    }
)
"""The extras that tokenizers need: `pip install "tallystick[ja]"`."""

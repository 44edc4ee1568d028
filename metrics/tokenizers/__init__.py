"""Tokenizers; each that is named after a program equals it token for token.

`BUILT_IN` maps their names to functions; nothing is imported or compiled before it is used.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tallystick.metrics.tokenizers.protocol import fold
from tallystick.metrics.tokenizers.protocol import FunctionTokenizer
from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer

__all__ = ["BUILT_IN", "EXTRAS", "FunctionTokenizer", "Lowercase", "Tokenizer", "fold"]

_NAMES = (
    ("plain", "none given char chrf-words jiwer werx fastwer every-space pltrdy"),
    ("mteval", "13a intl"),
    ("chinese", "zh zh-2"),
    ("mteval", "mteval-11b mteval-13a mteval-intl mteval-14c"),
    ("plain", "rouge-score"),
    ("chinese", "unicode-words"),
    ("mteval", "nltk-nist"),
    ("tercom", "tercom-norm tercom-norm-asian tercom-norm-nopunct tercom-norm-nopunct-asian"),
    ("tercom", "tercom-nopunct tercom-nopunct-asian ascii-space"),
    ("libraries", "ja-mecab ko-mecab spm flores101 flores200"),
)
"""The modules of this package with the names of tokenizers, in the order of lists."""

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        name: f"{__name__}.{module}:tokenizer_{function}"
        for module, names in _NAMES
        for name in names.split()
        for function in [name.replace("-", "_").replace("spm", "flores101")]  # spm is its alias
    }
)
"""The built-in tokenizers: name to "module:function".

Each function takes no arguments and returns the `Tokenizer`, the same one in every call.
"""

EXTRAS: Mapping[str, str] = MappingProxyType(
    {"ja-mecab": "ja", "ko-mecab": "ko", **dict.fromkeys(("spm", "flores101", "flores200"), "spm")}
)
"""The extras that tokenizers need: `pip install "tallystick[ja]"`."""

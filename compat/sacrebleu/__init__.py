"""Drop-in replacement for the BLEU, chrF and TER of sacreBLEU 2.6.0, equal to the last digit.

Change `import sacrebleu` to `import tallystick.compat.sacrebleu as sacrebleu`, or `from
sacrebleu.metrics import BLEU` to `from tallystick.compat.sacrebleu.metrics import BLEU`. Names,
parameters, attributes, numbers, printed lines and types of errors are those of sacreBLEU, which
need not be installed. If sacreBLEU's number is wrong, a `TallystickWarning` explains why, and
`corrected=True` returns the right one. Lone surrogates, which cannot occur in a text file but which
sacreBLEU scores, raise an `InputError`.

>>> import tallystick.compat.sacrebleu as sacrebleu
>>> sacrebleu.corpus_bleu(["The dog bit the man."], [["The dog had bit the man."]])
BLEU = 51.15 100.0/80.0/50.0/33.3 (BP = 0.846 ratio = 0.857 hyp_len = 6 ref_len = 7)
"""

from typing import Any

from tallystick.compat.sacrebleu import compat, metrics
from tallystick.compat.sacrebleu.compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from tallystick.compat.sacrebleu.errors import refuse
from tallystick.compat.sacrebleu.metrics.bleu import BLEU
from tallystick.compat.sacrebleu.metrics.chrf import CHRF
from tallystick.compat.sacrebleu.metrics.helpers import extract_char_ngrams, extract_word_ngrams
from tallystick.compat.sacrebleu.metrics.ter import TER
from tallystick.compat.sacrebleu.version import EMULATED_VERSION, __version__

__all__ = [
    "BLEU",
    "CHRF",
    "EMULATED_VERSION",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
]


def __getattr__(name: str) -> Any:
    refuse(__name__, name)

"""The text metrics of TorchMetrics 1.9, with this package's counts.

Each class is TorchMetrics' own, with its options, states and formula; only `update` counts here.
Change one import line::

    from torchmetrics.text import SacreBLEUScore
    from tallystick.compat.torchmetrics import SacreBLEUScore

States are sums, which TorchMetrics adds over batches and processes. Counts are 64-bit integers, so
they stay exact above 16,777,216, where 32-bit floats no longer count by ones. ROUGE keeps sums
of scores, not a list of the scores of all segments.

Where numbers differ from TorchMetrics': texts and references of different number are refused, not
cut; and of several references with nearly the same chrF or ROUGE, rounding in 32 bits may
choose another one there.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from functools import wraps
from typing import Any

import numpy as np

from tallystick.errors import InputError, MissingExtraError
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.cer.metric import Cer
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.rouge.metric import Rouge
from tallystick.metrics.ter.metric import Ter, tercom_name
from tallystick.metrics.wer.metric import Wer

try:
    import torch
    from torchmetrics import text
    from torchmetrics.functional.text import rouge_score
    from torchmetrics.functional.text.rouge import _split_sentence
except ModuleNotFoundError as missing:
    raise MissingExtraError(
        f"tallystick.compat.torchmetrics needs {missing.name}; install it with: "
        'pip install "tallystick[torchmetrics]"'
    ) from None

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "MatchErrorRate",
    "ROUGEScore",
    "SacreBLEUScore",
    "TranslationEditRate",
    "WordErrorRate",
    "WordInfoLost",
    "WordInfoPreserved",
]

_WORDS: Any = Wer(tokenize="none")
_CHARACTERS: Any = Cer(whitespace="kept")
_COMPILED: Mapping[str, str] = {"_tokenize_base": "none", "_tokenize_13a": "13a"}
"""The tokenizers of this package that equal methods of TorchMetrics' on texts of one line."""

_ROUGE = {"fmeasure": "segment_scores", "precision": "precisions", "recall": "recalls"}
"""The scores of ROUGE, and the columns with their sums."""


def _corpus(hypotheses: Sequence[Any], references: Sequence[Any]) -> Corpus:
    return Corpus.from_segments(hypotheses=hypotheses, references=references)


def _lists(preds: Any, target: Any) -> tuple[list[Any], list[Any]]:
    """Return texts and references as lists, also of a single text."""
    target = [target] if isinstance(target, str) else list(target)
    if isinstance(preds, str):
        return [preds], target if len(target) == 1 else [target]
    return list(preds), target


class _Counted:
    """What the classes share: states that `update` adds to, and that are integers if counts."""

    full_state_update = False  # the value of a batch follows from its own sums
    counts = True

    def add_state(self: Any, name: str, default: Any, *reduction: Any, **named: Any) -> None:
        """Declare a state."""
        if self.counts and isinstance(default, torch.Tensor):
            default = default.long()
        super().add_state(name, default, *reduction, **named)  # type: ignore[misc]

    def update(self: Any, preds: Any, target: Any) -> None:
        """Add the counts of a batch of hypotheses and the references of each.

        Raises:
            InputError: The numbers of hypotheses and references differ, or one is not text.
        """
        preds, target = _lists(preds, target)
        if not preds and not target:  # the last batch of a process may be empty
            return
        if len(preds) != len(target):
            raise InputError(
                f"preds has {len(preds)} texts and target has the references of {len(target)}; "
                "expected as many of each"
            )
        for name, more in self._sums(preds, target).items():
            state = getattr(self, name)
            setattr(self, name, state + torch.as_tensor(more, dtype=state.dtype).to(state.device))


class BLEUScore(_Counted, text.BLEUScore):
    """BLEU of tokens that white space separates."""

    def _sums(self, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        return self._bleu_sums(_corpus(preds, target), tokenize="none")

    def _bleu_sums(self, corpus: Corpus, **options: Any) -> Mapping[str, Any]:
        bleu: Any = Bleu(dialect="torchmetrics", order=self.n_gram, **options)
        total = bleu.total(corpus).named()
        return {
            "preds_len": total["hypothesis_length"],
            "target_len": total["reference_length"],
            "numerator": total["matches"],
            "denominator": total["totals"],
        }


class SacreBLEUScore(BLEUScore, text.SacreBLEUScore):
    """BLEU with a tokenizer of sacreBLEU; "13a" and "none" are compiled."""

    def _sums(self, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        target = [[lines] if isinstance(lines, str) else lines for lines in target]
        corpus = _corpus(preds, target)  # which refuses what is no text
        compiled = _COMPILED.get(self.tokenizer.tokenize_fn.__name__)
        lines = [*preds, *(line for lines in target for line in lines)]
        if compiled and not any("\n" in line for line in lines):
            lowercase = self.tokenizer.lowercase
            return self._bleu_sums(corpus, tokenize=compiled, lowercase=lowercase)
        tokens = [[self.tokenizer(line) for line in lines] for lines in target]
        return self._bleu_sums(_corpus([self.tokenizer(line) for line in preds], tokens))


class CHRFScore(_Counted, text.CHRFScore):
    """chrF, chrF+ or chrF++."""

    def _sums(self, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        chrf: Any = Chrf(
            dialect="torchmetrics",
            order=self.n_char_order,
            word_order=self.n_word_order,
            beta=float(self.beta),
            whitespace="kept" if self.whitespace else None,
            lowercase=self.lowercase,
        )
        statistics = chrf.statistics(_corpus(preds, target))
        if self.return_sentence_level_score:
            self.sentence_chrf_score.append(_scores(chrf, statistics, self.device))
        levels = (("char", self.n_char_order), ("word", self.n_word_order))
        orders = [(level, n) for level, order in levels for n in range(1, order + 1)]
        sides = {"preds": "hypothesis_ngrams", "target": "reference_ngrams", "matching": "matches"}
        total = chrf.columns.split(statistics.total())
        return {
            self._get_state_name(side, *order): count
            for side, block in sides.items()
            for order, count in zip(orders, total[block], strict=True)
        }


class TranslationEditRate(_Counted, text.TranslationEditRate):
    """TER."""

    counts = False  # a mean over references may be no integer

    def _sums(self, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        given = self.tokenizer
        tokenize = tercom_name(
            normalized=given.normalize,
            no_punct=given.no_punctuation,
            asian_support=given.asian_support,
        )
        ter: Any = Ter(dialect="torchmetrics-1.9", tokenize=tokenize, lowercase=given.lowercase)
        statistics = ter.statistics(_corpus(preds, target))
        if self.sentence_ter is not None:
            self.sentence_ter.append(_scores(ter, statistics, self.device))
        return dict(zip(("total_num_edits", "total_tgt_len"), statistics.total(), strict=True))


def _scores(metric: Any, statistics: Any, device: Any) -> Any:
    """Return the scores of segments, 0 to 1."""
    scores = metric.formula(statistics.rows) / 100
    return torch.as_tensor(scores, dtype=torch.get_default_dtype(), device=device)


class _ErrorRate(_Counted):
    """What the error rates share: edits, and the lengths of both sides.

    Hits are the length of the longer side minus the edits.
    """

    counted = _WORDS

    def _sums(self: Any, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        for given in target:
            if not isinstance(given, str):
                raise InputError(f"target has {reprlib.repr(given)}; expected one string per text")
        rows = self.counted.statistics(_corpus(preds, target)).rows
        substitutions, deletions, insertions, hits = rows.T
        edits = substitutions + deletions + insertions
        references, hypotheses = hits + substitutions + deletions, hits + substitutions + insertions
        longer = np.maximum(references, hypotheses)
        sums = {
            "errors": edits - longer if "preds_total" in self._defaults else edits,
            "total": longer if isinstance(self, text.MatchErrorRate) else references,
            "target_total": references,
            "preds_total": hypotheses,
        }
        return {name: sums[name].sum() for name in self._defaults}


class WordErrorRate(_ErrorRate, text.WordErrorRate):
    """WER."""


class CharErrorRate(_ErrorRate, text.CharErrorRate):
    """CER; white space counts, at both ends too."""

    counted = _CHARACTERS


class MatchErrorRate(_ErrorRate, text.MatchErrorRate):
    """MER."""


class WordInfoLost(_ErrorRate, text.WordInfoLost):
    """WIL."""


class WordInfoPreserved(_ErrorRate, text.WordInfoPreserved):
    """WIP."""


class ROUGEScore(_Counted, text.ROUGEScore):
    """ROUGE; the states are the sums of each score, and `segments`."""

    counts = False

    @wraps(text.ROUGEScore.__init__)  # type: ignore[misc]
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.add_state("segments", torch.tensor(0), "sum")

    def add_state(self, name: str, default: Any, *reduction: Any, **named: Any) -> None:
        """Declare a state, which is a sum."""
        default = torch.tensor(0.0) if isinstance(default, list) else default
        super().add_state(name, default, "sum")

    def _load_from_state_dict(self, states: Any, prefix: str, *given: Any) -> None:
        """Read states of this class, or of TorchMetrics', which are lists of scores."""
        for name in self._defaults:
            scores = states.get(prefix + name)
            if isinstance(scores, list):
                states[prefix + name] = sum(scores, torch.tensor(0.0))
                states[prefix + "segments"] = torch.tensor(len(scores))
        super()._load_from_state_dict(states, prefix, *given)

    def _sums(self, preds: list[Any], target: list[Any]) -> Mapping[str, Any]:
        sums: dict[str, Any] = {"segments": len(preds)}
        if self.normalizer or self.tokenizer:
            options = (self.accumulate, self.stemmer is not None, self.normalizer, self.tokenizer)
            means = rouge_score(preds, target, *options, self.rouge_keys)
            return sums | {name: mean * len(preds) for name, mean in means.items()}
        for key in self.rouge_keys:
            rouge: Any = Rouge(
                type=key.removeprefix("rouge"),
                dialect="rouge-score" if self.accumulate == "best" else "torchmetrics-avg",
                stem="porter" if self.stemmer else None,
            )
            texts = preds, target
            if key == "rougeLsum":
                texts = _sentences(preds), list(map(_sentences, target))
            total = rouge.total(_corpus(*texts)).named()
            for score, column in _ROUGE.items():
                sums[f"{key}_{score}"] = total[column]
        return sums

    def compute(self) -> dict[str, Any]:
        """Return the means over the segments."""
        return {
            f"{key}_{score}": getattr(self, f"{key}_{score}") / self.segments
            for key in self.rouge_keys
            for score in _ROUGE
        }


def _sentences(texts: Any) -> list[str]:
    """Return texts with a line for each sentence, as TorchMetrics splits them with NLTK."""
    texts = [texts] if isinstance(texts, str) else texts
    return ["\n".join(line.replace("\n", " ") for line in _split_sentence(text)) for text in texts]

"""The metrics of Hugging Face evaluate 0.4.6 for generated text, offline and without evaluate.

`load` replaces `evaluate.load`: the same names, options, keys and numbers, computed here. Only the
aggregated ROUGE differs, which evaluate takes from random resamples: here it is the mean of the
scores, around which evaluate's numbers lie.

>>> from tallystick.compat.evaluate import load
>>> results = load("bleu").compute(
...     predictions=["hello there general kenobi"], references=[["hello there general kenobi"]]
... )
>>> results["bleu"], results["translation_length"]
(1.0, 4)
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from tallystick.compat import sacrebleu
from tallystick.compat.jiwer import cer, wer
from tallystick.compat.rouge_score.rouge_scorer import RougeScorer
from tallystick.errors import (
    InputError,
    MissingExtraError,
    OptionError,
    TallystickError,
    UnknownNameError,
    counted,
)
from tallystick.metrics.arguments.options import check_order
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.base.base_metric import BaseMetric, ScoreT
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.cer.metric import Cer
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.google_gleu.metric import GoogleGleu
from tallystick.metrics.nist.metric import Nist
from tallystick.metrics.sari.metric import Sari
from tallystick.metrics.wer.metric import Wer, WerScore

__all__ = ["METRICS", "Metric", "load"]

Texts = Sequence[str]
References = Sequence[Texts]
"""The references of each prediction."""
Tokenizer = Callable[[str], Sequence[str]]
Shape = Callable[[object], bool]
"""Whether a text, or the references of a prediction, have a shape."""


def _streams(references: References) -> list[Texts]:
    """Return references as sacreBLEU takes them."""
    numbers = sorted({len(texts) for texts in references})
    if len(numbers) != 1:
        raise InputError(
            f"the predictions have {' or '.join(map(str, numbers))} references; expected the same "
            "number for each"
        )
    return [list(stream) for stream in zip(*references, strict=True)]


def _score(
    metric: BaseMetric[ScoreT],
    predictions: Sequence[Any],
    references: Sequence[Any],
    tokenizer: Tokenizer | None = None,
    sources: Texts | None = None,
) -> ScoreT:
    """Score texts, or the tokens of a function, without warnings, as evaluate does."""
    if tokenizer is not None:
        predictions = [list(tokenizer(text)) for text in predictions]
        references = [[list(tokenizer(text)) for text in texts] for texts in references]
    corpus = Corpus.from_segments(hypotheses=predictions, references=references, sources=sources)
    statistics = metric.statistics(corpus)
    if np.isnan(metric.formula(statistics.total())):
        raise InputError(
            "evaluate divides by zero, and there is no score: the predictions or their shortest "
            "references are all empty or, for NIST, have fewer words than n; give longer texts"
        )
    return metric.score(statistics)


def _bleu(
    predictions: Texts,
    references: References,
    tokenizer: Tokenizer | None = None,
    max_order: int = 4,
    smooth: bool = False,
) -> dict[str, Any]:
    dialect = "huggingface-smooth" if smooth else "huggingface"
    score = _score(Bleu(dialect=dialect, order=max_order), predictions, references, tokenizer)
    added = int(bool(smooth))
    return {
        "bleu": score.score / 100,
        "precisions": [
            (count + added) / (total + added) if total + added else 0.0
            for count, total in zip(score.counts, score.totals, strict=True)
        ],
        "brevity_penalty": score.brevity_penalty,
        "length_ratio": score.hypothesis_length / score.reference_length,
        "translation_length": score.hypothesis_length,
        "reference_length": score.reference_length,
    }


def _by_sacrebleu(
    make: Callable[..., Any],
    fields: str,
    predictions: Texts,
    references: References,
    **options: Any,
) -> dict[str, Any]:
    result = make(**options).corpus_score(predictions, _streams(references))
    return {name: getattr(result, name) for name in fields.split()}


def _make_bleu(tokenize: str | None = None, **options: Any) -> sacrebleu.BLEU:
    effective_order = options.pop("use_effective_order", False)
    return sacrebleu.BLEU(tokenize=tokenize or "13a", effective_order=effective_order, **options)


def _make_ter(**options: Any) -> sacrebleu.TER:
    names = {"ignore_punct": "no_punct", "support_zh_ja_chars": "asian_support"}
    return sacrebleu.TER(**{names.get(name, name): value for name, value in options.items()})


def _rouge(
    predictions: Texts,
    references: References,
    rouge_types: Sequence[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Tokenizer | None = None,
) -> dict[str, Any]:
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"] if rouge_types is None else rouge_types
    own = tokenizer and SimpleNamespace(tokenize=tokenizer)
    scorer = RougeScorer(types, use_stemmer, tokenizer=own)
    scores = [
        scorer.score_multi(texts, prediction)
        for texts, prediction in zip(references, predictions, strict=True)
    ]
    by_type = {kind: [score[kind].fmeasure for score in scores] for kind in scores[0]}
    if not use_aggregator:
        return by_type
    return {kind: sum(values) / len(values) for kind, values in by_type.items()}


def _error_rate(
    metric: BaseMetric[WerScore],
    together: Callable[[list[str], list[str]], float],
    predictions: Texts,
    references: References,
    concatenate_texts: bool = False,
) -> float:
    if concatenate_texts:
        return together([text for [text] in references], list(predictions))
    return _score(metric, predictions, references).score / 100


def _google_bleu(
    predictions: Texts,
    references: References,
    tokenizer: Tokenizer | None = None,
    min_len: int = 1,
    max_len: int = 4,
) -> dict[str, float]:
    if min_len > max_len:
        raise OptionError(f"min_len is {min_len}; expected at most max_len, which is {max_len}")
    gleu = GoogleGleu(dialect="evaluate", min_order=min_len, order=max_len)
    return {"google_bleu": _score(gleu, predictions, references, tokenizer).score / 100}


def _meteor(predictions: Texts, references: References, **options: Any) -> dict[str, float]:
    try:
        from nltk.tokenize import word_tokenize as tokenize
    except ModuleNotFoundError:
        raise MissingExtraError(
            'METEOR needs NLTK; install it with: pip install "tallystick[meteor]"'
        ) from None
    from tallystick.compat.nltk.meteor_score import meteor_score

    try:
        scores = [
            meteor_score(list(map(tokenize, texts)), tokenize(prediction), **options)
            for texts, prediction in zip(references, predictions, strict=True)
        ]
    except LookupError:
        raise MissingExtraError(
            "METEOR needs data of NLTK; fetch it with: python -m nltk.downloader punkt_tab wordnet"
        ) from None
    return {"meteor": sum(scores) / len(scores)}


def _nist_mt(
    predictions: Texts,
    references: References,
    n: int = 5,
    lowercase: bool = False,
    western_lang: bool = True,
) -> dict[str, float]:
    if not western_lang:
        raise InputError(
            "western_lang=False is not supported; tokenize with NLTK's NISTTokenizer, and call "
            "tallystick.compat.nltk.nist_score.corpus_nist"
        )
    nist = Nist(dialect="hf-nist_mt", order=n, lowercase=lowercase)
    return {"nist_mt": _score(nist, predictions, references).score}


def _sari(sources: Texts, predictions: Texts, references: References) -> dict[str, float]:
    sari = Sari(dialect="evaluate")
    return {"sari": _score(sari, predictions, references, sources=sources).score}


METRICS: Mapping[str, tuple[Callable[..., Any], str]] = MappingProxyType(
    {
        "bleu": (_bleu, "tokenizer max_order smooth"),
        "cer": (partial(_error_rate, Cer(dialect="evaluate"), cer), "concatenate_texts"),
        "chrf": (
            partial(_by_sacrebleu, sacrebleu.CHRF, "score char_order word_order beta"),
            "char_order word_order beta lowercase whitespace eps_smoothing",
        ),
        "google_bleu": (_google_bleu, "tokenizer min_len max_len"),
        "meteor": (_meteor, "alpha beta gamma"),
        "nist_mt": (_nist_mt, "n lowercase western_lang"),
        "rouge": (_rouge, "rouge_types use_aggregator use_stemmer tokenizer"),
        "sacrebleu": (
            partial(_by_sacrebleu, _make_bleu, "score counts totals precisions bp sys_len ref_len"),
            "smooth_method smooth_value force lowercase tokenize use_effective_order",
        ),
        "sari": (_sari, ""),
        "ter": (
            partial(_by_sacrebleu, _make_ter, "score num_edits ref_length"),
            "normalized ignore_punct support_zh_ja_chars case_sensitive",
        ),
        "wer": (partial(_error_rate, Wer(dialect="evaluate"), wer), "concatenate_texts"),
    }
)
"""The metrics by name, as functions of texts and options, and the names of these options."""


def _is_string(given: object) -> bool:
    return isinstance(given, str)


def _is_list(given: object) -> bool:
    given = given.tolist() if isinstance(given, np.ndarray) else given
    return isinstance(given, (list, tuple)) and bool(given) and all(map(_is_string, given))


_EXPECTED: Mapping[Shape, str] = {_is_string: "a string", _is_list: "a list of strings"}
_REFERENCES: Mapping[str, Shape] = {"cer": _is_string, "sari": _is_list, "wer": _is_string}
"""The shape of references where evaluate accepts one shape only."""


def _shape_of(name: str, texts: Mapping[str, list[Any]], shape: Shape | None) -> Shape:
    """Return the shape of references, by default of the first; refuse what evaluate refuses."""
    needed = {"predictions", "references"} | ({"sources"} if name == "sari" else set())
    if needed != texts.keys():
        [meaning, *_] = sorted(needed ^ texts.keys())
        raise InputError(f"{name}: {meaning} are {'missing' if meaning in needed else 'not used'}")
    if len({len(several) for several in texts.values()}) > 1:
        numbers = (counted(len(several), meaning[:-1]) for meaning, several in texts.items())
        raise InputError(f"{name}: there are {', '.join(numbers)}; expected as many of each")
    references = texts["references"]
    of_first = _is_string if all(map(_is_string, references[:1])) else _is_list
    shape = shape or _REFERENCES.get(name, of_first)
    for meaning, several in texts.items():
        is_right = shape if several is references else _is_string
        for number, given in enumerate(several, 1):
            if not is_right(given):
                raise InputError(
                    f"{name}: number {number} of the {meaning} is {reprlib.repr(given)}; expected "
                    f"{_EXPECTED[is_right]}"
                )
    return shape


def _check_options(name: str, options: Mapping[str, Any]) -> None:
    """Refuse options of other names than evaluate's, and values that would fail in other names."""
    known = METRICS[name][1].split()
    for option, value in options.items():
        if option not in known:
            raise OptionError(
                f"{name}: there is no option {option!r}; expected {', '.join(known) or 'none'}"
            )
        if option in ("max_order", "max_len", "min_len", "n"):
            check_order(option, value)
        if option == "rouge_types" and isinstance(value, str):
            raise OptionError(f"rouge_types is {value!r}; expected a list, such as ['rouge1']")
        if option == "tokenizer" and not (value is None or callable(value)):
            raise OptionError(
                f"{name}: tokenizer is {value!r}; expected a function from a text to its tokens"
            )


class Metric:
    """A metric as `evaluate.load` returns it; make one with `load`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._added: dict[str, list[Any]] = {}
        self._shape: Shape | None = None

    def add(self, **texts: Any) -> None:
        """Add a segment: `prediction` or `predictions`, `references`, and `sources` for SARI."""
        plural = {"prediction": "predictions", "reference": "references"}
        self.add_batch(**{plural.get(name, name): [text] for name, text in texts.items()})

    def add_batch(self, **texts: Any) -> None:
        """Add segments, or none if one of them is refused: predictions, references, sources."""
        for name, several in texts.items():
            if _is_string(several) or not isinstance(several, Iterable):
                raise InputError(f"{self.name}: {name} is {reprlib.repr(several)}; expected a list")
        lists = {name: list(several) for name, several in texts.items()}
        shape = _shape_of(self.name, lists, self._shape)
        self._shape = shape if lists["references"] else self._shape
        for name, several in lists.items():
            self._added.setdefault(name, []).extend(several)

    def compute(
        self,
        *,
        predictions: Any = None,
        references: Any = None,
        sources: Any = None,
        **options: Any,
    ) -> Any:
        """Score the given segments and those that were added, and forget them.

        Args:
            predictions: The hypotheses.
            references: The references: a string or a list of strings for each.
            sources: The source texts, for SARI.
            options: The options of evaluate's module.

        Returns:
            What evaluate returns: a dictionary with its keys, but a number for WER and CER.

        Raises:
            InputError: There are no texts, or they or the options cannot be used.
            OptionError: There is no such option.
        """
        given = {"predictions": predictions, "references": references, "sources": sources}
        given = {name: texts for name, texts in given.items() if texts is not None}
        if given:
            self.add_batch(**given)
        texts, self._added = self._added, {}
        shape, self._shape = self._shape, None
        if not texts.get("predictions"):
            raise InputError("there are no predictions; give predictions= and references=")
        _check_options(self.name, options)
        texts["references"] = [
            [given] if shape is _is_string else list(given) for given in texts["references"]
        ]
        try:
            return METRICS[self.name][0](**texts, **options)
        except TallystickError:
            raise
        except (TypeError, ValueError) as error:  # of the packages that evaluate calls
            raise InputError(f"{self.name}: {error}") from error


def load(name: str) -> Metric:
    """Return a metric of evaluate by its name.

    Raises:
        UnknownNameError: There is no such metric here.
    """
    if name not in [*METRICS]:
        raise UnknownNameError(
            f"there is no metric {name!r} of evaluate here{closest(name, METRICS)}; expected one "
            f"of {', '.join(METRICS)}"
        )
    return Metric(name)

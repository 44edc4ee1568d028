"""Scoring in one call with hypotheses and references by keyword: `score`, and each metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, Unpack, cast

from tallystick.errors import InputError, OptionError
from tallystick.metrics.calls import SWAPPED, by_keyword
from tallystick.metrics.catalogue import DEFAULT_METRICS
from tallystick.metrics.few_statistics import FewStatistics
from tallystick.metrics.metric import (
    HasFewStatistics,
    HasTotal,
    Metric,
    Score,
    fitted,
    needs_whole_corpus,
)
from tallystick.metrics.spec import metric_from_spec, refuse_unknown_options
from tallystick.metrics.total import Total
from tallystick.metrics.unsuited_text import may_be_unsuited, warn_of
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from tallystick.metrics.bleu.metric import Bleu, BleuOptions, BleuScore
    from tallystick.metrics.cer.metric import CerOptions
    from tallystick.metrics.chrf.metric import ChrfOptions, ChrfScore
    from tallystick.metrics.cider.metric import CiderOptions, CiderScore
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.distinct.metric import DistinctOptions, DistinctScore
    from tallystick.metrics.google_gleu.metric import GoogleGleuOptions, GoogleGleuScore
    from tallystick.metrics.nist.metric import Nist, NistOptions, NistScore
    from tallystick.metrics.references import References
    from tallystick.metrics.ribes.metric import RibesOptions, RibesScore
    from tallystick.metrics.rouge.metric import RougeOptions, RougeScore
    from tallystick.metrics.sari.metric import SariOptions, SariScore
    from tallystick.metrics.self_bleu.metric import SelfBleuOptions, SelfBleuScore
    from tallystick.metrics.statistics import Statistics
    from tallystick.metrics.ter.metric import TerOptions, TerScore
    from tallystick.metrics.wer.metric import ErrorRate, WerOptions, WerScore


Made = TypeVar("Made")
Found = TypeVar("Found", bound=Score, covariant=True)


class _Scores(Metric, Protocol[Found]):
    """A metric with a class of scores of its own."""

    def score(self, statistics: Statistics) -> Found: ...


class Scored(NamedTuple):
    """A corpus score with the statistics it was computed from.

    Attributes:
        metric: The metric.
        score: The score of the whole corpus.
        counted: The statistics of every segment, or their sum; for few segments without arrays.
    """

    metric: Metric
    score: Score
    counted: Statistics | FewStatistics | Total

    @property
    def statistics(self) -> Statistics:
        """The statistics of every segment; if only their sum was kept, it is the only row."""
        if isinstance(self.counted, Total):
            return self.counted.row()
        return self.counted.as_arrays() if isinstance(self.counted, FewStatistics) else self.counted


_TEXTS = "hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES"
_BY_KEYWORD = by_keyword(_TEXTS, SWAPPED)

_HYPOTHESES_BY_KEYWORD = by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT")


@_BY_KEYWORD
def score(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    sources: Iterable[Any] | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    threads: int = 1,
) -> list[Score]:
    """Score one system's hypotheses under several metrics.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        references: For each segment its reference, or a list of its references. If references are
            parallel streams, pass a `Corpus` as `hypotheses` and no references:
            `Corpus.from_streams(...)`. May be left out if no metric needs references.
        sources: The source of each segment, which some metrics, such as SARI, compare with: text,
            or tokens if the hypotheses are tokens.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4".
        threads: The number of threads; the result does not depend on it.

    Returns:
        One score for each metric, in their order.

    Raises:
        InputError: The hypotheses, references or sources are invalid, or a metric needs sources and
            there are none.
        OptionError: A metric has no such option, or no metric is given.
        UnknownNameError: There is no such metric.

    >>> [bleu, nist] = score(hypotheses=["a b c d e"], references=["a b c d f"])
    >>> round(bleu.score, 2), round(nist.score, 2)
    (66.87, 1.86)
    """
    given = listed_metrics(metrics)
    if not given:
        raise OptionError("metrics is empty; name at least one, such as metrics=['bleu']")
    chosen = [as_metric(metric) for metric in given]
    needed = any(metric.identity.needs_references for metric in chosen)
    corpus = _corpus("score", hypotheses, references, sources, needed)
    [system] = score_parts([[("", corpus)]], [corpus.references], chosen, threads=threads)
    return [scored.score for scored in system.scored]


@_BY_KEYWORD
def bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[BleuOptions],
) -> BleuScore:
    """Score with BLEU.

    Args:
        options: The options of `Bleu`: order, weights, smooth, smooth_value, effective_order,
            tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> bleu(hypotheses=["a b c d"], references=[["a b c d e", "b c d"]]).score
    100.0
    """
    from tallystick.metrics.bleu.metric import DEFAULT_DIALECT, Bleu

    metric = _made_with(Bleu, options)
    segment = _one_segment(hypotheses, references) if threads == 1 else None
    if segment is not None and not _may_warn(metric, segment[1], DEFAULT_DIALECT):
        return metric.score_segment(*segment)
    return _of_corpus("bleu", metric, hypotheses, references, threads)


@_BY_KEYWORD
def nist(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[NistOptions],
) -> NistScore:
    """Score with NIST.

    Args:
        options: The options of `Nist`: order, dialect, tokenize, lowercase, information.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> nist(hypotheses=["a b c d e f"], references=["a b c d e f"]).score  # log2(6), by hand
    2.584962500721156
    """
    from tallystick.metrics.nist.metric import DEFAULT_DIALECT, Nist

    metric = _made_with(Nist, options)
    segment = _one_segment(hypotheses, references) if threads == 1 else None
    if segment is not None and not _may_warn(metric, segment[1], DEFAULT_DIALECT):
        return metric.score_segment(*segment)
    return _of_corpus("nist", metric, hypotheses, references, threads)


@_BY_KEYWORD
def chrf(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[ChrfOptions],
) -> ChrfScore:
    """Score with chrF; with `word_order=1` chrF+, with `word_order=2` chrF++.

    Args:
        options: The options of `Chrf`: order, word_order, beta, eps_smoothing, whitespace,
            lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> round(chrf(hypotheses=["abcde"], references=["abcdef"]).score, 2)  # sacreBLEU 2.6.0
    75.37
    """
    from tallystick.metrics.chrf.metric import DEFAULT_DIALECT, Chrf

    metric = _made_with(Chrf, options)
    segment = _one_segment(hypotheses, references) if threads == 1 else None
    if segment is not None and (len(segment[1]) == 1 or metric.dialect == DEFAULT_DIALECT):
        return metric.score_segment(*segment)
    return _of_corpus("chrf", metric, hypotheses, references, threads)


@by_keyword(f"{_TEXTS}, type='L'", SWAPPED)
def rouge(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    type: str | int,
    threads: int = 1,
    **options: Unpack[RougeOptions],
) -> RougeScore:
    """Score with ROUGE of one type.

    Args:
        type: An order of n-grams, such as 2; or "L" or "Lsum".
        options: The options of `Rouge`: dialect, tokenize, lowercase, stem.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> rouge(hypotheses=["a b"], references=["a b c"], type="L").score  # P 2/2, R 2/3
    80.0
    """
    from tallystick.metrics.rouge.metric import Rouge

    metric = _made_with(Rouge, {"type": type, **options})
    return _of_corpus("rouge", metric, hypotheses, references, threads)


@_BY_KEYWORD
def google_gleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[GoogleGleuOptions],
) -> GoogleGleuScore:
    """Score with Google's GLEU, which is not the GLEU of grammatical error correction.

    Args:
        options: The options of `GoogleGleu`: min_order, order, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> google_gleu(hypotheses=["a b c"], references=["a b d"]).score  # a, b and a b, of 6
    50.0
    """
    from tallystick.metrics.google_gleu.metric import GoogleGleu

    metric = _made_with(GoogleGleu, options)
    return _of_corpus("google_gleu", metric, hypotheses, references, threads)


@by_keyword(
    "hypotheses=YOUR_SYSTEM_OUTPUT, references=YOUR_REFERENCES, sources=SOURCE_TEXTS", SWAPPED
)
def sari(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    sources: Iterable[Any] | None = None,
    threads: int = 1,
    **options: Unpack[SariOptions],
) -> SariScore:
    """Score simplifications of source texts with SARI.

    Args:
        sources: The source of each segment, text or tokens as the hypotheses are; omit it only if
            `hypotheses` is a `Corpus` with sources.
        options: The options of `Sari`: order, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses, references or sources are invalid, or sources are missing; or
            the numbers of references differ under a dialect that adds up counts.
        OptionError: There is no such option, or its value is out of range.

    >>> sari(hypotheses=["a c"], references=["a c"], sources=["a b"], order=1).score  # + c, - b
    100.0
    """
    from tallystick.metrics.sari.metric import Sari

    metric = _made_with(Sari, options)
    return _of_corpus("sari", metric, hypotheses, references, threads, sources)


@_BY_KEYWORD
def cider(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[CiderOptions],
) -> CiderScore:
    """Score with CIDEr-D; with `dialect="plain"` CIDEr.

    Args:
        options: The options of `Cider`: order, sigma, tokenize, lowercase, dialect, df.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid, or there is only one segment.
        OptionError: There is no such option, or its value is out of range.

    >>> captions = ["a b c d e", "f g h i j"]
    >>> round(cider(hypotheses=captions, references=captions).score, 4)
    10.0
    """
    from tallystick.metrics.cider.metric import Cider

    metric = _made_with(Cider, options)
    return _of_corpus("cider", metric, hypotheses, references, threads)


@_BY_KEYWORD
def ribes(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[RibesOptions],
) -> RibesScore:
    """Score with RIBES.

    Args:
        options: The options of `Ribes`: alpha, beta, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid, or a reference has no words.
        OptionError: There is no such option, or its value is out of range.

    >>> ribes(  # the paper's example, RIBES.py 1.03.1: 0.5
    ...     hypotheses=["Bob hit John yesterday"], references=["John hit Bob yesterday"]
    ... ).score
    50.0
    """
    from tallystick.metrics.ribes.metric import Ribes

    metric = _made_with(Ribes, options)
    return _of_corpus("ribes", metric, hypotheses, references, threads)


@_HYPOTHESES_BY_KEYWORD
def distinct(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = 1,
    **options: Unpack[DistinctOptions],
) -> DistinctScore:
    """Score the diversity of hypotheses with distinct-n, without references.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        threads: The number of threads; the result does not depend on it.
        options: The options of `Distinct`: order, tokenize, lowercase, dialect.

    Raises:
        InputError: The hypotheses are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> distinct(hypotheses=["a b c d", "a b c e"], order=1).score  # 5 of 8
    62.5
    """
    from tallystick.metrics.distinct.metric import Distinct

    metric = _made_with(Distinct, options)
    return _of_corpus("distinct", metric, hypotheses, None, threads)


@_HYPOTHESES_BY_KEYWORD
def self_bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = 1,
    **options: Unpack[SelfBleuOptions],
) -> SelfBleuScore:
    """Score how alike hypotheses are with self-BLEU; the lower, the more diverse they are.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        threads: The number of threads; the result does not depend on it.
        options: The options of `SelfBleu`: order, sample, tokenize, lowercase, dialect.

    Raises:
        InputError: The hypotheses are invalid, or there is only one.
        OptionError: There is no such option, or its value is out of range.

    >>> self_bleu(hypotheses=["a b c", "a b c", "d e f"]).score  # 1, 1 and 0
    66.66666666666667
    """
    from tallystick.metrics.self_bleu.metric import SelfBleu

    metric = _made_with(SelfBleu, options)
    return _of_corpus("self_bleu", metric, hypotheses, None, threads)


@_BY_KEYWORD
def ter(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[TerOptions],
) -> TerScore:
    """Score with TER; the lower, the better.

    Args:
        options: The options of `Ter`: tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> ter(hypotheses=["b c a d"], references=["a b c d"]).score  # one shift
    25.0
    """
    from tallystick.metrics.ter.metric import Ter

    metric = _made_with(Ter, options)
    return _of_corpus("ter", metric, hypotheses, references, threads)


@_BY_KEYWORD
def wer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WER, the word error rate in percent.

    Args:
        options: The options of `Wer`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wer(hypotheses=["a b c e"], references=["a b c d"]).score
    25.0
    """
    from tallystick.metrics.wer.metric import Wer

    return _error_rate("wer", Wer, hypotheses, references, threads, options)


@_BY_KEYWORD
def mer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with MER, the match error rate in percent.

    Args:
        options: The options of `Mer`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> mer(hypotheses=["a b c e"], references=["a b c"]).score
    25.0
    """
    from tallystick.metrics.wer.metric import Mer

    return _error_rate("mer", Mer, hypotheses, references, threads, options)


@_BY_KEYWORD
def wil(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WIL, the word information lost in percent.

    Args:
        options: The options of `Wil`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wil(hypotheses=["a b c e"], references=["a b c"]).score
    25.0
    """
    from tallystick.metrics.wer.metric import Wil

    return _error_rate("wil", Wil, hypotheses, references, threads, options)


@_BY_KEYWORD
def wip(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WIP, the word information preserved in percent.

    Args:
        options: The options of `Wip`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wip(hypotheses=["a b c e"], references=["a b c"]).score
    75.0
    """
    from tallystick.metrics.wer.metric import Wip

    return _error_rate("wip", Wip, hypotheses, references, threads, options)


@_BY_KEYWORD
def cer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[CerOptions],
) -> WerScore:
    """Score with CER, the character error rate in percent.

    Args:
        options: The options of `Cer`: whitespace, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> cer(hypotheses=["a bd"], references=["a bc"]).score
    25.0
    """
    from tallystick.metrics.cer.metric import Cer

    return _error_rate("cer", Cer, hypotheses, references, threads, options)


def _of_corpus(
    name: str,
    metric: _Scores[Found],
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None,
    threads: int,
    sources: Iterable[Any] | None = None,
) -> Found:
    needed = metric.identity.needs_references
    corpus = _corpus(name, hypotheses, references, sources, needed)
    if needed and not corpus.has_references:
        _refuse_without_references([metric])
    warn_of(corpus, [metric])
    workspace = Workspace(threads)
    if isinstance(metric, HasTotal):
        return cast("Found", metric.score_total(metric.total(corpus, workspace)))
    return metric.score(metric.statistics(corpus, workspace))


def _error_rate(
    name: str,
    factory: Callable[..., ErrorRate],
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None,
    threads: int,
    options: Mapping[str, Any],
) -> WerScore:
    metric = _made_with(factory, options)
    return _of_corpus(name, metric, hypotheses, references, threads)


def listed_metrics(metrics: str | Metric | Iterable[str | Metric]) -> list[str | Metric]:
    """Return one metric or several as a list."""
    if isinstance(metrics, (str, Metric)):
        return [metrics]
    if not isinstance(metrics, Iterable):
        raise OptionError(
            f"metrics is {metrics!r}; expected a metric or a list of them, such as "
            "metrics=['bleu', 'nist:order=4']"
        )
    return list(metrics)


def as_metric(metric: str | Metric) -> Metric:
    """Return a metric unchanged, or build the metric that a spec names.

    Raises:
        OptionError: It is neither.
    """
    if isinstance(metric, str):
        return metric_from_spec(metric)
    if isinstance(metric, type) or not isinstance(metric, Metric):
        what = f"the class {metric.__name__}" if isinstance(metric, type) else repr(metric)
        raise OptionError(
            f"{what} is not a metric; expected a spec such as 'bleu:order=2', or an object such as "
            "tallystick.Bleu(order=2)"
        )
    return metric


class SystemScored(NamedTuple):
    """The scores of one system under several metrics.

    Attributes:
        system: The system's name.
        scored: One entry for each metric, in their order.
    """

    system: str
    scored: tuple[Scored, ...]


def score_parts(
    parts: Iterable[Iterable[tuple[str, Corpus]]],
    references: Iterable[References],
    metrics: Sequence[Metric],
    *,
    threads: int = 1,
    keep_segments: bool = True,
) -> list[SystemScored]:
    """Score several systems on one corpus, given in consecutive parts.

    Only one part at a time is in memory. Its references are tokenized once for all systems.

    Args:
        parts: The consecutive parts of the corpus; each is an iterable of the name of every system
            and its segments of that part, and is consumed before the next part is requested. The
            systems of a part share one `References` object.
        references: The references of all parts. They are iterated over once for every metric that
            must be fitted.
        metrics: The metrics, fitted or not.
        threads: The number of threads; the result does not depend on it.
        keep_segments: Whether the statistics of every segment are kept. Otherwise `Scored` contains
            their sum as one row, and memory hardly grows with the number of segments.

    Returns:
        One entry for each system, in the order of the first part. Parts of `ROWS_IN_A_SUM`
        segments give exactly the scores of the whole corpus.

    Raises:
        InputError: There are no parts, or the corpus cannot be scored.

    >>> from tallystick.metrics.corpus import Corpus
    >>> corpus = Corpus.from_segments(hypotheses=["a b c d"], references=["a b c d"])
    >>> metric = as_metric("bleu")
    >>> [system] = score_parts([[("mine", corpus)]], [corpus.references], [metric])
    >>> system.system, system.scored[0].score.score
    ('mine', 100.0)
    """
    # A workspace keeps its encoded references; over many parts, that would be the whole corpus.
    only_part = isinstance(references, Sequence) and len(references) == 1
    workspace = Workspace(threads, keeps=only_part)
    ready = [fitted(metric, references, workspace) for metric in metrics]
    workspace = workspace if only_part else Workspace(threads)
    found: dict[str, list[_Sum | _Rows | _Whole]] = {}
    warnings: set[str] = set()
    for part in parts:
        for system, corpus in part:
            if not corpus.has_references:
                _refuse_without_references(metrics)
            warn_of(corpus, metrics, warnings)
            if system not in found:
                found[system] = [_gathered(metric, keep_segments) for metric in ready]
            for gathered in found[system]:
                gathered.add(corpus, workspace)
        workspace = Workspace(threads)
    if not found:
        raise InputError("there are no systems, so there is nothing to score")
    return [
        SystemScored(
            system,
            tuple(
                gathered.score(metric) for metric, gathered in zip(ready, of_metrics, strict=True)
            ),
        )
        for system, of_metrics in found.items()
    ]


class _Sum:
    """The sum of the statistics of one system under one metric, part by part."""

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._sum: Total | None = None

    def add(self, corpus: Corpus, workspace: Workspace) -> None:
        metric = self._metric
        if isinstance(metric, HasTotal):
            total = metric.total(corpus, workspace)
        else:
            total = metric.statistics(corpus, workspace).as_total(finite=False)
        self._sum = total if self._sum is None else self._sum.added(total)

    def score(self, metric: Metric) -> Scored:
        if self._sum is None:
            raise InputError("there are no segments, so there is nothing to score")
        if isinstance(self._metric, HasTotal):
            return Scored(metric, self._metric.score_total(self._sum), self._sum)
        return Scored(metric, metric.score(self._sum.row()), self._sum)


class _Rows:
    """The statistics of one system under one metric, part by part."""

    def __init__(self, metric: Metric) -> None:
        self._metric = metric
        self._parts: list[Statistics | FewStatistics] = []

    def add(self, corpus: Corpus, workspace: Workspace) -> None:
        few = None
        if isinstance(self._metric, HasFewStatistics):
            few = self._metric.few_statistics(corpus, workspace)
        self._parts.append(self._metric.statistics(corpus, workspace) if few is None else few)

    def score(self, metric: Metric) -> Scored:
        if not self._parts:
            raise InputError("there are no segments, so there is nothing to score")
        if len(self._parts) == 1 and isinstance(self._metric, HasFewStatistics):
            [part] = self._parts
            if isinstance(part, FewStatistics):
                return Scored(metric, self._metric.score_total(part.total()), part)
        from tallystick.metrics.statistics import added, concatenate

        parts = [
            part.as_arrays() if isinstance(part, FewStatistics) else part for part in self._parts
        ]
        score = metric.score(reduce(added, [part.summed() for part in parts]))
        return Scored(metric, score, concatenate(parts))


class _Whole:
    """The hypotheses of one system, for a metric that must see all of them at once."""

    def __init__(self, metric: Metric, keep_segments: bool) -> None:
        self._metric = metric
        self._keeps = keep_segments
        self._parts: list[Corpus] = []
        self._workspace = Workspace()

    def add(self, corpus: Corpus, workspace: Workspace) -> None:
        self._parts.append(corpus)
        self._workspace = workspace

    def score(self, metric: Metric) -> Scored:
        from tallystick.metrics.corpus import joined

        found = self._metric.statistics(joined(self._parts), self._workspace)
        return Scored(metric, metric.score(found), found if self._keeps else found.summed())


def _refuse_without_references(metrics: Iterable[Metric]) -> None:
    needing = [metric.identity.name for metric in metrics if metric.identity.needs_references]
    if needing:
        raise InputError(
            f"{', '.join(needing)} {'compares' if len(needing) == 1 else 'compare'} hypotheses "
            "with references, but there are none; give them, or only metrics that need none, such "
            "as distinct2"
        )


def _gathered(metric: Metric, keep_segments: bool) -> _Sum | _Rows | _Whole:
    if needs_whole_corpus(metric):
        return _Whole(metric, keep_segments)
    return _Rows(metric) if keep_segments else _Sum(metric)


def _made_with(kind: Callable[..., Made], options: Mapping[str, Any]) -> Made:
    """Return a metric with options, which is made once: metrics are immutable."""
    if options.get("information") is None:  # a table of weights may be too large to be kept
        try:
            kept: Made = _kept(kind, tuple(options.items()))
            return kept
        except TypeError:  # an option is a list, or of a wrong type
            pass
    return _made(kind, options)


@lru_cache(maxsize=64, typed=True)
def _kept(kind: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> Any:
    return _made(kind, dict(options))


def _made(kind: Callable[..., Made], options: Mapping[str, Any]) -> Made:
    metric: Any = kind
    refuse_unknown_options(metric.identity.name, kind, options)
    return kind(**options)


def _one_segment(hypotheses: object, references: object) -> tuple[str, list[str]] | None:
    """Return a hypothesis and its references if that is all that is given, as plain strings."""
    if type(hypotheses) is not list or type(references) is not list:
        return None
    if len(hypotheses) != 1 or len(references) != 1 or type(hypotheses[0]) is not str:
        return None
    given = references[0] if type(references[0]) is list else references
    # many references may be the words of one, of which `Corpus` warns
    if not 0 < len(given) < 4 or any(type(reference) is not str for reference in given):
        return None
    return hypotheses[0], given


def _may_warn(metric: Bleu | Nist, references: Sequence[str], default_dialect: str) -> bool:
    """Whether one segment can have a warning; a quick test."""
    several = len(references) > 1 and metric.dialect != default_dialect
    return several or may_be_unsuited(references, metric.tokenize)


def _corpus(
    function: str, hypotheses: Any, references: Any, sources: Any = None, needed: bool = True
) -> Corpus:
    """Return what is to be scored; `needed` says whether references are."""
    from tallystick.metrics.corpus import Corpus

    if hypotheses is None:
        others = ", references=..." if needed else ""
        raise InputError(
            f"hypotheses are missing; write tallystick.{function}(hypotheses=...{others})"
        )
    if isinstance(hypotheses, Corpus):
        if references is not None:
            raise InputError(
                "hypotheses is a Corpus, which has its references; leave references out"
            )
        if sources is not None:
            raise InputError(
                "hypotheses is a Corpus, which has its sources; leave sources out here, and give "
                "them to Corpus.from_segments(...)"
            )
        return hypotheses
    if references is None and not needed:
        return Corpus.without_references(hypotheses)
    if references is None:
        raise InputError(
            f"references are missing; write tallystick.{function}(hypotheses=..., references=...)"
        )
    from tallystick.metrics.building import as_corpus

    return as_corpus(hypotheses=hypotheses, references=references, sources=sources)

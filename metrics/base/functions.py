"""What the functions of the metrics share, such as `tallystick.bleu` and `tallystick.chrf`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from inspect import Parameter, Signature, cleandoc
from typing import TYPE_CHECKING, Any, TypeVar, cast

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import SWAPPED, Call, by_keyword
from tallystick.metrics.base.text_warnings import warn_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Metric, Score, fitted
from tallystick.metrics.interface.spec import refuse_unknown_options

if TYPE_CHECKING:
    from tallystick.metrics.base.base_metric import BaseMetric, ScoreT
    from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.corpus.references import References

Made = TypeVar("Made")

_TEXTS = {
    "hypotheses": "YOUR_SYSTEM_OUTPUT",
    "references": "YOUR_REFERENCES",
    "sources": "SOURCE_TEXTS",
}
TEXTS = ", ".join(f"{text}={_TEXTS[text]}" for text in ("hypotheses", "references"))
BY_KEYWORD = by_keyword(TEXTS, SWAPPED)


def score_corpus(
    name: str,
    metric: BaseMetric[ScoreT],
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None,
    threads: int,
    sources: Hypotheses | None = None,
) -> ScoreT:
    """Score a corpus, or hypotheses and references, for the function that is called so."""
    segment = one_segment(hypotheses, references, sources) if threads == 1 else None
    unsuspicious = segment is not None and not metric.may_warn(*segment[:2])
    corpus = None if unsuspicious else _checked(name, metric, hypotheses, references, sources)
    alone = None if segment is None else metric.score_alone(*segment)
    if alone is not None:
        return alone
    if corpus is None:
        corpus = _checked(name, metric, hypotheses, references, sources)
    workspace = Workspace(threads)
    ready = cast("BaseMetric[ScoreT]", fitted(metric, [corpus.references], workspace))
    few = ready.few_statistics(corpus, workspace)
    if few is None:
        return ready.score(ready.statistics(corpus, workspace))
    return ready.score_total(few.total())


def _checked(name: str, metric: Metric, hypotheses: Any, references: Any, sources: Any) -> Corpus:
    """Return what is to be scored, with warnings."""
    needed = metric.identity.needs_references
    corpus = corpus_of(name, hypotheses, references, sources, needed)
    if needed and not corpus.has_references:
        refuse_without_references([metric])
    warn_of(corpus, [metric])
    return corpus


def corpus_of(
    function: str, hypotheses: Any, references: Any, sources: Any = None, needed: bool = True
) -> Corpus:
    """Return what is to be scored; `needed` says whether references are.

    `function` is what is called, such as "tallystick.score".
    """
    from tallystick.metrics.corpus.corpus import Corpus

    if hypotheses is None:
        others = ", references=..." if needed else ""
        raise InputError(f"hypotheses are missing; write {function}(hypotheses=...{others})")
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
            f"references are missing; write {function}(hypotheses=..., references=...)"
        )
    from tallystick.metrics.corpus.building import as_corpus

    return as_corpus(hypotheses=hypotheses, references=references, sources=sources)


def refuse_without_references(metrics: Iterable[Metric]) -> None:
    """Raise `InputError` if one of the metrics needs references, which are missing."""
    needing = [metric.identity.name for metric in metrics if metric.identity.needs_references]
    if needing:
        raise InputError(
            f"{', '.join(needing)} {'compares' if len(needing) == 1 else 'compare'} hypotheses "
            "with references, but there are none; give them, or only metrics that need none, such "
            "as distinct2"
        )


def function_of(kind: Any) -> Callable[..., Score]:
    """Return the public function of a metric, such as `tallystick.bleu` for `Bleu`."""
    identity = kind.identity
    texts = ["hypotheses"]
    texts += ["references"] * identity.needs_references + ["sources"] * identity.needs_sources
    usage = {text: _TEXTS[text] for text in texts}
    usage |= {option: repr(value) for option, value in kind.required.items()}
    call = Call(
        f"tallystick.{identity.name}",
        [*texts, "threads", *kind.required],
        ["hypotheses", *kind.required],
        True,
        ", ".join(f"{name}={value}" for name, value in usage.items()),
        SWAPPED * identity.needs_references,
    )

    def score(**named: Any) -> Score:
        hypotheses, threads = named.pop("hypotheses"), named.pop("threads", 1)
        references = named.pop("references", None) if "references" in texts else None
        sources = named.pop("sources", None) if "sources" in texts else None
        metric: BaseMetric[Score] = made_with(kind, named)
        return score_corpus(call.name, metric, hypotheses, references, threads, sources)

    function: Any = call.checked(score)
    function.__name__ = function.__qualname__ = identity.name
    function.__module__ = "tallystick.metrics.base.named_functions"
    parameters = kind.__signature__.parameters
    defaults: dict[str, Any] = {name: one.default for name, one in parameters.items()}
    defaults |= {**dict.fromkeys(texts), "threads": 1}
    defaults |= dict.fromkeys(call.required, Parameter.empty)
    names = dict.fromkeys((*texts, *kind.required, "threads", *parameters))
    function.__signature__ = Signature(
        [Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name]) for name in names]
    )
    declaring = next(base for base in kind.__mro__ if "axes" in vars(base))
    _, begin, described = declaring.__doc__.partition("Args:")
    options, _, _ = described.partition("\n\n")
    function.__doc__ = (
        f"Score with {identity.title}: {identity.description}.\n\n"
        "The texts and threads are those of `tallystick.score`. An option that is None is taken "
        f"from the dialect.\n\n{begin}{options}\n\n"
        "Raises:\n"
        "    InputError: The texts are invalid, or their score is not defined.\n"
        "    OptionError: There is no such option, or its value is out of range.\n\n"
        + "".join(cleandoc(kind.__doc__).partition(">>> ")[1:])
    )
    made: Callable[..., Score] = function
    return made


def made_with(kind: Callable[..., Made], options: Mapping[str, Any]) -> Made:
    """Return a metric with options, which is made once: metrics are immutable."""
    # a table of n-grams may be too large to be kept
    if not options or not any(hasattr(option, "ngrams") for option in options.values()):
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
    if "references" in options and not metric.identity.needs_references:
        raise OptionError(f"{metric.identity.title} takes no references; leave references out")
    refuse_unknown_options(metric.identity.name, kind, options)
    return kind(**options)


def one_segment(
    hypotheses: object, references: object, sources: object = None
) -> tuple[str, list[str], str | None] | None:
    """Return a hypothesis, its references and its source if plain strings are all that is given."""
    if type(hypotheses) is not list or len(hypotheses) != 1 or type(hypotheses[0]) is not str:
        return None
    source = None
    if sources is not None:
        if type(sources) is not list or len(sources) != 1 or type(sources[0]) is not str:
            return None
        source = sources[0]
    if references is None:
        return hypotheses[0], [], source
    if type(references) is not list or len(references) != 1:
        return None
    given = references[0] if type(references[0]) is list else references
    # many references may be the words of one, of which `Corpus` warns
    if not 0 < len(given) < 4 or any(type(reference) is not str for reference in given):
        return None
    return hypotheses[0], given, source

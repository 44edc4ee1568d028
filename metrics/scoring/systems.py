"""Several systems with the same references: their corpora, and their scores in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import (
    DEFAULT_METRICS,
    DEFAULT_TOKENIZER,
    tokenizer_named,
)
from tallystick.metrics.corpus.building import as_corpus, refuse_other_index
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.corpus.text import listed
from tallystick.metrics.given_scores.columns import Name, Scores, corpora_with_scores, given_scores
from tallystick.metrics.interface.metric import Metric, Score
from tallystick.metrics.scoring.scoring import chosen_metrics, score_parts
from tallystick.metrics.tokenizers.protocol import Lowercase


@by_keyword("systems={NAME: HYPOTHESES, ...}, references=REFERENCES")
def score_systems(
    *,
    systems: Mapping[str, Hypotheses | Corpus],
    references: ReferencesPerSegment | References | None = None,
    sources: Iterable[Any] | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    scores: Scores[Name] | None = None,
    threads: int = 1,
) -> dict[str, list[Score]]:
    """Score several systems; `compare` also tests their differences.

    The references are tokenized and counted once for all systems.

    Args:
        systems: The hypotheses by system name, one string (or one list of tokens) for each
            segment; or a `Corpus` for each system, without `references`.
        references: The reference of each segment, or a list of its references. May be left out if
            no metric needs references.
        sources: The source of each segment, which some metrics, such as SARI, compare with.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4".
        scores: Scores of segments that another program computed; see `compare`.
        threads: The number of threads; the result does not depend on it.

    Returns:
        For each system one score for each metric, in their order, then for each of `scores`.

    Raises:
        InputError: The systems, references or sources are invalid, or a metric needs sources and
            there are none.
        OptionError: A metric has no such option, or no metric is given.
        UnknownNameError: There is no such metric.

    >>> scores = score_systems(
    ...     systems={"one": ["a b c d e"], "other": ["a b c d f"]},
    ...     references=["a b c d f"],
    ...     metrics="bleu",
    ... )
    >>> {name: round(bleu.score, 2) for name, [bleu] in scores.items()}
    {'one': 66.87, 'other': 100.0}
    """
    chosen = chosen_metrics(metrics)
    corpus_of = {}
    needed = any(metric.identity.needs_references for metric in chosen)
    corpora = list(corpora_of_systems("score_systems", systems, references, sources, needed=needed))
    given = given_scores(scores, [name for name, _ in corpora])
    chosen = chosen_metrics([*chosen, *given])
    for name, corpus in corpora_with_scores(corpora, given):
        if name in corpus_of:
            raise InputError(
                f"the system {name!r} has several runs, which are scored by tallystick.compare; "
                "give the hypotheses of one run, or each run under a name of its own"
            )
        corpus_of[name] = corpus
    shared = {id(corpus.references): corpus.references for corpus in corpus_of.values()}
    if len(shared) == 1:
        scored = score_parts([corpus_of.items()], list(shared.values()), chosen, threads=threads)
    else:
        scored = [
            system
            for name, corpus in corpus_of.items()
            for system in score_parts(
                [[(name, corpus)]], [corpus.references], chosen, threads=threads
            )
        ]
    return {system.system: [entry.score for entry in system.scored] for system in scored}


def corpora_of_systems(
    function: str,
    systems: Mapping[str, Any],
    references: Any,
    sources: Iterable[Any] | None = None,
    documents: Iterable[str] | None = None,
    metadata: Mapping[str, Iterable[str]] | None = None,
    needed: bool = True,
) -> Iterator[tuple[str, Corpus]]:
    """Yield the name and corpus of every system, or of each of its runs.

    All corpora share one `References` object, unless corpora are given. `function` is what was
    called, for errors, and `needed` whether it needs references; the others are those of
    `Corpus.from_segments`.
    """
    given: object = systems
    if not isinstance(given, Mapping):
        remedy = '; write systems=frame.to_dict("list")' * hasattr(given, "to_dict")
        raise InputError(
            f"systems is of type {type(given).__name__}; expected a mapping from each system's "
            f"name to its hypotheses{remedy}"
        )
    if not systems:
        raise InputError("systems is empty; give at least one")
    columns: dict[str, Any] = {
        "documents": None if documents is None else listed(documents, "documents"),
        "sources": None if sources is None else listed(sources, "sources"),
        "metadata": {
            name: listed(column, f"metadata {name!r}") for name, column in (metadata or {}).items()
        },
    }
    has_columns = any(columns.values())
    given_references = references
    for name, hypotheses in systems.items():
        if not isinstance(name, str):
            raise InputError(
                f"a system has the name {name!r} of type {type(name).__name__}; expected a string "
                f"(str), such as {str(name)!r}"
            )
        if not name.strip():
            raise InputError(f"a system has the blank name {name!r}; give every system a name")
        of_runs = list(hypotheses.values()) if isinstance(hypotheses, Mapping) else [hypotheses]
        if not of_runs:
            raise InputError(f"the system {name!r} has no runs; give its hypotheses")
        for run in of_runs:
            if isinstance(run, Corpus):
                if references is not None or has_columns:
                    raise InputError(
                        f"the system {name!r} is a Corpus, which has its references and columns; "
                        "omit references, sources, documents and metadata"
                    )
                yield name, run
                continue
            if references is None and needed:
                raise InputError(
                    f"references are missing; write tallystick.{function}(systems=..., "
                    "references=REFERENCES)"
                )
            try:
                refuse_other_index(run, given_references, documents, sources, metadata)
                if references is None:
                    yield name, Corpus.without_references(run)
                    continue
                corpus = as_corpus(hypotheses=run, references=references, **columns)
            except InputError as error:
                raise InputError(f"system {name!r}: {error}") from None
            # packed only once, because all systems share one object
            references, columns["sources"] = corpus.references, corpus.sources
            yield name, corpus


def tokenize(
    lines: str | Iterable[str],
    tokenize: str = DEFAULT_TOKENIZER,
    *,
    lowercase: Lowercase = "none",
) -> list[Any]:
    """Return the tokens of a line, or a list of the tokens of each of several lines.

    Args:
        lines: A line or lines, without line ends.
        tokenize: The name of the tokenizer, as in the options of metrics.
        lowercase: "unicode" folds the case of every letter, "ascii" of A to Z, "none" of none.

    Raises:
        InputError: A line is not a string.
        OptionError: `lowercase` is something else.
        TallystickError: There is no such tokenizer, or it needs a library; see `tokenizer_named`.

    >>> tokenize("It's 5%."), tokenize(["A b.", ""], lowercase="unicode")
    (["It's", '5', '%', '.'], [['a', 'b', '.'], []])
    """
    of_line = tokenizer_named(tokenize)
    if isinstance(lines, str):
        return of_line(lines, lowercase)
    all_lines = list(lines)
    for place, line in enumerate(all_lines):
        if not isinstance(line, str):
            raise InputError(f"line {place} is of type {type(line).__name__}; expected a string")
    return [of_line(line, lowercase) for line in all_lines]

"""Files of statistics from Python: writing, addition, comparison and meta-evaluation.

They take DuckDB: `pip install "tallystick[scale]"`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tallystick.compat.emulation.paired_tests import Emulated, settings_from
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import by_keyword
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.given_scores.columns import Name, Scores, corpora_with_scores, given_scores
from tallystick.metrics.interface.metric import Metric, Score
from tallystick.metrics.reading.testset import TestSetParts
from tallystick.metrics.resampling.settings import Correction, GivenTest
from tallystick.metrics.scoring.scoring import labelled_metrics, listed_metrics
from tallystick.metrics.scoring.systems import corpora_of_systems
from tallystick.reports.comparison.build import checked_corpora
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.of_statistics import compare_merged
from tallystick.reports.meta_evaluation.build import evaluate_merged
from tallystick.reports.meta_evaluation.function import OneAspect, check_judge, human_scores_of
from tallystick.reports.meta_evaluation.model import MetaEvaluation
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.statistics_files.folder import ENDING, files_in, write_file
from tallystick.reports.statistics_files.merge import merge
from tallystick.reports.statistics_files.model import Rows
from tallystick.reports.wording import DEFAULT_TITLE

DEFAULT = MetaSettings()
Paths: TypeAlias = "str | os.PathLike[str] | Iterable[str | os.PathLike[str]]"
"""Files of statistics, or folders of them."""


@by_keyword(
    "path=FILE, systems={NAME: HYPOTHESES, ...}, references=REFERENCES",
    name="tallystick.reports.write_statistics",
)
def write_statistics(
    *,
    path: str | os.PathLike[str],
    systems: Mapping[str, Hypotheses | Corpus],
    references: ReferencesPerSegment | References | None = None,
    metrics: str | Metric | Sequence[str | Metric] = DEFAULT_METRICS,
    scores: Scores[Name] | None = None,
    sources: Iterable[Any] | None = None,
    documents: Iterable[str] | None = None,
    rows: Rows = "segment",
    threads: int = 1,
) -> None:
    """Write the statistics of systems on a corpus, or on one part of it, to a Parquet file.

    A file that is there already is kept if it has the same texts and settings.

    Args:
        path: The file, whose name ends in .parquet. It appears completely or not at all.
        systems: The hypotheses by system name, one string (or one list of tokens) for each
            segment; or a `Corpus` for each system, without `references`.
        references: The reference of each segment, or a list of its references.
        metrics: Metrics or their specs, such as "bleu" or "nist:order=4"; by default BLEU and chrF.
        scores: Scores of segments that another program computed; see `tallystick.compare`.
        sources: The source of each segment, which some metrics, such as SARI, compare with.
        documents: The document of each segment.
        rows: What a row of the file is the sum of: "segment", "document" or "part". Fewer rows
            take less space, but have no scores of segments, or documents.
        threads: The number of threads; the file does not depend on it.

    Raises:
        InputError: The systems cannot be scored, or the file has other texts or settings.
        OptionError: The statistics of a metric cannot be computed in parts, or the name of the file
            has another ending.
        MissingExtraError: DuckDB is not installed.

    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/part-1.parquet"
    >>> write_statistics(
    ...     path=path, systems={"one": ["a b c d e"]}, references=["a b c d f"], metrics="bleu"
    ... )
    >>> {name: round(bleu.score, 2) for name, [bleu] in merge_statistics(path).items()}
    {'one': 66.87}
    """
    file = os.fspath(path)
    if not file.endswith(ENDING):
        raise OptionError(f"path is {file!r}; expected the name of a file ending in {ENDING}")
    corpora = list(corpora_of_systems("write_statistics", systems, references, sources, documents))
    names = [name for name, _ in corpora]
    if len(set(names)) < len(names):
        raise InputError("a system has several runs; give each run under a name of its own")
    checked_corpora(corpora)
    given = given_scores(scores, names)
    corpora = corpora_with_scores(corpora, given)
    first = corpora[0][1]
    test_set = TestSetParts(
        tuple(names), [first.references], [corpora], first.documents, first.sources is not None
    )
    chosen = labelled_metrics([*listed_metrics(metrics), *given])
    write_file(file, test_set, chosen, rows=rows, threads=threads)


def merge_statistics(
    paths: Paths, *, metrics: str | Sequence[str] | None = None
) -> dict[str, list[Score]]:
    """Add up files of statistics to the scores of systems on the whole corpus.

    Args:
        paths: Files that `write_statistics` or `tallystick statistics` wrote, or folders of them.
            All systems must have all parts of the corpus, each of them once.
        metrics: The metrics by their names in the files; None for all.

    Returns:
        For each system one score for each metric. Counts are those of the whole corpus, and scores
        equal its scores to 12 digits.

    Raises:
        InputError: A file cannot be read, is given twice, has other settings than the first, or a
            system lacks a part of the corpus.
        OptionError: The files have no such metric.
        MissingExtraError: DuckDB is not installed.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> for part, text in (("1", "a b c d e"), ("2", "f g h i")):
    ...     write_statistics(
    ...         path=f"{folder}/{part}.parquet", systems={"one": [text]}, references=[text]
    ...     )
    >>> [bleu, chrf] = merge_statistics(folder)["one"]
    >>> bleu.score, bleu.hypothesis_length
    (100.0, 9)
    """
    merged = merge(_files(paths), metrics=_names(metrics))
    return {system.system: [scored.score for scored in system.scored] for system in merged.systems}


def compare_statistics(
    paths: Paths,
    *,
    metrics: str | Sequence[str] | None = None,
    baseline: str | None = None,
    unit: str | None = None,
    test: GivenTest | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    significance_level: float = 0.05,
    correction: Correction | None = None,
    emulate: Emulated | None = None,
    title: str = DEFAULT_TITLE,
    threads: int = 1,
) -> Comparison:
    """Compare systems by files of statistics, without their texts.

    Scores, differences, p-values, intervals and ranks equal those of `tallystick.compare`. What
    needs texts, such as examples, is left out.

    Args:
        paths: The files, or folders of them; see `merge_statistics`.
        metrics: The metrics by their names in the files; None for all that have rows, which NIST
            has not.
        baseline: The system that all others are compared with; None compares all pairs.
        unit: What is resampled: "segment", "document" or "part", the parts of the corpus. By
            default documents if they are known, else the rows of the files.

    The other parameters are those of `tallystick.compare`; `emulate` needs a row for each segment.

    Raises:
        InputError: See `merge_statistics`; or the systems have different documents.
        OptionError: The files have no such metric, unit or baseline.
        MissingExtraError: DuckDB is not installed.

    >>> import tempfile
    >>> path, references = f"{tempfile.mkdtemp()}/all.parquet", ["a b c d e", "f g h i j"] * 4
    >>> systems = {"one": references, "other": ["a b c d x", "f g h i j"] * 4}
    >>> write_statistics(path=path, systems=systems, references=references, metrics="bleu")
    >>> [difference] = compare_statistics(path).differences
    >>> difference.p_value, difference.differing_segments  # the p-value of `tallystick.compare`
    (0.125, None)
    """
    return compare_merged(
        merge(_files(paths), metrics=_names(metrics), rows="finest"),
        baseline=baseline,
        unit_field=unit,
        settings=settings_from(
            test=test,
            resamples=resamples,
            seed=seed,
            confidence=confidence,
            significance_level=significance_level,
            correction=correction,
            emulate=emulate,
        ),
        title=title,
        threads=threads,
    )


def meta_statistics(
    paths: Paths,
    *,
    human: OneAspect | None = None,
    against: str | None = None,
    metrics: str | Sequence[str] | None = None,
    higher_is_better: bool = True,
    resamples: int = DEFAULT.resamples,
    seed: int = DEFAULT.seed,
    confidence: float = DEFAULT.confidence,
    significance_level: float = DEFAULT.significance_level,
    threads: int = 1,
) -> MetaEvaluation:
    """Evaluate how well metrics agree with humans, by files of statistics of segments.

    The results equal those of `tallystick.meta`, without what needs texts.

    Args:
        paths: The files, or folders of them, with a row for each segment; see `merge_statistics`.
        human: For each system its score, or a score for each segment (None where humans gave none).
            Systems without an entry are left out.
        against: Without human scores, the metric whose scores take their place, by its name in the
            files.
        metrics: The metrics by their names in the files; None for all that have rows.

    The other parameters are those of `tallystick.meta`.

    Raises:
        InputError: See `merge_statistics`; or the files have no row for each segment, the human
            scores are invalid, or fewer than three systems have human scores.
        OptionError: The files have no such metric, or a setting is invalid.
        MissingExtraError: DuckDB is not installed.

    >>> import tempfile
    >>> path = f"{tempfile.mkdtemp()}/all.parquet"
    >>> systems = {"A": ["a b c d", "e f g h"], "B": ["a b c x", "e f g h"], "C": ["a x", "y h"]}
    >>> references = ["a b c d", "e f g h"]
    >>> write_statistics(path=path, systems=systems, references=references, metrics="chrf")
    >>> human = {"A": [5, 4], "B": [3, None], "C": [1, 2]}
    >>> [chrf] = meta_statistics(path, human=human, resamples=200).together
    >>> chrf.accuracy.value
    1.0
    """
    check_judge(human=human, against=against)
    chosen = _names(metrics)
    if chosen is not None and against is not None and against not in chosen:
        chosen = [*chosen, against]
    merged = merge(_files(paths), metrics=chosen, rows="finest")
    names = [system.system for system in merged.systems]
    scores = None
    if human is not None:
        scores = human_scores_of(human, names, merged.segments, higher_is_better)
    settings = MetaSettings(resamples, seed, confidence, significance_level, threads=threads)
    return evaluate_merged(merged, scores, settings, against=against)


def _files(paths: Paths) -> list[str]:
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not given:
        raise InputError("no file of statistics is given; name at least one")
    return files_in([os.fspath(path) for path in given])


def _names(metrics: str | Sequence[str] | None) -> list[str] | None:
    if metrics is None:
        return None
    return [metrics] if isinstance(metrics, str) else list(metrics)

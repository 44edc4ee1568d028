"""Test sets: the one that arguments name, or those of --sets."""

from __future__ import annotations

import argparse
import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tallystick.command_line.inputs.given import Inputs, Kind
from tallystick.command_line.inputs.metrics import choose_metrics, read_scores
from tallystick.command_line.inputs.texts import check_sources, read_systems
from tallystick.errors import OptionError, TallystickError, warn
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.given_scores.columns import Given, corpora_with_scores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.reading.read import read_test_set
from tallystick.reports.set_files.listed import SetFiles, of_set, read_set_files


class SetRead(NamedTuple):
    """A test set: its files, its systems, the metrics for its language, and scores of --scores."""

    files: SetFiles
    systems: Sequence[tuple[str, Corpus]]
    metrics: Mapping[str, Metric]
    given: Given


def read_set(
    arguments: argparse.Namespace,
    inputs: Inputs,
    files: SetFiles,
    labels: Sequence[str],
    systems: Sequence[tuple[str, Corpus]] | None = None,
) -> SetRead:
    """Read the test set that the arguments name, or whose systems are known, and what it needs."""
    metrics = choose_metrics(labels, arguments)
    if systems is None:
        systems = read_systems(inputs)
    check_sources(metrics, systems[0][1].sources is not None)
    given = read_scores(arguments, [name for name, _ in systems])
    return SetRead(files, corpora_with_scores(systems, given), metrics, given)


def chosen_sets(
    inputs: Inputs, only: Sequence[str] | None, *, judged: bool, human: str | None = None
) -> list[SetFiles]:
    """Return the files of the test sets that --only names, in which `*` is anything.

    `judged` says whether human scores are needed; `human` is the name of those of a folder. Without
    both, the sets of a folder are those with the most preferred human scores.
    """
    from tallystick.reports.set_files.metrics_tree import preference, read_tree

    path = str(inputs.sets)
    if inputs.kind is Kind.TREE:
        sets = read_tree(path, judged=judged, human=human, references=inputs.translators or ())
        chosen = _chosen_names(only, [files.name for files in sets])
        sets = [files for files in sets if files.name in chosen]
    else:
        sets = read_set_files(path, human=judged, chosen=partial(_chosen_names, only))
    if only:
        return sets
    best = min((files.judgements for files in sets), key=preference)
    others = [files.name for files in sets if files.judgements != best]
    if others:
        warn(
            f"{path}: the human scores {best} are used, which {', '.join(others)} "
            f"{'does' if len(others) == 1 else 'do'} not have; --only '*' evaluates every set "
            "with the scores that it has"
        )
    return [files for files in sets if files.judgements == best]


def _chosen_names(only: Sequence[str] | None, names: list[str]) -> list[str]:
    chosen: set[str] = set()
    for pattern in only or "*":
        matches = fnmatch.filter(names, pattern)
        if not matches:
            raise OptionError(
                f"--only names {pattern!r}; expected some of the test sets {', '.join(names)}"
            )
        chosen.update(matches)
    return [name for name in names if name in chosen]


def read_sets(
    arguments: argparse.Namespace, chosen: Sequence[SetFiles], labels: Sequence[str]
) -> Iterator[SetRead]:
    """Read test sets, with metrics that have the options of the language of each."""
    for files in chosen:
        metrics = _metrics_of(arguments, files, labels)
        given = read_scores(arguments, list(files.hypotheses), files)
        test_set = read_test_set(
            list(files.references),
            list(files.hypotheses.values()),
            names=list(files.hypotheses) or None,
            documents=files.documents,
            sources=files.sources,
        )
        systems = corpora_with_scores(list(test_set.corpora().items()), given)
        yield SetRead(files, systems, metrics, given)


def _metrics_of(
    arguments: argparse.Namespace, files: SetFiles, labels: Sequence[str]
) -> dict[str, Metric]:
    """Return the metrics with the options of a set's language: that of -l, else of its file."""
    language = files.language_pair
    if arguments.language_pair is not None:
        language = of_set(arguments.language_pair, files.name)
    try:
        metrics = choose_metrics(labels, arguments, language=language)
        check_sources(metrics, files.sources is not None)
    except TallystickError as error:
        raise type(error)(f"{files.name}: {error}") from None
    return metrics

"""The test sets of --sets, for the commands that have it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tallystick.errors import OptionError, TallystickError

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.set_files.listed import SetFiles


def refuse_with_sets(
    arguments: argparse.Namespace, named: Collection[str], of_one_set: Collection[str] = ()
) -> None:
    """Refuse arguments that say what --sets says, and those that several sets do not allow."""
    for names, why in (
        (named, "names the files of all test sets and what they contain; leave out"),
        (of_one_set, "compares over test sets; run compare on each set alone for"),
    ):
        given = [_option(name) for name in sorted(names) if getattr(arguments, name)]
        if given:
            raise OptionError(f"--sets {arguments.sets} {why} {', '.join(given)}")


def _option(name: str) -> str:
    return {"references": "the references", "hypotheses": "-i", "conditions": "--fail-if"}.get(
        name, "--" + name.replace("_", "-")
    )


def chosen_sets(
    path: str,
    only: Sequence[str] | None,
    *,
    judged: bool,
    human: str | None = None,
    references: Sequence[str] | None = None,
) -> list[SetFiles]:
    """Return the files of the test sets of --sets, a file or folder, that --only names.

    `judged` says whether human scores are needed; `human` and `references` are names of those of a
    folder.
    """
    from tallystick.reports.set_files.listed import read_set_files
    from tallystick.reports.set_files.metrics_tree import read_tree

    if os.path.isdir(path):
        found = read_tree(path, judged=judged, human=human, references=references or ())
    else:
        found = read_set_files(path, human=judged)
    names = [one.name for one in found]
    for name in only or ():
        if name not in names:
            raise OptionError(
                f"--only names {name!r}; expected some of the test sets {', '.join(names)}"
            )
    return [one for one in found if one.name in (only or names)]


def read_set(files: SetFiles) -> list[tuple[str, Corpus]]:
    """Return the systems of a test set."""
    from tallystick.metrics.reading.read import read_test_set

    test_set = read_test_set(
        list(files.references),
        list(files.hypotheses.values()),
        names=list(files.hypotheses),
        documents=files.documents,
        sources=files.sources,
    )
    return list(test_set.corpora().items())


def metrics_of_set(
    arguments: argparse.Namespace, files: SetFiles, labels: Sequence[str], command: str
) -> dict[str, Metric]:
    """Return the metrics with the options of a set's language: that of -l, else of its file."""
    from tallystick.command_line.input_files import check_sources
    from tallystick.command_line.metric_choice import choose_metrics
    from tallystick.command_line.metric_options import shared_options
    from tallystick.reports.set_files.placeholders import of_set

    own = argparse.Namespace(**vars(arguments))
    own.language_pair = files.language_pair
    if arguments.language_pair is not None:
        own.language_pair = of_set(arguments.language_pair, files.name)
    try:
        metrics = choose_metrics(labels, shared_options(own), command=command)
        check_sources(metrics, files.sources is not None)
    except TallystickError as error:
        raise type(error)(f"{files.name}: {error}") from None
    return metrics

"""Human scores: as a further metric of `compare`, and what `meta` holds metrics against."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.command_line.inputs.metrics import score_names
from tallystick.command_line.inputs.texts import columns_of
from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.given_scores.columns import GivenColumn, add_metric
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.metrics.given_scores.metric import HumanScores as HumanMetric

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.given_scores.columns import Given
    from tallystick.reports.meta_evaluation.human.scores import HumanScores
    from tallystick.reports.meta_evaluation.judged_set import Judged
    from tallystick.reports.set_files.listed import SetFiles


def read_human(
    arguments: argparse.Namespace, systems: Sequence[tuple[str, Corpus]]
) -> tuple[Given, str]:
    """Read the scores of --human for every system, and return them with a note; without it nothing.

    Only segments that were judged for every system count; others have NaN.
    """
    from tallystick.reports.meta_evaluation.human.scores import note_on_judged, read_human_scores

    if not arguments.human:
        of_human = arguments.human_column, arguments.human_set, arguments.rename
        if any(of_human) or arguments.human_lower_is_better:
            raise OptionError(
                "--human-column, --human-set, --rename and --human-lower-is-better describe a file "
                "of human scores; add --human FILE"
            )
        return {}, ""
    names = [name for name, _ in systems]
    if len(set(names)) < len(names):
        raise OptionError(
            "--human has one score for a segment of a system, but a system has several training "
            "runs; leave it out, or give one run of each system"
        )
    if HUMAN in score_names(arguments):
        raise OptionError(
            f"--scores {HUMAN}=... has the name of the scores of --human; give it another name"
        )
    human = read_human_scores(
        [arguments.human],
        names,
        len(systems[0][1]),
        columns=human_columns(arguments.columns, arguments.human_column),
        higher_is_better=not arguments.human_lower_is_better,
        test_set=arguments.human_set,
        renamed=renamed_systems(arguments.rename),
        metadata=systems[0][1].metadata,
        hypotheses=_hypotheses(systems),
    )
    if human.preferences is not None:
        raise OptionError(
            f"{arguments.human}: has choices between outputs, not scores of them; tallystick meta "
            "evaluates metrics with these, and prints scores of systems"
        )
    if human.segments is None:
        raise OptionError(
            f"{arguments.human}: has scores of whole systems, which cannot be tested; expected "
            "scores of segments"
        )
    known = ~np.isnan(human.segments)
    unjudged = [names[row] for row in np.flatnonzero(~known.any(axis=1))]
    if unjudged:
        raise OptionError(
            f"{arguments.human}: has no score of the systems {', '.join(unjudged)}; leave them out "
            "of the comparison, or leave out --human"
        )
    common = known.all(axis=0)
    if not common.any():
        raise OptionError(
            f"{arguments.human}: no segment was judged for each of the systems {', '.join(names)}, "
            "so their human scores cannot be compared; compare fewer systems, or leave out --human"
        )
    columns = {
        name: GivenColumn(tuple(scores.tolist()), arguments.human)
        for name, scores in zip(names, np.where(common, human.segments, np.nan), strict=True)
    }
    given: dict[Any, dict[str, GivenColumn]] = {}
    add_metric(given, HumanMetric(HUMAN), columns)
    note = note_on_judged(human.segments, "the latter")
    return given, " ".join([note[0].upper() + note[1:], *human.notes])


def refuse_other_segments(systems: Sequence[tuple[str, Corpus]], human: str, saved: str) -> None:
    """Refuse human scores of other segments than those of the systems of a saved report."""
    judged = [[score == score for score in corpus.scores[HUMAN]] for _, corpus in systems]
    if any(other != judged[0] for other in judged):
        raise OptionError(
            f"--human {human}: has scores of other segments than {saved}; means over different "
            "segments cannot be compared: leave out --human, or judge the same segments"
        )


def human_columns(words: Sequence[str] | None, column: str | None) -> dict[str, str]:
    """Return the columns of human scores that --columns and --human-column name."""
    from tallystick.metrics.reading.columns import MEANINGS as TEXTS
    from tallystick.metrics.reading.columns import meaning_of
    from tallystick.reports.meta_evaluation.human.preferences import ALL_MEANINGS

    given = columns_of(words)
    known = (*TEXTS, *ALL_MEANINGS, "item")
    for name in given:
        if name not in ALL_MEANINGS and meaning_of(name) is None:
            raise OptionError(
                f"--columns {name}={given[name]}: {name!r} is not a meaning of a column; expected "
                f"one of {', '.join(known)}{closest(name, known)}"
            )
    columns = {name: column for name, column in given.items() if name in ALL_MEANINGS}
    if column is None:
        return columns
    if "score" in columns:
        raise OptionError(
            f"--human-column {column} and --columns score={columns['score']} both name the scores; "
            "leave out one of them"
        )
    return {**columns, "score": column}


def renamed_systems(words: Sequence[str] | None) -> dict[str, str]:
    """Return the names of systems by their names in human scores, as --rename gives them."""
    renamed: dict[str, str] = {}
    for word in words or ():
        old, sign, new = word.partition("=")
        if not (old and sign and new) or old in renamed:
            raise OptionError(
                f"--rename {word}: expected OLD=NEW, each system once, such as Nemo=NVIDIA-NeMo"
            )
        renamed[old] = new
    return renamed


def judged(
    systems: Sequence[tuple[str, Corpus]], files: SetFiles, against: str | None
) -> dict[str, Judged]:
    """Return systems with their human scores by aspect, under "" if there is one."""
    from tallystick.reports.meta_evaluation.judged_set import Judged

    names = [name for name, _ in systems]
    first = systems[0][1]
    texts = first.metadata, _hypotheses(systems)
    by_aspect = human_scores_of(files, names, len(first), first.documents, against, *texts)
    return {
        aspect: Judged(systems, *scores, weight=files.weight).chosen(
            files.name, files.only_documents, files.without
        )
        for aspect, scores in by_aspect.items()
    }


def _hypotheses(systems: Sequence[tuple[str, Corpus]]) -> dict[str, list[str]]:
    return {name: list(map(str, corpus.hypotheses)) for name, corpus in systems}


def are_rated_outputs(arguments: argparse.Namespace, inputs: Inputs) -> bool:
    """Return whether the only hypotheses are those in the table of human scores."""
    return (
        bool(arguments.human) and inputs.sets is None and inputs.are_plain and not inputs.hypotheses
    )


def read_rated(arguments: argparse.Namespace, inputs: Inputs, files: SetFiles) -> dict[str, Judged]:
    """Return the outputs in the table of human scores by system, with their scores by aspect."""
    from tallystick.metrics.reading.lines import read_text
    from tallystick.metrics.reading.parallel import check_column
    from tallystick.reports.meta_evaluation.human.rated_outputs import read_rated_outputs

    for name in ("names", "docs", "systems", "human_order", "other_human_column"):
        if name in inputs.given:
            raise OptionError(
                f"--{name.replace('_', '-')} does not go with outputs in the table of --human; "
                "leave it out, or give files of hypotheses after -i"
            )
    if len(files.human) > 1:
        raise OptionError(
            f"--human names {len(files.human)} files, but no file of hypotheses is given; give "
            "them after -i, or one table with outputs and their scores"
        )
    references, sources = [read_text(path) for path in inputs.references], None
    for path, text in zip(inputs.references, references, strict=True):
        check_column(len(text), path, "reference", len(references[0]))
    if inputs.source is not None:
        if not references:
            raise OptionError(
                "--source has the sources of the lines of references, which are in no file; name "
                "the column of sources with --columns source=COLUMN, or give files of references"
            )
        sources = read_text(inputs.source)
        check_column(len(sources), inputs.source, "source", len(references[0]))
    return read_rated_outputs(
        files.human[0],
        references,
        sources,
        columns={**columns_of(inputs.columns), **files.human_columns},
        higher_is_better=files.higher_is_better,
        test_set=files.human_set,
        renamed=files.renamed,
    )


def human_scores_of(
    files: SetFiles,
    systems: Sequence[str],
    segments: int,
    documents: Sequence[str] | None,
    against: str | None,
    metadata: Mapping[str, Sequence[str]],
    hypotheses: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> dict[str, tuple[HumanScores | None, HumanScores | None]]:
    """Read the human scores of systems by aspect, and perhaps other ones; none with `against`."""
    from tallystick.reports.meta_evaluation.human.health import sorted_documents
    from tallystick.reports.meta_evaluation.human.scores import read_aspects
    from tallystick.reports.set_files.listed import SORTED_DOCUMENTS

    in_order, other = files.human_order != SORTED_DOCUMENTS, files.other_human_column

    def read(columns: Mapping[str, str]) -> dict[str, HumanScores]:
        aspects = read_aspects(
            files.human,
            systems,
            segments,
            columns=columns if other is None else {"other": other, **columns},
            higher_is_better=files.higher_is_better,
            test_set=files.human_set,
            renamed=files.renamed,
            named=files.human_set != files.name,  # a file of sets names each by default
            metadata=metadata if in_order else {},
            hypotheses=hypotheses if in_order else {},
        )
        scores = {
            aspect: replace(human, name=files.judgements or human.name)
            for aspect, human in aspects.items()
        }
        if in_order:
            return scores
        if documents is None:
            raise OptionError(
                f"the human scores of {files.name} count documents sorted by name, but the "
                "document of no segment is known; name a file of them with --docs FILE"
            )
        order = sorted_documents(documents).argsort().tolist()
        return {aspect: given.at(range(len(systems)), order) for aspect, given in scores.items()}

    if against:
        return {"": (None, None)}
    columns = files.human_columns
    others = {} if other is None else read({**columns, "score": other})
    return {aspect: (of_aspect, others.get(aspect)) for aspect, of_aspect in read(columns).items()}

"""The construction of a comparison from systems and metrics: facts, then words, then the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick import __version__
from tallystick.compat.emulation.paired_tests import (
    PROGRAM,
    SHORT_PROGRAM,
    EmulationSettings,
    emulated_test,
)
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.paired import Compared, compare_under, with_scores
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.scoring.scoring import Scored, SystemScored, score_parts
from tallystick.reports.comparison.doubts import doubts
from tallystick.reports.comparison.facts.analyses import analyses
from tallystick.reports.comparison.facts.breakdowns import breakdowns
from tallystick.reports.comparison.facts.results import Results, shared, standard_of
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, tokenize_systems
from tallystick.reports.comparison.facts.scores_and_differences import (
    Differing,
    differences_of,
    scores_of,
    with_equivalence,
    with_margins,
)
from tallystick.reports.comparison.facts.suspicious import suspicious_segments
from tallystick.reports.comparison.model import (
    ComparedMetric,
    ComparedSystem,
    Comparison,
    Doubt,
    SignificanceTest,
    SystemScore,
    TestSet,
    opponents_of,
)
from tallystick.reports.comparison.words.caveats import caveats, notes, notes_on_emulation
from tallystick.reports.comparison.words.methods import methods
from tallystick.reports.comparison.words.verdict import verdict
from tallystick.reports.scores import segment_signature
from tallystick.reports.wording import CORRECTIONS, DEFAULT_TITLE, title_of_one

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.reading.opening import FilePath

SEGMENT, DOCUMENT = "segment", "document"
NO_REMARKS: Mapping[str, str] = MappingProxyType({})
SHORT_METHOD: Mapping[str, str] = {
    Method.RANDOMISATION: "ar",
    Method.BOOTSTRAP: "bs",
    Method.TWO_LEVEL: "t2",
}


def compare_systems(
    systems: Sequence[tuple[str, Corpus]],
    metrics: Mapping[str, Metric],
    *,
    baseline: str | None = None,
    unit_field: str | None = None,
    settings: Settings | None = None,
    title: str = DEFAULT_TITLE,
    details: bool = True,
    threads: int = 1,
    scored: Sequence[SystemScored] | None = None,
    remarks: Mapping[str, str] = NO_REMARKS,
    saved_report: str = "",
    human_agreement: FilePath | None = None,
) -> Comparison:
    """Compare systems on one test set; see `tallystick.compare`, where `unit_field` is `unit`.

    The corpora of a repeated name are the outputs of several training runs. An emulated test always
    resamples segments, and its default baseline is the first system. `scored` is what
    `score_systems_together` returned; `remarks` are sentences below the scores of metrics.
    """
    names = list(dict.fromkeys(name for name, _ in systems))
    corpora = checked_corpora(systems)
    check_choice(metrics, baseline, names)
    settings = with_margins(settings or Settings(), metrics, names)
    if len(names) < len(systems) and not isinstance(settings, EmulationSettings):
        _refuse_resampling(settings)
    units = units_of_corpus(corpora[0], unit_name(unit_field, settings))
    of_runs = scored or score_systems_together(systems, metrics, threads)
    runs = dict(shared((run, system) for run, (system, _) in enumerate(systems)))
    scored_systems = ScoredSystems(
        metrics,
        {name: [of_runs[run] for run in of_system] for name, of_system in runs.items()},
        units,
        tuple(corpora[of_system[0]] for of_system in runs.values()),
    )
    documents = corpora[0].documents
    test_set = TestSet(
        segments=len(corpora[0]),
        references=corpora[0].references.number,
        documents=None if documents is None else len(set(documents)),
        unit=units.name,
        units=units.number,
    )
    differing = _differing_texts(corpora, runs)
    results, notes = results_of_systems(
        scored_systems, test_set, differing, baseline, settings, threads, saved_report
    )
    tokens = tokenize_systems(scored_systems)
    suspicious = suspicious_segments(scored_systems, tokens)
    groups, group_notes = (
        breakdowns(
            scored_systems,
            tokens,
            settings.confidence,
            partial(standard_of, results),
            workspace=Workspace(threads),
        )
        if details or test_set.references != 1  # the winner may depend on the reference
        else ((), ())
    )
    further = {"breakdowns": groups, "breakdown_notes": group_notes, "suspicious": suspicious}
    analysed: dict[str, Any] = {}
    if details:
        analysed = analyses(results, scored_systems, tokens, settings, threads) | further
    results = replace(
        results,
        metrics=tuple(
            replace(metric, note=remarks.get(metric.metric, "")) for metric in results.metrics
        ),
        breakdowns=groups,
    )
    found_doubts = doubts(results, scored_systems, settings, suspicious, tokens, threads)
    return comparison_of(results, title, notes, found_doubts, analysed, human_agreement)


def comparison_of(
    results: Results,
    title: str,
    notes: Iterable[str],
    doubts: tuple[Doubt, ...],
    analyses: Mapping[str, Any],
    human_agreement: FilePath | None,
) -> Comparison:
    """Return results with what is said of them; `analyses` are further fields."""
    results = replace(results, doubts=doubts)
    of_humans = []
    if human_agreement is not None:
        from tallystick.reports.comparison.words.human_agreement import caveats_on_humans

        of_humans = caveats_on_humans(results, human_agreement)
    return Comparison(
        title=title if len(results.systems) > 1 else title_of_one(title),
        version=__version__,
        verdict=verdict(results),
        caveats=(*caveats(results), *of_humans),
        methods=methods(results),
        test_set=results.test_set,
        test=results.test,
        metrics=results.metrics,
        systems=tuple(ComparedSystem(name, runs) for name, runs in results.runs.items()),
        baseline=results.baseline,
        scores=tuple(results.scores.values()),
        differences=results.pairs,
        notes=tuple(notes),
        doubts=doubts,
        saved_report=results.saved_report,
        **analyses,
    )


def check_choice(
    metrics: Mapping[str, Metric], baseline: str | None, systems: Sequence[str]
) -> None:
    """Refuse a comparison without a metric, or with a baseline that is none of the systems."""
    if not metrics:
        raise OptionError("there is no metric; name at least one, such as bleu")
    if baseline is not None and baseline not in systems:
        raise OptionError(
            f"the baseline {baseline!r} is not one of the systems{closest(baseline, systems)}; "
            f"expected one of {', '.join(systems)}"
        )


def results_of_systems(
    scored: ScoredSystems,
    test_set: TestSet,
    differing: Differing,
    baseline: str | None,
    settings: Settings,
    threads: int,
    saved_report: str = "",
) -> tuple[Results, list[str]]:
    """Return the tested differences of systems, with their scores, and notes on them."""
    names, emulates = scored.names, isinstance(settings, EmulationSettings)
    default = names[0] if emulates and baseline is None else None
    if len(names) > 1:
        baseline = baseline or default
    opponents = opponents_of(names, baseline, saved_report)
    compared, metrics, differences = {}, [], {}
    scores: dict[tuple[str, str], SystemScore] = {}
    for number, label in enumerate(scored.metrics):
        systems = [[run.scored[number] for run in runs] for runs in scored.runs.values()]
        of_metric = _compared(
            label, systems, names, baseline, opponents, scored.units, settings, threads
        )
        metric = replace(_compared_metric(label, systems[0][0]), margin=settings.margins.get(label))
        of_pairs = differences_of(
            metric, systems, names, of_metric, settings, differing=differing, test_set=test_set
        )
        of_systems = scores_of(metric, systems, names, of_metric, of_pairs)
        of_pairs, of_systems = with_equivalence(
            metric, of_pairs, of_systems, of_metric, settings, {baseline, *opponents.values()}
        )
        scores |= {(label, score.system): score for score in of_systems}
        metrics.append(metric)
        compared[label], differences[label] = of_metric, of_pairs
    first = next(iter(compared.values()))
    results = Results(
        test_set=test_set,
        test=significance_test(
            settings,
            first.method,
            f"unit:{scored.units.name}",
            resamples=first.resamples,
            requested_resamples=settings.resamples_of(scored.units.number),
            comparisons=len(first.pairs),
        ),
        metrics=tuple(metrics),
        runs={name: len(runs) for name, runs in scored.runs.items()},
        baseline=baseline,
        scores=scores,
        differences=differences,
        saved_report=saved_report,
    )
    of_test = notes(results, compared, settings)
    if not emulates:
        return results, [*of_test]
    return results, [*notes_on_emulation(results, [*scored.fitted.values()], default), *of_test]


def score_systems_together(
    systems: Sequence[tuple[str, Corpus]], metrics: Mapping[str, Metric], threads: int = 1
) -> list[SystemScored]:
    """Score systems, or runs of systems, on one test set, in their order."""
    corpora = checked_corpora(systems)
    return score_parts(
        [[(str(number), corpus) for number, corpus in enumerate(corpora)]],
        [corpora[0].references],
        list(metrics.values()),
        threads=threads,
    )


def _compared_metric(label: str, scored: Scored) -> ComparedMetric:
    identity = scored.metric.identity
    signature, of_segments = str(scored.score.signature), segment_signature(scored)
    return ComparedMetric(
        metric=label,
        name=identity.name,
        title=named(scored.metric).name,
        scale=identity.scale,
        higher_is_better=identity.higher_is_better,
        signature=signature,
        segment_signature="" if of_segments == signature else of_segments,
        citation=identity.citation,
    )


def _compared(
    label: str,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    baseline: str | None,
    opponents: Mapping[str, str],
    units: Units,
    settings: Settings,
    threads: int,
) -> Compared:
    metric = systems[0][0].metric
    if not isinstance(settings, EmulationSettings):
        pairs = [(names.index(system), names.index(other)) for system, other in opponents.items()]
        sums = [[units.sums(run.statistics.rows) for run in runs] for runs in systems]
        compared = compare_under(metric, sums, settings, pairs=pairs or None, threads=threads)
        scores = np.array([np.mean([run.score.score for run in runs]) for runs in systems])
        return with_scores(compared, scores)
    from tallystick.compat.emulation.sacrebleu import compare_emulated

    try:
        return compare_emulated(
            metric,
            [[run.statistics for run in runs] for runs in systems],
            names,
            settings,
            baseline=names.index(baseline or names[0]),
            threads=threads,
        )
    except InputError as error:
        raise InputError(f"{label}: {error}") from None


def checked_corpora(systems: Sequence[tuple[str, Corpus]]) -> list[Corpus]:
    """Return the corpora of systems, which must have the same references."""
    if not systems:
        raise InputError("there are no systems to compare; give at least one")
    first_name, first = systems[0]
    if not first.has_references:
        raise InputError(
            "systems can only be compared with references, but the corpora have none; score them "
            "with tallystick.score_systems, or build them with Corpus.from_segments"
        )
    for name, corpus in systems[1:]:
        if corpus.references is not first.references and corpus.references != first.references:
            raise InputError(
                f"the systems {first_name!r} and {name!r} have different references; systems can "
                "only be compared on one test set, so give both the same references"
            )
    return [corpus for _, corpus in systems]


def unit_name(field: str | None, settings: Settings) -> str | None:
    """Return the field to resample by, which is that of segments in an emulated test."""
    if not isinstance(settings, EmulationSettings):
        return field
    if field not in (None, SEGMENT):
        raise OptionError(
            f"{field!r} cannot be resampled, because {PROGRAM} resamples segments; "
            "omit the unit or the emulation"
        )
    return SEGMENT


def _refuse_resampling(settings: Settings) -> None:
    """Refuse settings of resamples where a system has several runs."""
    if settings.test == "bootstrap" or settings.resamples is not None:
        given = "the test bootstrap" if settings.test == "bootstrap" else "a number of resamples"
        raise OptionError(
            f"{given} has no effect, because with several runs of a system differences are not "
            "resampled but tested by Student's t; leave it out"
        )


def units_of_corpus(corpus: Corpus, field: str | None) -> Units:
    """Return the units of resampling: groups of a field, by default documents if known."""
    if field is None:
        field = SEGMENT if corpus.documents is None else DOCUMENT
    if field == SEGMENT:
        return segments_as_units(len(corpus))
    if field == DOCUMENT and corpus.documents is not None:
        return units_of(field, corpus.documents)
    if field in corpus.metadata:
        return units_of(field, corpus.metadata[field])
    known = [SEGMENT, *([] if corpus.documents is None else [DOCUMENT]), *corpus.metadata]
    raise OptionError(
        f"there is no column {field!r} to group the segments by{closest(field, known)}; "
        f"expected one of {', '.join(known)}"
    )


def _differing_texts(corpora: Sequence[Corpus], runs: Mapping[str, Sequence[int]]) -> Differing:
    numbers: dict[object, int] = {}
    texts = [
        np.array([numbers.setdefault(text, len(numbers)) for text in corpus.hypotheses])
        for corpus in corpora
    ]
    by_pair: dict[tuple[str, str], tuple[int | None, bool]] = {}
    for system, of_system in runs.items():
        for other, of_other in runs.items():
            differing = int((texts[of_system[0]] != texts[of_other[0]]).sum())
            same = len(of_system) == len(of_other) and all(
                (texts[i] == texts[j]).all() for i, j in zip(of_system, of_other, strict=True)
            )
            by_pair[system, other] = differing, not same
    return by_pair


def significance_test(
    settings: Settings,
    method: str,
    unit: str,
    *,
    resamples: int,
    requested_resamples: int,
    comparisons: int,
) -> SignificanceTest:
    """Return a test as a report describes it; `unit` is that part of its signature."""
    emulated = emulated_test(method)
    short = SHORT_METHOD[method] if emulated is None else emulated.short
    signature = [
        *([] if emulated is None else [f"emulate:{SHORT_PROGRAM}"]),
        f"{short}:{resamples}",
        unit,
        *(["side:2"] if emulated is None else []),
        f"adj:{CORRECTIONS[settings.correction].short}",
        f"seed:{settings.seed}",
        f"version:{__version__}",
    ]
    return SignificanceTest(
        method=str(method),
        resamples=resamples,
        requested_resamples=requested_resamples,
        seed=settings.seed,
        confidence=settings.confidence,
        significance_level=settings.significance_level,
        correction=settings.correction,
        comparisons=comparisons,
        signature="|".join(signature),
    )

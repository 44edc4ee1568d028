"""The construction of a comparison from systems and metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick import __version__
from tallystick.compat.emulation.paired_tests import (
    OWN_METRICS,
    PROGRAM,
    SHORT_PROGRAM,
    emulated_test,
)
from tallystick.compat.emulation.settings import EmulationSettings
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.correction import least_p_values, resamples_needed
from tallystick.metrics.resampling.paired import Compared, compare_under, near_level
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.metrics.resampling.units import Units, segments_as_units, units_of
from tallystick.metrics.scoring.scoring import Scored, SystemScored, score_parts
from tallystick.reports.comparison.doubts import doubts
from tallystick.reports.comparison.facts.details import with_details
from tallystick.reports.comparison.facts.scored_systems import scored_systems
from tallystick.reports.comparison.facts.scores_and_differences import (
    Differing,
    differences_of,
    scores_of,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    ComparedSystem,
    Comparison,
    Difference,
    SignificanceTest,
    SystemScore,
    TestSet,
)
from tallystick.reports.comparison.sentences import with_sentences
from tallystick.reports.scores import segment_signature
from tallystick.reports.wording import (
    CORRECTIONS,
    DEFAULT_TITLE,
    counted,
    counted_units,
    listed,
    p_value,
    system_name,
)
from tallystick.reports.wording import names as listed_systems

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric

SEGMENT, DOCUMENT = "segment", "document"
NEAR_SHOWN = 3
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
) -> Comparison:
    """Compare systems on one test set; see `tallystick.compare`, where `unit_field` is `unit`.

    The corpora of a repeated name are the outputs of several training runs. An emulated test always
    resamples segments, and its default baseline is the first system. `scored` is what
    `score_systems_together` returned for these systems and metrics, by default computed.
    """
    settings = settings or Settings()
    names = list(dict.fromkeys(name for name, _ in systems))
    corpora = checked_corpora(systems)
    check_choice(metrics, baseline, names)
    units = units_of_corpus(corpora[0], unit_name(unit_field, settings))
    scored = scored or score_systems_together(systems, metrics, threads)
    runs = {
        name: [run for run, (system, _) in enumerate(systems) if system == name] for name in names
    }
    documents = corpora[0].documents
    found = ScoredRuns(
        runs={name: tuple(scored[run] for run in of_system) for name, of_system in runs.items()},
        test_set=TestSet(
            segments=len(corpora[0]),
            references=corpora[0].references.number,
            documents=None if documents is None else len(set(documents)),
            unit=units.name,
            units=units.number,
        ),
        units=units,
        differing=_differing_texts(corpora, runs),
    )
    comparison = compare_scored(
        found, metrics, baseline=baseline, settings=settings, title=title, threads=threads
    )
    first_runs = [runs[name][0] for name in names]
    first_scored = scored_systems(
        {name: corpora[run] for name, run in zip(names, first_runs, strict=True)},
        metrics,
        [scored[run] for run in first_runs],
        units,
    )
    if details:
        comparison = with_details(comparison, first_scored, settings, threads)
    else:
        comparison = replace(comparison, doubts=doubts(comparison, first_scored, settings))
    return with_sentences(comparison)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredRuns:
    """What the results of a comparison are computed from: statistics, and no texts.

    Attributes:
        runs: The scores of the runs of each system, by its name, under all metrics.
        test_set: The test set.
        units: The units of resampling.
        differing: What is known of the texts of every two systems.
    """

    runs: Mapping[str, Sequence[SystemScored]]
    test_set: TestSet
    units: Units
    differing: Differing


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


def compare_scored(
    scored: ScoredRuns,
    metrics: Mapping[str, Metric],
    *,
    baseline: str | None,
    settings: Settings,
    title: str,
    threads: int,
) -> Comparison:
    """Compare systems by their statistics; the comparison has no analyses, doubts or sentences."""
    names = list(scored.runs)
    baseline_given = baseline
    if isinstance(settings, EmulationSettings) and len(names) > 1:
        baseline = baseline or names[0]
    found = []
    for number, label in enumerate(metrics):
        by_system = [[run.scored[number] for run in runs] for runs in scored.runs.values()]
        compared = _compared(label, by_system, names, baseline, scored.units, settings, threads)
        found.append(_under_metric(label, by_system, names, compared, settings, scored))
    test = _test(found, settings, scored.units)
    compared_systems = tuple(ComparedSystem(name, len(runs)) for name, runs in scored.runs.items())
    return Comparison(
        title=title,
        version=__version__,
        verdict=(),
        caveats=(),
        methods="",
        test_set=scored.test_set,
        test=test,
        metrics=tuple(one.metric for one in found),
        systems=compared_systems,
        baseline=baseline,
        scores=tuple(score for one in found for score in one.scores),
        differences=tuple(difference for one in found for difference in one.differences),
        notes=(
            *_notes_on_emulation(found, settings, names[0] if baseline_given is None else None),
            *_notes(found, settings, test, scored.test_set, compared_systems),
        ),
    )


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


@dataclass(frozen=True, slots=True)
class _UnderMetric:
    given_metric: Metric
    metric: ComparedMetric
    compared: Compared
    scores: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]


def _under_metric(
    label: str,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    compared: Compared,
    settings: Settings,
    scored: ScoredRuns,
) -> _UnderMetric:
    first = systems[0][0]
    identity = first.metric.identity
    signature, of_segments = str(first.score.signature), segment_signature(first)
    metric = ComparedMetric(
        metric=label,
        name=identity.name,
        title=named(first.metric).name,
        scale=identity.scale,
        higher_is_better=identity.higher_is_better,
        signature=signature,
        segment_signature="" if of_segments == signature else of_segments,
        citation=identity.citation,
    )
    differences = differences_of(
        metric,
        systems,
        names,
        compared,
        settings,
        differing=scored.differing,
        segments=scored.test_set.segments,
    )
    scores = scores_of(metric, systems, names, compared, differences)
    return _UnderMetric(first.metric, metric, compared, scores, differences)


def _compared(
    label: str,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    baseline: str | None,
    units: Units,
    settings: Settings,
    threads: int,
) -> Compared:
    metric = systems[0][0].metric
    against = None if baseline is None else names.index(baseline)
    if not isinstance(settings, EmulationSettings):
        sums = [[units.sums(run.statistics.rows) for run in runs] for runs in systems]
        compared = compare_under(metric, sums, settings, baseline=against, threads=threads)
        return _with_scores(compared, systems)
    from tallystick.compat.emulation.comparison import compare_emulated

    statistics = [[run.statistics for run in runs] for runs in systems]
    try:
        return compare_emulated(
            metric, statistics, names, settings, baseline=against or 0, threads=threads
        )
    except InputError as error:
        raise InputError(f"{label}: {error}") from None


def _with_scores(compared: Compared, systems: Sequence[Sequence[Scored]]) -> Compared:
    """Replace the scores of sums over units by those of sums over segments, as in every command.

    Sums that are not whole numbers can differ in the last bit.
    """
    scores = np.array([np.mean([run.score.score for run in runs]) for runs in systems])
    differences = [scores[one] - scores[other] for one, other in compared.pairs]
    return replace(compared, scores=scores, differences=np.array(differences, dtype=np.float64))


def checked_corpora(systems: Sequence[tuple[str, Corpus]]) -> list[Corpus]:
    """Return the corpora of systems, which must have the same references.

    Raises:
        InputError: There are no systems, no references, or different ones.
    """
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
    """Return the number of segments in which first runs differ, and whether any runs differ."""
    numbers: dict[object, int] = {}
    texts = [
        np.array([numbers.setdefault(text, len(numbers)) for text in corpus.hypotheses])
        for corpus in corpora
    ]
    found: dict[tuple[str, str], tuple[int | None, bool]] = {}
    for one, of_one in runs.items():
        for other, of_other in runs.items():
            differing = int((texts[of_one[0]] != texts[of_other[0]]).sum())
            same = len(of_one) == len(of_other) and all(
                (texts[i] == texts[j]).all() for i, j in zip(of_one, of_other, strict=True)
            )
            found[one, other] = differing, not same
    return found


def _test(found: Sequence[_UnderMetric], settings: Settings, units: Units) -> SignificanceTest:
    compared = found[0].compared
    emulated = emulated_test(compared.method)
    short = SHORT_METHOD[compared.method] if emulated is None else emulated.short
    program = [] if emulated is None else [f"emulate:{SHORT_PROGRAM}"]
    signature = "|".join(
        [
            *program,
            f"{short}:{compared.resamples}",
            f"unit:{units.name}",
            *([] if program else ["side:2"]),
            f"adj:{CORRECTIONS[settings.correction].short}",
            f"seed:{settings.seed}",
            f"version:{__version__}",
        ]
    )
    return SignificanceTest(
        method=str(compared.method),
        resamples=compared.resamples,
        requested_resamples=settings.resamples_of(units.number),
        seed=settings.seed,
        confidence=settings.confidence,
        significance_level=settings.significance_level,
        correction=settings.correction,
        comparisons=len(compared.pairs),
        signature=signature,
    )


def _notes_on_emulation(
    found: Sequence[_UnderMetric], settings: Settings, default_baseline: str | None
) -> Iterator[str]:
    if not isinstance(settings, EmulationSettings):
        return
    from tallystick.compat.emulation.sacrebleu import is_own_metric

    if default_baseline is not None:
        yield (
            f"{PROGRAM} compares all systems with a baseline. None was named, so it is "
            f"{system_name(default_baseline)}, the first."
        )
    foreign = [one.metric.title for one in found if not is_own_metric(one.given_metric)]
    if foreign:
        yield (
            f"{PROGRAM} does not compute {listed(foreign)} as here. Its resamples are reproduced, "
            f"but the p-values that it prints are those of {listed(OWN_METRICS)}."
        )


def _notes(
    found: Sequence[_UnderMetric],
    settings: Settings,
    test: SignificanceTest,
    test_set: TestSet,
    systems: Sequence[ComparedSystem],
) -> tuple[str, ...]:
    notes = []
    compared = found[0].compared
    pairs = len(compared.pairs)
    needed = resamples_needed(pairs, settings.correction, settings.significance_level)
    if (
        compared.resamples < needed
        and emulated_test(test.method) is None
        and test.method != Method.TWO_LEVEL
        and not all(one.compared.exact.all() for one in found)
    ):
        after = f" after the correction for {counted(pairs, 'comparison')}" if pairs > 1 else ""
        notes.append(
            f"With only {counted(compared.resamples, 'resample')}, few differences or none can be "
            f"significant at {settings.significance_level:g}{after}; draw {needed:,} or more."
        )
    if pairs and not isinstance(settings, EmulationSettings):
        notes += _note_on_few_units(settings, test_set, pairs, systems)
        notes += _note_near_the_level(found, settings, systems)
    least = [
        one.adjusted_p_value
        for of_metric in found
        for one in of_metric.differences
        if one.p_value == 1 / (compared.resamples + 1) and one.adjusted_p_value is not None
    ]
    if (
        compared.resamples
        and least
        and not (shown := p_value(min(least), settings.significance_level)).startswith("<")
    ):
        notes.append(
            f"With {counted(compared.resamples, 'resample')}, no p-value is below {shown}"
            f"{' after the correction' * test.is_corrected}; more resamples can show smaller ones."
        )
    several = [system.name for system in systems if system.runs > 1]
    if several:
        notes.append(
            f"Scores of {listed_systems(several)} are means over runs; texts, lengths, words, "
            "n-grams, groups and segments are those of the first run of each system."
        )
    return tuple(notes)


def _note_near_the_level(
    found: Sequence[_UnderMetric], settings: Settings, systems: Sequence[ComparedSystem]
) -> list[str]:
    """Return a note if another seed may change which differences are significant."""
    near = []
    for one in found:
        for pair in np.flatnonzero(near_level(one.compared, settings)):
            both = listed_systems([systems[system].name for system in one.compared.pairs[pair]])
            near.append(f"{both} under {one.metric.title}")
    if not near:
        return []
    more = [f"{len(near) - NEAR_SHOWN:,} more"] if len(near) > NEAR_SHOWN else []
    several = len(near) > 1
    return [
        f"Another seed may change whether the difference{'s' * several} of "
        f"{listed([*near[:NEAR_SHOWN], *more])} {'are' if several else 'is'} significant, because "
        f"{'their p-values are' if several else 'its p-value is'} within two standard errors of "
        f"{settings.significance_level:g}; more resamples decide."
    ]


def _note_on_few_units(
    settings: Settings, test_set: TestSet, pairs: int, systems: Sequence[ComparedSystem]
) -> list[str]:
    """Return a note if nothing can be significant, with what would help."""
    level, units = settings.significance_level, test_set.units
    if least_p_values(np.full(pairs, units), settings.correction).min() <= level:
        return []
    least = float(least_p_values(np.array([units]))[0])
    if least > level:
        return [
            f"With {counted_units(test_set)}, no difference can be significant: the smallest "
            f"p-value that exchanging them allows is {least:g}."
        ]
    corrected = float(least_p_values(np.full(pairs, units), settings.correction).min())
    with_baseline = len(systems) - 1
    advice = []
    if pairs > with_baseline and least * with_baseline <= level:
        advice.append("name a baseline")
    if test_set.unit != SEGMENT:
        advice.append("resample segments")
    if all(system.runs == 1 for system in systems):
        advice.append("choose the correction max-t")
    return [
        f"With {counted_units(test_set)}, no difference can be significant after the correction "
        f"for {counted(pairs, 'comparison')}: the smallest corrected p-value possible is "
        f"{corrected:.2g}; {listed(advice or ['take a larger test set'], 'or')}."
    ]

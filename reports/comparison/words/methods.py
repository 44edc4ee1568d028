"""The methods paragraph for a paper, and the works that it cites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tallystick import __version__
from tallystick.compat.emulation.paired_tests import emulated_test
from tallystick.metrics.interface.identity import cited
from tallystick.metrics.resampling.randomisation import ENOUGH
from tallystick.metrics.resampling.settings import Method
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    Listed,
    Terms,
    sentences,
    titles,
)
from tallystick.reports.wording import CORRECTIONS, counted, listed, percent, system_name, units

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import ComparedMetric, Difference, TestSet
    from tallystick.reports.comparison_over_sets.model import ComparisonOnSet, ResultsOverSets

WORKS = {
    "Post, 2018": "post-2018-call",
    "Schuirmann, 1987": "schuirmann-1987-comparison",
    "Tukey, 1958": "tukey-1958-bias",
    "Koehn, 2004": "koehn-2004-statistical",
    "Noreen, 1989": "noreen-1989-computer",
    "Riezler and Maxwell, 2005": "riezler-maxwell-2005-pitfalls",
    "Clark et al., 2011": "clark-etal-2011-better",
    "Dror et al., 2017": "dror-etal-2017-replicability",
    "Holm, 1979": "holm-1979-simple",
    "Benjamini and Hochberg, 1995": "benjamini-hochberg-1995-controlling",
    "Welch, 1947": "welch-1947-generalization",
    "Westfall and Young, 1993": "westfall-young-1993-resampling",
    "tallystick": "tallystick",
}
"""The works that a methods paragraph cites, each with the key of its entry."""

CORPUS: Cases = {
    "one_system": "We evaluated {name}{runs} on {segments}, with {references}.",
    "versions": (
        "We compared each of {versions:#system} with its earlier version{runs} on {segments}, with "
        "{references}."
    ),
    ALWAYS: "We compared {who}{runs} on {segments}, with {references}.",
}
CORPUS_OVER_SETS = (
    "We compared {who} by the mean of their scores on {sets} test sets, in which each set has "
    "the same weight: {corpora}."
)
SIGNATURES = "{computed}; a note has the {metrics:signature|signatures}{work}."
JACKKNIFE = (
    "The intervals of the scores and differences are {confidence} intervals of Student's t with "
    "the jackknife over {unit} (Tukey, 1958)"
)
INTERVALS: Cases = {
    "of_a_program": (
        "The intervals of the scores are the {confidence} intervals that the {method} prints; "
        "those of the differences are intervals of Student's t with the jackknife over {unit} "
        "(Tukey, 1958)."
    ),
    "two_level": (
        "The intervals of the scores and differences, means over training runs, are {confidence} "
        "intervals of Student's t with the variance of the test."
    ),
    "over_sets": (f"{JACKKNIFE}, and the degrees of freedom for unequal variances (Welch, 1947)."),
    ALWAYS: f"{JACKKNIFE}.",
}
TESTS: Cases = {
    "all_exchanges": (
        "Differences were tested with the two-sided paired randomisation test (Noreen, 1989; "
        "Riezler and Maxwell, 2005), which exchanges the outputs of the two systems in {unit}; p "
        "is the proportion of all exchanges with a difference at least as large, in either "
        "direction, as the observed one."
    ),
    "randomisation": (
        "Differences were tested with two-sided paired approximate randomisation (Noreen, 1989; "
        "Riezler and Maxwell, 2005), which exchanges the outputs of the two systems in {unit} "
        "drawn at random; p = (c + 1) / (R + 1), where c of the R resamples have a difference at "
        "least as large, in either direction, as the observed one."
    ),
    "bootstrap": (
        "Differences were tested with the two-sided paired bootstrap over {unit} (Koehn, 2004), "
        "with the differences centred at zero, as under the null hypothesis; p = (c + 1) / (R + "
        "1), where c of the R resamples have a centred difference at least as large, in either "
        "direction, as the observed one."
    ),
    "two_level": (
        "Differences of the mean scores over training runs were tested with a two-sided t-test "
        "whose variance is the sum of the jackknife variance over {unit} (Tukey, 1958) and the "
        "variance over runs, to account for both sources of chance (Clark et al., 2011), with the "
        "degrees of freedom for unequal variances (Welch, 1947)."
    ),
    ALWAYS: (
        "Differences were tested over {unit} with the {method}{works}, its resamples and p-values "
        "reproduced to check published numbers."
    ),
}
EXACT: Cases = {
    "none_exact": "",
    "all_exact": (
        "So few {unit} differ in score that all exchanges were enumerated; the p-values are exact."
    ),
    ALWAYS: (
        "Where few {unit} differ in score, all exchanges were enumerated instead ({exact:,} of "
        "{tests}), and the p-value is exact."
    ),
}
RESAMPLES: Cases = {
    "all_exact": "",
    "no_resamples": "",
    "stops_early": (
        "The tests are based on {resamples}; a test stopped early once {enough} were at least as "
        "extreme."
    ),
    ALWAYS: "The tests are based on {resamples}.",
}
CORRECTED: Cases = {
    "one_pair": "A difference is called significant where p is at most {level}.",
    "uncorrected": (
        "The p-values are not corrected for the {pairs}; a difference is called significant where "
        "p is at most {level}."
    ),
    ALWAYS: (
        "The p-values were {corrected}{each}; a difference is called significant where the "
        "corrected p is at most {level}."
    ),
}
EQUIVALENCE: Cases = {
    "margins": (
        "Equivalence {of_means}within {margins} was tested by two one-sided t-tests of each pair "
        "with the standard error of the intervals (Schuirmann, 1987), and corrected likewise. A "
        "system is called not worse where each one-sided test against {whom} being better by the "
        "margin is significant."
    ),
}
ON_SINGLE_SETS = (
    "On a single set, a system is called better{or_equivalent} if its p-value in the same test "
    "there is at most {level} after a correction for all pairs on all sets by the method of "
    "Holm (Holm, 1979; Dror et al., 2017)."
)
SEED: Cases = {"two_level": "", ALWAYS: "The seed of the random numbers is {seed}."}

OF_ONE_SYSTEM = (CORPUS, SIGNATURES, INTERVALS, SEED)
OF_SYSTEMS = (
    *(CORPUS, SIGNATURES, INTERVALS, TESTS, EXACT, RESAMPLES, CORRECTED, EQUIVALENCE, SEED),
)
OVER_SETS = (
    *(CORPUS_OVER_SETS, SIGNATURES, INTERVALS, TESTS, RESAMPLES, CORRECTED, EQUIVALENCE),
    *(ON_SINGLE_SETS, SEED),
)


def methods(results: Results) -> str:
    """Return a methods paragraph for a paper."""
    test_set, runs = results.test_set, sum(results.runs.values())
    varying = "a number of references that varies from segment to segment"
    terms = {
        **_terms(results.systems, results.baseline, results.metrics),
        **_terms_of_test(results, units(test_set), results.pairs),
        "over_sets": False,
        "of_means": "",
        "versions": not results.baseline and Listed(results.opponents),
        "runs": f" ({runs:,} training runs in all)" if runs > len(results.systems) else "",
        "segments": _segments(test_set),
        "references": varying
        if test_set.references is None
        else f"{counted(test_set.references, 'reference')} per segment",
    }
    parts = OF_SYSTEMS if len(results.systems) > 1 else OF_ONE_SYSTEM
    return " ".join(sentences(parts, terms))


def methods_over_sets(results: ResultsOverSets) -> str:
    """Return a methods paragraph, or "" if nothing was compared over the sets."""
    if not results.scores:
        return ""
    metrics = results.sets[0].comparison.metrics
    of_sets = dict.fromkeys(units(on_set.comparison.test_set) for on_set in results.sets)
    unit = f"{listed([*of_sets], 'or')} of each set"
    terms = {
        **_terms(results.systems, results.baseline, metrics),
        **_terms_of_test(results, unit, ()),
        "over_sets": True,
        "of_means": "of mean scores ",
        "or_equivalent": ", or two are called equivalent,"
        * any(metric.margin for metric in metrics),
        "sets": len(results.sets),
        "corpora": "; ".join(map(_corpus_of_set, results.sets)),
    }
    return " ".join(sentences(OVER_SETS, terms))


def cited_works(metrics: Sequence[ComparedMetric], methods: str) -> dict[str, str]:
    """Return the BibTeX entries of the works that a methods paragraph cites, by citation."""
    of_metrics = {
        metric.citation.short: metric.citation.bibtex
        for metric in metrics
        if metric.citation is not None
    }
    works = of_metrics | {work: cited(work, key).bibtex for work, key in WORKS.items()}
    return {work: entry for work, entry in works.items() if work in methods}


def _terms(
    systems: Sequence[str], baseline: str | None, metrics: Sequence[ComparedMetric]
) -> Terms:
    computed: dict[str, list[str]] = {}
    for metric in metrics:
        parts = dict(part.partition(":")[::2] for part in metric.signature.split("|"))
        program = parts.get("impl", "tallystick")
        version = parts.get("version", __version__ if program == "tallystick" else "")
        work = "" if metric.citation is None else f" ({metric.citation.short})"
        computed.setdefault(f"{program} {version}".rstrip(), []).append(f"{metric.title}{work}")
    # these signatures follow the scheme of the cited work; those of plug-ins may not
    ours = any(program.startswith("tallystick ") for program in computed)
    return {
        "one_system": len(systems) == 1,
        "name": system_name(systems[0]),
        "who": counted(len(systems), "system")
        if baseline is None
        else f"{counted(len(systems) - 1, 'system')} with the baseline {system_name(baseline)}",
        "margins": Listed(
            f"±{metric.margin:g} {metric.title}" for metric in metrics if metric.margin is not None
        ),
        "each": "" if len(metrics) == 1 else ", separately for each metric",
        "metrics": titles(metrics),
        "computed": "; ".join(
            f"{Listed(named)} scores were computed with {program}"
            for program, named in computed.items()
        ),
        "work": " (Post, 2018)" if ours else "",
    }


def _segments(test_set: TestSet) -> str:
    documents = f" from {counted(test_set.documents, 'document')}" if test_set.documents else ""
    return f"{counted(test_set.segments, 'segment')}{documents}"


def _corpus_of_set(on_set: ComparisonOnSet) -> str:
    test_set = on_set.comparison.test_set
    number = test_set.references
    references = "several references" if number is None else counted(number, "reference")
    return f"{on_set.name} ({_segments(test_set)}, {references})"


def _terms_of_test(
    results: Results | ResultsOverSets, unit: str, differences: Sequence[Difference]
) -> Terms:
    """Return what is said of a test; `unit` is what is exchanged or left out, in the plural."""
    test = results.test
    emulated = emulated_test(test.method)
    exact = sum(pair.exact for pair in differences)
    all_exact = 0 < exact == len(differences)
    randomises = test.method == Method.RANDOMISATION
    if results.baseline is not None:
        whom, compared = "the baseline", "comparisons with the baseline"
    elif results.opponents:
        whom, compared = "its earlier version", "comparisons of two versions"
    else:
        whom, compared = "every other system", "pairs of systems"
    pairs = f"{test.comparisons:,} {compared}"
    words = CORRECTIONS.get(test.correction)
    clause = f"corrected for the {{pairs}} ({test.correction})" if words is None else words.clause
    return {
        "of_a_program": emulated is not None and emulated.prints_intervals,
        "two_level": test.method == Method.TWO_LEVEL,
        "all_exchanges": randomises and all_exact,
        "randomisation": randomises,
        "bootstrap": test.method == Method.BOOTSTRAP,
        "method": test.method,
        "works": "" if emulated is None else f" ({'; '.join(emulated.works)})",
        "confidence": percent(test.confidence),
        "unit": unit,
        "none_exact": not exact,
        "all_exact": all_exact,
        "exact": exact,
        "tests": counted(len(differences), "test"),
        "no_resamples": not test.resamples,
        "stops_early": randomises and test.correction != "max-t",
        "resamples": counted(test.resamples, "resample"),
        "enough": ENOUGH,
        "whom": whom,
        "one_pair": test.comparisons < 2,
        "uncorrected": test.correction == "none",
        "pairs": pairs,
        "corrected": clause.format(pairs=pairs),
        "level": f"{test.significance_level:g}",
        "seed": test.seed,
    }

"""The methods paragraph for a paper, and the works that it cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick import __version__
from tallystick.compat.emulation.paired_tests import emulated_test
from tallystick.metrics.interface.identity import cited
from tallystick.metrics.resampling.randomisation import ENOUGH
from tallystick.metrics.resampling.settings import Method
from tallystick.reports.wording import (
    CORRECTIONS,
    counted,
    listed,
    percent,
    system_name,
    units,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Difference,
        SignificanceTest,
        TestSet,
    )

WORKS = {
    "Post, 2018": "post-2018-call",
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
}
"""The works that a methods paragraph cites, each with the key of its entry."""


def methods(found: Results) -> str:
    """Return a methods paragraph for a paper."""
    test, test_set = found.test, found.test_set
    sentences = [
        _corpus(found),
        scored_with(found.metrics, [(metric.title, metric.signature) for metric in found.metrics]),
        intervals_of(test, units(test_set)),
    ]
    if len(found.systems) > 1:
        sentences += [
            tested_with(test, units(test_set), found.pairs),
            _exact(found.pairs, test_set),
            resamples_of(test, found.pairs),
            corrected_for(test, found.baseline, len(found.metrics)),
        ]
    sentences.append(f"The seed of the random numbers is {test.seed}.")
    return " ".join(sentence for sentence in sentences if sentence)


def cited_works(metrics: Sequence[ComparedMetric], methods: str) -> dict[str, str]:
    """Return the BibTeX entries of the works that a methods paragraph cites, by citation."""
    of_metrics = {
        metric.citation.short: metric.citation.bibtex
        for metric in metrics
        if metric.citation is not None
    }
    works = of_metrics | {work: cited(work, key).bibtex for work, key in WORKS.items()}
    return {work: entry for work, entry in works.items() if work in methods}


def bibtex(works: Mapping[str, str]) -> str:
    """Return the BibTeX entries of cited works."""
    return "\n\n".join(works.values()) + "\n"


def _corpus(found: Results) -> str:
    systems, test_set, baseline = found.systems, found.test_set, found.baseline
    if test_set.references is None:
        references = "a number of references that varies from segment to segment"
    else:
        references = f"{counted(test_set.references, 'reference')} per segment"
    of_documents = f" from {counted(test_set.documents, 'document')}" if test_set.documents else ""
    runs = sum(found.runs.values())
    of_runs = f" ({runs:,} training runs in all)" if runs > len(systems) else ""
    if len(systems) == 1:
        compared = f"evaluated {system_name(systems[0])}{of_runs}"
    elif baseline is None:
        compared = f"compared {counted(len(systems), 'system')}{of_runs}"
    else:
        others = counted(len(systems) - 1, "system")
        compared = f"compared {others} with the baseline {system_name(baseline)}{of_runs}"
    return (
        f"We {compared} on {counted(test_set.segments, 'segment')}{of_documents}, with "
        f"{references}."
    )


def scored_with(metrics: Sequence[ComparedMetric], signatures: Sequence[tuple[str, str]]) -> str:
    """Return the sentence on the programs and signatures of metrics; each with what it is of."""
    computed: dict[str, list[str]] = {}
    for metric in metrics:
        work = "" if metric.citation is None else f" ({metric.citation.short})"
        program = _program(metric)
        computed.setdefault(program, []).append(f"{metric.title}{work}")
    said = "; ".join(
        f"{listed(named)} scores were computed with {program}"
        for program, named in computed.items()
    )
    # these signatures follow the scheme of the cited work; those of plug-ins may not
    work = " (Post, 2018)" if any(one.startswith("tallystick ") for one in computed) else ""
    if len(signatures) == 1:
        return f"{said}; the signature{work} is {signatures[0][1]}."
    of_each = [f"{signature} for {what}" for what, signature in signatures]
    return f"{said}; the signatures{work} are {listed(of_each)}."


def _program(metric: ComparedMetric) -> str:
    """Return the program and version in a metric's signature."""
    parts = dict(part.partition(":")[::2] for part in metric.signature.split("|"))
    program = parts.get("impl", "tallystick")
    own = __version__ if program == "tallystick" else ""
    return f"{program} {parts.get('version', own)}".rstrip()


def intervals_of(test: SignificanceTest, unit: str) -> str:
    """Return the sentence on intervals; `unit` is what is left out, in the plural."""
    emulated = emulated_test(test.method)
    how = f"intervals of Student's t with the jackknife over {unit} (Tukey, 1958)"
    if emulated is not None and emulated.prints_intervals:
        return (
            f"The intervals of the scores are the {percent(test.confidence)} intervals that the "
            f"{test.method} prints; those of the differences are {how}."
        )
    if test.method == Method.TWO_LEVEL:
        return (
            "The intervals of the scores and differences, means over training runs, are "
            f"{percent(test.confidence)} intervals of Student's t with the variance of the test."
        )
    return f"The intervals of the scores and differences are {percent(test.confidence)} {how}."


def tested_with(test: SignificanceTest, unit: str, differences: Sequence[Difference]) -> str:
    """Return the sentence on the test; `unit` is what is exchanged or drawn, in the plural."""
    if test.method == Method.RANDOMISATION and _all_exact(differences):
        return (
            "Differences were tested with the two-sided paired randomisation test (Noreen, 1989; "
            f"Riezler and Maxwell, 2005), which exchanges the outputs of the two systems in {unit};"
            " p is the proportion of all exchanges with a difference at least as large, in either "
            "direction, as the observed one."
        )
    if test.method == Method.RANDOMISATION:
        return (
            "Differences were tested with two-sided paired approximate randomisation (Noreen, "
            "1989; Riezler and Maxwell, 2005), which exchanges the outputs of the two systems in "
            f"{unit} drawn at random; p = (c + 1) / (R + 1), where c of the R resamples have "
            "a difference at least as large, in either direction, as the observed one."
        )
    if test.method == Method.BOOTSTRAP:
        return (
            f"Differences were tested with the two-sided paired bootstrap over {unit} (Koehn, "
            "2004), with the differences centred at zero, as under the null hypothesis; p = "
            "(c + 1) / (R + 1), where c of the R resamples have a centred difference at least as "
            "large, in either direction, as the observed one."
        )
    if test.method == Method.TWO_LEVEL:
        return (
            "Differences of the mean scores over training runs were tested with a two-sided t-test "
            f"whose variance is the sum of the jackknife variance over {unit} (Tukey, 1958) and "
            "the variance over runs, to account for both sources of chance (Clark et al., 2011), "
            "with the degrees of freedom for unequal variances (Welch, 1947)."
        )
    emulated = emulated_test(test.method)
    works = "" if emulated is None else f" ({'; '.join(emulated.works)})"
    return (
        f"Differences were tested over {unit} with the {test.method}{works}, its resamples and "
        "p-values reproduced to check published numbers."
    )


def _exact(differences: Sequence[Difference], test_set: TestSet) -> str:
    exact = sum(one.exact for one in differences)
    if not exact:
        return ""
    if _all_exact(differences):
        return (
            f"So few {units(test_set)} differ that all exchanges were enumerated; the p-values are "
            "exact."
        )
    return (
        f"Where few {units(test_set)} differ, all exchanges were enumerated instead ({exact:,} of "
        f"{counted(len(differences), 'test')}), and the p-value is exact."
    )


def _all_exact(differences: Sequence[Difference]) -> bool:
    return bool(differences) and all(one.exact for one in differences)


def resamples_of(test: SignificanceTest, differences: Sequence[Difference]) -> str:
    """Return the sentence on the numbers of resamples."""
    if _all_exact(differences) or not test.resamples:
        return ""
    said = f"The tests are based on {counted(test.resamples, 'resample')}"
    if test.method != Method.RANDOMISATION or test.correction == "max-t":
        return f"{said}."
    return f"{said}, fewer where {ENOUGH} were as large earlier."


def corrected_for(test: SignificanceTest, baseline: str | None, metrics: int) -> str:
    """Return the sentence on the correction and the significance level."""
    level = f"{test.significance_level:g}"
    if test.comparisons < 2:
        return f"A difference is called significant where p is at most {level}."
    pairs = (
        f"{test.comparisons:,} pairs of systems"
        if baseline is None
        else f"{test.comparisons:,} comparisons with the baseline"
    )
    each = "" if metrics == 1 else ", separately for each metric"
    if test.correction == "none":
        return (
            f"The p-values are not corrected for the {pairs}; a difference is called significant "
            f"where p is at most {level}."
        )
    words = CORRECTIONS.get(test.correction)
    clause = f"corrected for the {{pairs}} ({test.correction})" if words is None else words.clause
    corrected = clause.format(pairs=pairs)
    return (
        f"The p-values were {corrected}{each}; a difference is called significant where the "
        f"corrected p is at most {level}."
    )

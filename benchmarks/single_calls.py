"""Time every metric and every drop-in replacement with one segment a call.

    python benchmarks/single_calls.py [--turns N] [--calls N] [--sets NAME...]

Metrics are compared with BLEU, drop-in replacements with what they replace, whose scores are equal.
"""

from __future__ import annotations

import argparse
import math
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from unittest.mock import patch

from contestants import Case, forget_tokens, tokens
from inputs import SETS
from tabulate import tabulate

import tallystick
from tallystick.metrics.meteor import wordnet

CASES = (
    ("English", "13a"),
    ("English, 2 references", "13a"),
    ("English, short segments", "13a"),
    ("Czech", "13a"),
    ("Russian", "13a"),
    ("Chinese", "zh"),
)
CALLS, TURNS, SLOW = 100, 5, 0.1
METRICS = (
    *("bleu", "chrf", "chrf++", "nist", "sentbleu", "google_gleu", "wer", "mer", "wil", "wip"),
    *("cer", "rouge1", "rouge2", "rougeL", "rougeLsum", "ter", "ribes", "meteor:dialect=nltk"),
    *("sari", "distinct", "cider"),
)
WAYS = FUNCTION, ALONE, PREPARED = ("function", "`score_segment`", "prepared references")
BOTH = ("drop-in", "original")

Run = Callable[[], list[float]]


class NoSynonyms:
    """A reader of WordNet that knows no word, so that METEOR is computed without WordNet."""

    def synsets(self, word: str) -> list[Any]:
        """Return no meaning."""
        return []


@dataclass(frozen=True)
class DropIn:
    """A function that replaces one of another program.

    Attributes:
        name: The function, as the program calls it.
        module: Where the program has it; `tallystick.compat` has a module of the same name.
        score: A function of the module, a hypothesis and its references.
        takes_tokens: Whether texts are given as lists of tokens.
        is_slow: Whether the program is timed with fewer calls.
    """

    name: str
    module: str
    score: Callable[[Any, Any, Any], float]
    takes_tokens: bool = False
    is_slow: bool = False

    def runs(self, case: Case) -> dict[str, Run]:
        """Return the replacement and the original, which score every segment of a case."""
        name = self.module.removeprefix("nltk.translate.")
        package = "nltk." if name != self.module else ""
        pairs = list(zip(*tokens(case), strict=True)) if self.takes_tokens else segments(case)
        modules = import_module(f"tallystick.compat.{package}{name}"), import_module(self.module)
        runs = [partial(self._scores, module, pairs) for module in modules]
        return dict(zip(BOTH, runs, strict=True))

    def _scores(self, module: Any, pairs: Sequence[tuple[Any, Any]]) -> list[float]:
        return [self.score(module, hypothesis, references) for hypothesis, references in pairs]


def jiwer(function: str, rate: str = "") -> DropIn:
    """Return a function of jiwer, which takes the first reference; `rate` is that of its result."""

    def score(module: Any, hypothesis: str, references: list[str]) -> float:
        result = getattr(module, function)(references[0], hypothesis)
        return float(getattr(result, rate) if rate else result)

    return DropIn(f"jiwer.{function}", "jiwer", score)


def sacrebleu(function: str, *, is_slow: bool = False) -> DropIn:
    """Return a function of sacreBLEU."""
    return DropIn(
        f"sacrebleu.{function}",
        "sacrebleu",
        lambda module, hypothesis, references: (
            getattr(module, function)(hypothesis, references).score
        ),
        is_slow=is_slow,
    )


def nltk(function: str, *, is_slow: bool = False, **options: Any) -> DropIn:
    """Return a function of NLTK, which takes token lists."""

    def score(module: Any, hypothesis: list[str], references: list[list[str]]) -> float:
        if "smoothing" in options:
            own = {"smoothing_function": _smoothing(module, options["smoothing"])}
        else:
            own = options
        return float(getattr(module, function)(references, hypothesis, **own))

    name = function if function.endswith("score") else f"{function.split('_')[1]}_score"
    return DropIn(f"nltk {function}", f"nltk.translate.{name}", score, True, is_slow)


@cache
def _smoothing(module: Any, method: str) -> Any:
    return getattr(module.SmoothingFunction(), method)


def _chrf(module: Any, hypothesis: list[str], references: list[list[str]]) -> float:
    return float(module.sentence_chrf(references[0], hypothesis))


def rouge_score(kind: str, *, stems: bool = False) -> DropIn:
    """Return a type of ROUGE of rouge-score."""

    @cache
    def scorer(module: Any) -> Any:
        return module.RougeScorer([kind], use_stemmer=stems)

    def score(module: Any, hypothesis: str, references: list[str]) -> float:
        return float(scorer(module).score_multi(references, hypothesis)[kind].fmeasure)

    return DropIn(f"rouge_score {kind}{', stems' * stems}", "rouge_score.rouge_scorer", score)


def _of_two_images(module: Any, hypothesis: str, references: list[str]) -> float:
    captions = {"image": references, "other": ["a cat sat here"]}
    score, _ = module.Cider().compute_score(captions, {"image": [hypothesis], "other": ["a cat"]})
    return float(score)


DROP_INS = (
    *map(jiwer, ("wer", "mer", "wil", "wip", "cer")),
    jiwer("process_words", "wer"),
    jiwer("process_characters", "cer"),
    *(sacrebleu("sentence_bleu"), sacrebleu("sentence_chrf")),
    sacrebleu("sentence_ter", is_slow=True),
    nltk("sentence_bleu", smoothing="method3"),
    nltk("sentence_gleu"),
    nltk("sentence_nist", n=3),
    DropIn("nltk sentence_chrf", "nltk.translate.chrf_score", _chrf, takes_tokens=True),
    nltk("sentence_ribes"),
    nltk("meteor_score", is_slow=True, wordnet=NoSynonyms()),
    *map(rouge_score, ("rouge1", "rougeL", "rougeLsum")),
    rouge_score("rouge2", stems=True),
    DropIn("pycocoevalcap Cider of 2 images", "pycocoevalcap.cider.cider", _of_two_images),
)


def segments(case: Case) -> list[tuple[str, list[str]]]:
    """Return the hypotheses, each with its references."""
    lines = zip(case.inputs.hypotheses, *case.inputs.references, strict=True)
    return [(hypothesis, references) for hypothesis, *references in lines]


def runs_of_metric(spec: str, case: Case) -> dict[str, Run]:
    """Return the ways to score one segment that a metric has; each scores all of a case."""
    name, function, options = _function(spec, case)
    metric: Any = function.__self__ if name == "sentbleu" else tallystick.metric(spec)
    if options.keys() & {"tokenize"}:
        metric = replace(metric, tokenize=options["tokenize"])
    pairs, sources = segments(case), case.inputs.references[-1]
    runs: dict[str, Run] = {}
    needed = metric.identity
    given: list[dict[str, Any]] = [{"hypotheses": [hypothesis]} for hypothesis, _ in pairs]
    alone: list[tuple[Any, ...]] = [(hypothesis,) for hypothesis, _ in pairs]
    if needed.needs_references:
        prepared = tallystick.PreparedReferences(
            case.inputs.of_segments,
            metric=metric,
            sources=sources if needed.needs_sources else None,
        )
        for place, (_, references) in enumerate(pairs):
            given[place]["references"] = [references]
            alone[place] += (references,)
            prepared.segment_score(place, "")
        metric = prepared.metric
        runs[PREPARED] = lambda: [
            prepared.segment_score(place, hypothesis) for place, (hypothesis, _) in enumerate(pairs)
        ]
    if needed.needs_sources:
        for place, source in enumerate(sources):
            given[place]["sources"] = [source]
            alone[place] += (source,)
    runs[ALONE] = lambda: [metric.score_segment(*pair).score for pair in alone]
    if name != "cider":  # it has no score of one segment
        runs[FUNCTION] = lambda: [function(**arguments, **options).score for arguments in given]
    return runs


def _function(spec: str, case: Case) -> tuple[str, Any, dict[str, Any]]:
    """Return the name of a metric, its function and the options."""
    name, _, dialect = spec.partition(":dialect=")
    options: dict[str, Any] = {"dialect": dialect} if dialect else {}
    if name in ("bleu", "google_gleu") and case.tokenize != "13a":
        options["tokenize"] = case.tokenize
    if name == "chrf++":
        return name, tallystick.chrf, {"word_order": 2}
    if name.startswith("rouge"):
        return name, tallystick.rouge, {"type": name.removeprefix("rouge")}
    if name == "sentbleu":  # it has no function
        return name, tallystick.metric(spec).score, options
    return name, getattr(tallystick, name), options


def least_seconds(runs: Mapping[Any, Run], turns: int) -> dict[Any, float]:
    """Return the least processor time of each, which take turns."""
    best = dict.fromkeys(runs, math.inf)
    for run in runs.values():
        run()  # makes what is kept
    for _ in range(turns):
        for name, run in runs.items():
            forget_tokens()
            start = time.process_time()
            run()
            best[name] = min(best[name], time.process_time() - start)
    return best


def _warnings_of(run: Run) -> int:
    """Return how many warnings scoring a case issues."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run()
    return len(caught)


def measured(case: Case, turns: int) -> Iterator[tuple[str, str, float]]:
    """Yield the name of a metric or drop-in, the way it is called, and microseconds a call."""
    calls = len(case.inputs.hypotheses)
    few = case.some(bool, max(round(SLOW * calls), 1))
    runs: dict[tuple[str, str], Run] = {}
    for spec in METRICS:
        of_metric = runs_of_metric(spec, case)
        if FUNCTION in of_metric and _warnings_of(of_metric[FUNCTION]) > calls / 2:
            del of_metric[FUNCTION]  # the warning takes most of the time
        runs |= {(spec, way): run for way, run in of_metric.items()}
    for call in DROP_INS:
        if find_spec(call.module.split(".")[0]) is None:
            continue
        both = call.runs(few if call.is_slow else case)
        drop_in, original = (run() for run in both.values())
        for place, (score, wanted) in enumerate(zip(drop_in, original, strict=True), start=1):
            if not math.isclose(score, wanted, rel_tol=1e-9, abs_tol=1e-9):
                raise SystemExit(f"{case.name}, {place}: {call.name} is {wanted}, ours {score}")
        # so few calls would find none of the replacement's code in the processor's caches
        runs[call.name, BOTH[0]] = call.runs(case)[BOTH[0]]
        runs[call.name, BOTH[1]] = both[BOTH[1]]
    slow = {(call.name, BOTH[1]) for call in DROP_INS if call.is_slow}
    for (name, way), seconds in least_seconds(runs, turns).items():
        of = len(few.inputs.hypotheses) if (name, way) in slow else calls
        yield name, way, 1e6 * seconds / of


Figures = dict[tuple[str, str], float]


def section(turns: int, calls: int = CALLS, sets: Sequence[str] = tuple(SETS)) -> str:
    """Return the part of a page with the tables of metrics and of drop-in replacements."""
    stemmer = import_module("nltk.stem.porter").PorterStemmer()
    words = wordnet.WordNet("none", cache(stemmer.stem), lambda word: frozenset())
    by_set: dict[str, Figures] = {}
    with warnings.catch_warnings(), patch.object(wordnet, "load", lambda: words):
        warnings.simplefilter("ignore")
        for name, tokenize in CASES:
            if name in SETS and name in sets:
                case = Case(name, SETS[name](), tokenize).of_all_orders(calls)
                by_set[name] = {(key, way): took for key, way, took in measured(case, turns)}
    usual = next(iter(by_set.values()))
    metrics = [
        [spec, *(_shown(by_set, (spec, way), ("bleu", way), max) for way in WAYS)]
        for spec in METRICS
    ]
    drop_ins = [
        [
            call.name,
            _shown(by_set, (call.name, BOTH[0]), ("bleu", FUNCTION), max),
            f"{usual[call.name, BOTH[1]]:.1f}",
            _shown(by_set, (call.name, BOTH[1]), (call.name, BOTH[0]), min).partition(" ")[2],
        ]
        for call in DROP_INS
        if (call.name, BOTH[0]) in usual
    ]
    note = (
        f"Processor time, \u03bcs a call, with the set {next(iter(by_set))}. In parentheses: how "
        "many times as long as BLEU called in the same way, which for drop-in replacements is "
        f"`tallystick.bleu`, and the most of {len(by_set)} sets. The last column has how many "
        "times as long as the replacement the original takes, and the least of all sets; the "
        "scores of both are equal within 1e-9. Calls that issue a warning are left out, such as "
        "WER with two references, for which the warning takes most of the time. METEOR is "
        "computed without synonyms."
    )
    grids = [
        tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)
        for headers, rows in (
            (("metric", *WAYS), metrics),
            (("function", *BOTH, "times as long"), drop_ins),
        )
    ]
    return "\n\n".join(["## One segment a call", note, *grids]) + "\n"


def _shown(
    by_set: Mapping[str, Figures],
    measured_one: tuple[str, str],
    base: tuple[str, str],
    worst_of: Callable[..., str],
) -> str:
    """Return the time with the usual set, and its ratio to another with this and the worst set."""
    ratios = {
        name: figures[measured_one] / figures[base]
        for name, figures in by_set.items()
        if measured_one in figures
    }
    if not ratios:
        return ""
    worst = worst_of(ratios, key=ratios.__getitem__)
    usual, ratio = next(iter(ratios.items()))
    return f"{by_set[usual][measured_one]:.1f} ({ratio:.2f}; {ratios[worst]:.2f} {worst})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of each (%(default)s)")
    parser.add_argument("--calls", type=int, default=CALLS, help="segments (%(default)s)")
    parser.add_argument("--sets", nargs="+", default=list(SETS), help="sets; all by default")
    arguments = parser.parse_args()
    print(section(arguments.turns, arguments.calls, arguments.sets))


if __name__ == "__main__":
    main()

"""Write the vectors that ship with the package from `vectors.toml` and the recorded runs.

Results are those that programs gave when they were run (tests/golden), or exact arithmetic on
counts. Nothing here calls a metric of the package.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal, localcontext
from functools import cache
from pathlib import Path
from typing import Any

from tallystick.compat.case import Case, Segment
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.vectors.curated import CURATED
from tallystick.compat.vectors.vectors import Origin, Vector, Vectors
from tallystick.compat.vectors.writing import vectors_of, write_vectors

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "compat" / "vectors"


def curated(name: str) -> Vectors:
    """Return the vectors of an entry of the table."""
    table = tomllib.loads((ROOT / "tools" / "vectors.toml").read_text(encoding="utf-8"))[name]
    golden = golden_file(table["golden"])
    origins = {
        key: Origin(
            one["program"],
            one.get("version", "unknown"),
            key,
            float(one.get("scale", 1)),
            one.get("source") or source_of(golden, one["recorded"]),
        )
        for key, one in table["origins"].items()
    }
    cases = []
    for key, entry in table["cases"].items():
        case = input_of(golden, entry)
        results = {
            name: outcome
            for name, one in table["origins"].items()
            if name not in entry.get("without", ())
            and (outcome := result_of(golden, case, entry, one)) is not None
        }
        cases.append(Vector(key, case, results, entry["tests"]))
    return vectors_of(table.get("metric", name), table.get("order"), origins, cases)


@cache
def golden_file(name: str) -> dict[str, Any]:
    """Return a file of recorded runs."""
    path = ROOT / "tests" / "golden" / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def recorded_case(golden: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the recorded case with an id or a name."""
    cases = [*golden["cases"], *golden.get("minimal", ())]
    [found] = [one for one in cases if name in (one.get("id"), one.get("name"))]
    return dict(found)


def source_of(golden: Mapping[str, Any], program: str) -> str:
    """Return how the results of a program were found."""
    run = golden.get("programs", {}).get(program, {}).get("run")
    return f"recorded run: {run}" if run else "recorded run of the program"


def input_of(golden: Mapping[str, Any], entry: Mapping[str, Any]) -> Case:
    """Return the input of an entry of the table."""
    if "hyps" in entry:
        case = Case.from_lines(entry["hyps"], entry["refs"])
        return case.map(lambda tokens: tokens * entry.get("times", 1))
    recorded = recorded_case(golden, entry["recorded"])
    if "segments" in recorded:
        pairs = [(one["hyp"], one["refs"]) for one in recorded["segments"]]
        return Case.from_lines(*zip(*pairs, strict=True))
    return Case.from_lines(recorded["hypotheses"], recorded["references"])


def result_of(
    golden: Mapping[str, Any], case: Case, entry: Mapping[str, Any], origin: Mapping[str, Any]
) -> Outcome | None:
    """Return what a program gave for an entry; None if it was not run or does not take it."""
    if "recorded" not in origin:
        return exact_bleu(case)
    if "hyps" in entry or (origin.get("one_reference") and case.most_references > 1):
        return None
    value = figure(golden, recorded_case(golden, entry["recorded"]), origin)
    if isinstance(value, Mapping):
        return failed("error", value["error"])
    if value is None or not math.isfinite(float(value)):
        return failed("error", "undefined")
    return Outcome(score=float(value))


def figure(golden: Mapping[str, Any], case: Mapping[str, Any], origin: Mapping[str, Any]) -> Any:
    """Return the recorded figure of the corpus."""
    program = origin["recorded"]
    if "nist" in case:
        return case["nist"][program]
    if isinstance(case.get("expected"), list):  # groups of programs with the same value
        [value] = [one["value"] for one in case["expected"] if program in one["programs"]]
        return value
    if "results" in golden:
        return golden["results"][program][case["id"]]["corpus"]
    found = case["results"][program]["corpus"] if "results" in case else case["recorded"][program]
    return found if "error" in found else found[origin["figure"]]


def exact_bleu(case: Case, order: int = 4) -> Outcome:
    """Return BLEU of Papineni et al. 2002 from exact counts, rounded once."""
    matches, totals = [0] * order, [0] * order
    length = reference_length = 0
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        length += len(hypothesis)
        distances = [(abs(len(one) - len(hypothesis)), len(one)) for one in references]
        reference_length += min(distances)[1]
        for n in range(1, order + 1):
            mine = ngrams(hypothesis, n)
            most: Counter[Segment] = Counter()
            for one in references:
                most |= ngrams(one, n)
            totals[n - 1] += mine.total()
            matches[n - 1] += (mine & most).total()
    statistics: dict[str, int | tuple[int, ...]] = {
        "counts": tuple(matches),
        "totals": tuple(totals),
        "hypothesis_length": length,
        "reference_length": reference_length,
    }
    if not all(matches):
        return Outcome(score=0.0, statistics=statistics)
    with localcontext(prec=50):
        mean = Decimal(math.prod(matches)) / Decimal(math.prod(totals))
        penalty = min(Decimal(0), 1 - Decimal(reference_length) / Decimal(length))
        return Outcome(float((mean.ln() / order + penalty).exp()), statistics=statistics)


def ngrams(tokens: Segment, n: int) -> Counter[Segment]:
    """Return the n-grams of a segment."""
    return Counter(tokens[start : start + n] for start in range(len(tokens) - n + 1))


if __name__ == "__main__":
    for name in CURATED:
        write_vectors(TARGET / f"{name}.jsonl", curated(name))

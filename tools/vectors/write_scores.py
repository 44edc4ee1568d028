"""Write the vectors that ship with the package from `scores.toml` and the recorded runs.

Results are those that programs gave when they were run (tests/golden), or exact arithmetic on
counts. Nothing here calls a metric of the package.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal, localcontext
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from tallystick.compat.case import Case, Segment
from tallystick.compat.defects.ledger import DEFECTS
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.vectors.curated import CURATED
from tallystick.compat.vectors.vectors import Origin, Vector, Vectors, vectors_of, write_vectors
from tallystick.metrics.interface.spec import metric_from_spec

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "compat" / "vectors" / "cases"


def curated(name: str) -> Vectors:
    """Return the vectors of an entry of the table."""
    table = tomllib.loads((ROOT / "tools" / "vectors" / "scores.toml").read_text(encoding="utf-8"))[
        name
    ]
    metric, order = table.get("metric", name), table.get("order")
    origins = {key: origin_of(metric, key, entry, table) for key, entry in table["origins"].items()}
    metrics = {origin.metric or metric for origin in origins.values()}
    entries = {
        **{key: {"recorded": key} for key in table.get("recorded", ())},
        **table.get("cases", {}),
        **{key: {"recorded": key, "golden": SHARED} for key in table.get("shared", ())},
    }
    cases = []
    for key, entry in entries.items():
        source = entry.get("golden", table["golden"])
        golden = golden_file(source)
        case = input_of(golden, entry)
        results = {
            name: outcome
            for name, origin in table["origins"].items()
            if name not in entry.get("without", ())
            and entry.get("recorded") not in origin.get("without", ())
            and (outcome := result_of(golden, case, entry, name, origin, order)) is not None
        }
        acceptable = {
            name: (failed("error", "undefined"),)
            for name in results
            if "exact" in table["origins"][name] and is_undefined(case)
        }
        flags = flags_of(case, results.values(), table.get("references", True))
        cases.append(
            Vector(
                f"{table.get('prefix', '')}{key}",
                case,
                results,
                entry.get("tests") or words_of(recorded_case(golden, key)),
                flags,
                defects_of(case, metrics, (source, entry.get("recorded", ""))),
                "undefined" in flags,
                acceptable,
            )
        )
    used = {flag for case in cases for flag in case.flags}
    explained = {flag: words for flag, words in FLAGS.items() if flag in used}
    return vectors_of(metric, order, origins, cases, explained)


def origin_of(metric: str, key: str, entry: Mapping[str, Any], table: Mapping[str, Any]) -> Origin:
    """Return where a column of results comes from."""
    own = entry.get("metric", metric)
    origin = Origin(
        entry["program"],
        entry.get("version", "unknown"),
        entry.get("dialect", key),
        float(entry.get("scale", 1)),
        entry.get("source") or source_of(golden_file(table["golden"]), entry["recorded"]),
        own if own != metric else "",
        entry.get("options", {}),
    )
    spec = vectors_of(metric, None, {key: origin}, ()).spec_of(key)
    conventions: Any = getattr(metric_from_spec(str(spec)), "conventions", None)
    splits = entry.get("text", table.get("text")) and getattr(
        conventions, "tokenize", ""
    )  # none of characters
    return replace(origin, tokenizer=splits or "")


FLAGS = {
    "several-segments": "a corpus of several segments",
    "several-references": "a segment has several references",
    "uneven-references": "segments have different numbers of references",
    "empty-hypothesis": "a hypothesis has no tokens",
    "empty-reference": "a reference has no tokens",
    "beyond-ascii": "a text has characters beyond ASCII",
    "beyond-bmp": "a text has characters beyond U+FFFF, which UTF-16 writes as two units",
    "spaces": "a text has white space other than single spaces between words",
    "undefined": "the score is 0/0, or a program gives none",
}
"""What each flag of a case means."""


def flags_of(
    case: Case, results: Iterable[Outcome], has_references: bool = True
) -> tuple[str, ...]:
    """Return the flags of a case."""
    references = list(chain.from_iterable(case.references)) if has_references else []
    text = "\n".join(map(" ".join, (*case.hypotheses, *references, *(case.sources or ()))))
    tokens = [*chain.from_iterable((*case.hypotheses, *references))]
    flags = {
        "several-segments": len(case.hypotheses) > 1,
        "several-references": case.most_references > 1,
        "uneven-references": case.ragged,
        "empty-hypothesis": not all(case.hypotheses),
        "empty-reference": not all(references),
        "beyond-ascii": not text.isascii(),
        "beyond-bmp": any(ord(character) > 0xFFFF for character in text),
        "spaces": any(
            not token or len(token.split()) != 1 or token != token.strip() for token in tokens
        ),
        "undefined": (has_references and is_undefined(case))
        or any(outcome.score is None for outcome in results),
    }
    return tuple(flag for flag, has in flags.items() if has)


def is_undefined(case: Case) -> bool:
    """Return whether a score of n-grams is 0/0."""
    return not any(case.hypotheses) or not any(chain.from_iterable(case.references))


def defects_of(case: Case, metrics: set[str], run: tuple[str, str]) -> tuple[str, ...]:
    """Return the ids of the defects that a case shows: it is their recorded run, or their input."""
    lines = tuple(tuple(map(" ".join, segment)) for segment in (case.hypotheses, *case.references))
    return tuple(
        defect.id
        for defect in DEFECTS.values()
        if defect.metric in metrics
        and (
            (defect.recorded.source, defect.recorded.case) == run
            or (defect.hypotheses, *defect.references) == lines
        )
    )


SHARED = "shared_inputs"
"""The file of runs of several programs on the same inputs."""


@cache
def golden_file(name: str) -> dict[str, Any]:
    """Return a file of recorded runs."""
    path = ROOT / "tests" / "golden" / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def recorded_case(golden: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the recorded case with an id or a name."""
    cases = [*golden["cases"], *golden.get("minimal", ())]
    [case] = [case for case in cases if name in (case.get("id"), case.get("name"))]
    return dict(case)


def words_of(case: Mapping[str, Any]) -> str:
    """Return what a recorded case shows; the files of METEOR and chrF describe those of most."""
    described = chain.from_iterable(golden_file(name)["cases"] for name in ("meteor", "chrf"))
    of_id = {item["id"]: item["what"] for item in described}
    name = case.get("id") or case["name"]
    words: str = case.get("what") or case.get("note") or of_id.get(name) or name.replace("_", " ")
    return words


def source_of(golden: Mapping[str, Any], program: str) -> str:
    """Return how the results of a program were found."""
    run = golden.get("programs", {}).get(program, {}).get("run")
    return f"recorded run: {run}" if run else "recorded run of the program"


def input_of(golden: Mapping[str, Any], entry: Mapping[str, Any]) -> Case:
    """Return the input of an entry of the table."""
    if "hyps" in entry:
        case = Case.from_lines(entry["hyps"], entry["refs"], entry.get("srcs"))
        return case.map(lambda tokens: tokens * entry.get("times", 1))
    recorded = recorded_case(golden, entry["recorded"])
    if "segments" in recorded:
        pairs = [(segment["hyp"], segment["refs"]) for segment in recorded["segments"]]
        return Case.from_lines(*zip(*pairs, strict=True))
    hypotheses = recorded["hypotheses"]
    references = recorded.get("references") or [""] * len(hypotheses)
    several = [[ref] if isinstance(ref, str) else ref for ref in references]
    given = [[ref for ref in of_segment if ref is not None] for of_segment in several]
    return Case.from_lines(hypotheses, given, recorded.get("sources"))


def result_of(
    golden: Mapping[str, Any],
    case: Case,
    entry: Mapping[str, Any],
    name: str,
    origin: Mapping[str, Any],
    order: int | None,
) -> Outcome | None:
    """Return what a program gave for an entry; None if it was not run or does not take it."""
    if "exact" in origin:
        return EXACT[origin["exact"]](case, order or 1)
    if name in entry.get("results", {}):
        return Outcome(score=float(entry["results"][name]))
    if (
        "hyps" in entry
        or "recorded" not in origin
        or (origin.get("one_reference") and case.most_references > 1)
    ):
        return None
    value = figure(golden, recorded_case(golden, entry["recorded"]), origin)
    if value is MISSING:
        return None
    if isinstance(value, Mapping):
        return failed("error", value["error"])
    if value is None or isinstance(value, str) or not math.isfinite(float(value)):
        return failed("error", "undefined")
    return Outcome(score=float(value))


MISSING: Any = object()
"""The figure of a program that was not run on a case."""


def figure(golden: Mapping[str, Any], case: Mapping[str, Any], origin: Mapping[str, Any]) -> Any:
    """Return the recorded figure of the corpus."""
    program = origin["recorded"]
    if "nist" in case:
        return case["nist"].get(program, MISSING)
    if "dialect" in case:  # of NIST
        splits = "" if case["tokenizer"] == "ws" else f":{case['tokenizer']}"
        is_run = program == f"{case['dialect']}{splits}"
        return case["expected"]["nist"] if is_run else MISSING
    if isinstance(case.get("expected"), list):  # groups of programs with the same results
        groups = [group for group in case["expected"] if program in group["programs"]]
        result = groups[0] if groups else MISSING
    elif "results" in golden:
        results = golden["results"].get(program, golden["results"])
        result = results.get(case["id"], MISSING)
    else:
        result = case.get("results", case.get("recorded", {})).get(program, MISSING)
    if result is MISSING or "error" in result:
        return result
    value = result.get("value", result)
    if isinstance(value, Mapping):
        value = result["corpus"] if "corpus" in result else result.get("segments", result)
    if isinstance(value, list):  # of segments
        value = value[0] if len(value) == 1 else MISSING
    elif isinstance(value, Mapping):
        value = value.get(origin.get("figure"), value.get("mean", MISSING))
    return value


def exact_bleu(case: Case, order: int = 4) -> Outcome:
    """Return BLEU of Papineni et al. 2002 from exact counts, rounded once."""
    matches, totals = [0] * order, [0] * order
    length = reference_length = 0
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        length += len(hypothesis)
        distances = [(abs(len(ref) - len(hypothesis)), len(ref)) for ref in references]
        reference_length += min(distances)[1]
        for n in range(1, order + 1):
            mine = ngrams(hypothesis, n)
            most: Counter[Segment] = Counter()
            for ref in references:
                most |= ngrams(ref, n)
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


def exact_nist(case: Case, order: int = 5) -> Outcome:
    """Return NIST of Doddington 2002 from its equations, with the mean length of references."""
    everything = list(chain.from_iterable(case.references))
    counts = Counter(
        gram
        for ref in everything
        for n in range(1, order + 1)
        for gram in ngrams(ref, n).elements()
    )
    words = sum(map(len, everything))
    precisions = 0.0
    for n in range(1, order + 1):
        information, total = [], 0
        for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
            mine, most = ngrams(hypothesis, n), Counter[Segment]()
            for ref in references:
                most |= ngrams(ref, n)
            total += mine.total()
            information += [
                math.log2((counts[gram[:-1]] if n > 1 else words) / counts[gram])
                for gram in (mine & most).elements()
            ]
        precisions += math.fsum(information) / total if total else 0.0
    length = sum(map(len, case.hypotheses))
    mean = math.fsum(sum(map(len, references)) / len(references) for references in case.references)
    if not length:
        return Outcome(score=0.0)
    if not mean:
        return failed("error", "undefined")
    beta = math.log(0.5) / math.log(1.5) ** 2
    return Outcome(precisions * math.exp(beta * math.log(min(1.0, length / mean)) ** 2))


EXACT: Mapping[str, Callable[[Case, int], Outcome]] = {"bleu": exact_bleu, "nist": exact_nist}
"""The scores that are computed here."""


if __name__ == "__main__":
    for name in CURATED:
        write_vectors(TARGET / f"{name}.jsonl", curated(name))

"""What the page of a metric has from its tables: options, programs, defects, faults, speed."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from public import ROOT
from reference import defect_table, escaped, table
from write_schemas import ATTRIBUTE

import tallystick
from tallystick.compat import search_defects
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.interface.dialect import Axis, value_text
from tallystick.metrics.interface.presets import presets
from tallystick.metrics.interface.spec import metric_from_spec, options_of
from tallystick.reports import Challenge

EXAMPLE = ROOT / "examples" / "reference.en.txt"
BENCHMARK = ROOT / "benchmarks" / "results.md"


@dataclass(frozen=True)
class Page:
    """A page of metrics with one dialect.

    Attributes:
        specs: The metrics; the first has the options of all.
        jobs: How the names of its jobs begin in the benchmark.
        challenged: Whether it reacts to faults in a text, as metrics with references do.
    """

    specs: Sequence[str]
    jobs: tuple[str, ...] = ()
    challenged: bool = True


PAGES = {
    "bleu": Page(["bleu"], ("BLEU of",)),
    "sentbleu": Page(["sentbleu"], ("BLEU of every segment", "BLEU of one segment")),
    "nist": Page(["nist"], ("NIST",)),
    "chrf": Page(["chrf", "chrf++"], ("chrF",)),
    "ter": Page(["ter"], ("TER",)),
    "rouge": Page(["rougeL", "rouge1", "rouge2", "rougeLsum"], ("ROUGE",)),
    "wer": Page(["wer", "mer", "wil", "wip"], ("WER",)),
    "cer": Page(["cer"], ("CER",)),
    "google_gleu": Page(["google_gleu"], ("GLEU",)),
    "meteor": Page(["meteor:dialect=nltk"], ("METEOR",), challenged=False),  # it needs WordNet
    "ribes": Page(["ribes"], ("RIBES",)),
    "cider": Page(["cider"], ("CIDEr",)),
    "sari": Page(["sari"], ("SARI",), challenged=False),  # it compares with sources too
    "distinct": Page(["distinct"], ("Distinct", "Mean distinct"), challenged=False),
    "self_bleu": Page(["self_bleu"], ("Self-BLEU",), challenged=False),
}
"""The pages, by the names of their files."""


def index() -> str:
    """Return the page that lists the metrics."""
    rows = []
    for name, page in PAGES.items():
        for spec in page.specs:
            identity = metric_from_spec(spec).identity
            better = "higher" if identity.higher_is_better else "lower"
            link = f"[{escaped(identity.title)}]({name}.md)"
            described = escaped(identity.description)
            rows.append((link, f"`{spec}`", described, str(identity.scale), better))
    return (
        "# Metrics\n\nEach metric has a page: what it measures, its formula and options, the "
        "programs that differ, what it is blind to, an example and its speed. "
        "[Which metric should I use?](../which-metric.md) compares them with human judgements.\n\n"
        + table(("metric", "name", "what it computes", "scale", "better"), rows)
    )


def completed(name: str, markdown: str) -> str:
    """Return the page of a metric with the parts that its tables have."""
    page = PAGES[name]
    parts = [markdown, *_options(page.specs[0]), *_programs(page.specs[0])]
    parts += _defects(page.specs)
    if page.challenged:
        parts += _reactions(page.specs)
    parts += _speed(page)
    return "\n\n".join(parts) + "\n"


def _options(spec: str) -> Iterator[str]:
    metric = metric_from_spec(spec)
    axes = _dialect(spec).axes()
    yield "## Options"
    yield (
        f"In a spec they follow the name, as in `{_example_of_option(spec)}`; in Python they are "
        "keyword arguments."
    )
    described = {
        name: " ".join(text.split())
        for base in reversed(type(metric).__mro__)
        for name, text in ATTRIBUTE.findall(inspect.cleandoc(base.__doc__ or ""))
    }
    rows = []
    for name in options_of(METRICS.load(spec.partition(":")[0])):
        value = getattr(metric, name, None)
        default = "" if value is None else f"`{value_text(value)}`"
        lines = _values(axes[name]) if name in axes else [escaped(described[name])]
        rows.append((f"`{name}`", default, "<br>".join(lines)))
    yield table(("option", "default", "meaning"), rows)


def _example_of_option(spec: str) -> str:
    name = spec.partition(":")[0]
    return f"{name}:dialect={presets(_dialect(spec))[0].name}"


def _values(axis: Axis) -> Iterator[str]:
    yield escaped(axis.documentation)
    for value, meaning in axis.values.items():
        yield f"`{value}`: {escaped(meaning.removeprefix(f'{value}: '))}"


def _programs(spec: str) -> Iterator[str]:
    kind = _dialect(spec)
    known = presets(kind)
    default = next((preset for preset in known if preset.dialect == _conventions(spec)), None)
    base = default.dialect if default else kind()
    yield "## Programs that differ"
    yield (
        "Each line is a program whose convention is known; one with an asterisk was read, not "
        "run. `tallystick list dialects explain NAME` describes one, and `tallystick list dialects "
        "diff` compares two on a small input."
    )
    rows = []
    for preset in known:
        axes = ", ".join(f"`{axis}`" for axis in preset.dialect.differences(base))
        program = escaped(f"{preset.program}, {preset.version}{'*' * (preset.verified == 'read')}")
        rows.append((f"`{preset.name}`", program, axes or "none"))
    against = "the default" if default else f"{kind.title} as its paper defines it"
    yield table(("dialect", "program", f"axes that differ from {against}"), rows)


def _defects(specs: Sequence[str]) -> Iterator[str]:
    names = {metric_from_spec(spec).identity.name for spec in specs}
    defects = [defect for defect in search_defects([]) if defect.metric in names]
    if defects:
        yield "## Known defects of programs"
        yield defect_table(defects)


def _reactions(specs: Sequence[str]) -> Iterator[str]:
    challenge = _challenge()
    titles = {metric.metric: metric.title for metric in challenge.metrics}
    shown = [metric for metric in challenge.metrics if metric.metric in specs]
    reactions = {(reaction.metric, reaction.change): reaction for reaction in challenge.reactions}
    yield "## Reaction to faults"
    yield (
        "Each change is made in every segment of the example corpus, where it applies. The first "
        "number is the share of segments whose score gets worse, the second the drop of the corpus "
        "score as a multiple of that of one dropped word. Not measured are changes that apply to "
        "fewer than 10 of its segments or need a source or a paraphrase. [How this is "
        "measured](../challenge-sets.md)"
    )
    rows = [
        (
            change.change,
            f"{change.severity} fault".strip() if change.is_fault else "harmless",
            *(_reaction(reactions.get((metric.metric, change.change))) for metric in shown),
        )
        for change in challenge.changes
        if not change.left_out
    ]
    yield table(("change", "type", *(escaped(titles[metric.metric]) for metric in shown)), rows)


def _reaction(reaction: Any) -> str:
    if reaction is None:
        return ""
    relative = "" if reaction.relative is None else f"; {reaction.relative:.2f}"
    return f"{reaction.noticed:.0%}{relative}"


@cache
def _challenge() -> Challenge:
    """Return how all metrics react to faults in the example corpus."""
    metrics = [spec for page in PAGES.values() if page.challenged for spec in page.specs]
    lines = EXAMPLE.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return tallystick.challenge(references=lines, language="en", metrics=metrics)


def _speed(page: Page) -> Iterator[str]:
    text = BENCHMARK.read_text(encoding="utf-8")
    jobs = [row for row in _rows(text, "## Summary") if row[0].startswith(page.jobs or ("-",))]
    calls = [row for row in _rows(text, "## One segment a call") if row[0] in page.specs]
    yield "## Speed"
    if jobs:
        yield (
            "How many times as long other programs take, in processor time with equal scores "
            "([benchmark](../project/benchmark.md)):"
        )
        heads = ("job", "call", "compared with", "usual set", "worst set")
        yield table(heads, ((job[0], job[1], job[3], job[4], job[5]) for job in jobs))
    if calls:
        yield "One segment a call, in microseconds:"
        times = ([re.sub(r" \(.*", "", cell) for cell in row] for row in calls)
        yield table(("metric", "function", "`score_segment`", "prepared references"), times)


def _rows(text: str, heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading of the benchmark."""
    below = text.partition(f"{heading}\n")[2]
    first = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    lines = first[0].rstrip("\n").split("\n")[2:] if first else []
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _dialect(spec: str) -> Any:
    """Return the class of the dialects of a metric."""
    return type(_conventions(spec))


def _conventions(spec: str) -> Any:
    metric: Any = metric_from_spec(spec)
    return metric.conventions

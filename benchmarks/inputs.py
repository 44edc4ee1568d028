"""The sets of hypotheses and references: of WMT22 if it is available, else made from the examples.

WMT22 is read from the folder that TALLYSTICK_SHARED names, or from `shared` next to the repository.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, count, islice
from pathlib import Path

from tallystick.examples import example_path

SHARED = Path(os.environ.get("TALLYSTICK_SHARED", Path(__file__).parents[2] / "shared"))
WMT22 = SHARED / "data" / "wmt22"
SEED = 20220901
SYSTEMS, SAMPLES, SHORT_SEGMENTS, MADE_SEGMENTS = 12, 100, 2_000, 2_000
LARGER_CORPUS = 40_000
LINES_IN_A_PARAGRAPH, WORDS_IN_A_SHORT_SEGMENT = 10, 5


@dataclass(frozen=True, eq=False)
class Inputs:
    """The hypotheses of one or more systems, with one or more references for each segment.

    Attributes:
        origin: What they are.
        systems: The hypotheses by system name.
        references: One list for each translator.
    """

    origin: str
    systems: Mapping[str, list[str]]
    references: list[list[str]]

    @property
    def hypotheses(self) -> list[str]:
        """The hypotheses of the first system."""
        return next(iter(self.systems.values()))

    @property
    def of_segments(self) -> list[str] | list[list[str]]:
        """The reference of each segment, or the list of its references."""
        if len(self.references) == 1:
            return self.references[0]
        return [list(segment) for segment in zip(*self.references, strict=True)]

    def some(self, chosen: Callable[[str], bool], number: int) -> Inputs:
        """Return the first segments whose hypothesis is chosen, of the first system."""
        lines = zip(self.hypotheses, *self.references, strict=True)
        hypotheses, *references = zip(
            *islice((line for line in lines if chosen(line[0])), number), strict=True
        )
        return Inputs(self.origin, {"system": list(hypotheses)}, [list(ref) for ref in references])


def read_lines(path: Path) -> list[str]:
    """Return the lines of a text file."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def system_files(pair: str, systems: str = "*") -> list[Path]:
    """Return the outputs of the systems of a language pair whose names match a pattern."""
    return sorted(WMT22.glob(f"system-outputs/generaltest2022.{pair}.hyp.{systems}.??*"))


@cache
def test_set(pair: str, systems: str, translators: str) -> Inputs:
    """Return up to twelve systems of WMT22 with the references of some translators."""
    files = system_files(pair, systems)[:SYSTEMS]
    named = f"system {systems}" if len(files) == 1 else f"{len(files)} systems"
    plural = "s" * (len(translators) > 1)
    return Inputs(
        f"WMT22 {pair}, {named}, reference{plural} {' and '.join(translators)}",
        {path.name.split(".")[3]: read_lines(path) for path in files},
        [
            read_lines(path)
            for translator in translators
            for path in WMT22.glob(f"references/generaltest2022.{pair}.ref.{translator}.*")
        ],
    )


@cache
def short_segments() -> Inputs:
    """Return segments of few words, of all systems that translate into English."""
    hypotheses, references = [], []
    for path in system_files("*-en"):
        (reference, *_) = sorted(WMT22.glob(f"references/{path.name.split('.hyp.')[0]}.ref.*"))
        hypotheses += read_lines(path)
        references += read_lines(reference)
    everything = Inputs(
        f"WMT22 into English, segments of at most {WORDS_IN_A_SHORT_SEGMENT} words",
        {"system": hypotheses},
        [references],
    )
    return everything.some(
        lambda hypothesis: 0 < len(hypothesis.split()) <= WORDS_IN_A_SHORT_SEGMENT,
        SHORT_SEGMENTS,
    )


def paragraphs(base: Inputs, number: int = LINES_IN_A_PARAGRAPH) -> Inputs:
    """Return paragraphs made from a number of consecutive lines."""

    def joined(lines: list[str]) -> list[str]:
        starts = range(0, len(lines), number)
        return [" ".join(lines[start : start + number]) for start in starts]

    return Inputs(
        f"{base.origin}; {number} consecutive lines joined",
        {"system": joined(base.hypotheses)},
        [joined(lines) for lines in base.references],
    )


def samples(base: Inputs) -> Inputs:
    """Return one hundred hypotheses: those of every system for the first segments."""
    lines = [line for segment in zip(*base.systems.values(), strict=True) for line in segment]
    return Inputs(
        f"{base.origin}; {SAMPLES} hypotheses", {"system": lines[:SAMPLES]}, [lines[:SAMPLES]]
    )


def mixtures(base: Inputs, number: int) -> Inputs:
    """Return a number of systems: those of `base`, then mixtures of two of them."""
    chance = random.Random(SEED)
    systems = dict(islice(base.systems.items(), number))
    given = list(base.systems.values())
    while len(systems) < number:
        own, other = chance.sample(given, 2)
        share = chance.random()
        systems[f"mixture {len(systems) + 1}"] = [
            first if chance.random() < share else second
            for first, second in zip(own, other, strict=True)
        ]
    return Inputs(f"{base.origin}, and mixtures of them", systems, base.references)


@cache
def examples() -> Inputs:
    """Return the packaged examples, repeated with other words."""
    names = ("reference.en", "system-good.en", "system-literal.en", "system-short.en")
    files = [read_lines(example_path(f"{name}.txt")) for name in names]
    chance = random.Random(SEED)
    words = sorted({word for line in files[0] for word in line.split()})
    made: list[list[str]] = [[] for _ in files]
    for segment in range(MADE_SEGMENTS):
        new = " ".join(chance.choices(words, k=3))
        for lines, text in zip(made, files, strict=True):
            lines.append(f"{new} {segment + 1} {text[segment % len(text)]}")
    reference, *systems = made
    origin = f"the packaged examples, repeated with other words (seed {SEED})"
    return Inputs(origin, dict(zip(names[1:], systems, strict=True)), [reference])


@cache
def larger_corpus() -> Inputs:
    """Return distinct segments of all languages."""
    hypotheses, references = zip(*distinct_pairs(1)[:LARGER_CORPUS], strict=True)
    return Inputs(
        "outputs of two systems, of all language pairs", {"system": [*hypotheses]}, [[*references]]
    )


OF_WMT22: Mapping[str, Callable[[], Inputs]] = {
    "English": partial(test_set, "de-en", "Online-W", "A"),
    "English, 2 references": partial(test_set, "zh-en", "Online-W", "AB"),
    "English, short segments": short_segments,
    "English, paragraphs": lambda: paragraphs(test_set("de-en", "Online-W", "A")),
    "English, 400 characters": lambda: paragraphs(test_set("ru-en", "Online-W", "A"), 4),
    "English, 4,000 characters": lambda: paragraphs(test_set("ru-en", "Online-W", "A"), 40),
    "English, 12 systems": partial(test_set, "ja-en", "*", "A"),
    "English, 100 samples": lambda: samples(test_set("ja-en", "*", "A")),
    "Czech": partial(test_set, "en-cs", "Online-W", "B"),
    "Czech, 2 references": partial(test_set, "en-cs", "Online-W", "BC"),
    "Russian": partial(test_set, "en-ru", "Online-W", "A"),
    "Russian, 4,000 characters": lambda: paragraphs(test_set("en-ru", "Online-W", "A"), 40),
    "Russian, 100 samples": lambda: samples(test_set("en-ru", "*", "A")),
    "Russian from Yakut": partial(test_set, "sah-ru", "Online-G", "A"),
    "Ukrainian, 12 systems": partial(test_set, "cs-uk", "*", "A"),
    "Chinese": partial(test_set, "en-zh", "Online-W", "A"),
    "Chinese, 2 references": partial(test_set, "en-zh", "Online-W", "AB"),
    "Chinese, 12 systems": partial(test_set, "en-zh", "*", "A"),
    "Chinese, 100 samples": lambda: samples(test_set("en-zh", "*", "A")),
    "Japanese": partial(test_set, "en-ja", "Online-W", "A"),
    "distinct segments": larger_corpus,
}

OF_EXAMPLES: Mapping[str, Callable[[], Inputs]] = {
    "English": examples,
    "English, paragraphs": lambda: paragraphs(examples()),
    "English, 4,000 characters": lambda: paragraphs(examples(), 40),
    "English, 12 systems": lambda: mixtures(examples(), SYSTEMS),
    "English, 100 samples": lambda: samples(examples()),
    "distinct segments": larger_corpus,
}

HAS_WMT22 = WMT22.is_dir()
SETS = OF_WMT22 if HAS_WMT22 else OF_EXAMPLES
"""The sets by name; those of the examples are fewer."""


def distinct_pairs(number: int) -> list[tuple[str, str]]:
    """Return at least a number of distinct segments, each a hypothesis and a reference.

    These are the outputs of system i and system i + k for the same segment, for k from 1 on, of all
    language pairs of WMT22, in random order with a fixed seed.
    """
    distinct: dict[tuple[str, str], None] = {}
    for of_step in _pairs_by_step():
        distinct.update(dict.fromkeys(of_step))
        if len(distinct) >= number:
            break
    pairs = list(distinct)
    random.Random(SEED).shuffle(pairs)
    return pairs


def _pairs_by_step() -> Iterator[Iterator[tuple[str, str]]]:
    if not HAS_WMT22:
        base = examples()
        for step in count():
            hypotheses, references = (
                [f"{step % modulus + 1} {line}" for line in base.systems[name]]
                for name, modulus in (("system-good.en", 997), ("system-literal.en", 991))
            )
            yield zip(hypotheses, references, strict=True)
    pairs = sorted({path.name.split(".")[1] for path in system_files("*")})
    outputs = [[read_lines(path) for path in system_files(pair)] for pair in pairs]
    for step in range(1, max(map(len, outputs))):
        yield chain.from_iterable(
            zip(system, systems[(place + step) % len(systems)], strict=True)
            for systems in outputs
            if step < len(systems)
            for place, system in enumerate(systems)
        )

"""Doubts about the outputs of WMT22, as they are and with planted faults."""

import html
import re
import unicodedata
import warnings
from collections.abc import Callable, Sequence

import pytest

import tallystick
from tallystick import TallystickWarning

Files = Callable[[str], list[str]]
pytestmark = pytest.mark.thorough

PAIRS = (("en-de", "Online-A", "Online-Y"), ("de-en", "Online-A", "PROMT"))


def every(step: int, lines: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the lines, with every so many replaced by another one."""
    both = enumerate(zip(lines, others, strict=True))
    first = min(3, step - 1)
    return [other if place % step == first else line for place, (line, other) in both]


def in_another_language(lines: Files, language: str, sources: Sequence[str]) -> list[str]:
    """Return outputs for the same English sources, which other test sets have in another order."""
    pair = f"generaltest2022.en-{language}"
    outputs = lines(f"system-outputs/{pair}.hyp.Online-W.{language}")
    by_source = dict(zip(lines(f"sources/{pair}.src.en"), outputs, strict=True))
    return [by_source[source] for source in sources]


def words(line: str, share: float) -> str:
    parts = line.split()
    return " ".join(parts[: max(1, round(share * len(parts)))])


def planted(
    lines: list[str], reference: list[str], sources: list[str]
) -> dict[str, tuple[str, list[str]]]:
    """Return spoilt outputs by name, with the kind of doubt that they should raise."""
    half = len(lines) // 2
    before = [lines[0], *lines[:-1]]
    swapped = list(lines)
    for place in range(0, len(lines) - 1, 20):
        swapped[place : place + 2] = lines[place + 1], lines[place]
    garbled = [line.encode().decode("cp1252", "replace") for line in lines]
    split = [re.sub(r"(\w{4})(\w{2,})", r"\1@@ \2", line) for line in lines]
    return {
        "cut off in part": ("cut off", every(10, lines, [words(line, 0.4) for line in lines])),
        "all cut off": ("cut off", [words(line, 0.8) for line in lines]),
        "swapped": ("misplaced outputs", swapped),
        "a line lost": ("misplaced outputs", [*lines[:half], *lines[half + 1 :], lines[-1]]),
        "a line doubled": ("misplaced outputs", [*lines[:half], *lines[half - 1 : -1]]),
        "shifted": ("misplaced outputs", [*lines[1:], lines[-1]]),
        "line before": ("repeated outputs", every(10, lines, before)),
        "same line": ("repeated outputs", every(20, lines, [lines[7]] * len(lines))),
        "leaked in part": ("equals reference", every(20, lines, reference)),
        "leaked": ("equals reference", reference),
        "tokenized": (
            "unsuited metric",
            [re.sub(r"([.,!?:;\"()])", r" \1 ", line).strip() for line in lines],
        ),
        "lower case": ("lower case", [line.lower() for line in lines]),
        "capitals": ("capitals", [line.upper() for line in lines]),
        "entities": ("HTML entities", [html.escape(line) for line in lines]),
        "garbled": ("garbled characters", garbled),
        "mark": ("byte order mark", ["\ufeff" + lines[0], *lines[1:]]),
        "empty tail": ("empty outputs", [*lines[:-40], *[""] * 40]),
        "loops": ("too long", every(50, lines, [line + " and so on" * 40 for line in lines])),
        "source": ("copied sources", every(20, lines, sources)),
        "all sources": ("copied sources", sources),
        "no marks": ("no commas", [re.sub('[,"„“”]', "", line) for line in lines]),
        "subwords": ("subword marks", split),
        "pieces": ("subword marks", [f"▁{line.replace(' ', ' ▁')}" for line in lines]),
        "unknown": (
            "special tokens",
            every(10, lines, [re.sub(r"\w{4,}", "<unk>", line, count=1) for line in lines]),
        ),
    }


@pytest.mark.parametrize(("pair", "name", "other"), PAIRS)
def test_planted_kinds_are_found_and_named(
    wmt22_file: Files, pair: str, name: str, other: str
) -> None:
    source, target = pair.split("-")
    file = f"generaltest2022.{pair}"
    sources = wmt22_file(f"sources/{file}.src.{source}")
    reference = wmt22_file(f"references/{file}.ref.A.{target}")
    lines, others = (
        wmt22_file(f"system-outputs/{file}.hyp.{system}.{target}") for system in (name, other)
    )
    kinds = planted(lines, reference, sources)
    if pair == "en-de":  # English has hardly a letter that has two forms
        decomposed = [unicodedata.normalize("NFD", line) for line in lines]
        kinds["decomposed"] = ("Unicode form", decomposed)
    missed = []
    for label, (kind, outputs) in kinds.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", TallystickWarning)
            comparison = tallystick.compare(
                systems={"planted": outputs, "other": others},
                references=reference,
                sources=sources,
                metrics="bleu",
                resamples=100,
            )
        raised = [doubt.kind for doubt in comparison.doubts if doubt.systems == ("planted",)]
        if kind not in raised:
            missed.append((label, raised))
    assert len(missed) <= 0.05 * len(kinds), missed


def test_near_copies_and_a_reference_post_edited_from_a_system_are_found(wmt22_file: Files) -> None:
    def part(name: str) -> list[str]:
        return wmt22_file(f"{name}.de")[:300]

    systems = {
        name: part(f"system-outputs/generaltest2022.en-de.hyp.{name}")
        for name in ("Online-W", "PROMT", "JDExploreAcademy", "OpenNMT")
    }
    first, second = (part(f"references/generaltest2022.en-de.ref.{label}") for label in "AB")

    def doubts(references: list[str], **further: list[str]) -> list[tuple[str, tuple[str, ...]]]:
        comparison = tallystick.compare(
            systems=systems | further,
            references=[list(of_segment) for of_segment in zip(references, second, strict=True)],
            metrics="bleu",
            resamples=1000,
        )
        return [(doubt.kind, doubt.systems) for doubt in comparison.doubts]

    assert doubts(first) == []
    copy = every(3, systems["Online-W"], systems["PROMT"])
    assert doubts(first, copy=copy) == [("near-copies", ("Online-W", "copy"))]
    winner, equal = doubts(every(3, first, systems["PROMT"]))
    assert (winner[0], winner[1][0]) == ("winner depends on reference", "PROMT")
    assert equal == ("equals reference", ("PROMT",))

"""Faults planted into public outputs of WMT22 are found and named; good outputs raise no doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import tallystick
from tallystick.reports.comparison.model import Doubt

SEGMENTS = 300
SYSTEMS = ("Online-W", "PROMT", "JDExploreAcademy", "OpenNMT")

Files = Callable[[str], list[str]]


class Data:
    """The beginning of the test set from English to German."""

    def __init__(self, lines: Files) -> None:
        def part(name: str) -> list[str]:
            return lines(name)[:SEGMENTS]

        self.sources = part("sources/generaltest2022.en-de.src.en")
        self.references = [part(f"references/generaltest2022.en-de.ref.{one}.de") for one in "AB"]
        self.systems = {
            name: part(f"system-outputs/generaltest2022.en-de.hyp.{name}.de") for name in SYSTEMS
        }
        self.czech, self.russian = (self._in_another_language(lines, one) for one in ("cs", "ru"))

    def _in_another_language(self, lines: Files, language: str) -> list[str]:
        """Return outputs for the same sources, which other test sets have in another order."""
        pair = f"generaltest2022.en-{language}"
        sources = lines(f"sources/{pair}.src.en")
        outputs = lines(f"system-outputs/{pair}.hyp.Online-W.{language}")
        by_source = dict(zip(sources, outputs, strict=True))
        return [by_source[source] for source in self.sources]

    def with_every(self, step: int, texts: Sequence[str]) -> dict[str, list[str]]:
        """Return the systems with every so many outputs of PROMT replaced."""
        spoilt = list(self.systems["PROMT"])
        spoilt[::step] = texts[::step]
        return {**self.systems, "PROMT": spoilt}

    def doubts(
        self, systems: dict[str, list[str]], references: Sequence[Sequence[str]] | None = None
    ) -> tuple[Doubt, ...]:
        streams = self.references if references is None else references
        return tallystick.compare(
            systems=systems,
            references=[list(one) for one in zip(*streams, strict=True)],
            sources=self.sources,
            metrics="bleu",
            resamples=1000,
        ).doubts


@pytest.fixture(scope="module")
def data(wmt22_file: Files) -> Data:
    return Data(wmt22_file)


def test_good_outputs_raise_no_doubt(data: Data) -> None:
    assert data.doubts(data.systems) == ()


def test_a_reference_post_edited_from_a_system_is_found(data: Data) -> None:
    post_edited = list(data.references[0])
    post_edited[::3] = data.systems["PROMT"][::3]
    found = data.doubts(data.systems, [post_edited, data.references[1]])
    assert [one.kind for one in found] == ["winner depends on reference", "equals reference"]
    assert found[0].systems[0] == found[1].systems[0] == "PROMT"
    assert "PROMT is best with reference 1" in found[0].sentence
    assert "PROMT equals reference 1 in " in found[1].sentence


def test_a_near_copy_is_found(data: Data) -> None:
    copy = list(data.systems["Online-W"])
    copy[::3] = data.systems["PROMT"][::3]
    [found] = data.doubts({**data.systems, "copy": copy})
    assert (found.kind, found.systems) == ("near-copies", ("Online-W", "copy"))


@pytest.mark.parametrize(
    ("kind", "step", "texts"),
    [
        ("empty outputs", 25, lambda data: [""] * SEGMENTS),
        ("cut off", 12, lambda data: [line[: len(line) // 3] for line in data.systems["PROMT"]]),
        ("too long", 12, lambda data: [f"{line} " * 3 for line in data.systems["PROMT"]]),
        ("copied sources", 25, lambda data: data.sources),
        ("wrong script", 25, lambda data: data.russian),
        ("wrong language", 5, lambda data: data.czech),
    ],
)
def test_planted_outputs_are_found_and_named(
    data: Data, kind: str, step: int, texts: Callable[[Data], list[str]]
) -> None:
    [found] = data.doubts(data.with_every(step, texts(data)))
    assert (found.kind, found.systems) == (kind, ("PROMT",))
    planted = set(range(1, SEGMENTS + 1, step))
    # PROMT's own outputs include a few that are unusual; the shortest cannot be recognised
    assert len(planted.intersection(found.segments)) >= 0.5 * len(planted)
    assert len(set(found.segments) - planted) <= 3

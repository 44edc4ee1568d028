"""The order of doubts."""

from __future__ import annotations

import tallystick

SEGMENTS = 100
REFERENCES = [f"the reference has the words {one} and {one + 1} here" for one in range(SEGMENTS)]
SOURCES = [f"die Quelle hat hier {one} sowie {one + 1} als Inhalt" for one in range(SEGMENTS)]
GOOD = [text.replace("has", "had") for text in REFERENCES]
COPYING = [*SOURCES[:12], *GOOD[12:]]
REPEATING = [f"{text} {text} {text}" for text in REFERENCES]
BAD = [f"the text had some of the words {one} and more" for one in range(SEGMENTS)]


def kinds(systems: dict[str, list[str]]) -> list[tuple[str, tuple[str, ...]]]:
    found = tallystick.compare(
        systems=systems, references=REFERENCES, sources=SOURCES, metrics="bleu", resamples=1000
    )
    return [(one.kind, one.systems) for one in found.doubts]


def test_the_fault_of_more_segments_comes_first() -> None:
    assert kinds({"copying": COPYING, "repeating": REPEATING}) == [
        ("too long", ("repeating",)),
        ("copied sources", ("copying",)),
    ]


def test_faults_of_a_leader_come_before_larger_ones_of_a_system_that_leads_under_one_metric() -> (
    None
):
    leader = [*REFERENCES[:20], *GOOD[20:]]
    other = [f"{text} {text.upper()} {text}" if one < 40 else text.replace("words", "word")
             for one, text in enumerate(GOOD)]  # fmt: skip
    found = tallystick.compare(
        systems={"other": other, "leader": leader, "bad": BAD},
        references=REFERENCES,
        metrics=["bleu", "wer"],
        resamples=1000,
    )
    named = [one.systems for one in found.doubts if one.systems]
    assert named.index(("leader",)) < named.index(("other",))


def test_faults_of_a_leading_system_come_before_those_of_others_and_near_copies_last() -> None:
    systems = {"bad": BAD, "same": BAD, "copying": COPYING, "repeating": REPEATING}
    assert kinds(systems) == [
        ("copied sources", ("copying",)),
        ("too long", ("repeating",)),
        ("near-copies", ("bad", "same")),
    ]

"""Suspicious segments of each kind, and segments that are not suspicious."""

from collections.abc import Mapping, Sequence

import pytest

import tallystick
from tallystick.reports import Comparison, SuspiciousSegment

pytestmark = pytest.mark.filterwarnings("ignore::tallystick.TokenizerWarning")

PLAIN = [
    "the committee will meet again on Thursday",
    "rain is expected in the northern valleys",
    "she bought two tickets for the late show",
    "prices rose by nearly four percent in May",
]


def score(
    systems: Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    sources: Sequence[str] | None = None,
    metrics: str = "bleu:tokenize=none",
) -> Comparison:
    return tallystick.compare(
        systems=dict(systems), references=references, sources=sources, metrics=metrics, resamples=9
    )


def one_system(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    sources: Sequence[str] | None = None,
) -> Comparison:
    return score({"mine": hypotheses}, references, sources)


def found_in(comparison: Comparison, kind: str) -> list[SuspiciousSegment]:
    return [segment for segment in comparison.suspicious if segment.suspicion == kind]


def segments(suspicious: Sequence[SuspiciousSegment]) -> list[tuple[str | None, int]]:
    return [(segment.system, segment.segment) for segment in suspicious]


def test_nothing_is_suspicious_of_good_translations() -> None:
    scored = score(
        {"mine": PLAIN, "yours": [line.replace("the", "a") for line in PLAIN]},
        [[line] for line in PLAIN],
        sources=["der Ausschuss tagt am Donnerstag", "Regen im Norden", "zwei Karten", "Preise"],
    )
    assert scored.suspicious == ()


def test_empty_texts_are_found_on_both_sides() -> None:
    scored = one_system(["a", " \t", ""], [["a"], ["b", "bb"], ["c", "", "\u3000"]])
    assert segments(found_in(scored, "empty hypothesis")) == [("mine", 2), ("mine", 3)]
    [reference] = found_in(scored, "empty reference")
    assert (reference.system, reference.segment) == (None, 3)
    assert reference.detail == "reference 2 and 3 of 3"
    assert found_in(scored, "empty hypothesis")[0].detail == "the reference has 2 characters"


def test_a_copied_source_is_found_even_with_a_word_changed() -> None:
    source = "der Ausschuss tagt am Donnerstag wieder im Rathaus der Stadt"
    reference = ["the committee will meet in the town hall on Thursday"]
    changed = source.replace("Donnerstag", "Thursday")
    scored = one_system([source, changed, reference[0]], [reference] * 3, [source] * 3)
    suspicious = found_in(scored, "copied source")
    assert segments(suspicious) == [("mine", 1), ("mine", 2)]
    # by hand: 9 of 10 tokens
    assert suspicious[1].detail == "shares 90% of its tokens with the source"


def test_an_unusual_length_is_found_in_one_system() -> None:
    half = [PLAIN[0][:10], *PLAIN[1:]]
    long = [*PLAIN[:3], PLAIN[3] * 3]
    scored = score({"half": half, "long": long}, [[line] for line in PLAIN])
    [brief], [lengthy] = found_in(scored, "too short"), found_in(scored, "too long")
    assert segments([brief, lengthy]) == [("half", 1), ("long", 4)]
    # by hand: 10 of 41 characters; three times as many
    assert brief.detail == "0.24 times as long as the closest reference"
    assert lengthy.detail == "3 times as long as the closest reference"


def test_the_length_of_a_system_is_judged_without_the_other_systems() -> None:
    short = [line[: len(line) // 3] for line in PLAIN]
    references = [[line] for line in PLAIN]
    every = [("short", number) for number in (1, 2, 3, 4)]
    for systems in ({"short": short}, {"short": short, "good": PLAIN}):
        assert segments(found_in(score(systems, references), "too short")) == every


def test_a_length_that_is_unusual_in_most_systems_is_that_of_the_reference() -> None:
    systems = {"one": PLAIN, "two": PLAIN, "three": [PLAIN[0][:18], *PLAIN[1:]]}
    scored = score(systems, [[PLAIN[0][:20]], *([line] for line in PLAIN[1:])])
    [suspicious] = found_in(scored, "too short")
    assert (suspicious.system, suspicious.segment) == (None, 1)
    # by hand: 20 of 41 characters
    assert suspicious.detail == (
        "the reference is 0.49 times as long as the hypotheses of 2 of 3 systems"
    )


def test_empty_references_have_no_script() -> None:
    assert found_in(one_system(["the committee will meet"], [[""]]), "script") == []


def test_another_script_is_found() -> None:
    references = [["комитет соберётся снова"], ["ожидается дождь"], ["iPhone"], ["BLEU: 42"]]
    hypotheses = ["the committee will meet", "ожидается дождь", "айфон новый", "BLEU: 42"]
    scored = one_system(hypotheses, references)
    [suspicious] = found_in(scored, "script")
    assert (suspicious.system, suspicious.segment) == ("mine", 1)
    assert suspicious.detail == "100% of the letters are Latin, those of the reference Cyrillic"


def test_the_same_text_for_other_sources_is_a_duplicate() -> None:
    same = "I do not know what to say"
    sources = ["Regen im Norden erwartet", "Preise steigen weiter", "zwei Karten", "Ausschuss tagt"]
    scored = one_system([same, PLAIN[1], same, PLAIN[3]], [[text] for text in PLAIN], sources)
    suspicious = found_in(scored, "duplicate")
    assert segments(suspicious) == [("mine", 1), ("mine", 3)]
    assert suspicious[0].detail == "the same text as segment 3"


def test_many_duplicates_name_the_first_few() -> None:
    references = [[PLAIN[number % 4]] for number in range(6)]
    scored = one_system(["今日はとても良い天気ですね"] * 6, references)
    suspicious = found_in(scored, "duplicate")
    assert suspicious[5].detail == "the same text as segments 1, 2, 3 and 2 more"


TITLE = "Die Zeit Berlin Hamburg Wien"
JAPANESE = "今日はとても良い天気ですね"
THANKS = ["Vielen Dank für eure Hilfe!", "Vielen Dank schon für Eure Hilfe!"]


@pytest.mark.parametrize(
    ("kind", "hypotheses", "references", "sources", "segments"),
    [
        # without spaces a source is compared by character, and short ones may be equal
        ("copied source", [JAPANESE, "はい"], [["It is fine"], ["Yes"]], [JAPANESE, "はい"], [1]),
        # what the reference copies, too
        ("copied source", [TITLE, TITLE], [[TITLE], ["x", TITLE]], [TITLE, TITLE], []),
        ("copied source", [PLAIN[0]], [[PLAIN[1]]], None, []),
        # a length is measured by the closest reference, that of an empty text not at all
        (
            "too short",
            [PLAIN[0][:10], *PLAIN[1:]],
            [[PLAIN[0], "they meet."], *([line] for line in PLAIN[1:])],
            *(None, []),
        ),
        ("too short", ["", "a"], [["b"], [""]], None, []),
        # kana and Chinese characters are one script; a few letters are of any
        ("script", ["ありがとうございます"] * 2, [["感謝致候御座候"], ["感謝"]], None, []),
        ("script", ["да и нет", "ок"], [["yes and no"], ["ok"]], None, [1]),
        # nearly the same source, and short texts, may have the same translation twice
        ("duplicate", ["Thank you for your help!"] * 2, [["Thanks"], [PLAIN[0]]], THANKS, []),
        ("duplicate", ["Yes, of course"] * 2, [["at once"], ["rain fell"]], None, []),
        ("duplicate", ["承知しました"] * 2, [["at once"], ["rain fell"]], None, []),
    ],
)
def test_what_is_usual_is_not_suspicious(
    kind: str,
    hypotheses: list[str],
    references: list[list[str]],
    sources: list[str] | None,
    segments: list[int],
) -> None:
    suspicious = found_in(one_system(hypotheses, references, sources), kind)
    assert [segment.segment for segment in suspicious] == segments

"""`tallystick align`: alignments as text, in colour, and as data."""

import re
import sys
from pathlib import Path

import pytest

from tests.command_line.conftest import Run

ALIGN = "align reference.txt -i system.txt"


def write(reference: str, system: str) -> None:
    Path("reference.txt").write_text(reference)
    Path("system.txt").write_text(system)


@pytest.fixture(autouse=True)
def files() -> None:
    """Write references and hypotheses, of which jiwer aligns the first as it is expected below."""
    write(
        "short one here\nthe same\nquite a bit of longer sentence\n",
        "shoe order one\nthe same\nquite bit of an even longest sentence here\n",
    )


# The alignments are those in the documentation of jiwer 4.0.0 (visualize_alignment).
EXPECTED = """system, segment 1  (3 edits)
    REF: **** short one here
    HYP: shoe order one ****
            I     S        D

system, segment 3  (5 edits)
    REF: quite a bit of ** ****  longer sentence ****
    HYP: quite * bit of an even longest sentence here
               D         I    I       S             I
"""


def test_segments_with_edits_are_shown_as_jiwer_aligns_them(run: Run) -> None:
    output = run(ALIGN).output
    assert output.startswith(EXPECTED)
    assert re.search(r"^system +72\.73 +2 +2 +4 +7$", output, re.MULTILINE)  # 8 edits, 11 words


def test_columns_of_alignments_correspond_in_markdown_and_html(run: Run) -> None:
    lines = EXPECTED.split("\n")[1:4]
    markdown = run(f"{ALIGN} -f markdown").output
    assert "\n".join(["", "", *(f"  {line}" for line in lines), "", "- **"]) in markdown
    shown = "\n".join(line.removeprefix("    ") for line in lines)
    for format in ("html", "notebook"):
        assert f'<pre dir="ltr">{shown}</pre>' in run(f"{ALIGN} -f {format}").output


def test_characters_of_all_segments_are_aligned_with_cer(run: Run) -> None:
    report = run(f"{ALIGN} --all -m cer -f json").data()
    assert report["unit"] == "characters"
    assert [segment["segment"] for segment in report["segments"]] == [1, 2, 3]
    first = report["segments"][0]["tokens"]
    assert "".join(edit["reference"] or "" for edit in first) == "short one here"
    assert "".join(edit["hypothesis"] or "" for edit in first) == "shoe order one"
    assert "space:stripped" in report["signature"]


def test_shifts_of_ter_come_before_the_edits_that_remain(run: Run) -> None:
    write("the cat sat on the mat\nthe same\n", "on the mat sat the dog\nthe same\n")
    output = run(f"{ALIGN} -m ter").output
    assert output.startswith(  # sacreBLEU 2.6.0: 3 edits
        "system, segment 1  (3 edits)\n"
        "    shift of word 1 to 4: on\n"
        "    REF: the cat sat on the mat\n"
        "    HYP: the mat sat on the dog\n"
        "               S              S\n"
    )
    assert re.search(r"^system +37\.50 +2 +0 +0 +6 +1$", output, re.MULTILINE)
    report = run(f"{ALIGN} -m ter -f json").data()
    assert report["segments"][0]["shifts"] == [{"words": ["on"], "start": 1, "to": 4}]
    assert report["summary"][0]["shifts"] == 1
    table = run(f"{ALIGN} -m ter -f tsv").output.split("\n")
    assert table[1] == "system\t1\t1\tshift\t\ton"


def test_data_has_every_operation_with_its_tokens(run: Run) -> None:
    report = run(f"{ALIGN} -f json").data()
    assert report["schema"] == "tallystick/align/1"
    assert [segment["segment"] for segment in report["segments"]] == [1, 3]
    assert report["segments"][0]["tokens"] == [
        {"operation": "insertion", "reference": None, "hypothesis": "shoe"},
        {"operation": "substitution", "reference": "short", "hypothesis": "order"},
        {"operation": "hit", "reference": "one", "hypothesis": "one"},
        {"operation": "deletion", "reference": "here", "hypothesis": None},
    ]
    table = run(f"{ALIGN} -f tsv").output.split("\n")
    assert table[0] == "system\tsegment\treference\toperation\treference token\thypothesis"
    assert table[1] == "system\t1\t1\tinsertion\t\tshoe"


def test_the_reference_with_the_fewest_edits_is_named(run: Run) -> None:
    write("x y z\n", "a c\n")
    Path("other.txt").write_text("a b\n")
    done = run("align reference.txt other.txt -i system.txt")
    assert done.output.startswith("system, segment 1, reference 2  (1 edit)\n    REF: a b\n")


def test_a_terminal_shows_the_same_text_in_colour_unless_it_refuses_colours(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run(ALIGN).output
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    coloured = run(ALIGN).output
    assert "\x1b[33m" in coloured
    uncoloured = re.sub(r"\x1b\[\d+m", "", coloured)
    assert [line.rstrip() for line in uncoloured.split("\n")] == [
        line.rstrip() for line in plain.split("\n")
    ]
    monkeypatch.setenv("TERM", "dumb")
    assert run(ALIGN).output == plain
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(ALIGN).output == plain


def test_control_characters_of_the_text_do_not_reach_the_terminal(run: Run) -> None:
    write("a \x1b[31mb c\n", "a x c\n")
    assert "\x1b" not in run(ALIGN).output


def test_long_segments_are_wrapped_and_wide_characters_aligned(run: Run) -> None:
    write("word " * 40 + "end\n" + "\u4e2d\u6587 b\n", "word " * 40 + "stop\n" + "ab b\n")
    output = run(ALIGN).output
    assert max(map(len, output.split("signature")[0].split("\n"))) <= 96
    assert "    REF: \u4e2d\u6587 b\n    HYP:   ab b\n            S\n" in output

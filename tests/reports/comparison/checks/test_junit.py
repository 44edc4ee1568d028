"""Checks as JUnit XML: the schema of Jenkins, and characters that XML cannot represent."""

from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError
from tallystick.reports import CheckedCondition, Comparison
from tests.reports.internals import render_junit as render
from tests.reports.internals import render_junit_error as render_error

# From junit-10.xsd of Jenkins' xUnit plug-in: the attributes that it demands of each element, the
# ones that it knows besides, and the elements that may stand inside.
SCHEMA = {
    "testsuites": (set[str](), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": (
        {"name"},
        {"time", "classname", "group"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    "error": (set[str](), {"type", "message"}, set[str]()),
    "failure": (set[str](), {"type", "message"}, set[str]()),
    "system-out": (set[str](), set[str](), set[str]()),
}


def check(passed: bool, system: str = "new", sentence: str = "It is so.") -> CheckedCondition:
    requirement = "bleu does not worsen"
    return CheckedCondition("bleu worsens", requirement, system, passed, sentence, "bleu", "old")


@cache
def small() -> Comparison:
    return tallystick.compare(systems={"a": ["b"]}, references=["c"], metrics="bleu")


def rendered(checks: list[CheckedCondition], seconds: float | None = None) -> str:
    return render(replace(small(), checks=tuple(checks)), seconds)


def assert_valid(element: ElementTree.Element) -> None:
    demanded, known, inside = SCHEMA[element.tag]
    assert demanded <= set(element.attrib) <= demanded | known
    assert {child.tag for child in element} <= inside
    for child in element:
        assert_valid(child)


def test_every_check_is_a_test_case_and_a_failed_one_has_the_reason() -> None:
    root = ElementTree.fromstring(rendered([check(True), check(False, "newer", "It is worse.")]))
    assert_valid(root)
    [suite] = root
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    names = [(case.get("classname"), case.get("name")) for case in suite]
    assert names == [
        ("tallystick compare.bleu", "new against old: bleu does not worsen"),
        ("tallystick compare.bleu", "newer against old: bleu does not worsen"),
    ]
    [[output], [failure]] = suite
    assert (output.tag, output.text) == ("system-out", "It is so.")
    assert (failure.tag, failure.get("message")) == ("failure", "It is worse.")


@given(st.text(st.characters(exclude_categories=["Cs"])), st.booleans())
@example('<b>"&\x00\x1b[31m\n\u202e\ufffe\U0001f600', False)
def test_any_name_and_sentence_make_a_document_that_reads_back(text: str, passed: bool) -> None:
    root = ElementTree.fromstring(rendered([check(passed, text, text)], seconds=1.25))
    assert_valid(root)
    assert root[0].get("time") == "1.250"
    if text.startswith("<b>"):
        shown = '<b>"&\\x00\\x1b[31m\\n\\u202e\\ufffe\U0001f600'
        assert root[0][0].get("name") == f"{shown} against old: bleu does not worsen"


def test_a_comparison_that_could_not_be_made_is_an_error() -> None:
    root = ElementTree.fromstring(render_error(InputError("a.txt: no such file")))
    assert_valid(root)
    [[[error]]] = root
    assert (error.tag, error.get("message")) == ("error", "a.txt: no such file")
    assert root.get("errors") == "1"


def test_a_failure_shows_the_segments_in_which_the_system_lost_most() -> None:
    references = [f"a b c d e {n}" for n in range(6)]
    old = ["x y z", *references[1:]]
    new = ["a b c d e 0", "a b c d f 1", "x y z u v 2", *references[3:]]
    comparison = tallystick.compare(
        systems={"old": old, "new": new}, references=references, metrics="bleu", baseline="old"
    )
    failed = replace(comparison, checks=(check(False, sentence="It is worse."),))
    [[[failure]]] = ElementTree.fromstring(render(failed))
    assert failure.text is not None
    sentence, title, *segments = failure.text.split("\n\n")
    assert (sentence, title) == ("It is worse.", "Segments in which new loses most BLEU:")
    # by hand: the segment without any match costs more than that with one wrong word, and the
    # first segment is won
    said = ["Segment 3  -17 BLEU", "Segment 2  -7.0 BLEU"]
    assert [segment.split("\n")[0] for segment in segments] == said
    assert segments[0].split("\n")[1:] == [
        "    reference: a b c d e 2",
        "    old: a b c d e 2",
        "    new: x y z u v 2",
    ]

"""Verdicts as JUnit XML, which continuous integration shows as test cases.

The elements and attributes are those of Jenkins' schema junit-10.xsd (of the xUnit plug-in 3.x).
GitLab, actions for GitHub and others read the same format.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from tallystick.reports.comparison.guard import Verdict
from tallystick.reports.renderers.visible import visible

SUITE = "tallystick compare"


def render(verdicts: Sequence[Verdict]) -> str:
    """Render verdicts as an XML document: a test case for each, with the reason if it failed."""
    counts = {
        "tests": str(len(verdicts)),
        "failures": str(sum(not verdict.passed for verdict in verdicts)),
        "errors": "0",
    }
    root = ElementTree.Element("testsuites", {"name": SUITE, **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": SUITE, **counts, "skipped": "0"})
    for verdict in verdicts:
        _add_case(suite, verdict)
    ElementTree.indent(root)
    document = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}\n'


def as_xml_text(text: str) -> str:
    r"""Return text with the characters that XML 1.0 cannot represent as escapes.

    >>> print(as_xml_text("a\x00b\x1b[1m\ufffe"))
    a\x00b\x1b[1m\ufffe
    """
    return visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


def _add_case(suite: ElementTree.Element, verdict: Verdict) -> None:
    against = f"{verdict.system} against {verdict.other}"
    names = {
        "classname": as_xml_text(f"{SUITE}.{verdict.metric}"),
        "name": as_xml_text(f"{against}: fails if {verdict.condition.text}"),
    }
    case = ElementTree.SubElement(suite, "testcase", names)
    sentence = as_xml_text(verdict.sentence)
    if verdict.passed:
        ElementTree.SubElement(case, "system-out").text = sentence
    else:
        attributes = {"type": "worse", "message": sentence}
        ElementTree.SubElement(case, "failure", attributes).text = sentence

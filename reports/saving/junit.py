"""JUnit XML for continuous integration, with the elements of Jenkins' schema junit-10.xsd."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from tallystick.reports.renderers.visible import visible


@dataclass(frozen=True, slots=True)
class TestCase:
    """A test case; names in its group are separated by points, `result` is None if it passed."""

    group: str
    name: str
    result: Literal["failure", "error", "skipped"] | None = None
    message: str = ""
    text: str = ""
    type: str = ""


def junit(suite: str, cases: Sequence[TestCase], seconds: float | None = None) -> str:
    """Return a suite of test cases as an XML document."""
    results = [case.result for case in cases]
    counts = {
        "tests": str(len(cases)),
        "failures": str(results.count("failure")),
        "errors": str(results.count("error")),
        **({} if seconds is None else {"time": f"{seconds:.3f}"}),
    }
    skipped = str(results.count("skipped"))
    root = ElementTree.Element("testsuites", {"name": suite, **counts})
    inside = ElementTree.SubElement(
        root, "testsuite", {"name": suite, **counts, "skipped": skipped}
    )
    for case in cases:
        classname = as_xml_text(f"{suite}.{case.group}")
        names = {"classname": classname, "name": as_xml_text(case.name)}
        element = ElementTree.SubElement(inside, "testcase", names)
        if case.result is not None:
            kind = {"type": case.type} if case.type else {}
            attributes = {**kind, "message": as_xml_text(case.message)}
            element = ElementTree.SubElement(element, case.result, attributes)
        elif case.text:
            element = ElementTree.SubElement(element, "system-out")
        if case.text:
            element.text = "\n".join(map(as_xml_text, case.text.split("\n")))
    ElementTree.indent(root)
    document = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}\n'


def as_xml_text(text: str) -> str:
    r"""Return a line with the characters that XML 1.0 cannot represent as escapes.

    >>> print(as_xml_text("a\x00b\x1b[1m\ufffe"))
    a\x00b\x1b[1m\ufffe
    """
    return visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")

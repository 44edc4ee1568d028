"""The check of a program as JUnit XML, which continuous integration shows as test cases.

The elements and attributes are those of `tallystick.reports.comparison.junit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

from tallystick.compat.conformance.check import Check, Verdict
from tallystick.compat.laws import LAWS
from tallystick.reports.comparison.junit import as_xml_text

if TYPE_CHECKING:
    from tallystick.reports.conformance import CheckReport

SUITE = "tallystick check"


def render(report: CheckReport, digits: int | None = None) -> str:
    """Render a check as an XML document: a test case for each problem, and one for each law."""
    check = report.check
    suite = ElementTree.Element("testsuite", {"name": SUITE})
    if check.verdict is Verdict.NOT_RUN:
        _add(suite, check, "scores", "run", error=check.note)
    else:
        _add_scores(suite, check)
        _add_laws(suite, check)
    counts = {
        "tests": str(len(suite)),
        "failures": str(len(suite.findall("testcase/failure"))),
        "errors": str(len(suite.findall("testcase/error"))),
        "time": f"{check.seconds:.3f}",
    }
    suite.attrib.update(counts, skipped="0")
    root = ElementTree.Element("testsuites", {"name": SUITE, **counts})
    root.append(suite)
    ElementTree.indent(root)
    document = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{document}\n'


def _add_scores(suite: ElementTree.Element, check: Check) -> None:
    if not check.problems:
        _add(suite, check, "scores", f"{check.inputs} inputs have the scores of the convention")
    for problem in check.problems:
        message = f"{problem.name}, on {problem.inputs} of {check.inputs} inputs"
        _add(suite, check, "scores", problem.name, message, str(problem.finding))


def _add_laws(suite: ElementTree.Element, check: Check) -> None:
    broken = {one.law.name: one for one in check.violations}
    conventions = check.claimed.dialect
    for law in LAWS if check.laws else ():
        if law.holds_for(conventions):
            violation = broken.get(law.name)
            detail = () if violation is None else (violation.detail, str(violation))
            _add(suite, check, "laws", law.name, *detail)


def _add(
    suite: ElementTree.Element,
    check: Check,
    group: str,
    name: str,
    message: str = "",
    text: str = "",
    *,
    error: str = "",
) -> None:
    """Add a test case, which failed if there is a message."""
    classname = f"{SUITE}.{check.implementation}.{group}"
    names = {"classname": as_xml_text(classname), "name": as_xml_text(name)}
    case = ElementTree.SubElement(suite, "testcase", names)
    if error:
        ElementTree.SubElement(case, "error", {"message": as_xml_text(error)})
    elif message:
        attributes = {"type": group, "message": as_xml_text(message)}
        shown = ElementTree.SubElement(case, "failure", attributes)
        shown.text = "\n".join(map(as_xml_text, text.split("\n")))

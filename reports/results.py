"""The reports of results that are not reports themselves."""

from __future__ import annotations

from typing import Any

from tallystick.errors import InputError
from tallystick.reports.document import Report


def report_of(result: Any) -> Report:
    """Return the report of what a function of the package returned.

    A comparison and other reports are returned as they are.

    Raises:
        InputError: There is no report of such an object.
    """
    if hasattr(result, "document") and hasattr(result, "kind"):
        report: Report = result
        return report
    from tallystick.compat.conformance.check import Check
    from tallystick.compat.conformance.identification import Identification
    from tallystick.compat.explanation.explanation import Explanation
    from tallystick.compat.vectors.replay import Replay
    from tallystick.reports.conformance import CheckReport
    from tallystick.reports.explanations import ExplanationReport
    from tallystick.reports.identification import IdentificationReport
    from tallystick.reports.vectors import ReplayReport

    match result:
        case Check():
            return CheckReport(result)
        case Identification():
            return IdentificationReport(result)
        case Explanation():
            return ExplanationReport(result)
        case Replay():
            return ReplayReport(result)
    raise InputError(
        f"there is no report of an object of type {type(result).__name__}; expected what compare, "
        "meta, challenge, check, identify, explain or replay returned"
    )

"""A page for a browser, without scripts."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tallystick.reports.renderers import notebook
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}table{border-collapse:collapse}th,td{padding:.2rem .8rem .2rem 0}"
    "td{text-align:right}li,p{overflow-wrap:anywhere}"
)


def render(report: Report, digits: int | None = None) -> str:
    """Render a report as a page of HTML, without its longest tables."""
    title = escape(visible(report.kind.capitalize()))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{notebook.render(report, digits)}</body>\n</html>\n"
    )

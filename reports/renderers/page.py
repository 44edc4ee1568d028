"""A page for a browser, without scripts."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING

from tallystick.reports.document import (
    Block,
    Entry,
    Glossary,
    Paragraph,
    Table,
    Term,
)
from tallystick.reports.renderers import notebook
from tallystick.reports.renderers.visible import visible

if TYPE_CHECKING:
    from tallystick.reports.document import Report

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}h1,h2{line-height:1.3}
small{font-weight:normal}h1,h2,li,p,th,td{overflow-wrap:anywhere}
div.table,pre{overflow-x:auto}
div.table{background:linear-gradient(to right,Canvas,Canvas) local 0/2rem 100% no-repeat,
linear-gradient(to left,Canvas,Canvas) local 100%/2rem 100% no-repeat,
linear-gradient(to right,#8888,#8880) 0/1rem 100% no-repeat,
linear-gradient(to left,#8888,#8880) 100%/1rem 100% no-repeat}
table{border-collapse:collapse;margin:1rem 0}
caption{text-align:left;font-weight:bold}
th,td{padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8886;vertical-align:top}
th,td{text-align:right}th.text{text-align:left}td{white-space:nowrap}
thead th,tbody th:first-child{overflow-wrap:break-word}
thead a{color:inherit;text-decoration:underline dotted}
dt{font-weight:bold}dd{margin:0 0 .5rem 1rem}dt:target{background:light-dark(#c2e4d0,#1c4733)}
tbody th{font-weight:normal;min-width:6rem}
figure{display:inline-block;margin:1rem 1rem 0 0;vertical-align:top;max-width:100%}
figcaption{font-weight:bold}svg{max-width:100%;height:auto}
mark{background:light-dark(#c2e4d0,#1c4733);color:inherit}
@media(max-width:40rem){
svg.intervals text{font-size:16px}
tr>:first-child{position:sticky;left:0;max-width:40vw;background:Canvas}
}
"""


def render(
    report: Report, digits: int | None = None, links: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Render a report as a page of HTML, with links to further reports: their addresses by name.

    The content security policy forbids to load and to run anything.
    """
    blocks = list(report.document(digits))
    strong = [one for one in blocks if isinstance(one, Paragraph) and one.strong]
    title = visible(strong[0].text if strong else report.kind.capitalize())
    glossaries = [one for one in blocks if isinstance(one, Glossary)]
    content = "".join(_block(block, glossaries) for block in blocks if block not in strong[:1])
    digest = base64.b64encode(hashlib.sha256(STYLE.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<main dir="ltr">\n<h1><bdi>{escape(title)}</bdi></h1>\n{_linked(links)}{content}\n'
        "</main>\n"
        "</body>\n</html>\n"
    )


def _linked(links: Mapping[str, str]) -> str:
    shown = ", ".join(
        f'<a href="{escape(address)}">{escape(visible(name))}</a>'
        for name, address in links.items()
    )
    return f"<nav>Full reports: {shown}</nav>\n" if shown else ""


def _block(block: Block, glossaries: Sequence[Glossary]) -> str:
    def head(title: str) -> str:
        found = next(filter(None, (one.term_of(title) for one in glossaries)), None)
        shown = notebook.shown_text(title)
        if found is None:
            return shown
        text = escape(visible(found.text))
        return f'<a href="#{_anchor(found)}" title="{text}">{shown}</a>'

    match block:
        case Glossary():
            terms = "".join(
                f'<dt id="{_anchor(one)}">{escape(one.name)}</dt><dd>{escape(one.text)}</dd>'
                for one in block.terms
            )
            return f"<h2>What the numbers are</h2><dl>{terms}</dl>"
        case Entry():
            name, remark = (escape(visible(text)) for text in (block.name, block.remark))
            lines = notebook.lines_of(block)
            return f"<h2><bdi>{name}</bdi> <small><bdi>{remark}</bdi></small></h2>{lines}"
        case Table():
            # the security policy forbids styles of elements
            table = notebook.whole_block(block, head).replace(notebook.LEFT, ' class="text"')
            name = escape(visible(block.title or "table"))
            # a region that can be scrolled by keyboard too
            return (
                f'<div class="table" role="region" aria-label="{name}" tabindex="0">{table}</div>'
            )
        case _:
            return notebook.whole_block(block)


def _anchor(term: Term) -> str:
    return "term-" + re.sub(r"[^a-z0-9]+", "-", term.name.lower()).strip("-")

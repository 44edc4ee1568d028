"""Pages for a browser: one file with its style and policy, which loads nothing else."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple, TypeAlias

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

import tallystick
from tallystick.reports.document import (
    Block,
    Bullets,
    Entry,
    Glossary,
    Heading,
    Labels,
    Paragraph,
    Report,
    Table,
    Term,
)
from tallystick.reports.renderers.figures import axis_over, row_height
from tallystick.reports.renderers.figures import drawn
from tallystick.reports.renderers.notebook import marked, safe
from tallystick.reports.renderers.screen import shortened
from tallystick.reports.wording import with_minus
from tallystick.reports.renderers.visible import visible

Functions: TypeAlias = Mapping[str, Callable[..., Any] | ModuleType]
"""What templates call, by name: functions, and modules of functions."""

OWN = __package__ or ""

STYLES = ("base", "tables", "figures", "print")
"""The style sheets of all pages."""

MOST_LINKS = 40
"""More links in the bar would not be read."""

LONG_CELL = 40
"""A cell with more characters than these has lines."""

TITLES = {"meta": "Meta-evaluation", "comparison-over-sets": "Comparison over test sets"}
"""Titles of reports whose kinds do not say what they are."""


class Part(NamedTuple):
    """A block with its class, its title, and the address of this."""

    block: Block
    kind: str
    title: str
    key: str


def render(
    report: Report, digits: int | None = None, links: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Render a report as a page of HTML, with links to further reports: their addresses by name."""
    blocks = list(report.document(digits))
    strong = [block for block in blocks if isinstance(block, Paragraph) and block.strong]
    headline, *titles = [paragraph.text for paragraph in strong] or [""]
    kind = next(filter(None, titles), TITLES.get(report.kind, report.kind.replace("-", " ")))
    opening, *sections = _sections([block for block in blocks if block not in strong])
    few = len(sections) <= MOST_LINKS
    if not few:  # what is said of a long list comes before it
        sections.sort(key=lambda parts: parts[0].kind == "Entry")
    return framed(
        "report",
        __package__ or "",
        ("report",),
        {**FUNCTIONS, "drawn": partial(drawn, links=links)},
        version=tallystick.__version__,
        title=headline or _capitalized(kind),
        kind=_capitalized(kind),
        headline=headline,
        links=links,
        opening=opening,
        sections=sections,
        linked=[section for section in sections if few or section[0].kind != "Entry"],
        listed=any(section[0].kind == "Entry" for section in sections),
        glossary=next((block for block in blocks if isinstance(block, Glossary)), None),
    )


def anchor(term: Term) -> str:
    """Return the address of a term.

    >>> anchor(Term("Kendall within segments", "a mean"))
    'term-kendall-within-segments'
    """
    return f"term-{_slug(term.name)}"


def unbroken(sentence: str, longest: int | None = None) -> Markup:
    """Return a sentence in which no line ends at a hyphen, as of en-de or of a date.

    A word of more than `longest` characters can still be broken.

    >>> unbroken("on en-de <b>")
    Markup('on <span class="unbroken">en-de</span> &lt;b&gt;')
    """
    parts = re.split(r"(\w[\w.]*(?:-\w+)+[,;:.]*)", visible(sentence))
    whole = Markup('<span class="unbroken">{}</span>')
    return Markup("").join(
        whole.format(part) if place % 2 and len(part) <= (longest or len(part)) else part
        for place, part in enumerate(parts)
    )


FUNCTIONS: Functions = {
    "anchor": anchor,
    "axis_over": axis_over,
    "drawn": drawn,
    "marked": marked,
    "row_height": row_height,
    "safe_text": safe,
    "shortened": shortened,
    "with_minus": with_minus,
    "unbroken": unbroken,
    "unbroken_cell": lambda text: str(unbroken(text, LONG_CELL)),
    "is_long": lambda cell: len(cell) > LONG_CELL,
}
"""What the templates of blocks call."""


def _sections(blocks: Sequence[Block]) -> Iterator[tuple[Part, ...]]:
    """Yield the parts before the first heading, and the parts of each section."""
    full = [block for block in blocks if not _is_empty(block)]
    titles = list(map(_title, full))
    kinds = [type(block).__name__ for block in full]
    keys = _addresses(title or kind for title, kind in zip(titles, kinds, strict=True))
    parts = [Part(*of_part) for of_part in zip(full, kinds, titles, keys, strict=True)]
    inner = next(
        (n for n, block in enumerate(full) if isinstance(block, Heading | Entry)), len(full)
    )
    # a table below a heading is a part of its section
    starts = [
        n
        for n, block in enumerate(full)
        if titles[n] and (n < inner or not isinstance(block, Table))
    ]
    for start, end in pairwise([0, *starts, len(full)]):
        if start == 0 or end - start > 1 or not isinstance(full[start], Heading):
            yield tuple(parts[start:end])


def _is_empty(block: Block) -> bool:
    match block:
        case Paragraph(text="") | Bullets(sentences=()) | Labels(pairs=()):
            return True
    return False


def _title(block: Block) -> str:
    match block:
        case Bullets(doubts=True):
            return ""
        case Heading(title):
            return title
        case Bullets(title) | Table(title=title):
            return _capitalized(title.removesuffix(":"))
        case Entry(name):
            return name
        case Paragraph(label=label):
            return label.rstrip(".")
        case Glossary():
            return "What the numbers are"
    return ""


def _capitalized(title: str) -> str:
    """Return a title with a capital letter, unless it begins with a name.

    >>> _capitalized("axes that differ"), _capitalized("chrF2 on each set"), _capitalized("a-b: c")
    ('Axes that differ', 'chrF2 on each set', 'a-b: c')
    """
    first = title.partition(" ")[0]
    return title[:1].upper() + title[1:] if first.isalpha() and first.islower() else title


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _addresses(titles: Iterable[str]) -> Iterator[str]:
    """Yield a different address for each title.

    >>> list(_addresses(["Notes", "a < b", "Notes"]))
    ['at-notes', 'at-a-b', 'at-notes-2']
    """
    taken: dict[str, int] = {}
    for title in titles:
        slug = f"at-{_slug(title)}"
        taken[slug] = taken.get(slug, 0) + 1
        yield slug if taken[slug] == 1 else f"{slug}-{taken[slug]}"


def framed(
    template: str,
    package: str,
    styles: Sequence[str],
    functions: Functions,
    script: str = "",
    **names: Any,
) -> str:
    """Return a page: a template of a package, which extends `frame`, with its names.

    The content security policy forbids to load anything and names style and script by their
    digests, so that no text can act as either.
    """
    style = "\n".join(
        [read(OWN, f"style/{name}.css") for name in STYLES]
        + [read(package, f"style/{name}.css") for name in styles]
    )
    scripts = [f"script-src {_digest(script)}"] if script else []
    policy = [
        *("default-src 'none'", f"style-src {_digest(style)}", *scripts),
        *("img-src data:", "base-uri 'none'", "form-action 'none'"),
    ]
    environment = _environment(package)
    environment.globals.update(functions)  # templates that others import see nothing else
    page = environment.get_template(template)
    fixed = {"policy": "; ".join(policy), "style": Markup(style), "script": Markup(script)}
    return page.render(**fixed, **names) + "\n"


@cache
def read(package: str, path: str) -> str:
    """Return the text of a file of a package."""
    return files(package).joinpath(path).read_text(encoding="utf-8")


@cache
def _environment(package: str) -> Environment:
    def load(name: str) -> str:
        path = f"template/{name}.jinja"
        return read(package if files(package).joinpath(path).is_file() else OWN, path)

    environment = Environment(
        loader=FunctionLoader(load),
        autoescape=True,
        optimized=False,  # each template is rendered once, so compiling takes longer
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["px"] = lambda place: f"{place:.1f}"
    return environment


def _shown(value: Any) -> Any:
    return visible(value) if type(value) is str else value


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"

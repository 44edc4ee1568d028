"""The page: what is laid out here, the templates, the style and the scripts, in one file."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from tallystick.reports.comparison.html.group_plot import group_plots
from tallystick.reports.comparison.html.interval_plot import interval_plots
from tallystick.reports.comparison.html.length_plot import length_plot
from tallystick.reports.comparison.html.links import disagreement_link
from tallystick.reports.comparison.html.matrix import matrices
from tallystick.reports.comparison.html.order_plot import order_plot
from tallystick.reports.comparison.html.payload import packed
from tallystick.reports.comparison.html.score_details import details_tables
from tallystick.reports.comparison.html.systems_table import systems_table
from tallystick.reports.comparison.html.wording import count_text
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.tables import tokenization_note
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import correction_name, metric_title, percent, units

STYLES = ("page", "tables", "plots", "segments", "print")
SCRIPTS = (  # each may use what stands before it
    "elements",
    "theme",
    "tables",
    "tokens",
    "report",
    "state",
    "links",
    "matrix",
    "filters",
    "cards",
    "browser",
    "breakdowns",
    "words",
    "ngrams",
    "findings",
    "start",
)


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Render a comparison as one HTML file, complete in itself; each metric has its own digits.

    Nothing is fetched when it is opened: a content security policy forbids it, and names style
    and script by their digests, so that no text in the report can become either.
    """
    style, script = _style(), _script()
    test = comparison.test
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src {_digest(style)}",
            f"script-src {_digest(script)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return (
        _environment()
        .get_template("page")
        .render(
            report=comparison,
            systems=systems_table(comparison),
            interval_plots=interval_plots(comparison),
            matrices=matrices(comparison),
            length_plot=length_plot(comparison),
            order_plot=order_plot(comparison),
            group_plots=group_plots(comparison),
            disagreements=_disagreements(comparison),
            details_tables=details_tables(comparison),
            correction="" if test.correction == "none" else correction_name(test.correction),
            policy=policy,
            style=Markup(style),
            script=Markup(script),
            data=Markup(packed(comparison)),
            count=count_text,
            percent=percent,
            tokenization=" ".join(tokenization_note(comparison)),
            title=metric_title,
            units=units(comparison.test_set),
        )
        + "\n"
    )


def _disagreements(comparison: Comparison) -> list[dict[str, Any]]:
    systems = [one.name for one in comparison.systems]
    metrics = {one.metric: n for n, one in enumerate(comparison.metrics)}
    titles = {one.metric: metric_title(one) for one in comparison.metrics}
    return [
        {
            "system": one.system,
            "other": one.other,
            "metric": titles[one.metric],
            "other_metric": titles[one.other_metric],
            "significant": [titles[metric] for metric in one.significant],
            "segments": len(one.segments),
            "link": disagreement_link(
                n, metrics[one.metric], systems.index(one.system), systems.index(one.other)
            ),
        }
        for n, one in enumerate(comparison.disagreements)
    ]


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(lambda name: _read(f"template/{name}.jinja")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """Return what a template prints: text of the report cannot act, markup of our own stays."""
    return visible(value) if type(value) is str else value


@cache
def _style() -> str:
    return "\n".join(_read(f"style/{name}.css") for name in STYLES)


@cache
def _script() -> str:
    parts = "\n".join(_read(f"script/{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();\n'


def _read(path: str) -> str:
    return files(__package__ or "").joinpath(path).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"

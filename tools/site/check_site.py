"""Checks of the built site: links, nothing from other hosts, search from files, accessibility.

    python -m pytest tools/site/check_site.py

It looks at `build/site`, or the folder that `TALLYSTICK_SITE` names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urldefrag

import pytest

from tests.reports.browser import axe_violations, chromium, screen, theme_of

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("TALLYSTICK_SITE") or ROOT / "build" / "site").resolve()
PAGES = sorted(path for path in SITE.rglob("*.html") if path.name != "404.html")
"""All pages but that of a server, whose links begin at its root."""

OF_EVERY_KIND = (
    "index",
    "tutorial",
    "metrics/bleu",
    "reference/commands/compare",
    "reference/python/tallystick",
    "reference/schemas",
)
"""A page of each kind; where only the style differs, they represent the others."""

ANSWERED = {
    "ribes": "metrics/ribes",
    "compute bleu score": "metrics/bleu",
    "word error rate": "metrics/wer",
    "sacrebleu drop-in": "drop-in-replacements",
    "exit code": "reference/commands/index",
    "statistical significance": "significance-tests",
    "compare two systems": "comparing-systems",
    "how many segments": "comparing-systems",
    "missing reference": "file-formats",
    "paper reports different score": "explaining-scores",
    "why is my bleu different": "dialects",
    "japanese mecab": "tokenizers",
    "custom metric": "plug-ins",
    "plugin": "plug-ins",
    "lm-evaluation-harness": "drop-in-replacements",
    "regression": "comparing-systems",
    "sample size": "comparing-systems",
    "parquet": "file-formats",
    "check my own implementation": "conformance",
    "report a bug": "help",
    "cite": "help",
    "deprecated": "stability",
}
"""What people search, with the page that answers."""

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src"}
"""What a page loads, by element; a link in the text is only followed."""


class _Page(HTMLParser):
    """The ids, links and loaded files of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids.update(values[name] for name in ("id", "name") if name in values)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if LOADED.get(tag) in values and values.get("rel") != "canonical":
            self.loaded.append(values[LOADED[tag]])


@cache
def parsed(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def is_dead(page: Path, link: str) -> bool:
    name, anchor = urldefrag(link)
    target = (page.parent / unquote(name)).resolve() if name else page
    if not target.is_file():
        return True
    return bool(anchor) and target.suffix == ".html" and unquote(anchor) not in parsed(target).ids


def test_the_site_has_pages() -> None:
    assert len(PAGES) > 50


def test_no_link_is_dead() -> None:
    dead = [
        f"{page.relative_to(SITE)}: {link}"
        for page in PAGES
        for link in [*parsed(page).links, *parsed(page).loaded]
        if "://" not in link and not link.startswith("mailto:") and is_dead(page, link)
    ]
    assert dead == []


def test_nothing_is_loaded_from_another_host() -> None:
    foreign = {address for page in PAGES for address in parsed(page).loaded if "//" in address}
    assert foreign == set()


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with chromium(tmp_path_factory.mktemp("chromium")) as opened:
        yield opened


@pytest.mark.parametrize(("query", "page"), ANSWERED.items())
def test_a_search_in_files_shows_the_page_with_the_answer_first(
    driver: Any, query: str, page: str
) -> None:
    from selenium.webdriver.support.wait import WebDriverWait

    driver.get(f"{(SITE / 'index.html').as_uri()}?q={quote(query)}")
    WebDriverWait(driver, 60).until(
        lambda opened: opened.execute_script(
            "const [first] = document.querySelectorAll('.md-search-result__item a');"
            "return first && new URL(first.href).pathname.endsWith(`/${arguments[0]}.html`)",
            page,
        ),
        f"{page} is not first",
    )


def axe_of(driver: Any, page: Path, width: int, theme: str) -> list[Any]:
    with screen(driver, width), theme_of(driver, theme):
        driver.get(page.as_uri())
        return axe_violations(driver)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(SITE).as_posix())
def test_axe_finds_nothing(driver: Any, page: Path) -> None:
    assert axe_of(driver, page, 1280, "light") == []


@pytest.mark.parametrize(("width", "theme"), [(1280, "dark"), (400, "light"), (400, "dark")])
@pytest.mark.parametrize("name", OF_EVERY_KIND)
def test_axe_finds_nothing_in_the_dark_or_on_a_telephone(
    driver: Any, name: str, width: int, theme: str
) -> None:
    assert axe_of(driver, SITE / f"{name}.html", width, theme) == []

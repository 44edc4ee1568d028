"""The pages of all kinds of reports: their headings, links, policy, and how they look."""

import base64
import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tallystick.reports import (
    Bullets,
    Column,
    Entry,
    Glossary,
    Heading,
    HeatMap,
    IntervalPlot,
    Labels,
    Paragraph,
    PlottedRow,
    Table,
    Term,
    render,
)
from tests.command_line.conftest import EXAMPLE_TABLE, output_of
from tests.reports.browser import axe_violations, screen, theme_of
from tests.reports.conformance.test_check import CHANGED, DIFFERS, FOUND
from tests.reports.conformance.test_vectors import DRIFTED
from tests.reports.rendering import OfBlocks, Page

SYSTEMS = ("reference.en.txt", "-i", *(f"system-{n}.en.txt" for n in ("good", "literal", "short")))
FEW = tuple(f"few/{name}" if name.endswith(".txt") else name for name in SYSTEMS[:4])
"""Two systems and ten segments, where a page shows each of them: the more, the slower is axe."""
SETS = """
sets = ["first", "second"]
references = "{set}.txt"
hypotheses = "system-*.en.txt"
"""
COMMANDS = {
    "comparison": ("compare", *SYSTEMS, "--source", "source.de.txt", "--resamples", "200"),
    "comparison over sets": ("compare", "--sets", "sets.toml", "--resamples", "200"),
    "scores": ("score", *SYSTEMS),
    "scores of segments": ("score", *FEW, "--segments"),
    "meta": ("meta", *SYSTEMS, "--human", "human.tsv", "-m", "bleu", "chrf", "ter"),
    "plan": ("plan", *SYSTEMS, "-m", "bleu"),
    "challenge": ("challenge", "reference.en.txt", "-l", "en", "-m", "bleu", "chrf"),
    "alignments": ("align", *FEW),
    "explanation": ("explain", "--reported", "0.3", *SYSTEMS[:3], "-m", "bleu", "--odd", "0"),
    "metrics": ("metrics",),
    "tokenizers": ("tokenizers",),
    "implementations": ("implementations",),
    "dialects": ("dialects", "chrf", "wer"),
    "a dialect": ("dialects", "explain", "nltk"),
    "two dialects": ("dialects", "diff", "sacrebleu", "nltk"),
    "defects": ("defects", "nltk"),
    "a defect": ("defects", "nltk-floors-totals-per-segment"),
}
REPORTS = {"check": DIFFERS, "identification": FOUND, "contradiction": CHANGED, "replay": DRIFTED}
KINDS = [*COMMANDS, *REPORTS]
"""`html/test_html_browser.py` looks at each view of a comparison."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The examples, two test sets, and scores of humans, in the current folder."""
    made = tmp_path_factory.mktemp("pages")
    (made / "few").mkdir()
    for path in Path(EXAMPLE_TABLE).parent.glob("*.txt"):
        shutil.copy(path, made)
        lines = path.read_text("utf-8").split("\n")
        (made / "few" / path.name).write_text("\n".join([*lines[:10], ""]), "utf-8")
    for name in ("first", "second"):
        shutil.copy(made / "reference.en.txt", made / f"{name}.txt")
    segments = len((made / "first.txt").read_text("utf-8").split("\n")) - 1
    rows = [
        f"system-{system}\t{number}\t{(number * place) % 7}"
        for place, system in enumerate(("good", "literal", "short"), 2)
        for number in range(1, segments + 1)
    ]
    (made / "human.tsv").write_text("\n".join(["system\tsegment\tscore", *rows]) + "\n")
    (made / "sets.toml").write_text(SETS)
    before = Path.cwd()
    os.chdir(made)
    yield made
    os.chdir(before)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """The pages that were made, by kind."""
    return {}


def page_of(kind: str, pages: dict[str, str]) -> str:
    """Return the page of a kind, which is made once."""
    if kind not in pages:
        is_made = kind in REPORTS
        pages[kind] = (
            str(render(REPORTS[kind], "html"))
            if is_made
            else output_of(*COMMANDS[kind], "-f", "html")
        )
    return pages[kind]


@pytest.fixture
def page(request: pytest.FixtureRequest, pages: dict[str, str], folder: Path) -> str:
    """The page of a kind."""
    return page_of(request.param, pages)


every_kind = pytest.mark.parametrize("page", KINDS, indirect=True)


@every_kind
def test_identifiers_are_unique_links_lead_somewhere_and_headings_skip_no_level(page: str) -> None:
    read = Page(page)
    ids, links = read.values("id"), read.values("href")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links if link.startswith("#") and "=" not in link} <= set(ids)
    levels = [int(kind[1]) for kind in read.kinds if re.fullmatch("h[1-6]", kind)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_a_link_names_a_section_by_the_first_clause_of_its_title() -> None:
    title = "axes whose values do not show; the first is that of the convention"
    of_axis = Table((Column("axis"),), (("order",),), title=title)
    page = str(render(OfBlocks(of_axis, of_axis), "html"))
    assert ">Axes whose values do not show</a>" in page
    assert f">A{title[1:]}<" in page


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@every_kind
def test_a_page_loads_nothing_and_acts_only_by_its_style_and_script(page: str) -> None:
    policy = unescape(re.findall('http-equiv="Content-Security-Policy" content="([^"]+)"', page)[0])
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    [style] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    scripts = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    assert allowed["default-src"] == "'none'"
    assert allowed["style-src"] == digest(style)
    assert allowed.get("script-src") == (digest(scripts[0]) if scripts else None)
    assert len(scripts) < 2
    assert not re.search(r"url\(|@import", style)
    for _, attributes in Page(page).elements:
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        for name in ("src", "href", "action", "data", "poster", "xlink:href"):
            target = attributes.get(name) or "#"
            assert target.startswith(("#", "data:image/svg+xml,", "https://")), target
            assert name == "href" or not target.startswith("https://")


@pytest.mark.parametrize(
    ("page", "first"),
    [
        ("comparison over sets", "<svg"),
        ("meta", "<svg"),
        ("challenge", "<table"),
        ("check", "<dl"),
        ("identification", "<dl"),
    ],
    indirect=["page"],
)
def test_the_answer_comes_before_what_it_rests_on(page: str, first: str) -> None:
    body = page[page.index("<main") :]
    assert 0 < body.index('class="headline') < body.index(first)


HOSTILE = "</title><img src=x onerror=alert(1)>\"' {{ 7 * 7 }} \x1b\u202e"


EVERY_BLOCK = (
    Paragraph(HOSTILE, strong=True),
    Bullets(HOSTILE, (HOSTILE,) * 3, doubts=True),
    Bullets(HOSTILE, (HOSTILE,)),
    Table((Column(HOSTILE),), ((HOSTILE,),), HOSTILE, (HOSTILE,), marks={(0, 0): ((0, 9),)}),
    Heading(HOSTILE),
    Labels(((HOSTILE, HOSTILE),), code=True),
    Entry(HOSTILE, HOSTILE, (HOSTILE,)),
    Entry(HOSTILE, HOSTILE, (HOSTILE,), aligned=True),
    IntervalPlot(HOSTILE, HOSTILE, (PlottedRow(HOSTILE, 1.0, shown=HOSTILE),), ((HOSTILE, 1.0),)),
    HeatMap(HOSTILE, HOSTILE, (HOSTILE,), (HOSTILE,), ((1.0,),), 1.0),
    Glossary((Term(HOSTILE, HOSTILE, HOSTILE),), HOSTILE),
)
"""Blocks in which every text tries to be markup."""


def test_no_text_of_a_report_becomes_markup_or_acts_on_the_reader() -> None:
    report = OfBlocks(*EVERY_BLOCK)
    report.kind = HOSTILE
    page = str(render(report, "html"))
    assert "<img" not in page
    assert "49" not in re.findall("<h1.*?</h1>", page)[0]
    assert "\x1b" not in page
    assert "\u202e" not in page


def shown(driver: Any, page: str, folder: Path) -> None:
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    driver.get_log("browser")
    driver.get(path.as_uri())


OTHERS = [kind for kind in KINDS if kind != "comparison"]
"""Of comparisons, `html/test_html_browser.py` looks at each view."""

TELLING = ("meta", "comparison over sets", "check", "alignments", "explanation")
"""Pages that together have every kind of element; the thorough run looks at the others, too."""


@pytest.mark.slow
@pytest.mark.parametrize("page", OTHERS, indirect=True)
def test_every_page_fits_the_screen(driver: Any, page: str, folder: Path) -> None:
    shown(driver, page, folder)
    for width in (400, 1280):
        with screen(driver, width):
            assert driver.execute_script("return document.documentElement.scrollWidth") <= width
    assert driver.get_log("browser") == []


def kinds_of_elements(page: str) -> set[tuple[str, str | None]]:
    return {(tag, attributes.get("class")) for tag, attributes in Page(page).elements}


@pytest.mark.usefixtures("folder")
def test_every_kind_of_element_is_on_a_telling_page(pages: dict[str, str]) -> None:
    told = set().union(*(kinds_of_elements(page_of(kind, pages)) for kind in TELLING))
    for kind in OTHERS:
        assert kinds_of_elements(page_of(kind, pages)) <= told, kind


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [pytest.param(kind, marks=() if kind in TELLING else pytest.mark.thorough) for kind in OTHERS],
    indirect=True,
)
def test_axe_finds_no_violation(driver: Any, page: str, folder: Path) -> None:
    with theme_of(driver, "light"), screen(driver, 400):
        shown(driver, page, folder)
        assert axe_violations(driver) == []
    with theme_of(driver, "dark"), screen(driver, 1280):
        # another theme changes nothing but colours
        assert axe_violations(driver, rules=["color-contrast"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("page", ["meta", "comparison over sets"], indirect=True)
def test_the_answer_and_its_plot_are_on_the_first_screen(
    driver: Any, page: str, folder: Path
) -> None:
    shown(driver, page, folder)
    for width, height in ((1280, 800), (400, 850)):
        with screen(driver, width, height):
            headline, plot = driver.execute_script(
                "return ['.headline', '.plot'].map((selector) =>"
                " document.querySelector(selector).getBoundingClientRect().bottom)"
            )
        assert 0 < headline < plot <= height


@pytest.mark.slow
@pytest.mark.parametrize("page", ["scores"], indirect=True)
def test_a_theme_can_be_chosen_without_scripts(driver: Any, page: str, folder: Path) -> None:
    shown(driver, page, folder)
    papers = driver.execute_script(
        "return ['dark', 'light'].map((theme) => {"
        " document.getElementById('theme').value = theme;"
        " return getComputedStyle(document.body).backgroundColor; })"
    )
    assert papers == ["rgb(20, 22, 24)", "rgb(252, 252, 250)"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["comparison", "challenge"], indirect=True)
def test_a_table_that_is_cut_off_fades_at_its_edge(driver: Any, page: str, folder: Path) -> None:
    mask = "return getComputedStyle(document.querySelector('.scroll')).maskImage"
    with screen(driver, 360):
        shown(driver, page, folder)
        assert "linear-gradient" in driver.execute_script(mask)
        driver.execute_async_script(
            "document.querySelector('.scroll').scrollLeft = 10000;"
            "requestAnimationFrame(() => requestAnimationFrame(arguments[0]));"
        )
        assert driver.execute_script(mask) == "none"
    with screen(driver, 1280):
        shown(driver, page, folder)
        assert driver.execute_script(mask) == "none"

"""The sentences and paragraphs of README.md and docs/ are short.

Code, tables, headings and what is generated are left out. An item of a list is a paragraph. A name
in backticks counts as a word, and a link as its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONGEST_SENTENCE = 35
LONGEST_PARAGRAPH = 90
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(r"\||#|!\[|<| {4}(?![-*\d])")
ITEM = re.compile(r"\n(?= *(?:[-*]|\d+\.) )")
END = re.compile(r"(?<=[.?!])[\"”)*_]*\s+(?=[\"“(*_\[]*[A-Z0-9`])")


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs, with code and links as they are counted."""
    for block in re.split(r"\n\s*\n", FENCED.sub("\n\n", text)):
        if block.strip() and not NOT_PROSE.match(block.lstrip("\n")):
            for item in ITEM.split(block.strip("\n")):
                plain = re.sub(r"`[^`]+`", "`code`", item)
                plain = re.sub(r"\]\([^)]*\)", "]", plain)
                yield " ".join(plain.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One.\ntwo\n\n- a `b c` [d](e f)\n- g", ["One. two", "- a `code` [d]", "- g"]),
        ("# Head\n\n| a |\n| - |\n\n```\ncode\n```\n\n    code\n", []),
    ],
)
def test_paragraphs_are_found(text: str, expected: list[str]) -> None:
    assert list(paragraphs(text)) == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_sentences_and_paragraphs_are_short(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    long = [
        f"{len(part.split())} words: {part}"
        for paragraph in paragraphs(text)
        for parts, limit in (
            (END.split(paragraph), LONGEST_SENTENCE),
            ([paragraph], LONGEST_PARAGRAPH),
        )
        for part in parts
        if len(part.split()) > limit
    ]
    assert long == []

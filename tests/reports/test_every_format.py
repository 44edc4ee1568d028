"""What holds of every kind of report in every format, whatever the names in it."""

import csv
import io
import re
import subprocess
import sys
from functools import cache
from itertools import product
from typing import Any

import pytest

import tallystick
from tallystick import OptionError
from tallystick.reports import FORMATS, ScoreEntry, ScoreReport
from tests.reports.rendering import rendered

HOSTILE = ('a|b "q" <script>', "\\&$#{}~^_%`*", "[x] 大规模\t\r\x07\x1b[31m\u202e")
REFERENCES = ["a b c d", "e f g h", "i j k l"]
SYSTEMS = {
    name: [*REFERENCES[:number], *(f"{text} x" for text in REFERENCES[number:])]
    for number, name in enumerate(HOSTILE)
}


@cache
def reports() -> dict[str, Any]:
    """Return a report of each kind with hostile names."""
    texts: dict[str, Any] = {"systems": SYSTEMS, "references": REFERENCES, "metrics": "bleu"}
    human = {name: [number, 2, None if number == 1 else 3] for number, name in enumerate(HOSTILE)}
    comparison = tallystick.compare(**texts, resamples=50)
    corpora = {
        name: tallystick.Corpus.from_segments(hypotheses=lines, references=REFERENCES)
        for name, lines in SYSTEMS.items()
    }
    ten = {name: lines * 10 for name, lines in SYSTEMS.items()}
    sets = dict.fromkeys(HOSTILE[:2], corpora)
    return {
        "scores": ScoreReport(
            tuple(ScoreEntry(name, "bleu", "bleu", "", 12.345, "nrefs:1") for name in HOSTILE)
        ),
        "comparison": comparison,
        "comparison-over-sets": tallystick.compare_sets(sets=sets, metrics="bleu", resamples=50),
        "meta": tallystick.meta(
            **{**texts, "metrics": ["bleu", "chrf"]}, human=human, resamples=50
        ),
        "plan": tallystick.plan(
            tallystick.compare(systems=ten, references=REFERENCES * 10, metrics="bleu")
        ),
        "challenge": tallystick.challenge(
            references=REFERENCES, metrics="wer", fewest=1, resamples=20
        ),
        "trend": tallystick.trend({f"{place}.json": comparison for place in "ab"}),
    }


def in_formats(*endings: str) -> pytest.MarkDecorator:
    """Run a test for each report in each format whose name ends in one of these."""
    kinds = ("scores", "comparison", "comparison-over-sets", "meta", "challenge", "plan", "trend")
    return pytest.mark.parametrize(
        ("kind", "format"),
        [
            (kind, name)
            for kind, (name, format) in product(kinds, FORMATS.items())
            if format.renders(kind) and name.endswith(endings)
        ],
    )


@in_formats("")
def test_every_format_ends_in_a_line_feed_and_no_name_acts_on_a_terminal(
    kind: str, format: str
) -> None:
    text = rendered(format, reports()[kind])
    assert text.endswith("\n")
    if format.endswith(("text", "markdown", "latex", "csv", "tsv", "html", "notebook")):
        assert not set(text) & set("\x1b\x07\r\u202e")


@pytest.mark.parametrize("kind", ["meta", "challenge"])
def test_tables_with_titles_have_captions_and_labels_of_their_own_in_latex(kind: str) -> None:
    text = rendered("latex", reports()[kind])
    labels = re.findall(r"\\label\{(tab:[a-z0-9-]+)\}", text)
    assert len(set(labels)) == len(labels) == len(re.findall(r"\\caption\{\w.*\.\}", text)) > 3


def test_every_negative_number_of_a_page_has_a_minus_sign() -> None:
    text = rendered("html", reports()["meta"])
    shown = re.sub("<[^>]*>|<style.*?</style>|font-[^;]*", " ", text.partition("<body")[2])
    assert "\N{MINUS SIGN}1.000" in shown
    assert not re.search(r"(?<![\w.])-(?=\d)", shown)


@in_formats("csv", "tsv", "json", "jsonl")
def test_digits_change_no_format_for_programs(kind: str, format: str) -> None:
    assert rendered(format, reports()[kind], 1) == rendered(format, reports()[kind])


@in_formats("csv", "tsv")
def test_no_name_adds_a_column_or_a_line(kind: str, format: str) -> None:
    delimiter = "\t" if format.endswith("tsv") else ","
    text = io.StringIO(rendered(format, reports()[kind]), newline="")
    rows = list(csv.reader(text, delimiter=delimiter))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1


def test_an_unknown_format_is_refused_with_the_one_probably_meant() -> None:
    for name, meant in {
        **{"md": "markdown", "tex": "latex", "htm": "html", "n": "notebook"},
        **{"jsn": "json", "latx": "latex"},
    }.items():
        message = f"no format is named '{name}'; did you mean {meant}"
        with pytest.raises(OptionError, match=message):
            rendered(name, reports()["scores"])


def test_choosing_a_format_imports_no_other() -> None:
    code = (
        "import sys; from tallystick.reports import FORMATS\n"
        "for kind in ('scores', 'comparison'): FORMATS['json'].renderer(kind)\n"
        "print({'tabulate', 'csv', 'numpy', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

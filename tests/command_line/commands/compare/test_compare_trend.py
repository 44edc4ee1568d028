"""`tallystick compare --trend`: the scores in saved reports."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tallystick
from tallystick import Comparison
from tests.command_line.conftest import Run, refused
from tests.reports.rendering import page as render

REFERENCES = [f"a b c d e {n}" for n in range(8)]


def compared(right: int, references: list[str] = REFERENCES, name: str = "model") -> Comparison:
    """Return a comparison of a system with a number of right segments of eight."""
    hypotheses = [*references[:right], *(["x y z"] * (8 - right))]
    return tallystick.compare(
        systems={name: hypotheses}, references=references, metrics="bleu", resamples=50
    )


Earlier = tuple[str, Comparison]
Trend = Callable[..., Comparison]


@pytest.fixture
def trend(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trend:
    """Return a comparison to which the command has added the scores in saved reports."""
    monkeypatch.chdir(tmp_path)

    def shown(comparison: Comparison, reports: list[Earlier], refuse: str = "") -> Comparison:
        tallystick.write_report(comparison, "now.json")
        for name, saved in reports:
            Path(name).parent.mkdir(exist_ok=True)
            tallystick.write_report(saved, name)
        words = ("compare", "--report", "now.json", "-f", "json", "--trend")
        done = run(*words, *(name for name, _ in reports))
        if refuse:
            assert refuse in refused(done)
            return comparison
        return Comparison.from_json(done.output)

    return shown


def test_scores_of_reports_precede_the_new_ones_in_their_order(
    trend: Trend,
) -> None:
    reports = [("a.json", compared(4)), ("b.json", compared(6))]
    comparison = trend(compared(8), reports)
    assert [one.report for one in comparison.earlier] == ["a.json", "b.json"]
    assert [one.score for one in comparison.earlier] == [
        saved.scores[0].score for _, saved in reports
    ]
    text = str(comparison)
    table = text[text.index("Trend of BLEU") :].split("\n")
    assert [line.split()[0] for line in table[4:7]] == ["a.json", "b.json", "now"]
    assert table[6].split()[1] == "100.00"


def test_the_page_has_a_plot_and_a_table_of_the_trend(trend: Trend) -> None:
    page = render(trend(compared(8), [("a.json", compared(4))]))
    section = page[page.index('id="trend"') :].partition("</section>")[0]
    assert section.count("<circle") == 2
    assert re.search(r"<bdi>a\.json</bdi>", section)
    assert " style=" not in section  # which the policy of the page forbids
    assert 'id="trend"' not in render(compared(8))


def test_the_axis_of_the_plot_names_the_reports(trend: Trend) -> None:
    reports = [(f"nightly/2026-11-{day}.json", compared(4)) for day in (19, 20)]
    page = render(trend(compared(8), reports))
    figure = page[page.index('id="trend"') :].partition("<svg")[2].partition("</svg>")[0]
    assert re.findall(r">(2026-11-\d\d|now)</text>", figure)[::-1] == [
        "2026-11-19",
        "2026-11-20",
        "now",
    ]


def test_the_trend_is_saved_with_the_report(trend: Trend) -> None:
    comparison = trend(compared(8), [("a.json", compared(4))])
    assert Comparison.from_json(comparison.to_json()) == comparison


def test_another_test_set_is_refused(trend: Trend) -> None:
    others = [f"{text} f" for text in REFERENCES]
    trend(compared(8), [("a.json", compared(4, others))], "a.json is of another test set")


def test_a_report_without_the_systems_is_refused(trend: Trend) -> None:
    earlier = [("a.json", compared(4, name="other"))]
    trend(compared(8), earlier, "a.json has no system to follow, only other")


def test_of_many_reports_text_shows_the_latest_and_the_plot_a_band(
    trend: Trend,
) -> None:
    saved = compared(4)
    comparison = trend(compared(8), [(f"{n}.json", saved) for n in range(365)])
    text = str(comparison)
    table = text[text.index("Trend of BLEU") :].split("\n")[4:34]
    assert [line.split()[0] for line in table] == [*(f"{n}.json" for n in range(336, 365)), "now"]
    assert "336 older reports are in HTML and JSON." in text
    page = render(comparison)
    figure = page[page.index('id="trend"') :].partition("<svg")[2].partition("</svg>")[0]
    assert figure.count("<polygon") == 1
    assert figure.count('fill-opacity="0">') == 366
    assert re.search(r"<bdi>0\.json</bdi>", page)

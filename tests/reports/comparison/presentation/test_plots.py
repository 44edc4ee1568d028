"""Plots as files: their names, reproducible bytes and hostile names."""

import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tallystick import MissingExtraError, OptionError, TallystickWarning
from tallystick.reports import Comparison, OrderPrecision, write_plots
from tests.reports.comparison import made
from tests.reports.rendering import page as render

pytestmark = pytest.mark.slow

Write = Callable[..., list[Path]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    pytest.importorskip("matplotlib")

    def written(comparison: Comparison, *formats: str, folder: str = "plots") -> list[Path]:
        return list(write_plots(comparison, f"{tmp_path / folder}/", formats or ("svg",)))

    return written


def texts(path: Path) -> list[str]:
    return [
        "".join(element.itertext()).strip()
        for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
    ]


def one_system(name: str = "new") -> Comparison:
    scores = (made.score(name, made.BLEU, 33.0),)
    return made.put_together((made.BLEU,), (name,), scores, ())


def width(path: Path) -> float:
    """Return the width of a plot in inches."""
    return float(ElementTree.parse(path).getroot().get("width", "").removesuffix("pt")) / 72


def test_a_far_score_is_an_arrow_with_its_number(write: Write) -> None:
    scores = {"first": 28.0, "second": 27.0, "third": 26.0, "last": 1.25}
    rows = tuple(made.score(name, made.BLEU, value) for name, value in scores.items())
    comparison = made.put_together((made.BLEU,), tuple(scores), rows, ())
    page = render(comparison)
    assert page.count('class="arrow"') == 1
    assert "which is outside the axis" in page
    first, _, _ = page.partition("</svg>\n<p")
    assert "25" in re.findall('<text class="tick"[^>]*>([0-9.]+)</text>', first)
    assert ">0</text>" not in first
    drawn = texts(write(comparison)[0])
    assert "1.25" in drawn
    assert "0" not in drawn


def test_all_pairs_are_drawn_as_a_matrix_of_the_width_of_a_column(write: Write) -> None:
    paths = write(made.three_systems())
    assert [path.stem for path in paths] == [
        *("intervals-bleu", "pairs-bleu", "by-reference-length-bleu", "precision-by-order-bleu"),
        *("intervals-nist", "pairs-nist", "by-reference-length-nist"),
    ]
    assert all(path.stat().st_size < 60_000 for path in paths)
    matrix = texts(paths[1])
    assert {"large", "middle", "small", "+0.3", "\N{MINUS SIGN}0.3", "0.29"} <= set(matrix)
    assert "<0.001" not in matrix  # of significant pairs, where it says nothing more
    assert width(paths[1]) == pytest.approx(3.03)


def test_many_systems_are_a_matrix_of_both_columns_and_a_heat_map_in_the_order_of_scores(
    write: Write,
) -> None:
    comparison = made.twelve_systems(None)
    orders = tuple(
        OrderPrecision("bleu", system.name, 1, 50 + place, 100, (50 + place) / 100)
        for place, system in enumerate(comparison.systems)
    )
    _, matrix, heat_map = write(replace(comparison, orders=orders))
    assert (matrix.stem, heat_map.stem) == ("pairs-bleu", "precision-by-order-bleu")
    assert width(matrix) == pytest.approx(6.3)
    drawn = texts(heat_map)
    assert [text for text in drawn if text in "ABCDEFGHIJKL"] == list("ABCDEFGHIJKL")
    assert {"50.0", "61.0"} <= set(drawn)


def test_differences_from_a_baseline_are_drawn_with_their_p_values(write: Write) -> None:
    paths = write(made.twelve_systems("C"))
    assert [path.name for path in paths] == ["intervals-bleu.svg", "differences-bleu.svg"]
    drawn = texts(paths[1])
    assert drawn.count("p = 0.001") == 7
    assert drawn.count("p = 0.4") == 4
    assert {"BLEU: difference from C,", "95% interval (higher is better)"} <= set(drawn)


def test_one_system_gives_the_same_bytes_in_every_format_whatever_the_settings_of_the_user(
    write: Write,
) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    formats = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}
    once = write(one_system(), *formats, folder="once")
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 30}):
        again = write(one_system(), *formats, folder="again")
        assert matplotlib.rcParams["font.size"] == 30
    assert [path.read_bytes() for path in once] == [path.read_bytes() for path in again]
    for path, beginning in zip(once, formats.values(), strict=True):
        assert path.read_bytes().startswith(beginning)
    assert {"BLEU with 95% interval", "(higher is better)"} <= set(texts(once[0]))


def test_hostile_names_are_text(write: Write) -> None:
    hostile = ("_$\\frac{x$", "</text><script>alert(1)</script>", "a\x1b[31m\nb\u202e")
    comparison = made.three_systems(hostile)
    under_bleu: dict[str, Any] = {
        name: tuple(part for part in getattr(comparison, name) if part.metric == "bleu")
        for name in ("metrics", "scores", "differences")
    }
    paths = write(replace(comparison, **under_bleu))
    assert len(paths) == 4
    for path in paths:
        shown = texts(path)
        assert "<script" not in path.read_text(encoding="utf-8")
        assert {*hostile[:2], "a\\x1b[31m\\nb\\u202e"} <= set(shown)


def test_characters_that_no_font_has_are_warned_of_once_at_the_line_of_the_caller(
    write: Write,
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        write(one_system("\ue8f0"), "svg", "png")
    assert [(warning.category, warning.filename) for warning in caught] == [
        (TallystickWarning, __file__)
    ]
    message = str(caught[0].message)
    assert message.startswith("no installed font of those tallystick looks for has '\\ue8f0'")


def test_a_prefix_begins_the_names_which_differ_and_are_plain(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = ("bleu", "BLEU", "a/../b", "长", "bleu:x=1")
    metrics = tuple(replace(made.BLEU, metric=name) for name in names)
    scores = tuple(made.score("new", metric, 33.0) for metric in metrics)
    comparison = made.put_together(metrics, ("new",), scores, ())
    paths = write_plots(comparison, tmp_path / "new" / "wmt")
    labels = ["bleu", "bleu-2", "a-b", "4", "bleu-x-1"]
    assert paths == tuple(tmp_path / "new" / f"wmt-intervals-{label}.svg" for label in labels)
    assert all(path.is_file() for path in paths)
    assert write_plots(one_system(), tmp_path)[0] == tmp_path / "intervals-bleu.svg"


def test_an_unknown_format_and_a_missing_package_are_named_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OptionError, match="no plot can be written as 'jpg'"):
        write_plots(made.two_systems(), f"{tmp_path}/", ("svg", "jpg"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r'pip install "tallystick\[plots\]"'):
        write_plots(made.two_systems(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_importing_the_function_imports_no_matplotlib() -> None:
    code = (
        "import sys; from tallystick.reports import write_plots; print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

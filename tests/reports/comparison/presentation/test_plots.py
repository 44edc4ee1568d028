"""Plots as files: their names, reproducible bytes and hostile names."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
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


def one_system() -> Comparison:
    scores = (made.score("new", made.BLEU, 33.0),)
    comparison: Comparison = made.put_together((made.BLEU,), ("new",), scores, ())
    return comparison


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


def test_all_pairs_are_drawn_as_a_matrix(write: Write) -> None:
    paths = write(made.three_systems())
    assert [path.name for path in paths] == [
        "intervals-bleu.svg",
        "pairs-bleu.svg",
        "by-reference-length-bleu.svg",
        "precision-by-order-bleu.svg",
        "intervals-nist.svg",
        "pairs-nist.svg",
        "by-reference-length-nist.svg",
    ]
    assert all(path.stat().st_size < 60_000 for path in paths)
    matrix = texts(paths[1])
    assert {"large", "middle", "small", "+0.3", "\N{MINUS SIGN}0.3", "0.29"} <= set(matrix)
    assert "<0.001" not in matrix  # of significant pairs, where it says nothing more


def test_differences_from_a_baseline_are_drawn_with_their_p_values(write: Write) -> None:
    paths = write(made.twelve_systems("C"))
    assert [path.name for path in paths] == ["intervals-bleu.svg", "differences-bleu.svg"]
    drawn = texts(paths[1])
    assert drawn.count("p = 0.001") == 7
    assert drawn.count("p = 0.4") == 4
    assert {"BLEU: difference from C,", "95% interval (higher is better)"} <= set(drawn)


def test_one_system_has_intervals_alone(write: Write) -> None:
    [path] = write(one_system())
    assert {"BLEU with 95% interval", "(higher is better)"} <= set(texts(path))


@pytest.mark.parametrize(("systems", "inches"), [(3, 3.03), (12, 6.3)])
def test_plots_have_the_width_of_one_or_both_columns(
    write: Write, systems: int, inches: float
) -> None:
    comparison = made.three_systems() if systems == 3 else made.twelve_systems(None)
    [matrix] = [path for path in write(comparison) if path.name == "pairs-bleu.svg"]
    width = ElementTree.parse(matrix).getroot().get("width", "")
    assert float(width.removesuffix("pt")) == pytest.approx(72 * inches)


def test_many_systems_are_a_heat_map_in_the_order_of_scores(write: Write) -> None:
    comparison = made.twelve_systems(None)
    orders = tuple(
        OrderPrecision("bleu", one.name, 1, 50 + place, 100, (50 + place) / 100)
        for place, one in enumerate(comparison.systems)
    )
    *_, path = write(replace(comparison, orders=orders))
    drawn = texts(path)
    assert path.name == "precision-by-order-bleu.svg"
    assert [text for text in drawn if text in "ABCDEFGHIJKL"] == list("ABCDEFGHIJKL")
    assert {"50.0", "61.0"} <= set(drawn)


def test_the_same_comparison_gives_the_same_bytes(write: Write) -> None:
    comparison = one_system()
    once = write(comparison, "svg", "pdf", "png", folder="once")
    again = write(comparison, "svg", "pdf", "png", folder="again")
    assert len(once) == 3
    assert [path.read_bytes() for path in once] == [path.read_bytes() for path in again]


def test_settings_of_the_user_do_not_show(write: Write) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    comparison = one_system()
    plain = write(comparison, folder="plain")
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 30}):
        own = write(comparison, folder="own")
        assert matplotlib.rcParams["font.size"] == 30
    assert [path.read_bytes() for path in plain] == [path.read_bytes() for path in own]


def test_every_format_begins_as_it_should(write: Write) -> None:
    beginnings = {".svg": b"<?xml", ".pdf": b"%PDF-", ".png": b"\x89PNG"}
    for path in write(one_system(), *("svg", "pdf", "png")):
        assert path.read_bytes().startswith(beginnings[path.suffix])


def test_hostile_names_are_text(write: Write) -> None:
    hostile = ("_$\\frac{x$", "</text><script>alert(1)</script>", "a\x1b[31m\nb\u202e")
    for path in write(made.three_systems(hostile)):
        shown = texts(path)
        assert "<script" not in path.read_text(encoding="utf-8")
        assert hostile[0] in shown
        assert hostile[1] in shown
        assert "a\\x1b[31m\\nb\\u202e" in shown


def test_characters_that_no_font_has_are_warned_of_once_at_the_line_of_the_caller(
    write: Write,
) -> None:
    private = made.three_systems(("\ue8f0", "middle", "small"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        write(private)
    assert [(one.category, one.filename) for one in caught] == [(TallystickWarning, __file__)]
    message = str(caught[0].message)
    assert message.startswith("no installed font of those tallystick looks for has '\\ue8f0'")


def test_a_prefix_begins_the_names(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    paths = write_plots(made.two_systems(), tmp_path / "new" / "wmt")
    assert paths[0] == tmp_path / "new" / "wmt-intervals-bleu.svg"
    assert paths[0].is_file()
    assert write_plots(made.two_systems(), tmp_path)[0] == tmp_path / "intervals-bleu.svg"


def test_an_unknown_format_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no plot can be written as 'jpg'"):
        write_plots(made.two_systems(), f"{tmp_path}/", ("svg", "jpg"))
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtraError, match=r'pip install "tallystick\[plots\]"'):
        write_plots(made.two_systems(), tmp_path)


def test_labels_of_files_differ_and_are_plain(write: Write) -> None:
    names = ("bleu", "BLEU", "a/../b", "长", "bleu:x=1")
    metrics = tuple(replace(made.BLEU, metric=name) for name in names)
    scores = tuple(made.score("new", metric, 33.0) for metric in metrics)
    paths = write(made.put_together(metrics, ("new",), scores, ()))
    labels = ["bleu", "bleu-2", "a-b", "4", "bleu-x-1"]
    assert [path.name for path in paths] == [f"intervals-{label}.svg" for label in labels]


def test_importing_the_function_imports_no_matplotlib() -> None:
    code = (
        "import sys; from tallystick.reports import write_plots; print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

"""The drop-in for pycocoevalcap's Cider has the same scores and types of errors."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError
from tallystick.compat.pycocoevalcap.cider import cider
from tallystick.compat.pycocoevalcap.cider.cider import Cider

Golden = Callable[[str], Any]
TEXT = st.lists(st.sampled_from(["a", "b", "A", "the", "\n"]), max_size=8).map(" ".join)
IMAGES = st.dictionaries(
    st.integers(0, 9), st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=3)), max_size=4
)


def theirs() -> Any:
    return pytest.importorskip(
        "pycocoevalcap.cider.cider", reason="pycocoevalcap is not installed"
    ).Cider


def outcome(kind: Any, gts: Any, res: Any, **options: Any) -> Any:
    """Return the scores, or the type of the error that the program would raise."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            score, scores = kind(**options).compute_score(gts, res)
    except (AssertionError, IndexError, ValueError) as error:
        expected = (AssertionError, IndexError, ValueError)
        return next(category for category in expected if isinstance(error, category))
    return [score, *scores]


@given(images=IMAGES, n=st.integers(3, 6), sigma=st.sampled_from([6.0, 1, 0.5]))
def test_scores_and_types_of_errors_equal_pycocoevalcap(
    images: dict[int, tuple[str, list[str]]], n: int, sigma: float
) -> None:
    gts = {image: references for image, (_, references) in images.items()}
    res = {image: [caption] for image, (caption, _) in images.items()}
    expected = outcome(theirs(), gts, res, n=n, sigma=sigma)
    result = outcome(Cider, gts, res, n=n, sigma=sigma)
    assert type(result) is type(expected)
    same = pytest.approx(expected, rel=1e-12, abs=1e-14) if isinstance(result, list) else expected
    assert result == same


@given(images=IMAGES, n=st.integers(4, 5))
def test_few_images_have_the_scores_and_warnings_of_many(
    images: dict[int, tuple[str, list[str]]], n: int
) -> None:
    gts = {image: references[:2] for image, (_, references) in images.items()}
    res = {image: [caption] for image, (caption, _) in images.items()}
    outcomes: list[list[Any]] = []
    for most in (cider.MOST_ALONE, -1):
        with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            patch.setattr(cider, "MOST_ALONE", most)
            try:
                score, scores = Cider(n=n).compute_score(gts, res)
            except InputError as error:
                outcomes.append([str(error)])
                continue
        outcomes.append([score, *scores, *[str(warning.message) for warning in caught]])
    assert outcomes[0] == outcomes[1]


def test_the_name_of_the_method_is_that_of_pycocoevalcap() -> None:
    assert theirs()().method() == Cider().method()


def test_recorded_scores_are_reproduced(golden: Golden) -> None:
    recorded = golden("cider")
    for case in recorded["cases"]:
        gts = dict(
            enumerate([ref for ref in some if ref is not None] for some in case["references"])
        )
        res = {image: [caption] for image, caption in enumerate(case["hypotheses"])}
        expected = recorded["results"]["cider:pycocoevalcap"][case["id"]]
        result = outcome(Cider, gts, res)
        if "error" in expected:
            assert expected["error"].startswith(result.__name__)
        else:
            both = [expected["corpus"], *expected["segments"]]
            assert result == pytest.approx(both, rel=1e-12), case["id"]


def test_images_are_scored_in_the_order_of_the_references() -> None:
    gts = {"b": ["my dog ran home"], "a": ["a cat sat here"]}
    res = {"a": ["a cat sat down"], "b": ["my dog ran home"]}
    score, scores = Cider().compute_score(gts, res)
    assert scores.tolist() == pytest.approx([10, 4.791666666666666])  # pycocoevalcap 1.2
    assert isinstance(score, np.float64)


@pytest.mark.parametrize(
    ("gts", "res", "message"),
    [
        (
            {"a": ["x"]},
            {"b": ["x"]},
            "2 images have a caption or references but not both: 'a', 'b'",
        ),
        ({"a": ["x"]}, {"a": "x"}, "the caption of image 'a' is 'x'; expected a list of one"),
        ({"a": ["x"]}, {"a": ["x", "y"]}, "expected a list of one string"),
        ({"a": []}, {"a": ["x"]}, "the references of image 'a' are"),
        ({"a": "x"}, {"a": ["x"]}, "the references of image 'a' are 'x'"),
    ],
)
def test_what_is_not_lists_for_the_same_images_is_refused(gts: Any, res: Any, message: str) -> None:
    with pytest.raises(AssertionError, match=message) as caught:
        Cider().compute_score(gts, res)
    assert isinstance(caught.value, InputError)


@pytest.mark.parametrize("options", [{"n": 0}, {"n": 4.5}, {"sigma": 0}])
def test_an_invalid_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Cider(**options)

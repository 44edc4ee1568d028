"""Expected differences, in a file of a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.compat import expectation, read_expected
from tests.compat.internals import NO_REASON, expected_text

CLIP, PENALTY = "clip is none instead of max", "brevity_penalty is none instead of ratio"


def test_only_what_is_expected_is_as_expected() -> None:
    assert expectation([CLIP], {CLIP: "as in our paper"})
    assert not expectation([CLIP, PENALTY], {CLIP: "as in our paper"})
    assert not expectation([], {CLIP: "as in our paper"})
    assert expectation([], {}).headline == "There are no differences, as expected."


def test_each_difference_has_the_reason_of_its_entry() -> None:
    result = expectation([CLIP, PENALTY], {"brevity*": "short", "clip is none*": "as in our paper"})
    assert result.expected == {CLIP: "as in our paper", PENALTY: "short"}


def test_an_entry_without_a_difference_says_what_to_delete() -> None:
    result = expectation([PENALTY], {CLIP: "as in our paper"}, "bleu.toml")
    assert result.unexpected == (PENALTY,)
    assert result.remedies == (f"{CLIP!r} was not found: delete this entry from bleu.toml",)
    assert result.headline == (
        "Not as expected: 1 difference not expected, 1 difference expected but not found."
    )


def test_nothing_is_deleted_that_there_was_no_time_to_find() -> None:
    unknown = "no known change explains it"
    result = expectation([unknown], {CLIP: "as in our paper"}, unsearched=[unknown])
    assert result
    assert (result.untried, result.gone, result.remedies) == ((CLIP,), (), ())
    assert result.headline == "All differences are expected, as far as there was time."
    # another difference is none of these, and an unknown one is none if all entries were found
    assert not expectation([unknown, PENALTY], {CLIP: ""}, unsearched=[unknown])
    assert not expectation([CLIP, unknown], {CLIP: ""}, unsearched=[unknown])


def test_a_file_that_is_written_is_read_back(tmp_path: Path) -> None:
    names = [CLIP, 'a "quoted" \\ name', "\u00e9\U0001f600\n\x7f"]
    path = tmp_path / "expected.toml"
    path.write_text(expected_text(names, {CLIP: "as in our paper"}), encoding="utf-8")
    assert read_expected(path) == dict.fromkeys(names, NO_REASON) | {CLIP: "as in our paper"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[clip", "is not TOML"),
        ("clip = 3", "'clip' is 3; expected the reason, a string"),
        ("[clip]\nis = 'none'", "'clip' is {'is': 'none'}; expected the reason, a string"),
        (None, "No such file or directory; give a file of expected differences"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "expected.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_expected(path)

"""What `tallystick.compat` exports is there, and is imported only when it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import tallystick.compat as compat


@pytest.mark.parametrize("name", compat.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(compat, name) is not None
    assert name in dir(compat)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'tallystick.compat' has no attribute 'agre'"):
        _ = compat.agre  # type: ignore[attr-defined]


def test_the_drop_ins_are_modules_of_the_package() -> None:
    from tallystick.compat import nltk, sacrebleu

    assert nltk.__name__ == "tallystick.compat.nltk"
    assert sacrebleu.BLEU.__name__ == "BLEU"


def test_importing_the_package_imports_neither_numpy_nor_hypothesis() -> None:
    code = "import sys, tallystick.compat; print({'numpy', 'hypothesis'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"

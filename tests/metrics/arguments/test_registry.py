"""Metrics and tokenizers by name, with plug-ins that are found like installed ones."""

import importlib.metadata
import re
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import PluginError, UnknownNameError
from tallystick.metrics import METRICS, TOKENIZERS, tokenizer_named

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Lay a distribution on the path, as an installer does: metadata and one module."""
    monkeypatch.delenv("TALLYSTICK_DISABLE_PLUGINS", raising=False)

    def lay(name: str, entry_points: str, module: str = "") -> None:
        folder = tmp_path / name
        metadata = folder / f"{name}-1.5.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
        (metadata / "entry_points.txt").write_text(entry_points)
        (folder / f"{name}.py").write_text(module)
        monkeypatch.syspath_prepend(str(folder))

    return lay


PLAIN = """
from dataclasses import dataclass, field, replace
from tallystick import Bleu
class Unigram(Bleu):
    identity = replace(Bleu.identity, name="unigram")
def make():
    return Unigram(order=1)
"""


def test_the_built_in_metrics_come_first() -> None:
    assert list(METRICS)[:2] == ["bleu", "nist"]
    assert METRICS["bleu"] == ("bleu", "tallystick")
    assert len(METRICS) == len(list(METRICS)) >= 2


def test_every_listed_tokenizer_can_be_loaded() -> None:
    assert {"none", "13a", "intl", "char", "zh", "mteval-13a"} <= set(TOKENIZERS)
    assert tokenizer_named("13a")("a.") == ["a", "."]
    assert all(callable(TOKENIZERS.load(name)) for name in TOKENIZERS)


Registry: Any = type(METRICS)


@pytest.mark.parametrize(
    ("name", "known", "offer"),
    [
        # those that begin with a name that is cut short
        ("Rand", ["bootstrap", "randomisation"], "'Rand'; did you mean randomisation? `"),
        ("a", ["azzzz", "ayyyy", "axxxx"], "'a'; did you mean azzzz or ayyyy? `"),
        ("", ["bootstrap"], "''; known are bootstrap; `"),
        # two at most, and each once
        ("aab", ["aaa", "aabb", "aac", "zzz"], "'aab'; did you mean aabb or aac? `"),
        ("odash", ["odashi", "odashi"], "'odash'; did you mean odashi? `"),
    ],
)
def test_the_names_nearest_to_an_unknown_one_are_offered(
    name: str, known: list[str], offer: str
) -> None:
    registry = Registry("name", dict.fromkeys(known, "math:tau"), "tallystick.nothing", known)
    with pytest.raises(UnknownNameError, match=re.escape(f"no name is named {offer}")) as caught:
        registry.load(name)
    assert isinstance(caught.value, LookupError)
    assert name not in registry


def test_a_plug_in_is_listed_loaded_and_scored(install: Install) -> None:
    install("sticks", "[tallystick.metrics]\nunigram = sticks:make\n", PLAIN)
    assert "unigram" in METRICS
    assert list(METRICS)[:2] == ["bleu", "nist"]
    assert METRICS["unigram"] == ("unigram", "sticks 1.5")
    [score] = tallystick.score(hypotheses=["a b"], references=["b a"], metrics="unigram")
    assert score.score == 100.0  # two of two words, by hand
    assert str(score.signature).endswith("|metric:unigram|impl:sticks|version:1.5")


def test_a_name_that_two_plug_ins_claim_is_refused_with_both(install: Install) -> None:
    for name in ("first", "second"):
        install(name, f"[tallystick.metrics]\nsame = {name}:make\n", PLAIN)
    assert METRICS["same"].distribution == "first 1.5 and second 1.5"
    with pytest.raises(PluginError, match=r"'same' is claimed by first 1.5 and second 1.5"):
        METRICS.load("same")


def test_a_distribution_seen_twice_claims_a_name_once(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install("twice", "[tallystick.metrics]\nunigram2 = twice:make\n", PLAIN)
    other = tmp_path / "again"
    (tmp_path / "twice").rename(other)
    (tmp_path / "twice").symlink_to(other)
    monkeypatch.syspath_prepend(str(other))
    assert METRICS.load("unigram2")().order == 1


def test_a_plug_in_cannot_replace_a_built_in(install: Install) -> None:
    install("thief", "[tallystick.metrics]\nbleu = thief:make\n", "raise OSError")
    assert METRICS["bleu"].distribution == "tallystick"
    assert list(METRICS).count("bleu") == 1
    assert METRICS.load("bleu") is tallystick.Bleu


def test_plug_ins_can_be_disabled(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    install("sticks", "[tallystick.metrics]\nunigram3 = sticks:make\n", PLAIN)
    assert "unigram3" in METRICS
    monkeypatch.setenv("TALLYSTICK_DISABLE_PLUGINS", "1")
    assert {METRICS[name].distribution for name in METRICS} == {"tallystick"}


def test_a_built_in_name_is_loaded_without_searching_for_plug_ins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registry = Registry("number", {"tau": "math:tau"}, "tallystick.numbers")
    monkeypatch.setattr(Registry, "_plugins", lambda self: pytest.fail("looked at plug-ins"))
    assert registry.load("tau") == pytest.approx(6.283185307179586)
    assert "tau" in registry


def test_without_plug_ins_the_names_are_known_without_the_slow_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setitem(sys.modules, "importlib.metadata", None)
    assert list(METRICS) == list(METRICS.built_in)
    # as the package importlib_metadata, which Dask imports, adds one for the same folders
    backport = type("Finder", (), {"__module__": "importlib_metadata", "find_distributions": None})
    monkeypatch.setattr("sys.meta_path", [*sys.meta_path, backport()])
    assert list(METRICS) == list(METRICS.built_in)


@pytest.mark.parametrize("form", ["egg-info", "archive", "finder"])
def test_a_plug_in_is_found_however_it_is_installed(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TALLYSTICK_DISABLE_PLUGINS", raising=False)
    files = {
        f"some-1.5.{'egg' if form == 'egg-info' else 'dist'}-info/{name}": text
        for name, text in {
            "PKG-INFO" if form == "egg-info" else "METADATA": "Name: some\nVersion: 1.5\n",
            "entry_points.txt": "[tallystick.metrics]\nsome = some:make\n",
        }.items()
    }
    folder = tmp_path / "folder"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    if form == "archive":
        with zipfile.ZipFile(tmp_path / "some.whl", "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    if form == "finder":

        class Finder(importlib.metadata.DistributionFinder):
            def find_spec(self, *_: object) -> None:
                return None

            def find_distributions(
                self, context: object = None
            ) -> Iterable[importlib.metadata.Distribution]:
                return [importlib.metadata.Distribution.at(folder / "some-1.5.dist-info")]

        monkeypatch.setattr("sys.path", [])
        monkeypatch.setattr("sys.meta_path", [*sys.meta_path, Finder()])
    else:
        monkeypatch.syspath_prepend(str(tmp_path / "some.whl" if form == "archive" else folder))
    assert METRICS["some"] == ("some", "some 1.5")


BROKEN = {
    "absent": ("", "cannot be loaded from 'absent:make': AttributeError"),
    "gone": ("import nowhere", "cannot be loaded from 'gone:make': ModuleNotFoundError"),
    "disk": ("raise OSError('no disk')", "cannot be loaded from 'disk:make': OSError: no disk"),
    "exits": ("import sys; sys.exit(77)", "cannot be loaded from 'exits:make': SystemExit: 77"),
    "number": ("make = 3", "cannot be made: TypeError: 'int' object is not callable"),
    "needy": ("def make(line): return []", "cannot be made: TypeError"),
    "recurs": ("def make(): return make()", "cannot be made: RecursionError: maximum recursion"),
    "leaves": ("def make(): raise SystemExit('no licence')", "cannot be made: SystemExit: no lice"),
}


@pytest.mark.parametrize("kind", ["metric", "tokenizer"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_plug_in_that_fails_in_any_way_is_named_and_does_not_affect_others(
    install: Install, kind: str, name: str
) -> None:
    module, message = BROKEN[name]
    install(name, f"[tallystick.{kind}s]\n{name} = {name}:make\n", module)
    registry = METRICS if kind == "metric" else TOKENIZERS
    assert registry[name].distribution == f"{name} 1.5"
    make = tallystick.metric if kind == "metric" else tokenizer_named
    with pytest.raises(PluginError) as caught:
        make(name)
    assert f"the {kind} '{name}' of the plug-in {name} 1.5 {message}" in str(caught.value)
    assert tallystick.bleu(hypotheses=["a b c d"], references=["a b c d"]).score == 100.0


def test_a_function_instead_of_the_name_of_a_tokenizer_is_refused_with_a_remedy() -> None:
    with pytest.raises(UnknownNameError, match="of your own give lists of tokens instead of text"):
        tallystick.Bleu(tokenize=str.split)  # type: ignore[arg-type]

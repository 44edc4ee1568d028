"""Activation: programs get drop-in replacements from their own imports.

Each test runs in a Python of its own, because imports are the state of a process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tallystick import TallystickWarning, UnknownNameError
from tallystick.compat import activate, deactivate
from tests.compat.internals import run_with_drop_ins as main


def printed(code: str, *arguments: str, cwd: Path | None = None, **environment: str) -> str:
    """Return what Python prints, which must raise no warning."""
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", *(arguments or ("-c", code))],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


IMPORTS = {
    "sacrebleu": "corpus_bleu",
    "sacrebleu.metrics.bleu": "BLEU",
    "nltk.translate.bleu_score": "sentence_bleu",
    "nltk.translate": "bleu",
    "rouge_score.rouge_scorer": "RougeScorer",
    "jiwer": "process_words",
    "pycocoevalcap.cider.cider": "Cider",
}


def test_an_import_of_an_active_package_gets_the_drop_in() -> None:
    code = (
        "import importlib; from tallystick.compat import activate; activate()\n"
        f"for module, name in {IMPORTS}.items():\n"
        "    print(getattr(importlib.import_module(module), name).__module__)"
    )
    modules = printed(code).split()
    assert len(modules) == len(IMPORTS)
    assert all(module.startswith("tallystick.compat.") for module in modules)


def test_what_a_drop_in_lacks_is_that_of_the_package() -> None:
    code = (
        "from tallystick.compat import activate; activate('sacrebleu', 'nltk')\n"
        "import nltk, sacrebleu, sacrebleu.significance as s\n"
        "print(nltk.word_tokenize.__module__, 'wmt22' in sacrebleu.DATASETS, s.__name__)"
    )
    assert printed(code).split() == ["nltk.tokenize", "True", "sacrebleu.significance"]


def test_results_of_a_part_that_was_not_replaced_use_the_drop_in() -> None:
    # sacreBLEU's paired test scores with the class that it imports from sacrebleu.metrics
    code = (
        "from tallystick.compat import activate; activate('sacrebleu')\n"
        "from sacrebleu.significance import PairedTest\n"
        "from sacrebleu.metrics import BLEU\n"
        "lines = ['the cat sat on the mat'] * 5; other = ['the cat sat on a mat'] * 5\n"
        "metrics = {'BLEU': BLEU(references=[lines])}\n"
        "test = PairedTest([('a', lines), ('b', other)], metrics, None, 'ar', n_samples=20)\n"
        "print(type(test.metrics['BLEU']).__module__, round(test()[1]['BLEU'][0].score, 1))"
    )
    assert printed(code).split()[-2:] == ["tallystick.compat.sacrebleu.metrics.bleu", "100.0"]


def test_only_the_named_module_is_replaced() -> None:
    code = (
        "from tallystick.compat import activate; activate('nltk.translate.bleu_score')\n"
        "from nltk.translate import bleu_score, gleu_score\n"
        "print(bleu_score.corpus_bleu.__module__, gleu_score.corpus_gleu.__module__)"
    )
    assert printed(code).split() == [
        "tallystick.compat.nltk.bleu_score",
        "nltk.translate.gleu_score",
    ]


def test_what_was_imported_before_gets_it_too_and_what_others_took_is_named() -> None:
    code = (
        "import warnings, sacrebleu\n"
        "from sacrebleu import corpus_bleu\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    from tallystick.compat import activate; activate('sacrebleu')\n"
        "print(sacrebleu.corpus_bleu.__module__); print(corpus_bleu.__module__)\n"
        "print('__main__.corpus_bleu' in str(caught[0].message), caught[0].filename)"
    )
    assert printed(code).split() == [
        *("tallystick.compat.sacrebleu.compat", "sacrebleu.compat", "True", "<string>")
    ]


def test_deactivation_gives_every_module_its_names_back() -> None:
    code = (
        "from tallystick.compat import activate, deactivate; activate('sacrebleu')\n"
        "import sacrebleu as s, sacrebleu.compat as c\n"
        "print(s.corpus_bleu.__module__, c.corpus_bleu.__module__); deactivate('sacrebleu')\n"
        "print(s.corpus_bleu.__module__, c.corpus_bleu.__module__)\n"
        "import warnings; warnings.simplefilter('ignore')\n"
        "with activate('sacrebleu'): print(s.corpus_bleu.__module__)\n"
        "print(s.corpus_bleu.__module__)"
    )
    ours, original = "tallystick.compat.sacrebleu.compat", "sacrebleu.compat"
    assert printed(code).split() == [ours, ours, original, original, ours, original]


def test_a_drop_in_serves_where_its_package_is_not_installed() -> None:
    code = (
        "from importlib.machinery import PathFinder\n"
        "find = PathFinder.find_spec\n"
        "def without(name, *given):\n"
        "    return None if name.startswith('jiwer') else find(name, *given)\n"
        "PathFinder.find_spec = without\n"
        "from tallystick.compat import activate; activate('jiwer')\n"
        "import jiwer; from jiwer.transforms import RemovePunctuation\n"
        "print(jiwer.wer('a b', 'a c'), RemovePunctuation()('a.'))\n"
        "print(hasattr(jiwer, 'compute_measures'))\n"  # by which evaluate knows jiwer 3
        "import sys; from tallystick.compat import deactivate; deactivate()\n"
        "print('jiwer' in sys.modules)"
    )
    assert printed(code).split() == ["0.5", "a", "False", "False"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("torch", "for 'torch'; expected some of sacrebleu, nltk, "),
        ("nltk.translate.bleu", "did you mean nltk.translate.bleu_score or "),
        ("sacrebleu.metrics.blue", "did you mean sacrebleu.metrics.bleu or "),
        ("jiwer.foo", "for 'jiwer.foo'"),
        (["nltk"], r"for \['nltk'\]; .*, each as a string"),
        (None, "for None"),
        (3, "for 3"),
    ],
)
def test_an_unknown_package_is_refused_with_the_known_ones(name: Any, message: str) -> None:
    for function in (activate, deactivate):
        with pytest.raises(UnknownNameError, match=message):
            function(name)


def test_defects_are_not_warned_of_whatever_filters_say() -> None:
    # sacreBLEU 2.6.0 and NLTK 3.10.4 issue no warning
    code = (
        "from tallystick.compat import activate; activate('sacrebleu', 'nltk')\n"
        "import warnings; warnings.simplefilter('error')\n"
        "import sacrebleu; from nltk.translate.bleu_score import sentence_bleu\n"
        "print(sacrebleu.corpus_bleu(['a b c d'], [['a b c d']]).score)\n"
        "print(sentence_bleu(['the cat sat'], 'the cat sat down'))"
    )
    assert printed(code).split() == ["100.00000000000004", "0.6525452579142078"]


def test_the_filter_of_a_warning_of_nltk_still_applies() -> None:
    code = (
        "from tallystick.compat import activate; activate('nltk'); import warnings\n"
        "warnings.filterwarnings('ignore', message=r'\\nThe hypothesis contains 0 counts')\n"
        "from nltk.translate.bleu_score import sentence_bleu\n"
        "print(sentence_bleu([['a', 'b', 'c', 'd']], ['a', 'b', 'x', 'd']) < 1e-9)"
    )
    assert printed(code) == "True\n"


def test_metrics_are_of_the_base_class_that_sacrebleu_keeps() -> None:
    code = (
        "from tallystick.compat import activate; activate('sacrebleu'); import sacrebleu\n"
        "from sacrebleu.metrics.base import Metric\n"
        "print(isinstance(sacrebleu.BLEU(), Metric), issubclass(sacrebleu.CHRF, Metric))"
    )
    assert printed(code).split() == ["True", "True"]


def test_another_version_of_the_package_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallystick.compat.activation.version", lambda name: "0.5")
    with pytest.warns(TallystickWarning, match="jiwer 0.5 is installed; .* results of 4.0.0"):
        activate("jiwer")
    deactivate("jiwer")


PROGRAM = "import sys, sacrebleu; print(sys.argv[1:], sacrebleu.corpus_bleu.__module__)\n"


def test_a_file_is_run_with_all_drop_ins(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    shown = printed("", "-m", "tallystick.compat.run", "program.py", "-x", cwd=tmp_path)
    assert shown == "['-x'] tallystick.compat.sacrebleu.compat\n"


def test_a_module_is_run_with_the_packages_of_the_variable(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    run = ["-m", "tallystick.compat.run", "program"]
    assert "tallystick" in printed("", *run, cwd=tmp_path, TALLYSTICK_ACTIVATE="sacrebleu,nltk")
    assert "tallystick" in printed("", *run, cwd=tmp_path, TALLYSTICK_ACTIVATE="nltk,all")
    assert "tallystick" in printed("", *run, cwd=tmp_path, TALLYSTICK_ACTIVATE="")
    run.insert(2, "-m")
    assert "tallystick" not in printed("", *run, cwd=tmp_path, TALLYSTICK_ACTIVATE="nltk")


def test_the_variable_activates_once_however_often_it_is_read() -> None:
    code = (
        "from tallystick.compat.activation import Activation, activate_by_environment, sys\n"
        "activate_by_environment(), activate_by_environment()\n"
        "print(sum(isinstance(finder, Activation) for finder in sys.meta_path))"
    )
    assert printed(code, TALLYSTICK_ACTIVATE="jiwer") == "1\n"


def test_a_program_is_not_run_without_the_drop_ins_of_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "program.py").write_text("print('was run')", encoding="utf-8")
    monkeypatch.setenv("TALLYSTICK_ACTIVATE", "sacrebleu,blue")
    for times in (1, 0):  # said once, because Python can read a .pth file twice
        monkeypatch.setattr(sys, "argv", ["run", str(tmp_path / "program.py")])
        with pytest.raises(SystemExit, match="2"):
            main()
        said = capsys.readouterr().err
        assert said.count("no drop-in replacement for 'blue'; expected some of") == times


def test_a_command_of_a_package_is_run_with_the_drop_in(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("the cat sat on the mat\n", encoding="utf-8")
    run = ("-m", "tallystick.compat.run", "sacrebleu", "lines", "-i", "lines", "-b")
    assert printed("", *run, cwd=tmp_path) == "100.0\n"


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("sacrebleu", "sacrebleu is not installed; install it, or score files with `tallystick sc"),
        ("no_such_program", "there is no command, file or module 'no_such_program'\n\nusage: "),
        ("json.none", "there is no command, file or module 'json.none'\n\nusage: "),
        ("json.tool.none", "there is no command, file or module 'json.tool.none'\n\nusage: "),
        ("email.mime", "'email.mime' is a package and cannot be run; name one of its modules, or"),
    ],
)
def test_what_is_not_installed_or_no_program_is_not_run(
    program: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["run", program])
    monkeypatch.setattr("tallystick.compat.run.entry_points", lambda **_: ())
    if program == "sacrebleu":
        finder = SimpleNamespace(find_spec=lambda _: None)
        monkeypatch.setattr("tallystick.compat.run.PathFinder", finder)
    with pytest.raises(SystemExit, match="2"):
        main()
    assert capsys.readouterr().err.startswith(f"tallystick: {said}")

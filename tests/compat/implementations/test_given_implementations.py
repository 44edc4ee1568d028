"""Implementations as users write them: names, Python functions and commands."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallystick import OptionError, TallystickWarning, UnknownNameError
from tallystick.compat import Case, Implementation, implementation_given, implementation_named
from tests.compat.internals import (
    NAMED,
    WORDS,
    Within,
    _called,
    _loaded,
    in_own_process,
    limited,
    parsed,
)

HYPOTHESES, REFERENCES = ["a b", "c"], [["a", "b"], ["c d", "e"]]
PYTHON = f"{sys.executable} -I -S -c"
ONE = f'{PYTHON} "print(1.0)" {{hyp}}'


def called(shape: str) -> tuple[Any, ...]:
    """Return the arguments, and last the keywords, of the last call of a function of this shape."""
    calls = []

    def function(*arguments: Any, **keywords: Any) -> float:
        calls.append((*arguments, keywords) if keywords else arguments)
        return 0.5

    parsed(shape).call(function, "bleu", HYPOTHESES, REFERENCES, 4, ["s", "t"])
    return calls[-1]


@pytest.mark.parametrize(
    ("shape", "arguments"),
    [
        ("f(hyps, n=order, smooth=True)", (HYPOTHESES, {"n": 4, "smooth": True})),
        ("(hyps, refs)", (HYPOTHESES, REFERENCES)),
        ("(refs.tokens, hyps.tokens)", (REFERENCES, HYPOTHESES)),
        ("f(ref, hyps)", (["a", "c d"], HYPOTHESES)),
        ("(hyps, streams)", (HYPOTHESES, [["a", "c d"], ["b", "e"]])),
        ("(srcs, hyps, refs)", (["s", "t"], HYPOTHESES, REFERENCES)),
        ("(hyps, order, None, (0.25, -1))", (HYPOTHESES, 4, None, (0.25, -1))),
        ("(hyp, refs)", ("c", ["c d", "e"])),
        ("(src, hyp, ref)", ("t", "c", "c d")),
    ],
)
def test_a_shape_says_what_a_function_is_given(shape: str, arguments: tuple[Any, ...]) -> None:
    assert called(shape) == arguments


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("", 0.5),
        (".real", 0.5),
        ("['f'][1]", {"f": [0.0, 0.5]}),
        ("[metric]", {"bleu": 0.5}),
        ("[0].real", (0.5, 1)),
    ],
)
def test_a_shape_says_where_the_score_is(path: str, result: Any) -> None:
    given = parsed(f"(hyps, refs){path}").call(lambda *_: result, "bleu", HYPOTHESES, REFERENCES, 4)
    assert given == 0.5


def test_the_scores_of_single_segments_are_averaged() -> None:
    given = parsed("(hyp)").call(len, "bleu", HYPOTHESES, REFERENCES, 4)
    assert given == (3 + 1) / 2


@pytest.mark.parametrize("name", NAMED)
def test_every_named_shape_is_one(name: str) -> None:
    assert parsed(name).words <= WORDS.keys()


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("nlkt", "no shape has this name; did you mean nltk? Write how"),
        ("hyps, refs", "it is not a call. Write how"),
        ("f(hyps", "it is not a call"),
        ("m.f(hyps, refs)", "it is more than one call"),
        ("(refs)", "it has no hypotheses"),
        ("(hyps, reference)", "'reference' is no argument"),
        ("(hyps, [refs])", "'[refs]' is neither a word nor a constant"),
        ("(hyps, open('x'))", "\"open('x')\" is neither a word nor a constant"),
        ("(hyps, **refs)", "it unpacks arguments"),
        ("(hyps, src)", "it has both one segment and all segments"),
        ("(hyps.tokens, refs)", "some of it are tokens and some are text"),
    ],
)
def test_a_shape_that_is_none_is_refused(shape: str, message: str) -> None:
    with pytest.raises(OptionError) as error:
        parsed(shape)
    assert message in str(error.value)


MINE = """
import sys
print("loaded")
sys.stdin.read()
def mean(hypotheses, references, scale=1):
    if hypotheses == [["stop"]]:
        raise SystemExit("stopped")
    if hypotheses == [["fail"]]:
        raise ZeroDivisionError("division by zero")
    print("called")
    return {"bleu": scale * sum(h in r for h, r in zip(hypotheses, references)) / len(hypotheses)}
"""


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Implementation:
    path = tmp_path_factory.mktemp("mine") / "mine.py"
    path.write_text(MINE)
    shape = "(hyps.tokens, refs.tokens, scale=100)['bleu']"
    return implementation_given(f"{path}:mean", shape=shape, dialect="nltk", timeout=5)


def test_a_python_function_is_described_by_its_shape(mine: Implementation) -> None:
    assert (mine.metric, mine.input, mine.orders) == ("bleu", "tokens", (4,))
    assert mine.scale == 100  # a third of the small corpus is perfect


TOKENS = """
def precision(hypotheses, references, factor=1):
    pairs = list(zip(hypotheses, references))
    matches = sum(token in given[0] for tokens, given in pairs for token in tokens)
    return factor * matches / sum(len(tokens) for tokens, _ in pairs)

def lists(hypotheses, references):
    return precision([own + [] for own in hypotheses], references)

def lines(hypotheses, references):
    return precision([line.split() for line in hypotheses], references)
"""


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("functions") / "functions.py"
    path.write_text(TOKENS)
    return path


def test_a_function_that_compares_the_characters_of_lines_is_told_of_tokens(
    functions: Path,
) -> None:
    with pytest.warns(TallystickWarning, match=r"compares the characters of lines; .*hyps\.tokens"):
        implementation_given(f"{functions}:precision", shape="(hyps, refs)")
    for shape in ("(hyps.tokens, refs.tokens)", "(hyps, refs, 0)"):
        implementation_given(f"{functions}:precision", shape=shape)
    implementation_given(f"{functions}:precision", metric="chrf", shape="(hyps, refs)")


def test_a_function_that_fails_for_one_form_of_segments_is_told_of_the_other(
    functions: Path,
) -> None:
    with pytest.raises(OptionError, match=r"expects lists of tokens, .* \(hyps\.tokens, refs"):
        implementation_given(f"{functions}:lists", shape="(hyps, refs)")
    with pytest.raises(OptionError, match=r"expects lines, leave \.tokens out"):
        implementation_given(f"{functions}:lines", shape="(hyps.tokens, refs.tokens)")


def test_a_function_that_refuses_long_texts_is_given_shorter_ones(tmp_path: Path) -> None:
    (tmp_path / "short.py").write_text(
        "def score(hypothesis, reference):\n"
        "    if len(hypothesis) > 40:\n"
        "        raise NotImplementedError('short texts only')\n"
        "    return 98\n"
    )
    made = implementation_given(f"{tmp_path / 'short.py'}:score", shape="(hyp, ref)")
    assert made.scale == 100


def test_twice_the_right_score_is_on_the_scale_of_the_right_one(functions: Path) -> None:
    shape = "(hyps.tokens, refs.tokens, factor={})"
    scales = [
        implementation_given(f"{functions}:precision", shape=shape.format(factor)).scale
        for factor in (1, 2, 100)
    ]
    assert scales == [1, 1, 100]


def test_a_python_function_may_print_and_read(mine: Implementation) -> None:
    assert mine.score([["a"], ["b"]], [[["a"]], [["c"]]]).score == 50


def test_an_exception_of_a_python_function_is_an_error(mine: Implementation) -> None:
    outcome = mine.score([["fail"]], [[["a"]]])
    assert str(outcome) == "error: ZeroDivisionError: division by zero"


def test_a_python_function_that_ends_the_process_is_a_crash(mine: Implementation) -> None:
    outcome = str(mine.score([["stop"]], [[["a"]]]))
    assert outcome.startswith("crash: ")
    assert outcome.endswith("SystemExit: stopped")
    assert mine.score([["a"]], [[["a"]]]).score == 100


def test_a_function_is_found_in_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "found_here.py").write_text("class A:\n    bleu = staticmethod(len)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert _loaded("found_here:A.bleu")[1] is len


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("math:sqr", "math has no 'sqr'; did you mean "),
        ("math:pi", "math:pi is of type float; expected a function"),
        ("absent.py:bleu", "there is no file absent.py"),
    ],
)
def test_what_is_no_function_is_refused(
    target: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(OptionError) as error:
        _loaded(target)
    assert message in str(error.value)


def test_a_missing_shape_is_an_error_with_the_parameters() -> None:
    def bleu(references: Any, hypotheses: Any, order: int = 4) -> float:
        return 0.5

    with pytest.raises(OptionError, match=r"bleu\(references: 'Any', .*order: 'int' = 4\)"):
        _called("mine:bleu", bleu, None)


def printing(text: str, **given: Any) -> Implementation:
    """Return a command that prints this expression; `h` and `r` are the lines of its files."""
    program = f"import sys; h, r = [list(open(p)) for p in sys.argv[1:]]; print({text})"
    return implementation_given(f'{PYTHON} "{program}" {{hyp}} {{refs}}', **given)


@pytest.mark.parametrize(
    ("printed", "scale", "absolute"),
    [("'BLEU = 88.50'", 100, 0.005), ("'BLEU = 0.885'", 1, 0.05), ("'BLEU = 88'", 100, 0.5)],
)
def test_the_scale_and_the_decimals_of_a_command_are_found(
    printed: str, scale: float, absolute: float
) -> None:
    made = printing(printed, pattern="BLEU = ([0-9.]+)")
    assert made.scale == scale
    assert made.tolerance.absolute == pytest.approx(absolute, rel=1e-6)


@pytest.mark.parametrize(
    "line",
    [
        f'{PYTHON} "print(25 / 100)" {{hyp}}',  # only a number needs no pattern
        f'{PYTHON} "import sys; print(len(list(sys.stdin)) / 4)" < {{hyp}}',
        f"{PYTHON} \"print(open('here').read())\" {{hyp}}",  # in the current directory
    ],
)
def test_a_command_runs_without_a_shell(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").write_text("0.25")
    monkeypatch.chdir(tmp_path)
    assert implementation_given(line).score_case(Case.from_lines(["a"], ["b"])).score == 25


def test_a_shell_runs_a_command_only_if_it_is_asked_for() -> None:
    line = "cat {refs} | wc -l | sed s/^/0./"
    with pytest.raises(OptionError, match=r"has '\|', which means something to a shell only"):
        implementation_given(line)
    made = implementation_given(line, shell=True)
    assert made.score_case(Case.from_lines(["a"], [["b", "c"]])).score == 20


def test_the_options_of_a_metric_are_those_of_the_comparison() -> None:
    made = printing("1.0", metric="bleu:order=2,lowercase=yes,dialect=nltk", decimals=4)
    assert made.spec == "bleu:dialect=nltk,lowercase=yes,order=2"
    made = implementation_given("nltk", metric="bleu:order=2,dialect=plain", order=3)
    assert made.spec == "bleu:dialect=plain,order=3"  # an argument has precedence


def test_a_known_implementation_is_meant_by_its_name() -> None:
    made = implementation_given("nltk", order=2, tolerance=0.5, dialect="plain", timeout=9)
    assert (made.name, made.order, made.dialect) == ("nltk", 2, "plain")
    assert made.tolerance.absolute == 0.5


def test_a_known_implementation_in_python_gets_a_process_of_its_own() -> None:
    known = implementation_named("sacrebleu")
    if known.missing() is not None:
        pytest.skip(str(known.missing()))
    made = implementation_given("sacrebleu")
    case = Case.from_lines(["a b c \ud800 d e"], [["a b c d e", "a b"]])
    assert made.own_process
    assert made.score_case(case) == known.score_case(case)


def test_an_implementation_that_differs_from_that_of_its_name_stays_in_its_process() -> None:
    mine = replace(implementation_named("nltk"), run=lambda *_: 0.5)
    assert limited(mine) is mine


def test_an_implementation_of_local_functions_has_no_process_of_its_own() -> None:
    with pytest.raises(OptionError, match="mine cannot be run in a process of its own"):
        in_own_process(Implementation(name="mine", metric="bleu", run=lambda *_: 0.5))


def test_a_known_command_has_a_limit_of_time_but_not_of_memory() -> None:
    run = implementation_given("multi-bleu", timeout=3).run
    assert isinstance(run, Within)
    assert run.seconds == 3
    with pytest.raises(OptionError, match="start is given, but 'multi-bleu' is a command"):
        implementation_given("multi-bleu", start=3)


@pytest.mark.parametrize(
    ("target", "given", "message"),
    [
        ("nlkt", {}, "(see `tallystick list implementations`); did you mean nltk?"),
        ("bleu.py", {}, "to call a function in the file write bleu.py:NAME"),
        ("bleu.py", {"shape": "nltk"}, "to call a function in the file write bleu.py:NAME"),
        ("nltk", {"metric": "chrf"}, "the implementation nltk computes bleu, not chrf"),
        ("nltk", {"metric": "bleu:order=x"}, "order"),
        ("nltk", {"metric": "bleu:lower=yes"}, "lower"),
        ("nltk", {"metric": "blue"}, "blue"),
        (ONE, {"decimals": -1}, "decimals is -1; expected a whole number of 0 or more"),
        (ONE, {"tolerance": -1.0}, "tolerance is -1.0; expected a number of 0 or more"),
        (ONE, {"tolerance": float("nan")}, "tolerance is nan; expected"),
        (ONE, {"scale": 0.0}, "scale is 0.0; expected a perfect score"),
        ("nltk", {"shape": "nltk"}, "shape is given, but 'nltk' is a known implementation"),
        ("a:b", {"pattern": "x"}, "pattern is given, but 'a:b' is a Python function"),
        ("cat", {"shape": "nltk"}, "'cat' is a command that answers JSON lines"),
        ("cat {hyp}", {}, "no score in its output 'the old house"),
        ("cat {hyp}", {}, "give the pattern of the score, such as 'BLEU = ([0-9.]+)'"),
        ("grep -c sold {hyp}", {}, "printed 1 for a small corpus, which is no score"),
        ("cat {hyps}", {}, "has the placeholder {hyps}; expected one of {hypotheses}"),
        ("no-such-program-here {hyp}", {}, "no-such-program-here is not on the search path"),
        ("cat 'x", {}, "cannot be split into words: No closing quotation"),
    ],
)
def test_what_is_no_implementation_is_refused(
    target: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises((OptionError, UnknownNameError)) as error:
        implementation_given(target, **given)
    assert message in str(error.value)

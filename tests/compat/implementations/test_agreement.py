"""Installed programs equal the dialects named after them, and keep their laws."""

from __future__ import annotations

import warnings
from dataclasses import replace
from itertools import chain, pairwise, repeat
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickWarning
from tallystick.compat import (
    Case,
    Failure,
    Implementation,
    Outcome,
    Tolerance,
    agree,
    broken_laws,
    corpora,
    findings,
    implementation_named,
    law_named,
    printed,
    smallest,
)
from tallystick.metrics import BleuDialect, presets_of
from tests.compat.internals import BUILT_IN, expected_outcome

from .starting import disagreement, giving, installed, of, raising, starts_a_process

WITH_DIALECT = [name for name in BUILT_IN if implementation_named(name).dialect is not None]
# Every call starts a process, so the quick tests have few examples.
COMMANDS = [name for name in WITH_DIALECT if starts_a_process(name)]
SCRIPTS = [name for name in COMMANDS if name.startswith(("multi-bleu", "mteval"))]


@st.composite
def cases(draw: st.DrawFn, implementation: Implementation) -> Case:
    """Draw a few words in segments that may be short, empty or ragged, as the program accepts."""
    words = st.sampled_from(["a", "A", "b", "c"][: draw(st.integers(2, 4))])
    shortest = 0 if implementation.empty_segments else 1
    segments = st.lists(words, min_size=shortest, max_size=draw(st.sampled_from([3, 6, 10])))
    hypotheses = draw(st.lists(segments, min_size=1, max_size=4))
    most = 1 if implementation.references == "one" else 4
    number = draw(st.integers(1, most))
    least = 1 if implementation.ragged else number
    references = [
        draw(st.lists(segments | st.just(hypothesis), min_size=least, max_size=number))
        for hypothesis in hypotheses
    ]
    return Case.of(hypotheses, references)


PROPERTIES_OF_OBJECTS = {
    *("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString"),
    *("toString", "valueOf", "__proto__", "__defineGetter__", "__defineSetter__"),
    *("__lookupGetter__", "__lookupSetter__"),
}


def defect(implementation: Implementation, case: Case) -> bool:
    """Return whether a case shows a known defect of the program, which no dialect describes."""
    if implementation.name in ("mteval-v13a-nist", "mteval-v14-nist"):
        # mteval-dies-at-a-segment-without-reference-words
        return any(not any(of_segment) for of_segment in case.references)
    if implementation.name == "pyter":  # pyter-divides-by-an-empty-reference
        return any(() in of_segment for of_segment in case.references)
    if implementation.name == "tercom":
        # tercom-does-not-find-a-match-after-many-deletions
        pairs = zip(case.hypotheses, case.references, strict=True)
        cut = any(
            abs(len(ours) - len(reference)) > 20 for ours, theirs in pairs for reference in theirs
        )
        return cut or not any(chain(*case.references))  # tercom-divides-by-no-words
    if implementation.name == "npm-bleu-score":
        # npm-bleu-score-looks-tokens-up-among-properties
        words = {token for hypothesis in case.hypotheses for token in hypothesis}
        # npm-bleu-score-makes-a-token-of-nothing
        empty = () in case.hypotheses or any(() in of_segment for of_segment in case.references)
        return empty or bool(words & PROPERTIES_OF_OBJECTS)
    if implementation.name == "ribes.py":  # ribes-takes-an-empty-line-for-a-word
        return not all((*case.hypotheses, *chain(*case.references)))
    if implementation.name in ("torchmetrics-chrf", "torchmetrics-chrf++"):
        # torchmetrics-chrf-breaks-ties-by-rounding
        return any(map(tied, repeat(implementation), case.hypotheses, case.references))
    return False


def tied(
    implementation: Implementation, hypothesis: tuple[str, ...], of_segment: tuple[Any, ...]
) -> bool:
    """Return whether two references give a segment scores that are equal in 32 bits."""
    alone = (Case((hypothesis,), ((reference,),)) for reference in set(of_segment))
    scores = sorted(float(expected_outcome(implementation, case).score or 0) for case in alone)
    return any(
        low > 0 and Tolerance(relative=2e-6).allows(low, other) for low, other in pairwise(scores)
    )


def aimed_at(implementation: Implementation) -> st.SearchStrategy[Case]:
    drawn = corpora(
        references=(1, 1 if implementation.references == "one" else 5),
        ragged=implementation.ragged,
        allow_empty=implementation.empty_segments,
        sources=implementation.sources,
    )
    return drawn if implementation.sources else cases(implementation) | drawn


def check(implementation: Implementation, case: Case, order: int) -> None:
    """Compare at the given order, or at the next accepted one without a defect."""
    orders = sorted(implementation.orders, key=lambda accepted: (accepted < order, accepted))
    for at_order in map(implementation.at_order, orders) if orders else [implementation]:
        if not defect(at_order, case):
            with warnings.catch_warnings():  # of text that a metric does not suit
                warnings.simplefilter("ignore", TallystickWarning)
                finding = agree(at_order, case)
            assert finding is None, str(finding)
            return


ORDERS = st.integers(1, 9)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_DIALECT)
def test_an_installed_program_equals_its_dialect(name: str) -> None:
    implementation = installed(name)
    most = settings().max_examples
    quick = settings(max_examples=min(5, most) if name in COMMANDS else max(5, most // 2))

    @quick
    @given(case=aimed_at(implementation), order=ORDERS)
    def holds(case: Case, order: int) -> None:
        check(implementation, case, order)

    holds()


# The scripts read segments from SGML, the dialects read lines.
MARKUP = (
    *("&", "&amp;", "&amp;lt;", "&lt;", "&quot;", "&apos;", "<", "</", ">", "<skipped>"),
    *("<seg>", '<seg id="9">', "</seg>", "</SEG >", "</DOC>", "</tstset>", "</refset>"),
    *("<skip<skipped>ped>", "<</skipped>seg>", "<<skipped>/seg>"),
    *("\t", "\x0b", "\x85", "\u00a0", "x\u2028y", "\u3000"),
)


# multi-bleu.perl reads neither markup nor white space beyond ASCII; see the notes of its preset.
@pytest.mark.parametrize("name", [name for name in SCRIPTS if name != "multi-bleu"])
def test_a_script_and_its_dialect_agree_on_text_that_looks_like_markup(name: str) -> None:
    implementation = installed(name)
    for first, second in zip(MARKUP, (*MARKUP[1:], "a"), strict=True):
        hypotheses = [f"a {first} b {second} c".split(" "), [first, "a", second]]
        references = [[f"a {first} {first} b c".split(" ")], [["a", second, "d", first]]]
        finding = agree(implementation, Case.of(hypotheses, references))
        assert finding is None, str(finding)


def test_every_named_dialect_exists() -> None:
    known = {preset.name: preset for preset in presets_of(BleuDialect)}
    for name in WITH_DIALECT:
        implementation = implementation_named(name)
        if implementation.metric == "bleu":
            preset = known[str(implementation.dialect)]
            assert implementation.scale == preset.scale, name
            assert (implementation.references == "one") == preset.single_reference, name


EMPTY = Case.from_lines([""], [["a"]])
PERFECT = Case.from_lines(["a b c d"], [["a b c d"]])
NONE_RIGHT = Case.from_lines(["a b c d"], [["w x y z"]])
ONE_TOKEN = Case.from_lines(["a"], [["a"]])
PAPINENI = {"dialect": "papineni2002"}
WER = {"metric": "wer", "dialect": "jiwer"}


def with_counts(last: int) -> Implementation:
    counts = {"counts": (4, 3, 2, last)}
    return giving(Outcome(score=1.0, statistics=counts), dialect="plain")


def failing(dialect: str) -> Implementation:
    return raising(ZeroDivisionError("division by zero"), dialect=dialect)


@pytest.mark.parametrize(
    ("program", "case", "kind", "headline"),
    [
        (
            *(giving(1.0, **PAPINENI), NONE_RIGHT, "number"),
            "tested gives a different score than bleu (dialect papineni2002, order 4).",
        ),
        (with_counts(9), PERFECT, "counts", "tested gives different counts than bleu ("),
        (
            *(failing("plain"), PERFECT, "error"),
            "tested fails where bleu (dialect plain, order 4) gives a score.",
        ),
        (failing("papineni2002"), EMPTY, "error", "tested fails where bleu (dialect papineni2002"),
        (
            *(giving(0.5, dialect="torcheval"), ONE_TOKEN, "number"),
            "tested gives a score where bleu (dialect torcheval, order 4) is not defined.",
        ),
        (
            *(giving(0.0, orders=(), **WER), Case.from_lines(["a"], ["b"]), "number"),
            "tested gives a different score than wer (dialect jiwer).",
        ),
        (giving(1.0, **PAPINENI), PERFECT, None, ""),
        (with_counts(1), PERFECT, None, ""),
        (failing("tensorflow-nmt"), EMPTY, None, ""),  # its dialect documents the error
        # jiwer 4.0 counts the insertions, of which our metric would warn
        (giving(2.0, references="one", **WER), Case.of([["a", "b"]], [[[]]]), None, ""),
    ],
)
def test_a_finding_says_how_a_program_and_its_dialect_disagree(
    program: Implementation, case: Case, kind: str | None, headline: str
) -> None:
    shown = findings(program, [case])
    assert [(finding.kind, finding.case) for finding in shown] == ([(kind, case)] if kind else [])
    assert all(str(finding).startswith(f"{headline}") for finding in shown)


def test_a_finding_has_the_result_of_our_metric_and_that_of_the_program() -> None:
    [finding] = findings(giving(1.0, **PAPINENI), [PERFECT, NONE_RIGHT])
    assert (finding.case, finding.expected.score, finding.found.score) == (NONE_RIGHT, 0.0, 100.0)
    undefined = disagreement(giving(0.5, dialect="torcheval"), ONE_TOKEN).expected.failure
    assert undefined is not None
    assert undefined.kind == "error"


def test_without_a_dialect_there_is_nothing_to_compare_with() -> None:
    with pytest.raises(OptionError, match=r"tested has no dialect of gleu.*dialect="):
        agree(giving(0.5, metric="gleu"), PERFECT)
    with pytest.raises(OptionError, match="has no dialect of bleu"):
        broken_laws(giving(0.5), PERFECT)


def test_counts_that_are_not_integers_are_not_compared() -> None:
    # fastai smooths the summed matches, here to 3, 2, 1 and 1/2
    smoothed = giving(0.5, dialect="fastai")
    assert expected_outcome(giving(1.0, **PAPINENI), PERFECT).statistics["counts"] == (4, 3, 2, 1)
    case = Case.from_lines(["a b c d"], [["a b c e"]])
    assert "counts" not in expected_outcome(smoothed, case).statistics


def test_a_program_that_depends_on_earlier_inputs_is_reported_as_such() -> None:
    calls: list[int] = []

    def counting(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        calls.append(1)
        return len(calls) / 10

    finding = disagreement(of(counting, dialect="plain"), PERFECT)
    assert finding.kind == "state"
    assert finding.again is not None
    assert (finding.found.score, finding.again.score) == (10.0, 20.0)
    text = str(finding)
    assert text.startswith("tested does not give the same result twice, unlike bleu (dialect plain")
    assert "found    10.0\nthen     20.0\n" in text


def test_after_a_time_out_the_program_is_not_run_again() -> None:
    calls: list[int] = []

    def slow(hypotheses: list[Any], references: list[list[Any]], order: int) -> Any:
        calls.append(1)
        return Outcome(failure=Failure("timeout", "too long"))

    finding = disagreement(of(slow, dialect="plain"), PERFECT)
    assert (finding.kind, len(calls)) == ("timeout", 1)


def first_reference_alone(
    hypotheses: list[Any], references: list[list[Any]], order: int
) -> float | Outcome:
    firsts = [[segment[0]] for segment in references]
    outcome = implementation_named("nltk").score(hypotheses, firsts)
    return outcome if outcome.score is None else outcome.score / 100


def test_the_smallest_finding_cannot_be_reduced() -> None:
    installed("nltk")
    faulty = of(first_reference_alone, dialect="nltk")
    case = Case.from_lines(
        ["", "a b c d e f", "g h"], [["", "x"], ["a b c d", "a b c d e f"], ["g h", "h", "g"]]
    )
    finding = disagreement(faulty, case)
    reduced = smallest(faulty, finding)
    assert reduced.kind == finding.kind
    assert len(reduced.case.hypotheses) == 1
    assert agree(faulty, reduced.case) == reduced
    for smaller in reduced.case.smaller():
        again = agree(faulty, smaller)
        assert again is None or again.kind != reduced.kind


def test_the_text_of_a_finding_contains_code_that_reproduces_it() -> None:
    implementation = replace(installed("nltk"), dialect="papineni2002")  # which it does not follow
    case = Case.from_lines(["a b"], [["a c", "b"]])
    finding = disagreement(implementation, case)
    text = str(finding)
    assert text.startswith(f"nltk {implementation.version()} gives a different score than bleu ")
    call = text.rpartition(">>> ")[2]
    again = eval(call, {"implementation_named": implementation_named})
    assert again == finding.found


@pytest.mark.parametrize(("name", "written"), [("mine", "mine"), ("my own", "implementation")])
def test_a_finding_names_a_user_defined_program_and_its_variable(name: str, written: str) -> None:
    text = str(agree(giving(0.5, name=name, **PAPINENI), PERFECT))
    assert text.startswith(f"{name} gives a different score than bleu (dialect papineni2002, order")
    assert f"\n>>> {written}.score(hypotheses=" in text


FUNCTION: Any = first_reference_alone
TUPLE: Any = ("a",)


@pytest.mark.parametrize(
    "call", [agree, broken_laws, lambda program, case: findings(program, [case])]
)
def test_arguments_of_the_wrong_type_are_refused_with_the_fix(call: Any) -> None:
    with pytest.raises(InputError, match=r"expected an Implementation; write Implementation\("):
        call(FUNCTION, PERFECT)
    for case in (TUPLE, None):
        with pytest.raises(InputError, match=r"expected a Case; write Case\.from_lines\("):
            call(giving(0.5, **PAPINENI), case)


def test_reducing_something_else_than_a_finding_is_refused() -> None:
    no_finding: Any = agree(giving(1.0, **PAPINENI), PERFECT)
    with pytest.raises(InputError, match="type NoneType is given; expected a Finding; write"):
        smallest(giving(1.0, **PAPINENI), no_finding)


def test_a_panic_of_a_compiled_library_is_a_finding() -> None:
    implementation = installed("bleuscore")  # panics without segments
    finding = disagreement(implementation, Case((), ()))
    assert finding.kind == "crash"
    assert finding.found.failure is not None
    assert "PanicException" in finding.found.failure.message


def test_the_spec_of_a_program_without_orders_has_none() -> None:
    assert implementation_named("jiwer-mer").spec == "mer:dialect=jiwer"
    assert giving(0.0, metric="wer").orders == ()


LIBRARIES = {
    implementation_named(name).metric: name  # that each follows its dialect is tested apart
    for name in reversed(list(BUILT_IN))
    if implementation_named(name).dialect is not None and not starts_a_process(name)
}

# the smoothing and tokenization of correct programs must not be reported on this case
CAT = Case.from_lines(["the cat is on the mat"], ["the cat sat on the mat"])


@pytest.mark.parametrize("name", LIBRARIES.values())
def test_a_correct_program_breaks_no_law(name: str) -> None:
    implementation = installed(name)
    cat = replace(CAT, sources=CAT.hypotheses) if implementation.sources else CAT
    assert broken_laws(implementation, cat) == ()


def names_of_broken(implementation: Implementation, case: Case = CAT) -> list[str]:
    return [violation.law.name for violation in broken_laws(implementation, case)]


def test_broken_laws_are_named() -> None:
    names = names_of_broken(giving(0.5, dialect="plain"))
    assert "identity" in names
    assert "truncate perfect hypotheses" in names
    assert "permute references" not in names


def test_a_program_with_another_order_is_detected() -> None:
    from nltk.translate.bleu_score import corpus_bleu

    def of_trigrams(hypotheses: Any, references: Any, order: int) -> Any:
        return corpus_bleu(references, hypotheses, weights=(1 / 3, 1 / 3, 1 / 3))

    assert "the value of one wrong n-gram" in names_of_broken(of(of_trigrams, dialect="nltk"))


def test_a_program_that_folds_case_is_detected() -> None:
    exact = installed("nltk").run

    def folding(hypotheses: Any, references: Any, order: int) -> Any:
        def lower(segments: Any) -> Any:
            return [[token.lower() for token in tokens] for tokens in segments]

        return exact(lower(hypotheses), list(map(lower, references)), order)

    assert names_of_broken(of(folding, dialect="nltk")) == ["letters have a case"]


def test_only_laws_of_its_dialect_apply_to_a_program() -> None:
    add_one = law_named("duplicate the corpus")
    broken = broken_laws(installed("nltk-method2"), CAT, (add_one,))
    assert broken == ()


def test_a_program_may_round_within_its_declared_tolerance() -> None:
    exact = installed("nltk").run

    def rounding(hypotheses: Any, references: Any, order: int) -> Any:
        return round(100 * exact(hypotheses, references, order), 2)

    declared: Any = {"scale": 100.0, "dialect": "nltk"}
    assert "the value of one wrong n-gram" in names_of_broken(of(rounding, **declared))
    assert names_of_broken(of(rounding, tolerance=printed(2), **declared)) == []


def test_input_that_a_program_does_not_accept_breaks_no_law() -> None:
    single = of(installed("nltk").run, dialect="nltk", references="one", empty_segments=False)
    assert names_of_broken(single) == []
    two = Case.from_lines(["a"], [["a", "b"]])
    with pytest.raises(InputError, match="takes one reference"):
        broken_laws(single, two)
    with pytest.raises(InputError, match="accepts no hypotheses or references without tokens"):
        broken_laws(single, Case.from_lines([""], ["a"]))


def test_a_failure_breaks_no_law() -> None:
    failure = Outcome(failure=Failure("error", "x"))
    assert names_of_broken(giving(failure, dialect="plain")) == []

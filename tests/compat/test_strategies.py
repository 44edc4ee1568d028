"""The strategies draw difficult input often, respect their parameters, and shrink well."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis.strategies import SearchStrategy

from tallystick import Bleu, InputError, OptionError
from tallystick.compat import Case, TextCase, corpora, lines, segments
from tests.compat.samples import EXAMPLES, Drawn, run_alone, sample
from tests.metrics.naive import ngrams

Segment = tuple[str, ...]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return sample(corpora())


@pytest.fixture(scope="module")
def hostile_cases() -> list[Case]:
    return sample(corpora(hostile=True))


def pairs(case: Case) -> list[tuple[Segment, tuple[Segment, ...]]]:
    return list(zip(case.hypotheses, case.references, strict=True))


def all_tokens(case: Case) -> set[str]:
    return set(chain.from_iterable(chain(case.hypotheses, chain.from_iterable(case.references))))


def tie_with_the_longer(first: bool) -> Callable[[Case], bool]:
    def ties(case: Case) -> bool:
        for hypothesis, references in pairs(case):
            differences = [len(reference) - len(hypothesis) for reference in references]
            for place, difference in enumerate(differences):
                opposite = difference > 0 if first else difference < 0
                if opposite and -difference in differences[place + 1 :]:
                    return True
        return False

    return ties


def matches(case: Case) -> list[int]:
    bleu = Bleu(tokenize="none", smooth="none")
    return [int(count) for count in bleu.statistics(case.corpus).total()[2:6]]


def clips(case: Case) -> bool:
    """Return whether an n-gram of a hypothesis is in a reference, but less often."""
    return any(
        any(
            0 < max(ngrams(reference, order)[ngram] for reference in references) < count
            for order in (1, 2)
            for ngram, count in ngrams(hypothesis, order).items()
        )
        for hypothesis, references in pairs(case)
    )


def collides(case: Case) -> bool:
    """Return whether other bigrams of a hypothesis and a reference are equal once joined."""
    return any(
        {"".join(ngram) for ngram in mine - theirs} & {"".join(ngram) for ngram in theirs - mine}
        for hypothesis, references in pairs(case)
        for mine, theirs in (
            (set(ngrams(hypothesis, 2)), set(ngrams(reference, 2))) for reference in references
        )
    )


def has_token(token: str) -> Callable[[Case], bool]:
    return lambda case: token in all_tokens(case)


MISTAKEN = ("0", "constructor", "__proto__", "nan")
"""Tokens that programs mistake for something else."""

PROPERTIES: dict[str, Callable[[Case], bool]] = {
    "an empty hypothesis": lambda case: () in case.hypotheses,
    "an empty reference": lambda case: () in set(chain.from_iterable(case.references)),
    "only empty hypotheses": lambda case: not any(case.hypotheses),
    "a hypothesis of one token": lambda case: 1 in map(len, case.hypotheses),
    "a tie, the longer reference first": tie_with_the_longer(first=True),
    "a tie, the shorter reference first": tie_with_the_longer(first=False),
    "a clipped n-gram": clips,
    "a hypothesis shorter than the order": lambda case: any(
        0 < len(hypothesis) < 4 for hypothesis in case.hypotheses
    ),
    "hypotheses longer than the order": lambda case: min(map(len, case.hypotheses)) > 4,
    "no match at all, with tokens": lambda case: any(case.hypotheses) and not any(matches(case)),
    "matches, but none of some order": lambda case: any(matches(case)) and 0 in matches(case),
    "a match of every order": lambda case: all(matches(case)),
    "one reference": lambda case: 1 in map(len, case.references),
    "five references": lambda case: 5 in map(len, case.references),
    "ragged references": lambda case: len(set(map(len, case.references))) > 1,
    "a reference given twice": lambda case: any(
        len(set(references)) < len(references) for references in case.references
    ),
    "a hypothesis that equals a reference": lambda case: any(
        hypothesis and hypothesis in references for hypothesis, references in pairs(case)
    ),
    "bigrams that are equal once joined, such as (a, ba) and (ab, a)": collides,
    "a token that repeats in a hypothesis": lambda case: any(
        len(set(hypothesis)) < len(hypothesis) for hypothesis in case.hypotheses
    ),
    "several segments": lambda case: len(case.hypotheses) > 1,
    **{f"the token {word}": has_token(word) for word in MISTAKEN},
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_corpora_have_the_property_at_least_once_in_thirty(name: str, cases: list[Case]) -> None:
    assert sum(map(PROPERTIES[name], cases)) >= EXAMPLES / 30


def test_hostile_tokens_contain_spaces_or_are_empty(hostile_cases: list[Case]) -> None:
    spaced = [case for case in hostile_cases if any(" " in token for token in all_tokens(case))]
    empty = [case for case in hostile_cases if "" in all_tokens(case)]
    assert len(spaced) >= 5
    assert len(empty) >= 5


def test_without_hostile_tokens_every_case_can_be_written_as_lines(cases: list[Case]) -> None:
    for case in cases:
        text = case.text
        again = Case.from_lines(hypotheses=text.hypotheses, references=text.references)
        assert again == case


def test_long_segments_have_thousands_of_tokens() -> None:
    longest = [
        max(map(len, case.hypotheses)) for case in sample(corpora(long=True, references=(1, 2)), 60)
    ]
    assert sum(length > 1000 for length in longest) >= 6
    assert sum(length < 100 for length in longest) >= 2


@given(case=corpora(max_segments=2, references=(2, 3), ragged=False, allow_empty=False))
def test_corpora_respect_their_parameters(case: Case) -> None:
    assert len(case.hypotheses) <= 2
    assert set(map(len, case.references)) in ({2}, {3})
    assert all(case.hypotheses)
    assert all(chain.from_iterable(case.references))


@given(segment=segments(("u", "v"), references=(1, 1)))
def test_segments_use_only_their_vocabulary(segment: tuple[Segment, tuple[Segment, ...]]) -> None:
    hypothesis, [reference] = segment
    assert set(hypothesis) <= {"u", "v"}
    assert set(reference) <= {"u", "v", "x", "y", "z"}


LINES: dict[str, Callable[[str], bool]] = {
    "white space alone": lambda line: line != "" and not line.split(),
    "white space before": lambda line: line[:1].isspace(),
    "white space after": lambda line: line[-1:].isspace(),
    "a no-break space": lambda line: "\u00a0" in line,
    "a line separator that ends no line": lambda line: "\u2028" in line,
    "a form feed": lambda line: "\x0c" in line,
    "two spaces": lambda line: "  " in line,
    "a digit next to punctuation": lambda line: any(
        word in line for word in ("1,000", "3.5", "2020.", ".5", "5%")
    ),
    "an entity": lambda line: "&amp;" in line or "&quot;" in line or "&lt;" in line,
    "a tag": lambda line: "<skipped>" in line,
    "letters of other scripts": lambda line: "日本語" in line or "한국" in line,
}


@pytest.fixture(scope="module")
def drawn_lines() -> list[str]:
    return sample(lines(), 2 * EXAMPLES)


@pytest.mark.parametrize("name", LINES)
def test_lines_have_the_property_at_least_once_in_a_hundred(
    name: str, drawn_lines: list[str]
) -> None:
    assert sum(map(LINES[name], drawn_lines)) >= 2 * EXAMPLES / 100


def test_the_empty_line_is_drawn(drawn_lines: list[str]) -> None:
    assert "" in drawn_lines  # only once, because Hypothesis does not repeat input


def test_lines_contain_no_line_break(drawn_lines: list[str]) -> None:
    assert not any(set(line) & {"\n", "\r"} for line in drawn_lines)


@given(line=lines(max_words=3, unicode_white_space=False, entities=False))
def test_lines_respect_their_parameters(line: str) -> None:
    assert len(line.split(" ")) <= 3
    assert "&" not in line


# Wrong beliefs, each with the smallest case that refutes it: by size, then by letters.
BELIEFS: list[tuple[str, SearchStrategy[Any], Callable[[Any], bool], Any]] = [
    (
        "every reference has a token",
        corpora(),
        PROPERTIES["an empty reference"],
        Case(((),), (((),),)),
    ),
    (
        "no two references tie",
        corpora(),
        PROPERTIES["a tie, the shorter reference first"],
        Case((("a",),), (((), ("a", "a")),)),
    ),
    ("clipping has no effect", corpora(), clips, Case((("a", "a"),), ((("a",),),))),
    (
        "no token contains a space",
        corpora(hostile=True),
        lambda case: any(" " in token for token in case.hypotheses[0]),
        Case((("a b",),), (((),),)),
    ),
    (
        "hypotheses have one token",
        corpora(long=True),
        lambda case: len(case.hypotheses[0]) > 1,
        Case((("a", "a"),), (((),),)),
    ),
    ("a line starts with a letter", lines(), lambda line: line[:1].isspace(), " "),
]


QUICK = ("a line starts with a letter",)


@pytest.mark.parametrize(
    ("strategy", "breaks", "smallest"),
    [
        # the others take seconds
        pytest.param(*belief, id=name, marks=() if name in QUICK else pytest.mark.thorough)
        for name, *belief in BELIEFS
    ],
)
def test_failures_shrink_to_the_smallest_input(
    strategy: SearchStrategy[Drawn], breaks: Callable[[Drawn], bool], smallest: Drawn
) -> None:
    example = find(
        strategy,
        breaks,
        settings=settings(max_examples=1000, database=None, deadline=None),
        random=random.Random(1),
    )
    assert example == smallest


A = (("a",),)
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: corpora(references=(0, 2)), r"references is \(0, 2\)"),
    (lambda: segments(references=(3, 2)), r"references is \(3, 2\)"),
    (lambda: corpora(max_segments=0), "max_segments is 0"),
    (lambda: Case(A, (A, A)), "1 hypotheses but references for 2 segments"),
    (lambda: Case(A, ((),)), "segment 1 has no reference"),
    (lambda: Case((["a"],), (A,)), r"\['a'\] is a list; expected a tuple"),  # type: ignore[arg-type]
    (lambda: Case(("a b",), (A,)), r"'a b' is a string.*Case\.from_lines"),  # type: ignore[arg-type]
    (lambda: Case.from_lines([None], [["a"]]), "None is not a line"),  # type: ignore[list-item]
    (lambda: Case.from_lines("a b", ["a b"]), r"hypotheses is the single .*; write \['a b'\]"),
    (lambda: Case.from_lines(["a b"], "a b"), r"references is the single .*; write \['a b'\]"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_what_is_out_of_range_or_no_case_is_refused(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises((InputError, OptionError), match=message):
        call()


@pytest.mark.parametrize("token", ["a b", "", "\u00a0", "a\x85"])
def test_tokens_with_white_space_cannot_be_written_as_text(token: str) -> None:
    with pytest.raises(InputError, match="contains white space"):
        _ = Case(((token,),), ((("a",),),)).text


def test_a_case_of_text_and_one_of_tokens_have_equivalent_corpora() -> None:
    case = Case.from_lines(hypotheses=["a b", "c"], references=[["a", "b c d"], "e"])
    assert case.text == TextCase(("a b", "c"), (("a", "b c d"), ("e",)))
    assert case.corpus.references[0] == (("a",), ("b", "c", "d"))
    assert case.text.corpus.references[0] == ("a", "b c d")
    assert len(case.corpus) == len(case.text.corpus) == 2


def test_without_hypothesis_the_import_error_names_the_extra() -> None:
    done = run_alone(
        "sys.modules['hypothesis'] = None\n"
        "import tallystick.compat.laws\n"
        "from tallystick import MissingExtraError\n"
        "try:\n    import tallystick.compat.strategies\n"
        "except MissingExtraError as error:\n    print(error)",
        "-I",
    )
    assert "pip install tallystick[compat]" in done.stdout

"""Every law detects scorers that break it, and presets outside its domain."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import chain, pairwise

import pytest

from tallystick import Bleu, Nist, UnknownNameError
from tallystick.compat import (
    Case,
    Implementation,
    Law,
    Subject,
    broken_laws,
    corpora,
    law_named,
    subject_of,
)
from tallystick.metrics import BleuDialect, NistDialect, preset_named
from tests.compat.internals import LAWS
from tests.compat.samples import sample

from .special_cases import (
    ALL_BIGRAMS,
    CLIPPED_UNIGRAMS,
    NO_FOUR_GRAM,
    PERFECT,
    SHORT,
    SOURCE,
    TIE,
    TRIANGLE,
)

Segment = tuple[str, ...]


def test_every_law_has_a_name_of_its_own_and_a_reason() -> None:
    for law in LAWS:
        assert law.domains, law.name
        assert law.statement.endswith("."), law.name
        assert law.why.endswith("."), law.name
    assert len({law.name for law in LAWS}) == len(LAWS)


def test_an_unknown_law_raises_an_error_with_the_nearest_name() -> None:
    message = r"no law is named 'identiy'; did you mean identity\?$"
    with pytest.raises(UnknownNameError, match=message):
        law_named("identiy")


def test_a_violation_has_the_inputs_that_were_scored() -> None:
    def first_token(case: Case) -> float:
        return 100.0 * (case.hypotheses[0][0] == case.references[0][0][0])

    one = Case.from_lines(["a b"], ["a c"])
    violation = law_named("reverse tokens").violation(first_token, one)
    assert violation is not None
    assert violation.scored == ((one, 100.0), (Case.from_lines(["b a"], ["c a"]), 0.0))
    assert "\n100 for " in str(violation)


def test_a_violation_says_how_long_the_added_segment_is() -> None:
    violation = law_named("a further short perfect segment never hurts").violation(
        lambda case: 100 / len(case.hypotheses), TRIANGLE
    )
    assert "with a perfect segment of 1 token\n" in str(violation)


def test_a_violation_by_a_single_score_has_one_input() -> None:
    violation = law_named("identity").violation(lambda case: 50.0, TRIANGLE)
    assert violation is not None
    [(scored, score)] = violation.scored
    assert (scored.references, score) == (tuple((tokens,) for tokens in scored.hypotheses), 50.0)


def test_a_program_that_takes_text_is_shown_with_the_tokens_that_it_got() -> None:
    lines: list[str] = []

    def half(hypotheses: list[str], references: object, order: int) -> float:
        lines.append(" | ".join(hypotheses))
        return 0.5

    mine = Implementation(name="mine", metric="bleu", run=half, dialect="plain", input="text")
    [violation] = broken_laws(mine, TRIANGLE, (law_named("identity"),))
    [(scored, _)] = violation.scored
    assert " | ".join(map(" ".join, scored.hypotheses)) == lines[-1]
    assert lines[-1].startswith("w ")


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    special = PERFECT, TIE, SHORT, NO_FOUR_GRAM, ALL_BIGRAMS, CLIPPED_UNIGRAMS, SOURCE, TRIANGLE
    return [*special, *sample(corpora(max_segments=3, references=(1, 3)), 250)]


def breaks(law: Law, scorer: Callable[[Case], float] | Subject, cases: list[Case]) -> bool:
    return any(law.violation(scorer, case) is not None for case in cases)


PAPINENI = subject_of(Bleu(dialect="papineni2002"))
SHORTEST = subject_of(Bleu(dialect=BleuDialect(reference_length="shortest")))
AVERAGE = subject_of(Bleu(dialect=BleuDialect(reference_length="average")))
UNCLIPPED = subject_of(Bleu(dialect=BleuDialect(order=1, clip="none")))


NIST = subject_of(Nist(dialect="doddington"))
NATURAL_LOGARITHMS = replace(NIST, score=lambda case: math.log(2) * NIST.score(case))


def ties_to_the_longer(case: Case) -> float:
    """Score BLEU with the brevity penalty of the longer of two references."""
    longest = [max(references, key=len) for references in case.references]
    short = [
        len(tokens) < len(longer) for tokens, longer in zip(case.hypotheses, longest, strict=True)
    ]
    return PAPINENI.score(case) * (0.9 if any(short) else 1.0)


def lower_cased(case: Case) -> Case:
    return case.map(lambda tokens: [token.lower() for token in tokens])


def without_repetitions(tokens: Segment) -> Segment:
    return tuple(dict.fromkeys(tokens))


def matched_to_length(case: Case) -> tuple[tuple[Segment, ...], ...]:
    """Return the references cut to the length of the hypotheses."""
    return tuple(
        tuple(reference[: len(hypothesis)] for reference in references)
        for hypothesis, references in zip(case.hypotheses, case.references, strict=True)
    )


def tokens_of(case: Case) -> set[str]:
    references = chain.from_iterable(case.references)
    return set(chain.from_iterable(chain(case.hypotheses, references)))


BROKEN: dict[str, Callable[[Case], float] | Subject] = {
    "bounds": lambda case: 1.2 * PAPINENI.score(case),
    "bounds of information": lambda case: 1e9,
    "identity": lambda case: 0.9 * PAPINENI.score(case),
    "identity of a corpus": lambda case: 0.9 * PAPINENI.score(case),
    "identity with one of several references": lambda case: 0.9 * PAPINENI.score(case),
    "an empty hypothesis is no better": lambda case: 100 - PAPINENI.score(case),
    "truncate perfect hypotheses": lambda case: 100.0,
    "the value of one wrong n-gram": lambda case: round(PAPINENI.score(case), 4),
    "an order without a match": lambda case: max(PAPINENI.score(case), 1e-6),
    "ties go to the shorter reference": ties_to_the_longer,
    "letters have a case": lambda case: PAPINENI.score(lower_cased(case)),
    "different words in order": lambda case: 0.9 * PAPINENI.score(case),
    "different words in the opposite order": lambda case: max(PAPINENI.score(case), 1e-6),
    "a copy halves the share of distinct n-grams": lambda case: 50.0,
    "copies are alike": lambda case: 50.0,
    "the information of distinct tokens": NATURAL_LOGARITHMS,
    "the penalty of half a segment": lambda case: 100.0,
    "the value of half a long segment": lambda case: PAPINENI.score(
        case.map(lambda tokens: tokens[:50])
    ),
    "the information after a repeated prefix": replace(
        NIST, score=subject_of(Nist(dialect="doddington", order=4)).score
    ),
    "the information of repetitions": lambda case: NIST.score(case.map(without_repetitions)),
    "the information of two thirds": lambda case: NIST.score(
        replace(case, references=matched_to_length(case))
    ),
    "the penalty of a mean length": lambda case: NIST.score(
        replace(case, references=matched_to_length(case))
    ),
    "the information of two references": lambda case: NIST.score(
        replace(case, references=tuple(references[:1] for references in case.references))
    ),
    "permute segments": lambda case: float(len(case.hypotheses[-1])),
    "permute references": lambda case: float(len(case.references[0][0])),
    "duplicate a reference": lambda case: float(len(case.references[0])),
    "duplicate every reference": lambda case: float(len(case.references[0])),
    "duplicate the corpus": lambda case: float(len(case.hypotheses)),
    "reverse tokens": lambda case: float(case.hypotheses[0][:1] == case.references[0][0][:1]),
    "rename tokens": lambda case: float(case.hypotheses[0].count("a")),
    "rename tokens to words that languages take for something else": lambda case: (
        math.nan if "constructor" in tokens_of(case) else PAPINENI.score(case)
    ),
    "rename tokens to names with spaces": lambda case: PAPINENI.score(
        case.map(lambda tokens: " ".join(tokens).split())
    ),
    "rename tokens to repetitions of a letter": lambda case: PAPINENI.score(
        case.map(lambda tokens: tuple("".join(pair) for pair in pairwise(tokens)))
    ),
    "rename a token to 0": lambda case: float("0" in tokens_of(case)),
    "exchange sides of equal length": UNCLIPPED,
    "an irrelevant long reference": AVERAGE,
    "an irrelevant reference of one token": SHORTEST,
    "more matches never hurt": lambda case: 100 - PAPINENI.score(case),
    "a further perfect segment never hurts": lambda case: 100 / len(case.hypotheses),
    "a further short perfect segment never hurts": lambda case: 100 / len(case.hypotheses),
    "a further reference never lowers the score": lambda case: 100 / len(case.references[0]),
    "delete spaces": lambda case: float(len(case.hypotheses[0])),
    "exchange sides": lambda case: float(len(case.hypotheses[0])),
    "a copy of the source only keeps": lambda case: 50.0,
    "a further unknown word never helps": lambda case: float(len(case.hypotheses[0])),
}


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_every_law_catches_a_scorer_that_breaks_it(law: Law, cases: list[Case]) -> None:
    assert breaks(law, BROKEN[law.name], cases)


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("bounds", "neuralmonkey"),
        ("bounds", "vikasnar"),
        ("bounds", "pymteval"),
        ("bounds", "fastai"),
        ("bounds", "promptfoo-0.121"),
        ("bounds", "nltk-method5-mean"),
        ("bounds", "nltk-method7-mean"),
        ("bounds", "chencherry5"),
        ("bounds", "chencherry6"),
        ("identity", "cdec-qcri"),
        ("identity", "nltk-method5-mean"),
        ("identity of a corpus", "nltk"),
        ("identity of a corpus", "codebleu"),
        ("identity of a corpus", "compare-mt"),
        ("identity of a corpus", "pymteval"),
        ("identity with one of several references", "cdec-koehn"),
        ("identity with one of several references", "zipf"),
        ("an empty hypothesis is no better", "codexglue-code2text"),
        ("truncate perfect hypotheses", "promptfoo-0.121"),
        ("permute references", "torchmetrics"),
        ("permute references", "mmeval"),
        ("permute references", "zipf"),
        ("duplicate a reference", "pycocoevalcap-average"),
        ("duplicate a reference", "cdec-koehn"),
        ("duplicate a reference", "zipf"),
        ("duplicate the corpus", "sacrebleu-add-k"),
        ("duplicate the corpus", "nltk-method2"),
        ("duplicate the corpus", "cdec-qcri"),
        ("exchange sides of equal length", "neuralmonkey"),
        ("an irrelevant long reference", "pycocoevalcap-average"),
        ("an irrelevant long reference", "zipf"),
        ("an irrelevant reference of one token", "huggingface"),
        ("an irrelevant reference of one token", "tensorflow-nmt"),
        ("more matches never hurt", "compare-mt"),
        ("more matches never hurt", "waygo"),
        ("more matches never hurt", "nltk-2016"),
        ("more matches never hurt", "chencherry6"),
        ("a further perfect segment never hurts", "nltk-method4"),
        ("a further short perfect segment never hurts", "nltk"),
        ("a further short perfect segment never hurts", "nltk-mean"),
        ("rename a token to 0", "nist:mteval"),
        ("reverse tokens", "nist:doddington"),
        ("duplicate a reference", "nist:doddington"),
        ("an irrelevant long reference", "nist:doddington"),
        ("exchange sides of equal length", "nist:doddington"),
        ("bounds", "nist:doddington"),
    ],
)
def test_a_preset_outside_the_domain_breaks_the_law(
    name: str, preset: str, cases: list[Case]
) -> None:
    law, dialect = law_named(name), preset.removeprefix("nist:")
    metric = Bleu(dialect=preset) if dialect == preset else Nist(dialect=dialect, lowercase="none")
    kind = BleuDialect if dialect == preset else NistDialect
    assert not law.holds_for(preset_named(kind, dialect).dialect)
    assert breaks(
        law, replace(subject_of(metric), perfect=1.0 if kind is NistDialect else 100.0), cases
    )


def test_six_bigrams_can_match_if_three_words_do() -> None:
    # by hand: each word occurs at most once in a reference, each bigram in one of them
    bleu = Bleu(dialect=BleuDialect(order=2))
    score = bleu.score(bleu.statistics(ALL_BIGRAMS.corpus))
    assert score.counts == (3, 6)


def test_chen_and_cherrys_sixth_smoothing_exceeds_a_perfect_score() -> None:
    # by hand: p_1 = 2/3 and p_2 = 2/2, so the prior of order 3 is 1 / (2/3) = 3/2
    bleu = Bleu(dialect=BleuDialect(order=3, smooth="chencherry6"))
    expected = 100 * (2 / 3 * 1 * (0 + 5 * 3 / 2) / (1 + 5)) ** (1 / 3)
    assert subject_of(bleu).score(CLIPPED_UNIGRAMS) == pytest.approx(expected)

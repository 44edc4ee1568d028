"""Laws hold for presets in their domain; what breaks a law, such as other presets, is caught."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick import Bleu, Corpus, Nist
from tallystick.compat import (
    Case,
    Implementation,
    Law,
    Subject,
    broken_laws,
    corpora,
    law_named,
    laws_of,
    subject_of,
)
from tallystick.metrics import (
    BleuDialect,
    Lowercase,
    Matches,
    NgramWeights,
    NistDialect,
    Tokenizer,
    Workspace,
    metric_from_spec,
    preset_named,
    presets_of,
)
from tests.compat.internals import LAWS
from tests.compat.samples import sample

pytestmark = pytest.mark.filterwarnings("ignore:all references are empty:UserWarning")

Segment = tuple[str, ...]

# Cases that random search seldom finds.
PERFECT = Case.from_lines(hypotheses=["a b c d e", "f"], references=["a b c d e", "f"])
TIE = Case.from_lines(hypotheses=["a b c d e"], references=[["a b c d e f", "a b c d"]])
SHORT = Case.from_lines(hypotheses=["a b c d e"], references=["a b c d e f"])
NO_FOUR_GRAM = Case.from_lines(
    hypotheses=["the cat is on the mat"], references=["the cat sat on the mat"]
)
# Each of the three words matches once, and so does each of the six bigrams.
ALL_BIGRAMS = Case.from_lines(
    hypotheses=["a b a c b c a"], references=[["a b c", "c b a", "a c", "c a"]]
)
SOURCE = Case.from_lines(hypotheses=["a b"], references=["a c"], sources=["a d"])
TRIANGLE = Case.from_lines(hypotheses=["p a q"], references=["q r p"])
CLIPPED_UNIGRAMS = Case.from_lines(hypotheses=["a b a"], references=[["a b", "b a"]])


def test_every_law_has_a_name_of_its_own_and_a_reason() -> None:
    for law in LAWS:
        assert law.domains, law.name
        assert law.statement.endswith("."), law.name
        assert law.why.endswith("."), law.name
    assert len({law.name for law in LAWS}) == len(LAWS)


def test_a_violation_has_the_inputs_that_were_scored() -> None:
    def first_token(case: Case) -> float:
        return 100.0 * (case.hypotheses[0][0] == case.references[0][0][0])

    case = Case.from_lines(["a b"], ["a c"])
    violation = law_named("reverse tokens").violation(first_token, case)
    assert violation is not None
    assert violation.scored == ((case, 100.0), (Case.from_lines(["b a"], ["c a"]), 0.0))
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


def test_a_program_that_declares_no_order_gets_a_perfect_segment_of_two_tokens() -> None:
    # RIBES of NLTK 3.10.4 is 0 for one token, of which there is no rank correlation
    ribes = metric_from_spec("ribes:dialect=nltk")

    def run(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        corpus = Case.of(hypotheses, references).corpus
        return float(ribes.formula(ribes.statistics(corpus).total())) / 100

    mine = Implementation(name="mine", metric="ribes", run=run, dialect="nltk", order=0, orders=())
    law = law_named("a further perfect segment never hurts")
    assert broken_laws(mine, TRIANGLE, (law,)) == ()


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


OUTSIDE = {
    "bounds": (
        "neuralmonkey vikasnar pymteval fastai promptfoo-0.121 nltk-method5-mean "
        "nltk-method7-mean chencherry5 chencherry6 nist:doddington"
    ),
    "identity": "cdec-qcri nltk-method5-mean",
    "identity of a corpus": "nltk codebleu compare-mt pymteval",
    "identity with one of several references": "cdec-koehn zipf",
    "an empty hypothesis is no better": "codexglue-code2text",
    "truncate perfect hypotheses": "promptfoo-0.121",
    "permute references": "torchmetrics mmeval zipf",
    "duplicate a reference": "pycocoevalcap-average cdec-koehn zipf nist:doddington",
    "duplicate the corpus": "sacrebleu-add-k nltk-method2 cdec-qcri",
    "exchange sides of equal length": "neuralmonkey nist:doddington",
    "an irrelevant long reference": "pycocoevalcap-average zipf nist:doddington",
    "an irrelevant reference of one token": "huggingface tensorflow-nmt",
    "more matches never hurt": "compare-mt waygo nltk-2016 chencherry6",
    "a further perfect segment never hurts": "nltk-method4",
    "a further short perfect segment never hurts": "nltk nltk-mean",
    "rename a token to 0": "nist:mteval",
    "reverse tokens": "nist:doddington",
}
"""Presets that break a law outside of whose domain they are."""


@pytest.mark.parametrize(
    ("name", "preset"),
    [(name, preset) for name, presets in OUTSIDE.items() for preset in presets.split()],
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


def test_a_perfect_segment_of_ribes_has_two_words() -> None:
    # NLTK's RIBES of one word is 0, also if it equals its reference
    def ribes(hypotheses: Any, references: Any, order: int) -> float:
        metric = metric_from_spec("ribes:dialect=nltk")
        return metric.score(metric.statistics(Case.of(hypotheses, references).corpus)).score / 100

    right = Implementation(name="right", metric="ribes", dialect="nltk", run=ribes, order=0)
    assert broken_laws(right, Case.from_lines(["a a"], [["", "a a"]])) == ()


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


MANY = settings().max_examples
Subjects = Mapping[str, tuple[Any, Subject]]
"""Dialects by the specs of metrics that follow them."""


class RememberingWorkspace(Workspace):
    """Caches the matches of its one corpus for all dialects that match in the same way."""

    def __init__(self) -> None:
        super().__init__()
        self.remembered: dict[tuple[bool, Lowercase, int, bool], Matches] = {}

    def match(
        self,
        corpus: Corpus,
        tokenizer: Tokenizer,
        lowercase: Lowercase,
        order: int,
        weights: NgramWeights | None = None,
        separately: bool = False,
    ) -> Matches:
        pairs = len(corpus.references.segments) == len(corpus)
        key = (pairs, lowercase, order, separately)
        if key not in self.remembered:
            self.remembered[key] = super().match(
                corpus, tokenizer, lowercase, order, weights, separately
            )
        return self.remembered[key]


@lru_cache(maxsize=512)
def pack(case: Case) -> tuple[Corpus, Workspace]:
    """Pack a case once for all dialects."""
    return case.corpus, RememberingWorkspace()


def subjects(*specs: str, further: tuple[str, ...] = ()) -> Subjects:
    """Return the distinct dialects of all presets, and further ones, that metrics allow.

    Tokenizers have no effect on tokens.
    """
    distinct: dict[tuple[str, Any], tuple[Any, Subject]] = {}
    for spec in specs:
        # which METEOR is meant must be said
        base: Any = metric_from_spec("meteor:dialect=nltk" if spec == "meteor" else spec)
        presets = [preset.name for preset in presets_of(type(base.conventions))]
        for name in (*presets, *further):
            separator = "," if ":" in spec else ":"
            metric: Any = metric_from_spec(f"{spec}{separator}dialect={name}")
            dialect = metric.conventions
            if spec == "rougeL" and dialect.counting == "once":
                continue  # it is defined for n-grams alone
            if "tokenize" in dialect.axes():
                dialect = replace(dialect, tokenize="none")
            # the workspace keeps matches without regard to weights
            scored = subject_of(metric, pack) if spec == "bleu" else subject_of(metric)
            remembered = replace(scored, score=lru_cache(maxsize=256)(scored.score))
            distinct.setdefault((spec, dialect), (metric.conventions, remembered))
    return {f"{spec} {dialect}": subject for (spec, dialect), subject in distinct.items()}


SMALL = corpora(max_segments=3, references=(1, 3))


@dataclass(frozen=True)
class Checked:
    """How the laws of a metric are checked.

    Attributes:
        subjects: The dialects.
        named: Some of the laws.
        special: Cases that random search seldom finds.
        drawn: The other cases.
        share: Of so many examples one is drawn.
        least: To so many dialects every law applies.
    """

    subjects: Subjects
    named: frozenset[str]
    special: tuple[Case, ...] = ()
    drawn: st.SearchStrategy[Case] = SMALL
    share: int = 10
    least: int = 1


def with_another(case: Case) -> Case:
    """Append a segment without which n-grams might have no weight."""
    return Case((*case.hypotheses, ("other", "text")), (*case.references, (("another", "text"),)))


TIE_OF_CHRF = Case.from_lines(hypotheses=["a", "b"], references=[["c", "dddd"], ["b", "b"]])
TIE_OF_GLEU = Case.from_lines(hypotheses=["a a", "a"], references=[["a b a", "a"], ["b", "b"]])
# F of both references is 1/3, but not precision and recall
TIE_OF_ROUGE = Case.from_lines(
    hypotheses=["a b c", "a"], references=[["a b x x x x x x x", "a x x"], ["a", "a"]]
)
COPY = Case.from_lines(
    sources=["About 95 species are currently accepted ."],
    hypotheses=["About 95 species are currently accepted ."],
    references=[["About 95 species are now accepted .", "95 species are now accepted ."]],
)
SYNONYMS = Case.from_lines(hypotheses=["car car", "big b"], references=[["auto b"], ["great", "b"]])
EMPTY = Case.from_lines(hypotheses=["a", ""], references=["", ""])
NO_HYPOTHESIS = Case.from_lines(hypotheses=["a", ""], references=["a", "b c"])
FEW_REFERENCES = corpora(max_segments=4, references=(1, 2))
HOSTILE = corpora(hostile=True)

CHECKED = {
    "bleu": Checked(  # a hundred dialects, so that few examples are many comparisons
        subjects("bleu"),
        frozenset({"identity", "permute references"}),
        (PERFECT, TIE, NO_FOUR_GRAM, ALL_BIGRAMS, CLIPPED_UNIGRAMS),
        share=20,
        least=4,
    ),
    "nist": Checked(
        subjects("nist:lowercase=none"),
        frozenset({"bounds of information", "permute references"}),
        (ALL_BIGRAMS,),
        corpora(max_segments=3, references=(1, 3), hostile=True),
        share=3,
    ),
    "chrf": Checked(
        subjects(
            "chrf",
            further=(
                "beta=1+missing_order=counted",
                "order=0+word_order=2+whitespace=kept+lowercase=unicode",
            ),
        ),
        frozenset({"delete spaces", "exchange sides", "identity", "permute references"}),
        (TIE_OF_CHRF,),
    ),
    "cider": Checked(
        subjects("cider", further=("order=2+sigma=1+no_weights=zero",)),
        frozenset({"bounds", "permute references", "reverse tokens"}),
        (
            with_another(
                Case.from_lines(
                    hypotheses=["a b a b", "a b c", "c"],
                    references=[["a b", "a b a"], ["c b a"], ["c c", "d"]],
                )
            ),
        ),
        SMALL.map(with_another),
    ),
    "distinct": Checked(
        subjects("distinct", further=("order=1+denominator=ngrams+lowercase=unicode",)),
        frozenset({"a copy halves the share of distinct n-grams"}),
        drawn=FEW_REFERENCES,
    ),
    "self_bleu": Checked(
        subjects("self_bleu", further=("order=2+sentence_bleu=sacrebleu+lowercase=unicode",)),
        frozenset({"copies are alike"}),
        drawn=FEW_REFERENCES,
    ),
    "wer": Checked(
        subjects("wer", "mer", "wip"),
        frozenset({"reverse tokens", "permute references"}),
        (EMPTY,),
    ),
    "cer": Checked(
        subjects("cer"),
        frozenset({"permute references"}),
        (EMPTY,),
    ),
    "google_gleu": Checked(
        subjects("google_gleu", further=("min_order=2+order=3+lowercase=unicode",)),
        frozenset({"exchange sides", "identity", "permute references"}),
        (TIE_OF_GLEU,),
    ),
    "meteor:dialect=nltk": Checked(
        subjects("meteor", further=("alpha=0.5+beta=0.2+gamma=0.6+lowercase=none",)),
        frozenset({"bounds", "permute segments", "permute references"}),
        (SYNONYMS,),
    ),
    "ribes": Checked(
        subjects("ribes", further=("alpha=0+beta=2+one_word=nothing+empty_references=zero",)),
        frozenset({"bounds", "permute references", "different words in the opposite order"}),
        (Case.from_lines(hypotheses=["a a b", "b a"], references=[["a b a", "b"], ["a b", "a"]]),),
    ),
    "rouge": Checked(
        subjects("rouge1", "rouge2", "rougeL", further=("average=none+stem=porter",)),
        frozenset({"identity", "permute references", "a further reference never lowers the score"}),
        (TIE_OF_ROUGE,),
    ),
    "sari": Checked(
        subjects("sari", further=("nothing=1+order=2",)),
        frozenset({"a copy of the source only keeps", "identity"}),
        (COPY,),
        corpora(max_segments=3, references=(1, 3), ragged=False, sources=True),
    ),
    "ter": Checked(
        subjects(
            "ter",
            further=(
                "lowercase=none",
                "beam=2+block_words=2+distance=3+candidates=4+lowercase=none",
            ),
        ),
        frozenset({"permute references", "duplicate every reference"}),
        (NO_HYPOTHESIS,),
    ),
}
LAWS_OF_METRICS = [
    pytest.param(metric, law, id=f"{metric}-{law.name}")
    for metric in CHECKED
    for law in laws_of(metric)
]


def broken(metric: str, law: Law, case: Case) -> list[str]:
    violations = {
        name: law.violation(subject, case)
        for name, (dialect, subject) in CHECKED[metric].subjects.items()
        if law.holds_for(dialect)
    }
    return [f"{name}: {violation}" for name, violation in violations.items() if violation]


@pytest.mark.slow
@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize(("metric", "law"), LAWS_OF_METRICS)
def test_every_preset_in_the_domain_satisfies_the_law(metric: str, law: Law) -> None:
    checked = CHECKED[metric]

    @settings(max_examples=max(1, MANY // checked.share), suppress_health_check=list(HealthCheck))
    @given(case=checked.drawn)
    def holds(case: Case) -> None:
        assert broken(metric, law, case) == []

    for case in checked.special:
        assert broken(metric, law, case) == []
    holds()


@pytest.mark.parametrize("metric", CHECKED)
def test_every_law_of_a_metric_applies_to_a_dialect_here(metric: str) -> None:
    checked = CHECKED[metric]
    assert checked.named <= {law.name for law in laws_of(metric)}
    for law in laws_of(metric):
        dialects = {dialect for dialect, _ in checked.subjects.values()}
        assert sum(map(law.holds_for, dialects)) >= checked.least, law.name


@pytest.mark.parametrize(
    ("name", "spec", "case"),
    [
        ("permute references", "chrf:dialect=sacrebleu", TIE_OF_CHRF),
        (
            "identity of a corpus",
            "chrf:dialect=nltk",
            Case.from_lines(["a", "b c d e f g"], ["x", "y"]),
        ),
        ("exchange sides", "chrf:dialect=sacrebleu", Case.from_lines(["a b"], ["a b c"])),
        (
            "delete spaces",
            "chrf:order=0,word_order=2,whitespace=kept",
            Case.from_lines(["a b"], ["a c"]),
        ),
        ("reverse tokens", "mer:dialect=jiwer", Case.from_lines(["b c"], ["a b"])),
        ("duplicate the corpus", "wer:dialect=jiwer", Case.from_lines(["a"], [""])),
        ("exchange sides of equal length", "wip", Case.from_lines(["b c"], ["a b"])),
        ("permute references", "google_gleu:dialect=nltk", TIE_OF_GLEU),
        (
            "permute references",
            "rouge1:dialect=average=precision_recall+references=best_first",
            TIE_OF_ROUGE,
        ),
        ("identity", "rouge1:dialect=pltrdy", Case.from_lines(["a b"], ["a b"])),
        (
            "truncate perfect hypotheses",
            "rouge1:dialect=pltrdy",
            Case.from_lines(["a a"], ["a a"]),
        ),
        ("duplicate a reference", "rouge1:dialect=rouge-1.5.5", TIE_OF_ROUGE),
        ("a copy of the source only keeps", "sari:dialect=evaluate", COPY),
        ("identity", "sari:dialect=easse", COPY.map(lambda tokens: tokens[:5])),
    ],
)
def test_a_dialect_outside_the_domain_breaks_the_law(name: str, spec: str, case: Case) -> None:
    law = law_named(name)
    metric: Any = metric_from_spec(spec)
    assert not law.holds_for(metric.conventions)
    violation = law.violation(subject_of(metric), case)
    assert violation is not None
    assert ("sources=" in str(violation)) == (case.sources is not None)

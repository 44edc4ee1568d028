"""Every law of a metric holds for every preset in its domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick import Corpus
from tallystick.compat import Case, Law, Subject, corpora, law_named, laws_of, subject_of
from tallystick.metrics import (
    Lowercase,
    Matches,
    NgramWeights,
    Tokenizer,
    Workspace,
    metric_from_spec,
    presets_of,
)

from .special_cases import ALL_BIGRAMS, CLIPPED_UNIGRAMS, NO_FOUR_GRAM, PERFECT, TIE

pytestmark = [
    pytest.mark.filterwarnings("ignore:all references are empty:UserWarning"),
    pytest.mark.usefixtures("recorded_wordnet"),
]

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
LAWS = [
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
@pytest.mark.parametrize(("metric", "law"), LAWS)
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

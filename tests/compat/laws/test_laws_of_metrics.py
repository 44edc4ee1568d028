"""Every law of a metric holds for every preset in its domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tallystick import (
    Bleu,
    Cer,
    Chrf,
    Cider,
    Corpus,
    Distinct,
    GoogleGleu,
    Mer,
    Meteor,
    Nist,
    Ribes,
    Rouge,
    Sari,
    SelfBleu,
    Ter,
    Wer,
    Wip,
)
from tallystick.compat import Case, Law, Subject, corpora, law_named, laws_of, subject_of
from tallystick.metrics import (
    BleuDialect,
    CerDialect,
    ChrfDialect,
    CiderDialect,
    DistinctDialect,
    GoogleGleuDialect,
    Lowercase,
    Matches,
    MeteorDialect,
    NgramWeights,
    NistDialect,
    RibesDialect,
    RougeDialect,
    SariDialect,
    SelfBleuDialect,
    TerDialect,
    Tokenizer,
    WerDialect,
    Workspace,
    preset_named,
    presets_of,
)

from .special_cases import ALL_BIGRAMS, CLIPPED_UNIGRAMS, NO_FOUR_GRAM, PERFECT, TIE

pytestmark = [
    pytest.mark.filterwarnings("ignore:all references are empty:UserWarning"),
    pytest.mark.usefixtures("recorded_wordnet"),
]

MANY = settings().max_examples
Subjects = Mapping[str, tuple[Any, Subject]]
"""Dialects by name, each with a metric that follows it."""


def remembering(subject: Subject) -> Subject:
    """Score a case once for all laws."""
    return replace(subject, score=lru_cache(maxsize=256)(subject.score))


def subjects(make: Any, kind: Any, further: Mapping[str, Any], **options: Any) -> Subjects:
    dialects = {preset.name: preset.dialect for preset in presets_of(kind)} | dict(further)
    return {
        " ".join((name, *options.values())): (
            dialect,
            remembering(subject_of(make(dialect=dialect, **options))),
        )
        for name, dialect in dialects.items()
        if options.get("type") != "L" or dialect.counting == "clipped"
    }


SMALL = corpora(max_segments=3, references=(1, 3))


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


def bleu_subjects() -> Subjects:
    """Return the distinct dialects of all presets; tokenizers have no effect on tokens."""
    found: dict[BleuDialect, str] = {}
    for preset in presets_of(BleuDialect):
        found.setdefault(replace(preset.dialect, tokenize="none"), preset.name)
    return {
        name: (dialect, remembering(subject_of(Bleu(dialect=dialect), pack)))
        for dialect, name in found.items()
    }


def nist_subjects() -> Subjects:
    """Return the first of presets that differ only in axes without effect on tokens."""
    found: dict[NistDialect, str] = {}
    for preset in presets_of(NistDialect):
        found.setdefault(replace(preset.dialect, tokenize="none", lowercase="none"), preset.name)
    return {
        name: (
            preset_named(NistDialect, name).dialect,
            remembering(subject_of(Nist(dialect=name, lowercase="none"))),
        )
        for name in found.values()
    }


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
        bleu_subjects(),
        frozenset({"identity", "permute references"}),
        (PERFECT, TIE, NO_FOUR_GRAM, ALL_BIGRAMS, CLIPPED_UNIGRAMS),
        share=20,
        least=4,
    ),
    "nist": Checked(
        nist_subjects(),
        frozenset({"bounds of information", "permute references"}),
        (ALL_BIGRAMS,),
        corpora(max_segments=3, references=(1, 3), hostile=True),
        share=3,
    ),
    "chrf": Checked(
        subjects(
            Chrf,
            ChrfDialect,
            {
                "with beta 1": ChrfDialect(beta=1, missing_order="counted"),
                "words": ChrfDialect(order=0, word_order=2, whitespace="kept", lowercase="unicode"),
            },
        ),
        frozenset({"delete spaces", "exchange sides", "identity", "permute references"}),
        (TIE_OF_CHRF,),
    ),
    "cider": Checked(
        subjects(
            Cider, CiderDialect, {"narrow": CiderDialect(order=2, sigma=1, no_weights="zero")}
        ),
        frozenset({"bounds", "permute references", "statistics add up", "reverse tokens"}),
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
        subjects(
            Distinct,
            DistinctDialect,
            {"unigrams": DistinctDialect(order=1, denominator="ngrams", lowercase="unicode")},
        ),
        frozenset({"a copy halves the share of distinct n-grams"}),
        drawn=FEW_REFERENCES,
    ),
    "self_bleu": Checked(
        subjects(
            SelfBleu,
            SelfBleuDialect,
            {"sacrebleu": SelfBleuDialect(2, sentence_bleu="sacrebleu", lowercase="unicode")},
        ),
        frozenset({"copies are alike"}),
        drawn=FEW_REFERENCES,
    ),
    "wer": Checked(
        {
            f"{made.__name__} {name}": subject
            for made in (Wer, Mer, Wip)
            for name, subject in subjects(made, WerDialect, {}).items()
        },
        frozenset({"triangle inequality", "reverse tokens", "permute references"}),
        (EMPTY,),
    ),
    "cer": Checked(
        subjects(Cer, CerDialect, {}),
        frozenset({"triangle inequality", "permute references"}),
        (EMPTY,),
    ),
    "google_gleu": Checked(
        subjects(
            GoogleGleu,
            GoogleGleuDialect,
            {"bigrams": GoogleGleuDialect(2, 3, lowercase="unicode", tokenize="none")},
        ),
        frozenset({"exchange sides", "identity", "permute references", "statistics add up"}),
        (TIE_OF_GLEU,),
    ),
    "meteor:dialect=nltk": Checked(
        subjects(
            Meteor,
            MeteorDialect,
            {"parameters": MeteorDialect(alpha=0.5, beta=0.2, gamma=0.6, lowercase="none")},
        ),
        frozenset({"bounds", "permute segments", "permute references"}),
        (SYNONYMS,),
    ),
    "ribes": Checked(
        subjects(
            Ribes,
            RibesDialect,
            {
                "exponents": RibesDialect(
                    alpha=0, beta=2.0, one_word="nothing", empty_references="zero"
                )
            },
        ),
        frozenset({"bounds", "permute references", "different words in the opposite order"}),
        (Case.from_lines(hypotheses=["a a b", "b a"], references=[["a b a", "b"], ["a b", "a"]]),),
    ),
    "rouge": Checked(
        {
            name: subject
            for kind in ("1", "2", "L")
            for name, subject in subjects(
                Rouge,
                RougeDialect,
                {"pooled": RougeDialect(average="none", stem="porter")},
                type=kind,
            ).items()
        },
        frozenset({"identity", "permute references"})
        | {"a further reference never lowers the score"},
        (TIE_OF_ROUGE,),
    ),
    "sari": Checked(
        subjects(Sari, SariDialect, {"nothing is done": SariDialect(nothing=1, order=2)}),
        frozenset({"a copy of the source only keeps", "identity", "statistics add up"}),
        (COPY,),
        corpora(max_segments=3, references=(1, 3), ragged=False, sources=True),
    ),
    "ter": Checked(
        subjects(
            Ter,
            TerDialect,
            {
                "with case": TerDialect(lowercase="none"),
                "narrow": TerDialect(
                    beam=2, block_words=2, distance=3, candidates=4, lowercase="none"
                ),
            },
        ),
        frozenset({"no edits of a copy", "bounds of edits", "permute references"}),
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
    ("name", "metric", "case"),
    [
        ("permute references", Chrf(dialect="sacrebleu"), TIE_OF_CHRF),
        (
            "identity of a corpus",
            Chrf(dialect="nltk"),
            Case.from_lines(["a", "b c d e f g"], ["x", "y"]),
        ),
        ("exchange sides", Chrf(dialect="sacrebleu"), Case.from_lines(["a b"], ["a b c"])),
        (
            "delete spaces",
            Chrf(order=0, word_order=2, whitespace="kept"),
            Case.from_lines(["a b"], ["a c"]),
        ),
        ("reverse tokens", Mer(dialect="jiwer"), Case.from_lines(["b c"], ["a b"])),
        ("duplicate the corpus", Wer(dialect="jiwer"), Case.from_lines(["a"], [""])),
        ("exchange sides of equal length", Wip(), Case.from_lines(["b c"], ["a b"])),
        ("permute references", GoogleGleu(dialect="nltk"), TIE_OF_GLEU),
        (
            "permute references",
            Rouge(type=1, dialect="average=precision_recall+references=best_first"),
            TIE_OF_ROUGE,
        ),
        ("identity", Rouge(type=1, dialect="pltrdy"), Case.from_lines(["a b"], ["a b"])),
        (
            "truncate perfect hypotheses",
            Rouge(type=1, dialect="pltrdy"),
            Case.from_lines(["a a"], ["a a"]),
        ),
        ("duplicate a reference", Rouge(type=1, dialect="rouge-1.5.5"), TIE_OF_ROUGE),
        ("a copy of the source only keeps", Sari(dialect="evaluate"), COPY),
        ("identity", Sari(dialect="easse"), COPY.map(lambda tokens: tokens[:5])),
        ("bounds of edits", Ter(dialect="torchmetrics-1.9"), NO_HYPOTHESIS),
    ],
    ids=str,
)
def test_a_dialect_outside_the_domain_breaks_the_law(name: str, metric: Any, case: Case) -> None:
    law = law_named(name)
    assert not law.holds_for(metric.conventions)
    violation = law.violation(subject_of(metric), case)
    assert violation is not None
    assert ("sources=" in str(violation)) == (case.sources is not None)

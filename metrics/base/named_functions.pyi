"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from tallystick.metrics import BleuDialect, BleuScore, CerDialect, ChrfDialect, ChrfScore, CiderDialect, CiderScore, Corpus, DistinctDialect, DistinctScore, DocumentFrequencies, GoogleGleuDialect, GoogleGleuScore, InformationWeights, Lowercase, MeteorDialect, MeteorScore, NistDialect, NistScore, References, RibesDialect, RibesScore, RougeDialect, RougeScore, SariDialect, SariScore, SelfBleuDialect, SelfBleuScore, TerDialect, TerScore, WerDialect, WerScore
from tallystick.metrics.corpus.corpus import Hypotheses, ReferencesPerSegment
from typing import Literal

def bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    order: int | None = ...,
    weights: Sequence[float] | None = ...,
    smooth: Literal["none", "floor", "add-k", "exp", "exp-length", "chencherry4", "chencherry5", "chencherry6", "chencherry7", "nltk4", "nltk4-3.4", "nltk4-3.5", "nltk5", "nltk6", "nltk7", "nltk7-3.4", "nltk7-3.5", "grounded"] | None = ...,
    smooth_value: float | None = ...,
    effective_order: bool | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | BleuDialect = ...,
) -> BleuScore: ...

def nist(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    order: int | None = ...,
    dialect: str | NistDialect = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    information: InformationWeights | None = ...,
) -> NistScore: ...

def chrf(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    order: int | None = ...,
    word_order: int | None = ...,
    beta: float | None = ...,
    eps_smoothing: bool | None = ...,
    whitespace: Literal["removed", "removed-perl", "spaces-removed", "kept"] | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | ChrfDialect = ...,
) -> ChrfScore: ...

def wer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    normalize: str | Sequence[str] | None = ...,
    dialect: str | WerDialect = ...,
) -> WerScore: ...

def cer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    whitespace: Literal["stripped", "kept", "removed"] | None = ...,
    lowercase: Lowercase | bool | None = ...,
    normalize: str | Sequence[str] | None = ...,
    dialect: str | CerDialect = ...,
) -> WerScore: ...

mer = wer

wil = wer

wip = wer

def rouge(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    type: str | int,
    threads: int = ...,
    dialect: str | RougeDialect = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    stem: Literal["none", "porter"] | None = ...,
) -> RougeScore: ...

def ter(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | TerDialect = ...,
) -> TerScore: ...

def google_gleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    min_order: int | None = ...,
    order: int | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | GoogleGleuDialect = ...,
) -> GoogleGleuScore: ...

def ribes(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    alpha: float | None = ...,
    beta: float | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | RibesDialect = ...,
) -> RibesScore: ...

def meteor(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    dialect: str | MeteorDialect | None = ...,
    alpha: float | None = ...,
    beta: float | None = ...,
    gamma: float | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
) -> MeteorScore: ...

def distinct(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = ...,
    order: int | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | DistinctDialect = ...,
) -> DistinctScore: ...

def self_bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = ...,
    order: int | None = ...,
    sample: int | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | SelfBleuDialect = ...,
) -> SelfBleuScore: ...

def cider(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    order: int | None = ...,
    sigma: float | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | CiderDialect = ...,
    df: DocumentFrequencies | None = ...,
) -> CiderScore: ...

def sari(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    sources: Hypotheses | None = ...,
    threads: int = ...,
    order: int | None = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    dialect: str | SariDialect = ...,
) -> SariScore: ...

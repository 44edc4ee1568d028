"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from tallystick.metrics.cer.dialect import CerDialect
from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuScore
from tallystick.metrics.references import References
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.rouge.metric import RougeScore
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import TerScore
from tallystick.metrics.tokenizers import Lowercase
from tallystick.metrics.wer.dialect import WerDialect
from tallystick.metrics.wer.metric import WerScore
from typing import Literal

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

def mer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    normalize: str | Sequence[str] | None = ...,
    dialect: str | WerDialect = ...,
) -> WerScore: ...

def wil(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    normalize: str | Sequence[str] | None = ...,
    dialect: str | WerDialect = ...,
) -> WerScore: ...

def wip(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = ...,
    threads: int = ...,
    tokenize: str | None = ...,
    lowercase: Lowercase | bool | None = ...,
    normalize: str | Sequence[str] | None = ...,
    dialect: str | WerDialect = ...,
) -> WerScore: ...

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

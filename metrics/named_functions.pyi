"""Written by tools/write_stubs.py."""

from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuScore
from tallystick.metrics.references import References
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.ter.metric import TerScore
from tallystick.metrics.tokenizers import Lowercase

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

"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from dataclasses import Field
from tallystick.metrics import BleuDialect, CerDialect, ChrfDialect, CiderDialect, DistinctDialect, DocumentFrequencies, GoogleGleuDialect, InformationWeights, Lowercase, MeteorDialect, NistDialect, RibesDialect, RougeDialect, SariDialect, SelfBleuDialect, TerDialect, WerDialect
from typing import Any, ClassVar, Final, Literal

class Parameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

class BleuParameters(Parameters):
    order: Final[int]
    weights: Final[tuple[float, ...] | None]
    smooth: Final[str]
    smooth_value: Final[float | None]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | BleuDialect]
    conventions: Final[BleuDialect]
    def __init__(
        self,
        order: int | None = ...,
        weights: Sequence[float] | None = ...,
        smooth: Literal["none", "floor", "add-k", "exp", "exp-length", "chencherry4", "chencherry5", "chencherry6", "chencherry7", "nltk4", "nltk5", "nltk6", "nltk7", "grounded"] | None = ...,
        smooth_value: float | None = ...,
        effective_order: bool | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | BleuDialect = ...,
    ) -> None: ...

class NistParameters(Parameters):
    order: Final[int]
    dialect: Final[str | NistDialect]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    conventions: Final[NistDialect]
    def __init__(
        self,
        order: int | None = ...,
        dialect: str | NistDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        information: InformationWeights | None = ...,
    ) -> None: ...

class ChrfParameters(Parameters):
    order: Final[int]
    word_order: Final[int]
    beta: Final[float]
    eps_smoothing: Final[bool]
    whitespace: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | ChrfDialect]
    conventions: Final[ChrfDialect]
    def __init__(
        self,
        order: int | None = ...,
        word_order: int | None = ...,
        beta: float | None = ...,
        eps_smoothing: bool | None = ...,
        whitespace: Literal["removed", "removed-perl", "spaces-removed", "kept"] | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | ChrfDialect = ...,
    ) -> None: ...

class WerParameters(Parameters):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    normalize: Final[tuple[str, ...]]
    dialect: Final[str | WerDialect]
    conventions: Final[WerDialect]
    def __init__(
        self,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        normalize: str | Sequence[str] | None = ...,
        dialect: str | WerDialect = ...,
    ) -> None: ...

class CerParameters(Parameters):
    whitespace: Final[str]
    lowercase: Final[Lowercase]
    normalize: Final[tuple[str, ...]]
    dialect: Final[str | CerDialect]
    conventions: Final[CerDialect]
    def __init__(
        self,
        whitespace: Literal["stripped", "kept", "removed"] | None = ...,
        lowercase: Lowercase | bool | None = ...,
        normalize: str | Sequence[str] | None = ...,
        dialect: str | CerDialect = ...,
    ) -> None: ...

class RougeOfFixedTypeParameters(Parameters):
    dialect: Final[str | RougeDialect]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    stem: Final[str]
    conventions: Final[RougeDialect]
    def __init__(
        self,
        dialect: str | RougeDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        stem: Literal["none", "porter"] | None = ...,
    ) -> None: ...

class RougeParameters(Parameters):
    dialect: Final[str | RougeDialect]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    stem: Final[str]
    conventions: Final[RougeDialect]
    def __init__(
        self,
        type: str | int | None = ...,
        dialect: str | RougeDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        stem: Literal["none", "porter"] | None = ...,
    ) -> None: ...

class TerParameters(Parameters):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | TerDialect]
    conventions: Final[TerDialect]
    def __init__(
        self,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | TerDialect = ...,
    ) -> None: ...

class GoogleGleuParameters(Parameters):
    min_order: Final[int]
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | GoogleGleuDialect]
    conventions: Final[GoogleGleuDialect]
    def __init__(
        self,
        min_order: int | None = ...,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | GoogleGleuDialect = ...,
    ) -> None: ...

class RibesParameters(Parameters):
    alpha: Final[float]
    beta: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | RibesDialect]
    conventions: Final[RibesDialect]
    def __init__(
        self,
        alpha: float | None = ...,
        beta: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | RibesDialect = ...,
    ) -> None: ...

class MeteorParameters(Parameters):
    dialect: Final[str | MeteorDialect]
    alpha: Final[float]
    beta: Final[float]
    gamma: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    conventions: Final[MeteorDialect]
    def __init__(
        self,
        dialect: str | MeteorDialect | None = ...,
        alpha: float | None = ...,
        beta: float | None = ...,
        gamma: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
    ) -> None: ...

class DistinctParameters(Parameters):
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | DistinctDialect]
    conventions: Final[DistinctDialect]
    def __init__(
        self,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | DistinctDialect = ...,
    ) -> None: ...

class SelfBleuParameters(Parameters):
    order: Final[int]
    sample: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | SelfBleuDialect]
    conventions: Final[SelfBleuDialect]
    def __init__(
        self,
        order: int | None = ...,
        sample: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | SelfBleuDialect = ...,
    ) -> None: ...

class CiderParameters(Parameters):
    order: Final[int]
    sigma: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | CiderDialect]
    conventions: Final[CiderDialect]
    def __init__(
        self,
        order: int | None = ...,
        sigma: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | CiderDialect = ...,
        df: DocumentFrequencies | None = ...,
    ) -> None: ...

class SariParameters(Parameters):
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | SariDialect]
    conventions: Final[SariDialect]
    def __init__(
        self,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | SariDialect = ...,
    ) -> None: ...

class SentenceBleuParameters(Parameters):
    order: Final[int]
    weights: Final[tuple[float, ...] | None]
    smooth: Final[str]
    smooth_value: Final[float | None]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    dialect: Final[str | BleuDialect]
    conventions: Final[BleuDialect]
    def __init__(
        self,
        order: int | None = ...,
        weights: Sequence[float] | None = ...,
        smooth: Literal["none", "floor", "add-k", "exp", "exp-length", "chencherry4", "chencherry5", "chencherry6", "chencherry7", "nltk4", "nltk5", "nltk6", "nltk7", "grounded"] | None = ...,
        smooth_value: float | None = ...,
        effective_order: bool | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | BleuDialect = ...,
    ) -> None: ...

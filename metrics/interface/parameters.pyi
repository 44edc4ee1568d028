"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from dataclasses import Field
from tallystick.metrics import BleuDialect, CerDialect, ChrfDialect, CiderDialect, DistinctDialect, DocumentFrequencies, GoogleGleuDialect, InformationWeights, Lowercase, MeteorDialect, NistDialect, RibesDialect, RougeDialect, SariDialect, SelfBleuDialect, TerDialect, WerDialect
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

Kind = TypeVar("Kind")

class Parameters(Generic[Kind]):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    @property
    def dialect(self) -> str | Kind: ...
    @property
    def conventions(self) -> Kind: ...

class BleuParameters(Parameters[BleuDialect]):
    order: Final[int]
    weights: Final[tuple[float, ...] | None]
    smooth: Final[str]
    smooth_value: Final[float | None]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        weights: Sequence[float] | None = ...,
        smooth: Literal["none", "floor", "add-k", "exp", "exp-length", "chencherry4", "chencherry5", "chencherry6", "chencherry7", "nltk4", "nltk4-3.4", "nltk4-3.5", "nltk5", "nltk6", "nltk7", "nltk7-3.4", "nltk7-3.5", "grounded"] | None = ...,
        smooth_value: float | None = ...,
        effective_order: bool | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | BleuDialect = ...,
    ) -> None: ...

class NistParameters(Parameters[NistDialect]):
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        dialect: str | NistDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        information: InformationWeights | None = ...,
    ) -> None: ...

class ChrfParameters(Parameters[ChrfDialect]):
    order: Final[int]
    word_order: Final[int]
    beta: Final[float]
    eps_smoothing: Final[bool]
    whitespace: Final[str]
    lowercase: Final[Lowercase]
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

class WerParameters(Parameters[WerDialect]):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    normalize: Final[tuple[str, ...]]
    def __init__(
        self,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        normalize: str | Sequence[str] | None = ...,
        dialect: str | WerDialect = ...,
    ) -> None: ...

class CerParameters(Parameters[CerDialect]):
    whitespace: Final[str]
    lowercase: Final[Lowercase]
    normalize: Final[tuple[str, ...]]
    def __init__(
        self,
        whitespace: Literal["stripped", "kept", "removed"] | None = ...,
        lowercase: Lowercase | bool | None = ...,
        normalize: str | Sequence[str] | None = ...,
        dialect: str | CerDialect = ...,
    ) -> None: ...

class RougeOfFixedTypeParameters(Parameters[RougeDialect]):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    stem: Final[str]
    def __init__(
        self,
        dialect: str | RougeDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        stem: Literal["none", "porter"] | None = ...,
    ) -> None: ...

class RougeParameters(Parameters[RougeDialect]):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    stem: Final[str]
    def __init__(
        self,
        type: str | int | None = ...,
        dialect: str | RougeDialect = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        stem: Literal["none", "porter"] | None = ...,
    ) -> None: ...

class TerParameters(Parameters[TerDialect]):
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | TerDialect = ...,
    ) -> None: ...

class GoogleGleuParameters(Parameters[GoogleGleuDialect]):
    min_order: Final[int]
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        min_order: int | None = ...,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | GoogleGleuDialect = ...,
    ) -> None: ...

class RibesParameters(Parameters[RibesDialect]):
    alpha: Final[float]
    beta: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        alpha: float | None = ...,
        beta: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | RibesDialect = ...,
    ) -> None: ...

class MeteorParameters(Parameters[MeteorDialect]):
    alpha: Final[float]
    beta: Final[float]
    gamma: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        dialect: str | MeteorDialect | None = ...,
        alpha: float | None = ...,
        beta: float | None = ...,
        gamma: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
    ) -> None: ...

class DistinctParameters(Parameters[DistinctDialect]):
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | DistinctDialect = ...,
    ) -> None: ...

class SelfBleuParameters(Parameters[SelfBleuDialect]):
    order: Final[int]
    sample: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        sample: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | SelfBleuDialect = ...,
    ) -> None: ...

class CiderParameters(Parameters[CiderDialect]):
    order: Final[int]
    sigma: Final[float]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        sigma: float | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | CiderDialect = ...,
        df: DocumentFrequencies | None = ...,
    ) -> None: ...

class SariParameters(Parameters[SariDialect]):
    order: Final[int]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | SariDialect = ...,
    ) -> None: ...

class SentenceBleuParameters(Parameters[BleuDialect]):
    order: Final[int]
    weights: Final[tuple[float, ...] | None]
    smooth: Final[str]
    smooth_value: Final[float | None]
    tokenize: Final[str]
    lowercase: Final[Lowercase]
    def __init__(
        self,
        order: int | None = ...,
        weights: Sequence[float] | None = ...,
        smooth: Literal["none", "floor", "add-k", "exp", "exp-length", "chencherry4", "chencherry5", "chencherry6", "chencherry7", "nltk4", "nltk4-3.4", "nltk4-3.5", "nltk5", "nltk6", "nltk7", "nltk7-3.4", "nltk7-3.5", "grounded"] | None = ...,
        smooth_value: float | None = ...,
        effective_order: bool | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | BleuDialect = ...,
    ) -> None: ...

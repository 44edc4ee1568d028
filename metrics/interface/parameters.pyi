"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from dataclasses import Field
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.cer.metric import CerDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.metric import GoogleGleuDialect
from tallystick.metrics.meteor.dialect import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.ribes.dialect import RibesDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.tokenizers import Lowercase
from tallystick.metrics.wer.dialect import WerDialect
from typing import Any, ClassVar, Final, Literal

class BleuParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class NistParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class ChrfParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class WerParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class CerParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class RougeOfFixedTypeParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class RougeParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class TerParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class GoogleGleuParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class RibesParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class MeteorParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class DistinctParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class SelfBleuParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class CiderParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class SariParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

class SentenceBleuParameters:
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
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

"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from dataclasses import Field
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.chrf.dialect import ChrfDialect
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.cider.frequencies import DocumentFrequencies
from tallystick.metrics.distinct.dialect import DistinctDialect
from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect
from tallystick.metrics.meteor.dialect import MeteorDialect
from tallystick.metrics.nist.dialect import NistDialect
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.ribes.dialect import RibesDialect
from tallystick.metrics.sari.dialect import SariDialect
from tallystick.metrics.self_bleu.dialect import SelfBleuDialect
from tallystick.metrics.tokenizers import Lowercase
from typing import Any, ClassVar, Final

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
        smooth: str | None = ...,
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
        whitespace: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | ChrfDialect = ...,
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
        smooth: str | None = ...,
        smooth_value: float | None = ...,
        effective_order: bool | None = ...,
        tokenize: str | None = ...,
        lowercase: Lowercase | bool | None = ...,
        dialect: str | BleuDialect = ...,
    ) -> None: ...

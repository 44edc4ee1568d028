"""Written by tools/write_stubs.py."""

from collections.abc import Sequence
from dataclasses import Field
from tallystick.metrics.cer.dialect import CerDialect
from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect
from tallystick.metrics.rouge.dialect import RougeDialect
from tallystick.metrics.ter.dialect import TerDialect
from tallystick.metrics.tokenizers import Lowercase
from tallystick.metrics.wer.dialect import WerDialect
from typing import Any, ClassVar, Final, Literal

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

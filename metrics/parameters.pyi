"""Written by tools/write_stubs.py."""

from dataclasses import Field
from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect
from tallystick.metrics.tokenizers import Lowercase
from typing import Any, ClassVar, Final

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

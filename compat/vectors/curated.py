"""The vectors that ship with the package."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from types import MappingProxyType
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tallystick.compat.vectors.reading import parse_vectors
from tallystick.compat.vectors.vectors import Vectors
from tallystick.errors import UnknownNameError
from tallystick.metrics.arguments.registry import nearest

CURATED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "bleu": ("bleu",),
        "sentence_bleu": ("bleu",),
        "nist": ("nist",),
        "chrf": ("chrf",),
        "ter": ("ter",),
        "wer": ("wer", "cer", "mer", "wil", "wip"),
        "rouge": ("rouge1", "rouge2", "rougeL", "rougeLsum"),
        "sari": ("sari",),
        "google_gleu": ("google_gleu",),
        "ribes": ("ribes",),
        "meteor": ("meteor",),
        "cider": ("cider",),
        "self_bleu": ("self_bleu",),
        "distinct": ("distinct",),
    }
)
"""Their names, which are those of the files `cases/NAME.jsonl`, with the metrics in them."""

TOKENS = "tokenizers"
"""The name of the vectors of tokenizers, which have lines and tokens in place of scores."""

SCHEMA_NAME = "schema"
"""The name of the JSON Schema of all files."""

SUMS = "SHA256SUMS"
"""The name of the list of digests in the archive, which `sha256sum -c` reads."""


def curated_vectors(name: str) -> Vectors:
    """Return the vectors of metrics that ship with the package.

    Raises:
        UnknownNameError: There are none of this name, or they are those of tokenizers.

    >>> "papineni2002" in curated_vectors("bleu").origins
    True
    """
    if name == TOKENS:
        raise UnknownNameError(
            f"the vectors {TOKENS!r} have tokens, no scores; export them, and run a program on "
            "their lines"
        )
    return parse_vectors(curated_file(name).read_bytes(), f"{name}.jsonl")


def curated_file(name: str) -> Traversable:
    """Return the file of curated vectors, or of the schema if the name is "schema"."""
    names = [*CURATED, TOKENS, SCHEMA_NAME]
    if name not in names:
        known = nearest(name, names)
        raise UnknownNameError(f"no vectors are named {name!r}{known}")
    folder = files("tallystick.compat.vectors") / "cases"
    return folder / ("vectors.schema.json" if name == SCHEMA_NAME else f"{name}.jsonl")


def archive() -> bytes:
    """Return a ZIP archive of all files, the schema and their digests, always the same bytes."""
    files = [curated_file(name) for name in (*CURATED, TOKENS, SCHEMA_NAME)]
    contents = {file.name: file.read_bytes() for file in files}
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    sums = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        for name, content in {**contents, SUMS: sums.encode("ascii")}.items():
            file.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return made.getvalue()

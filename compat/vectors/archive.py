"""All vectors that ship with the package as one file."""

from __future__ import annotations

import hashlib
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tallystick.compat.vectors.curated import CURATED, SCHEMA_NAME, TOKENS, curated_file

SUMS = "SHA256SUMS"
"""The name of the list of digests, which `sha256sum -c` reads."""


def archive() -> bytes:
    """Return a ZIP archive of all files of vectors, the schema and their digests.

    The same files give the same bytes.

    >>> from io import BytesIO
    >>> from zipfile import ZipFile
    >>> names = ZipFile(BytesIO(archive())).namelist()
    >>> names[0], names[-1]
    ('bleu.jsonl', 'SHA256SUMS')
    """
    files = [curated_file(name) for name in (*CURATED, TOKENS, SCHEMA_NAME)]
    contents = {file.name: file.read_bytes() for file in files}
    digests = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    sums = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as file:
        for name, content in {**contents, SUMS: sums.encode("ascii")}.items():
            file.writestr(ZipInfo(name), content, ZIP_DEFLATED)
    return made.getvalue()

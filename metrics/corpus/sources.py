"""The source texts that some metrics need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.errors import InputError
from tallystick.metrics.corpus.text import Text, Tokens

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.identity import Identity


def missing_sources(identity: Identity) -> InputError:
    """Return the error for a metric that needs sources where there are none."""
    return InputError(
        f"{identity.title} compares with the source texts, and there are none; give sources=..., "
        "one for every segment"
    )


def sources_of(identity: Identity, corpus: Corpus) -> Text | Tokens:
    """Return the sources of a corpus for a metric that needs them.

    Raises:
        InputError: There are no sources, or one side is text and the other tokens.
    """
    if corpus.sources is None:
        raise missing_sources(identity)
    if isinstance(corpus.sources, Text) == corpus.given_tokens:
        kinds = ["token lists", "text (strings)"]
        raise InputError(
            f"the hypotheses are {kinds[not corpus.given_tokens]} but the sources are "
            f"{kinds[corpus.given_tokens]}; give both as strings, or both as token lists"
        )
    return corpus.sources

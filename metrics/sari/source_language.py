"""A warning of sources in another language than the references.

SARI rewards what is kept of the source. With the source of a translation nothing can be kept, and
almost everything is rightly deleted, which gives a high score that means nothing. Of the words of
WMT22's sources, 0 to 9% are also in their references; of those of one reference, 29 to 71% are in
the other one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tallystick.metrics.corpus.text import Text

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus

FEWEST_SEGMENTS = 10
SAMPLED_SEGMENTS = 50
FEWEST_SHARED_WORDS = 0.12
WORD = re.compile(
    r"[\u3040-\u9fff]|[^\W\d_\u3040-\u9fff]+"
)  # a character where there are no spaces


def warnings_of_sources(corpus: Corpus) -> tuple[str, ...]:
    """Return a warning if the sources have few words in common with the references."""
    sources, references = corpus.sources, corpus.references
    if not isinstance(sources, Text) or corpus.given_tokens or len(corpus) < FEWEST_SEGMENTS:
        return ()
    words = shared = 0
    for segment in range(0, len(corpus), max(len(corpus) // SAMPLED_SEGMENTS, 1)):
        known = set(_words(" ".join(references[segment])))
        found = _words(sources[segment])
        words += len(found)
        shared += sum(word in known for word in found)
    if shared >= FEWEST_SHARED_WORDS * words:
        return ()
    return (
        f"of the words of the sources, {shared / words:.0%} are in the references, as if they were "
        "in another language; SARI is for text that is simplified within one language; give "
        "sources in the language of the references",
    )


def _words(text: str) -> list[str]:
    return WORD.findall(text.lower())

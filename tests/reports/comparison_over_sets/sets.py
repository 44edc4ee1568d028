"""Systems of which a share of the segments has its words in reverse order."""

from __future__ import annotations

from tallystick import Corpus

REFERENCES = [f"word{n} one two three four five six" for n in range(40)]


def output(share: float) -> list[str]:
    """Return the references with a further word; a share of them in reverse order."""
    return [
        " ".join(text.split()[::-1]) if number < share * len(REFERENCES) else f"{text} seven"
        for number, text in enumerate(REFERENCES)
    ]


def on_set(**shares: float) -> dict[str, Corpus]:
    return {
        name: Corpus.from_segments(hypotheses=output(share), references=REFERENCES)
        for name, share in shares.items()
    }

"""Systems of which a share of the segments has its words in reverse order, or with given scores."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

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


def with_scores(scores: Mapping[str, Sequence[float]]) -> dict[str, Corpus]:
    """Return the systems of a set by the scores of their segments, under the name "da"."""
    texts = [f"segment {number}" for number in range(len(next(iter(scores.values()))))]
    corpus = Corpus.from_segments(hypotheses=[f"a {text}" for text in texts], references=texts)
    return {
        system: replace(corpus, scores={"da": tuple(of_system)})
        for system, of_system in scores.items()
    }

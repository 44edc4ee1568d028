"""ROUGE-2 as rouge-score computes it in plain Python, of which `rouge2.toml` makes mutants."""

from collections import Counter

N = 2
Tokens = list[str]


def bigrams(tokens: Tokens) -> Counter[tuple[str, ...]]:
    words = [token.lower() for token in tokens]
    return Counter(tuple(words[start : start + N]) for start in range(len(words) - N + 1))


def f_measure(precision: float, recall: float) -> float:
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def score_pair(hypothesis: Tokens, reference: Tokens) -> float:
    own, other = bigrams(hypothesis), bigrams(reference)
    matches = sum(min(count, other[ngram]) for ngram, count in own.items())
    precision = matches / max(1, own.total())
    recall = matches / max(1, other.total())
    return f_measure(precision, recall)


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    scores = []
    for hypothesis, given in zip(hypotheses, references, strict=True):
        scores.append(max(score_pair(hypothesis, reference) for reference in given))
    return sum(scores) / len(scores)

"""NIST of Doddington 2002 in plain Python, of which `nist.toml` makes mutants."""

import math
from collections import Counter

ORDERS = 5
BETA = math.log(0.5) / math.log(1.5) ** 2
Tokens = list[str]
Ngram = tuple[str, ...]


def ngrams_of(tokens: Tokens, n: int) -> list[Ngram]:
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def count_all(texts: list[Tokens]) -> Counter[Ngram]:
    counts: Counter[Ngram] = Counter()
    for text in texts:
        for n in range(1, ORDERS + 1):
            counts.update(ngrams_of(text, n))
    return counts


def information(ngram: Ngram, counts: Counter[Ngram], words: float) -> float:
    if ngram not in counts:
        return 0.0
    before = counts[ngram[:-1]] if len(ngram) > 1 else words
    return math.log2(before / counts[ngram])


def length_penalty(ratio: float) -> float:
    if ratio >= 1:
        return 1.0
    return math.exp(BETA * math.log(ratio) ** 2) if ratio > 0 else 0.0


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    texts = [reference for given in references for reference in given]
    counts = count_all(texts)
    words = float(sum(len(text) for text in texts))
    gained = [0.0] * ORDERS
    totals = [0] * ORDERS
    hypothesis_length = 0.0
    reference_length = 0.0
    for hypothesis, given in zip(hypotheses, references, strict=True):
        hypothesis_length += len(hypothesis)
        reference_length += sum(len(reference) for reference in given) / len(given)
        for n in range(1, ORDERS + 1):
            own = Counter(ngrams_of(hypothesis, n))
            others = [Counter(ngrams_of(reference, n)) for reference in given]
            totals[n - 1] += own.total()
            for ngram, count in own.items():
                matched = min(count, max(other[ngram] for other in others))
                gained[n - 1] += matched * information(ngram, counts, words)
    result = 0.0
    for n in range(1, ORDERS + 1):
        if totals[n - 1]:
            result += gained[n - 1] / totals[n - 1]
    return result * length_penalty(hypothesis_length / reference_length)

"""BLEU of Papineni et al. 2002 in plain Python, of which `bleu.toml` makes mutants."""

import math
from collections import Counter

ORDERS = 4
Tokens = list[str]


def count_ngrams(tokens: Tokens, n: int) -> Counter[tuple[str, ...]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for start in range(len(tokens) - n + 1):
        counts[tuple(tokens[start : start + n])] += 1
    return counts


def closest_length(hypothesis: Tokens, references: list[Tokens]) -> float:
    lengths = [len(reference) for reference in references]
    return min(lengths, key=lambda length: (abs(length - len(hypothesis)), length))


def corpus_bleu(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    matches = [0.0] * ORDERS
    totals = [0.0] * ORDERS
    hypothesis_length = 0.0
    reference_length = 0.0
    for hypothesis, its_references in zip(hypotheses, references, strict=True):
        hypothesis_length += len(hypothesis)
        reference_length += closest_length(hypothesis, its_references)
        for n in range(1, ORDERS + 1):
            own = count_ngrams(hypothesis, n)
            most: Counter[tuple[str, ...]] = Counter()
            for reference in its_references:
                most |= count_ngrams(reference, n)
            for ngram, count in own.items():
                matches[n - 1] += min(count, most[ngram])
            totals[n - 1] += sum(own.values())
    if min(matches) == 0:
        return 0.0
    precisions = [matched / total for matched, total in zip(matches, totals, strict=True)]
    mean = math.exp(sum(math.log(precision) for precision in precisions) / ORDERS)
    penalty = 1.0
    if hypothesis_length < reference_length:
        penalty = math.exp(1 - reference_length / hypothesis_length)
    return penalty * mean


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    return corpus_bleu(hypotheses, references)

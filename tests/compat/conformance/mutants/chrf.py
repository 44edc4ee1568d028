"""chrF++ as sacreBLEU computes it in plain Python, of which `chrf.toml` makes mutants."""

import string
from collections import Counter

CHARACTERS = 6
WORDS = 2
BETA = 2.0
Statistics = list[tuple[float, float, float]]
"""Of each order the n-grams of the hypothesis, those of the reference, and the matches."""


def split_words(line: str) -> list[str]:
    words = []
    for word in line.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def split_characters(line: str) -> list[str]:
    return list("".join(line.split()))


def count(units: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(units[at : at + n]) for at in range(len(units) - n + 1))


def statistics_of(hypothesis: str, reference: str) -> Statistics:
    statistics: Statistics = []
    for split, orders in ((split_characters, CHARACTERS), (split_words, WORDS)):
        for n in range(1, orders + 1):
            own, other = count(split(hypothesis), n), count(split(reference), n)
            matches = sum((own & other).values())
            counted = own.total() if other else 0
            statistics.append((counted, other.total(), matches))
    return statistics


def f_score(statistics: Statistics) -> float:
    precision = recall = 0.0
    orders = 0
    for own, other, matches in statistics:
        if own > 0 and other > 0:
            precision += matches / own
            recall += matches / other
            orders += 1
    if not orders or not precision + recall:
        return 0.0
    precision /= orders
    recall /= orders
    return (1 + BETA**2) * precision * recall / (BETA**2 * precision + recall)


def add(own: Statistics, other: Statistics) -> Statistics:
    return [(a + d, b + e, c + f) for (a, b, c), (d, e, f) in zip(own, other, strict=True)]


def score(hypotheses: list[str], references: list[list[str]]) -> float:
    sums: Statistics = [(0, 0, 0)] * (CHARACTERS + WORDS)
    for hypothesis, given in zip(hypotheses, references, strict=True):
        choices = [statistics_of(hypothesis, reference) for reference in given]
        best = max(choices, key=f_score)
        sums = add(sums, best)
    return f_score(sums)

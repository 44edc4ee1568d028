"""The word information lost of Morris et al. 2004 in plain Python; `wil.toml` makes mutants."""

Tokens = list[str]


def count_hits(hypothesis: Tokens, reference: Tokens) -> int:
    """Count the hits of an alignment with the fewest edits, and of these with the most hits."""
    table = [[(0, 0)] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        table[i][0] = (i, 0)
    for j in range(len(hypothesis) + 1):
        table[0][j] = (j, 0)
    for i in range(1, len(reference) + 1):
        for j in range(1, len(hypothesis) + 1):
            hit = reference[i - 1] == hypothesis[j - 1]
            edits, hits = table[i - 1][j - 1]
            choices = [(edits + (not hit), hits - hit)]
            for edits, hits in (table[i - 1][j], table[i][j - 1]):
                choices.append((edits + 1, hits))
            table[i][j] = min(choices)
    return -table[len(reference)][len(hypothesis)][1]


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    hits = own = other = 0.0
    for hypothesis, given in zip(hypotheses, references, strict=True):
        reference = given[0]
        hits += count_hits(hypothesis, reference)
        own += len(hypothesis)
        other += len(reference)
    if not own and not other:
        return 0.0
    if not own or not other:
        return 1.0
    return 1 - (hits / other) * (hits / own)

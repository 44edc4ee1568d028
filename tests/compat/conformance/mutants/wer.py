"""The word error rate in plain Python, of which `wer.toml` makes mutants."""

Tokens = list[str]


def edit_distance(hypothesis: Tokens, reference: Tokens) -> float:
    table = [[0.0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        table[i][0] = i
    for j in range(len(hypothesis) + 1):
        table[0][j] = j
    for i in range(1, len(reference) + 1):
        for j in range(1, len(hypothesis) + 1):
            cost = 0 if reference[i - 1] == hypothesis[j - 1] else 1
            deleted = table[i - 1][j] + 1
            inserted = table[i][j - 1] + 1
            table[i][j] = min(deleted, inserted, table[i - 1][j - 1] + cost)
    return table[len(reference)][len(hypothesis)]


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    edits = 0.0
    length = 0.0
    for hypothesis, given in zip(hypotheses, references, strict=True):
        reference = given[0]
        edits += edit_distance(hypothesis, reference)
        length += len(reference)
    return edits / max(1, length)

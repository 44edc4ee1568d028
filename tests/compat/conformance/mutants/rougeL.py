"""ROUGE-L as rouge-score computes it in plain Python, of which `rougeL.toml` makes mutants."""

Tokens = list[str]


def common_subsequence(own: Tokens, other: Tokens) -> float:
    table = [[0] * (len(other) + 1) for _ in range(len(own) + 1)]
    for i in range(1, len(own) + 1):
        for j in range(1, len(other) + 1):
            if own[i - 1] == other[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[len(own)][len(other)]


def f_measure(precision: float, recall: float) -> float:
    if precision + recall == 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)


def score_pair(hypothesis: Tokens, reference: Tokens) -> float:
    if not hypothesis or not reference:
        return 0.0
    own = [token.lower() for token in hypothesis]
    other = [token.lower() for token in reference]
    common = common_subsequence(own, other)
    precision = common / len(own)
    recall = common / len(other)
    return f_measure(precision, recall)


def score(hypotheses: list[Tokens], references: list[list[Tokens]]) -> float:
    scores = []
    for hypothesis, given in zip(hypotheses, references, strict=True):
        scores.append(max(score_pair(hypothesis, reference) for reference in given))
    return sum(scores) / len(scores)

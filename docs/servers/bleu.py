# BLEU as Papineni et al. (2002) define it, as a program that answers JSON lines.
import json
import sys
from collections import Counter
from functools import reduce
from math import exp, log


def counts(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def closest(hyp, refs):
    return min(map(len, refs), key=lambda length: (abs(length - len(hyp)), length))


def bleu(hyps, refs, order):
    logs = 0.0
    for n in range(1, order + 1):
        ngrams = [counts(hyp, n) for hyp in hyps]
        most = [reduce(Counter.__or__, (counts(ref, n) for ref in several)) for several in refs]
        matches = sum((seen & limit).total() for seen, limit in zip(ngrams, most, strict=True))
        if matches == 0:
            return 0.0
        logs += log(matches / sum(seen.total() for seen in ngrams)) / order
    return exp(logs + min(0, 1 - sum(map(closest, hyps, refs)) / sum(map(len, hyps))))


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"name": "bleu.py", "metrics": ["bleu"], "input": "tokens", "orders": [1, 2, 3, 4]}
    if asked["op"] == "score":
        answer = {"score": bleu(asked["hyps"], asked["refs"], asked["params"]["order"])}
    print(json.dumps({"id": asked["id"], **answer}), flush=True)

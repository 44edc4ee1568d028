"""Mistakes in the tokenization of text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistake import Mistake, Scores
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import under
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.tokenizers.rules import CaseFolding, Rule, RuleTokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray

Cases = Callable[[Any, Probes], tuple[Case, ...]]
"""A function of a metric that has a tokenizer and probes that returns tokenized cases."""


def _of_tokens(cases: Cases) -> Scores:
    """Return the scores of a program that compares other tokens."""

    def scores(metric: Any, probes: Probes) -> NDArray[np.float64]:
        if not hasattr(metric.conventions, "tokenize"):
            return probes.scores(metric)
        dialect = replace(metric.conventions, tokenize="none", lowercase="none")
        return Probes(cases(metric, probes), text=False).scores(under(metric, dialect))

    return scores


def _split_by(split: Callable[[str], Iterable[str]]) -> Cases:
    return lambda metric, probes: tuple(
        case.map(lambda tokens: tuple(split(" ".join(tokens)))) for case in probes.cases
    )


def _with_empty_tokens(metric: Any, probes: Probes) -> tuple[Case, ...]:
    """Return cases whose texts have an empty token where they begin or end with a separator."""
    fold_case = metric.conventions.lowercase != "none"

    def split(line: str) -> list[str]:
        return re.sub("[^A-Za-z0-9]+", " ", line.lower() if fold_case else line).split(" ")

    return _split_by(split)(metric, probes)


def _with_raw(side: str) -> Cases:
    """Return cases of which one side is only split at white space."""

    def cases(metric: Any, probes: Probes) -> tuple[Case, ...]:
        raw, given = _split_by(str.split)(metric, probes), probes.tokenized(metric)
        pairs = zip(raw, given, strict=True)
        return tuple(replace(one, **{side: getattr(own, side)}) for own, one in pairs)

    return cases


def _without(tokenizer: RuleTokenizer, rule: Rule) -> Cases:
    tokenize = replace(tokenizer, rules=tuple(one for one in tokenizer.rules if one is not rule))
    return lambda metric, probes: _split_by(
        lambda line: tokenize(line, metric.conventions.lowercase)
    )(metric, probes)


_ROUGE = frozenset({"rouge-score"})

_ALL: tuple[tuple[str, Cases, frozenset[str]], ...] = (
    ("hypotheses are not tokenized", _with_raw("hypotheses"), frozenset()),
    ("references are not tokenized", _with_raw("references"), frozenset()),
    ("text is split at single spaces", _split_by(lambda line: line.split(" ")), frozenset()),
    ("characters and spaces are used as tokens", _split_by(tuple), frozenset()),
    # each capital is a separator, because nothing lower-cases it
    ("upper-case letters separate tokens", _split_by(partial(re.findall, "[a-z0-9]+")), _ROUGE),
    (
        "only letters make tokens",
        _split_by(lambda line: re.findall("[a-z]+", line.lower())),
        frozenset(),
    ),
    ("empty tokens at the ends of texts are kept", _with_empty_tokens, _ROUGE),
    *(
        (
            f"the tokenizer {tokenizer.name} lacks its rule to {rule.name}",
            _without(tokenizer, rule),
            frozenset({tokenizer.name}),
        )
        for tokenizer in map(tokenizer_named, ("13a", "mteval-13a", "rouge-score"))
        if isinstance(tokenizer, RuleTokenizer)
        for rule in tokenizer.rules
        if not isinstance(rule, CaseFolding)
    ),
)
"""What is wrong, with the tokens and the tokenizers in which it can be made; none for all."""

TOKENIZING = tuple(
    Mistake(name, _of_tokens(cases), tokenizers=tokenizers) for name, cases, tokenizers in _ALL
)
"""Mistakes in tokenizing lines."""

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
from tallystick.compat.conformance.under import under
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


_at_white_space = _split_by(str.split)


def _with_empty_tokens(metric: Any, probes: Probes) -> tuple[Case, ...]:
    """Return cases whose texts have an empty token where they begin or end with a separator."""
    fold_case = metric.conventions.lowercase != "none"

    def split(line: str) -> list[str]:
        return re.sub("[^A-Za-z0-9]+", " ", line.lower() if fold_case else line).split(" ")

    return _split_by(split)(metric, probes)


def _only_references(metric: Any, probes: Probes) -> tuple[Case, ...]:
    raw, given = _at_white_space(metric, probes), probes.tokenized(metric)
    return tuple(
        replace(own, hypotheses=one.hypotheses) for one, own in zip(raw, given, strict=True)
    )


def _only_hypotheses(metric: Any, probes: Probes) -> tuple[Case, ...]:
    raw, given = _at_white_space(metric, probes), probes.tokenized(metric)
    return tuple(
        replace(own, references=one.references) for one, own in zip(raw, given, strict=True)
    )


def _without(tokenizer: RuleTokenizer, rule: Rule) -> Cases:
    tokenize = replace(tokenizer, rules=tuple(one for one in tokenizer.rules if one is not rule))
    return lambda metric, probes: _split_by(
        lambda line: tokenize(line, metric.conventions.lowercase)
    )(metric, probes)


_ROUGE_SCORE = frozenset({"rouge-score"})

TOKENIZING: tuple[Mistake, ...] = (
    Mistake("hypotheses are not tokenized", _of_tokens(_only_references)),
    Mistake("references are not tokenized", _of_tokens(_only_hypotheses)),
    Mistake("text is split at single spaces", _of_tokens(_split_by(lambda line: line.split(" ")))),
    Mistake("characters and spaces are used as tokens", _of_tokens(_split_by(tuple))),
    Mistake(
        "upper-case letters separate tokens",
        # each capital is a separator, because nothing lower-cases it
        _of_tokens(_split_by(partial(re.findall, "[a-z0-9]+"))),
        tokenizers=_ROUGE_SCORE,
    ),
    Mistake(
        "only letters make tokens",
        _of_tokens(_split_by(lambda line: re.findall("[a-z]+", line.lower()))),
    ),
    Mistake(
        "empty tokens at the ends of texts are kept",
        _of_tokens(_with_empty_tokens),
        tokenizers=_ROUGE_SCORE,
    ),
    *(
        Mistake(
            f"the tokenizer {tokenizer.name} lacks its rule to {rule.name}",
            _of_tokens(_without(tokenizer, rule)),
            tokenizers=frozenset({tokenizer.name}),
        )
        for tokenizer in map(tokenizer_named, ("13a", "mteval-13a", "rouge-score"))
        if isinstance(tokenizer, RuleTokenizer)
        for rule in tokenizer.rules
        if not isinstance(rule, CaseFolding)
    ),
)
"""Mistakes in tokenizing lines."""

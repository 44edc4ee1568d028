"""Mistakes that can be made in every metric in reading texts, tokenizing them included."""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.inputs import LIMITS
from tallystick.compat.conformance.mistake import (
    Around,
    Mistake,
    Scores,
    of_changed,
    of_parts_of_cases,
)
from tallystick.compat.conformance.mistakes.counting import segments_of
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.setting import under
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.metrics.tokenizers.rules import CaseFolding, Rule, RuleTokenizer

if TYPE_CHECKING:
    from numpy.typing import NDArray


Read = Callable[[Segment], Iterable[str]]
"""A function of the tokens of a text that returns other tokens."""


def _kept(keep: Callable[[str], bool]) -> Read:
    return lambda tokens: filter(None, ("".join(filter(keep, token)) for token in tokens))


def _without_accents(token: str) -> str:
    apart = unicodedata.normalize("NFD", token)
    return "".join(character for character in apart if not unicodedata.combining(character))


_BOTH: Mapping[str, Read] = {
    "tokens are joined with spaces and split again": lambda it: " ".join(it).split(),
    "empty tokens are left out": lambda it: filter(None, it),
    **{
        f"text is normalized to {form}": partial(map, partial(unicodedata.normalize, form))
        for form in ("NFC", "NFD", "NFKC")
    },
    **{f"segments are cut to {most} tokens": itemgetter(slice(most)) for most in LIMITS},
}

_TOKENS: Mapping[str, Read] = {
    "letters are lower-cased": lambda it: map(str.lower, it),
    "the first letter of a text is lower-cased": lambda it: (*map(str.lower, it[:1]), *it[1:]),
    "an s at the end of tokens is removed": lambda it: [token.removesuffix("s") for token in it],
    "accents are removed": lambda it: map(_without_accents, it),
    "characters outside ASCII are removed": _kept(str.isascii),
    "only letters and digits are kept": _kept(str.isalnum),
    "only letters are kept": _kept(str.isalpha),
    "tokens that are not words are left out": lambda it: filter(str.isalnum, it),
    "tokens without letters, digits and underscores are left out": (
        lambda it: [token for token in it if re.search(r"\w", token)]
    ),
    "tokens of one character are left out": lambda it: [token for token in it if len(token) > 1],
    "the punctuation marks . , ! and ? are left out": (
        lambda it: [token for token in it if token not in {".", ",", "!", "?"}]
    ),
    "the token 0 is left out": lambda it: [token for token in it if token != "0"],
    "numbers are left out": lambda it: [token for token in it if not token.isdecimal()],
    "punctuation is split from words": lambda it: re.findall(r"\w+|[^\w\s]", " ".join(it)),
    "text is split at everything but letters, digits and underscores": (
        lambda it: re.findall(r"\w+", " ".join(it))
    ),
    "punctuation at the ends of tokens is removed": (
        lambda it: filter(None, (token.strip(string.punctuation) for token in it))
    ),
    "punctuation is removed": _kept(lambda character: character not in string.punctuation),
    "characters are used as tokens": lambda it: "".join(it),
    "repeated tokens count once": dict.fromkeys,
    "tokens are sorted": sorted,
    "tokens that repeat the one before count once": lambda it: [token for token, _ in groupby(it)],
    "the last token is left out": lambda it: it[:-1],
    "the first token is left out": lambda it: it[1:],
    "markers are added at the start and the end": lambda it: ("<s>", *it, "</s>"),
    "a marker is added at the start": lambda it: ("<s>", *it),
    "a marker is added at the end": lambda it: (*it, "</s>"),
}


def _in_both(change: Read) -> Callable[[Case], Case]:
    return lambda case: case.map(lambda tokens: tuple(change(tokens)))


def _in(side: str, change: Read) -> Callable[[Case], Case]:
    return lambda case: replace(case, **{side: getattr(_in_both(change)(case), side)})


def _exchanged(case: Case) -> Case:
    return replace(
        case,
        hypotheses=tuple(given[0] for given in case.references),
        references=tuple((hypothesis,) for hypothesis in case.hypotheses),
    )


def _cut(case: Case, *, references: bool) -> Case:
    """Return a case whose hypotheses, or both sides, are cut to the first references."""
    cut = [
        tuple(reference[: len(own)] if references else reference for reference in given)
        for own, given in case.pairs
    ]
    return replace(
        case,
        hypotheses=tuple(own[: len(given[0])] for own, given in case.pairs),
        references=tuple(cut),
    )


def _weighted(texts: Callable[[Case], Iterable[Segment]]) -> Around:
    """Return the means of the scores of the segments, weighted by the lengths of some texts."""

    def combine(scores: NDArray[np.float64], case: Case) -> float:
        lengths = list(map(len, texts(case)))
        return float(np.dot(scores, lengths)) / (sum(lengths) or math.nan)

    return of_parts_of_cases(segments_of, combine)


_CASES: Mapping[str, Callable[[Case], Case]] = {
    "hypotheses and references are exchanged": _exchanged,
    **{name: _in_both(change) for name, change in {**_BOTH, **_TOKENS}.items()},
    "hypotheses are reversed": _in("hypotheses", lambda tokens: tokens[::-1]),
    "hypotheses are cut to the length of the first reference": partial(_cut, references=False),
    "both texts are cut to the length of the shorter one": partial(_cut, references=True),
    **{
        f"{name}, in {side} only": _in(side, change)
        for name, change in _TOKENS.items()
        for side in ("hypotheses", "references")
    },
}

READING: tuple[Mistake, ...] = (
    *(Mistake(name, of_changed(change)) for name, change in _CASES.items()),
    *(
        Mistake(f"the scores of the segments are weighted by the lengths of {whose}", _weighted(of))
        for whose, of in (
            ("hypotheses", lambda case: case.hypotheses),
            ("first references", lambda case: [given[0] for given in case.references]),
        )
    ),
)

_SPLITTING = frozenset({"13a", "intl", "mteval-13a", "rouge-score"})
"""Tokenizers after which a program may leave out tokens that are no words of a line."""

Cases = Callable[[Any, Probes], Iterable[Case]]
"""A function of a metric that has a tokenizer and probes that returns tokenized cases."""


def _of_tokens(cases: Cases) -> Around:
    def change(inner: Scores, metric: Any, probes: Probes) -> NDArray[np.float64]:
        if not hasattr(metric.conventions, "tokenize"):
            return inner(metric, probes)
        dialect = replace(metric.conventions, tokenize="none", lowercase="none")
        return inner(under(metric, dialect), Probes([*cases(metric, probes)], text=False))

    return Around(change)


def _split_lines(split: Callable[[str, Lowercase], Iterable[str]]) -> Cases:
    """Return cases with other tokens of their lines, given how the dialect folds letter case."""
    return lambda metric, probes: (
        case.map(lambda tokens: tuple(split(" ".join(tokens), metric.conventions.lowercase)))
        for case in probes.cases
    )


def _split_by(split: Callable[[str], Iterable[str]]) -> Cases:
    return _split_lines(lambda line, lowercase: split(line))


def _with_empty_tokens(line: str, lowercase: Lowercase) -> list[str]:
    """Return tokens of which one is empty where a line begins or ends with a separator."""
    line = line if lowercase == "none" else line.lower()
    return re.sub("[^A-Za-z0-9]+", " ", line).split(" ")


def _with_case(metric: Any, probes: Probes) -> Iterable[Case]:
    return probes.tokenized(under(metric, replace(metric.conventions, lowercase="none")))


def _on_side(side: str, read: Cases) -> Cases:
    """Return cases of which one side is read in another way."""

    def cases(metric: Any, probes: Probes) -> Iterator[Case]:
        for other, whole in zip(read(metric, probes), probes.tokenized(metric), strict=True):
            yield replace(whole, **{side: getattr(other, side)})

    return cases


_PARTS = {
    f"does not isolate {part.replace('-', ' to ')}": (part, "")
    for part in ("!-&", "(-+", "/", ":-@", "[-`", "{-~")
} | {"takes all digits of Unicode for digits": ("0-9", r"\d")}
"""Wrong parts of the patterns of rules, by what they do: the right part and the other one."""


def _rewritten(rule: Rule, part: str, other: str) -> Rule:
    if isinstance(rule, CaseFolding) or part not in rule.pattern.pattern:
        return rule
    pattern = rule.pattern.pattern.replace(part, other)
    return replace(rule, pattern=re.compile(pattern), equivalent=None)


def _wrong(tokenizer: RuleTokenizer) -> Iterator[tuple[str, RuleTokenizer]]:
    """Yield a tokenizer with mistakes, each after what it then does."""
    rules = tokenizer.rules
    changed = {
        f"lacks its rule to {left_out.name}": [rule for rule in rules if rule is not left_out]
        for left_out in rules
        if not isinstance(left_out, CaseFolding)
    }
    changed |= {
        what: [_rewritten(rule, *parts) for rule in rules] for what, parts in _PARTS.items()
    }
    decoding = [rule for rule in rules if rule.name.startswith("decode")]
    for place, is_last in (("first", False), ("last", True)):
        order = iter(sorted(decoding, key=lambda it: (it.name == "decode &amp;") is is_last))
        changed[f"decodes &amp; {place}"] = [
            next(order) if rule in decoding else rule for rule in rules
        ]
    yield from ((what, replace(tokenizer, rules=tuple(it))) for what, it in changed.items())
    yield "splits at spaces only", replace(tokenizer, white_space="U+0020")


_TREEBANK = (
    (r'"', " '' "),
    (r"\.{3}|--|[;@#$%&?!\[\](){}<>]|[:,](?!\d)", r" \g<0> "),
    (r"(?<=[^.])\.(?=[\])}>']*\s)", r" \g<0> "),
    (r"(?<=[^'])' |('[smd]|'ll|'re|'ve|n't)(?= )", r" \g<0> "),
    (r"\b(can)(not)\b|\b(gim|lem)(me)\b|\b(gon|wan)(na)\b", r" \1\3\5 \2\4\6 "),
)
"""The rules of the Penn Treebank in a sentence, but those of opening quotes and of rare words."""


def _treebank(line: str) -> list[str]:
    for pattern, spaced in _TREEBANK:
        line = re.sub(pattern, spaced, f"{line.strip()} ", flags=re.IGNORECASE)
    return line.split()


_SPLITS: Mapping[str, Cases] = {
    "text is split as in the Penn Treebank": _split_by(_treebank),
    **{
        f"{side} are not {what}": _on_side(side, read)
        for what, read in (("lower-cased", _with_case), ("tokenized", _split_by(str.split)))
        for side in ("hypotheses", "references")
    },
    "text is split at single spaces": _split_by(lambda line: line.split(" ")),
    "text is stripped and split at single spaces": _split_by(lambda line: line.strip().split(" ")),
    "text that has words is stripped and split at single spaces": _split_by(
        lambda line: line.split() and line.strip().split(" ")
    ),
    "characters and spaces are used as tokens": _split_by(tuple),
    "only letters make tokens": _split_by(lambda line: re.findall("[a-z]+", line.lower())),
}

_OF_ROUGE: Mapping[str, Cases] = {
    # each capital is a separator, because nothing lower-cases it
    "upper-case letters separate tokens": _split_by(partial(re.findall, "[a-z0-9]+")),
    "empty tokens at the ends of texts are kept": _split_lines(_with_empty_tokens),
}
"""Other tokens of texts that the tokenizer of rouge-score splits."""

_WRONG = {
    tokenizer.name: {
        f"the tokenizer {tokenizer.name} {what}": _split_lines(other)
        for what, other in _wrong(tokenizer)
        if other != tokenizer
    }
    for tokenizer in map(tokenizer_named, ("13a", "mteval-13a", "rouge-score"))
    if isinstance(tokenizer, RuleTokenizer)
}

TOKENIZING = (
    *(Mistake(name, _of_tokens(cases)) for name, cases in _SPLITS.items()),
    *(
        Mistake(name, _of_tokens(cases), tokenizers=frozenset({tokenizer}))
        for tokenizer, table in (("rouge-score", _OF_ROUGE), *_WRONG.items())
        for name, cases in table.items()
    ),
)


def _tokenized(change: Read) -> Cases:
    return lambda metric, probes: map(_in_both(change), probes.tokenized(metric))


AFTER_TOKENIZING = tuple(
    Mistake(f"{name} after tokenization", _of_tokens(_tokenized(change)), tokenizers=_SPLITTING)
    for name, change in _TOKENS.items()
    if name.endswith("left out")
)

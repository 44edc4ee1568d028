"""Explain which rule of a tokenizer split where.

The rules are applied to the line while the origin of every character is recorded: the input or a
rule. A gap between two tokens without a character of the input was created by a rule.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer
from tallystick.metrics.tokenizers.rules import Edit, RuleTokenizer, gaps, split


@dataclass(frozen=True)
class Step:
    """A rule that changed the line."""

    rule: str
    description: str
    before: str
    after: str


@dataclass(frozen=True)
class Boundary:
    """A boundary between tokens that a rule created, without white space in the line.

    `position` is the index, from 0, of the token to the right; `rule` is the name of the first rule
    that put a space there.
    """

    position: int
    left: str
    right: str
    rule: str


@dataclass(frozen=True)
class _Passage:
    """A part of the line; `writers` has the rule of each character, or None for the input."""

    text: str
    writers: tuple[int | None, ...]
    is_kept: bool = False


def explain(tokenizer: Tokenizer, line: str, lowercase: Lowercase = "none") -> list[Step]:
    """Return one step for each rule that changed a line, in order.

    The last step is the split at white space, after which there is one space between tokens. A
    tokenizer that does not consist of rules has a single step.
    """
    if isinstance(tokenizer, RuleTokenizer):
        return _replay(tokenizer, line, lowercase)[0]
    version = f" {tokenizer.version}" if tokenizer.version else ""
    tokens = tokenizer(line, lowercase)
    description = f"Split by {tokenizer.name}{version}, whose rules are unknown."
    return [Step(tokenizer.name, description, line, " ".join(tokens))]


def boundaries(tokenizer: Tokenizer, line: str, lowercase: Lowercase = "none") -> list[Boundary]:
    """Return the boundaries between tokens where the line has no white space, from left to right.

    There are none for a tokenizer that does not consist of rules.
    """
    if not isinstance(tokenizer, RuleTokenizer):
        return []
    _, passages = _replay(tokenizer, line, lowercase)
    found = []
    position = 0
    for passage in passages:
        tokens = split(passage.text, tokenizer.white_space)
        for index, (start, end) in enumerate(gaps(passage.text, tokenizer.white_space), 1):
            writer = _earliest(passage.writers[start:end])
            if writer is not None:
                name = tokenizer.rules[writer].name
                found.append(Boundary(position + index, tokens[index - 1], tokens[index], name))
        position += len(tokens)
    return found


def _replay(
    tokenizer: RuleTokenizer, line: str, lowercase: Lowercase
) -> tuple[list[Step], list[_Passage]]:
    steps: list[Step] = []

    def record(rule: str, description: str, before: str, after: str) -> None:
        if before != after:
            steps.append(Step(rule, description, before, after))

    passages = _passages(tokenizer, line)
    record(
        "take words one by one",
        "Split at white space; keep some words unchanged and apply the rules to each other word.",
        line,
        _join(passages),
    )
    for index, rule in enumerate(tokenizer.rules):
        changed = [
            passage
            if passage.is_kept
            else _rewritten(passage, rule.edits(passage.text, lowercase), index)
            for passage in passages
        ]
        record(rule.name, rule.description, _join(passages), _join(changed))
        passages = changed
    tokens = [token for part in passages for token in split(part.text, tokenizer.white_space)]
    description = f"Split at white space as {tokenizer.white_space.capitalize()} defines it."
    steps.append(Step("split at white space", description, _join(passages), " ".join(tokens)))
    return steps, passages


def _passages(tokenizer: RuleTokenizer, line: str) -> list[_Passage]:
    if tokenizer.kept is None:
        return [_Passage(line, (None,) * len(line))]
    return [
        _Passage(word, (None,) * len(word), is_kept=bool(tokenizer.kept.match(word)))
        for word in split(line, tokenizer.white_space)
    ]


def _join(passages: list[_Passage]) -> str:
    return " ".join(passage.text for passage in passages)


def _rewritten(passage: _Passage, edits: Iterable[Edit], rule: int) -> _Passage:
    text: list[str] = []
    writers: list[int | None] = []
    copied = 0
    for edit in edits:
        text += passage.text[copied : edit.start], edit.text
        writers += passage.writers[copied : edit.start]
        # A space that replaces other white space is not a new boundary.
        is_white_space = passage.text[edit.start : edit.end].isspace()
        writer = _earliest(passage.writers[edit.start : edit.end]) if is_white_space else rule
        writers += [writer] * len(edit.text)
        copied = edit.end
    text.append(passage.text[copied:])
    writers += passage.writers[copied:]
    return _Passage("".join(text), tuple(writers))


def _earliest(writers: tuple[int | None, ...]) -> int | None:
    rules = [writer for writer in writers if writer is not None]
    return min(rules) if len(rules) == len(writers) else None

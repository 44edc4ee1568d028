r"""Tokenizers declared as rules: data that is used both to tokenize and to explain.

Most tokenizers of the field are a list of substitutions that insert spaces between tokens, followed
by a split at white space. Here the list is a tuple of named rules. `RuleTokenizer` applies it;
`explain` and `boundaries` apply the same tuple while they record the origin of every character, the
line or a rule. A gap between two tokens without a character of the line was created by a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import methodcaller
from typing import Literal, NamedTuple, TypeAlias, get_args

from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer, fold

_ASTRAL = "\\U00010000-\\U0010ffff"


def read_ranges(text: str) -> list[tuple[int, int]]:
    """Return the first and the last code point of ranges in hexadecimal, such as "30-39 B2"."""
    pairs = (item.partition("-") for item in text.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


def one_of(ranges: Iterable[tuple[int, int]]) -> str:
    """Return the pattern of one character inside the ranges, none of which crosses U+FFFF."""
    basic, astral = _split_planes(ranges)
    # `re` looks up the characters up to U+FFFF in a table but tries the others range by range.
    return f"(?:[{basic}]|(?=[{_ASTRAL}])[{astral}])" if astral else f"[{basic}]"


def none_of(ranges: Iterable[tuple[int, int]]) -> str:
    """Return the pattern of one character outside the ranges, line feeds included."""
    basic, astral = _split_planes(ranges)
    return f"(?:[^{basic}{_ASTRAL}]|(?=[{_ASTRAL}])[^{astral}])" if astral else f"[^{basic}]"


def _split_planes(ranges: Iterable[tuple[int, int]]) -> tuple[str, str]:
    basic = astral = ""
    for first, last in ranges:
        source = f"\\U{first:08x}-\\U{last:08x}"
        if last <= 0xFFFF:
            basic += source
        else:
            astral += source
    return basic, astral


WhiteSpace = Literal["python", "perl", "perl on bytes", "U+0020"]
r"""White space between tokens, as programs define it.

Python and Perl differ in four control characters, U+001C to U+001F: Python's `str.split` splits
at them, Perl's `\s` does not. Neither splits at a zero-width space (U+200B) or a byte order mark
(U+FEFF). Perl without UTF-8 decoding recognises only ASCII white space. Programs for speech split
at the space alone.
"""

_RUN = {
    "python": r"\s+",
    "perl": r"[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+",
    "perl on bytes": r"[\t-\r ]+",
    "U+0020": " +",
}


def split(line: str, white_space: WhiteSpace) -> list[str]:
    """Split a line at white space, as `str.split` does, without empty tokens."""
    if white_space == "python":
        return line.split()
    return [token for token in re.split(_RUN[white_space], line) if token]


_GROUP = r"\\([1-9])"


class Edit(NamedTuple):
    """One change to a line: `line[start:end]` becomes `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Substitution:
    r"""Replace every match of a pattern, from left to right, without overlap.

    The replacement has the syntax of `re.sub`: literal text and the groups \1 to \9, each exactly
    once and in order. `equivalent` is a faster function that makes the same replacements.
    """

    name: str
    description: str
    pattern: re.Pattern[str]
    replacement: str
    equivalent: Callable[[str], str] | None = field(default=None, repr=False, compare=False)

    def rewriter(self, lowercase: Lowercase) -> Callable[[str], str]:
        """Return the function that replaces every match in a line."""
        return self.equivalent or partial(self.pattern.sub, self.replacement)

    def edits(self, line: str, lowercase: Lowercase) -> Iterator[Edit]:
        """Yield the changes from left to right: the text inserted around unchanged groups."""
        # Literal text is at even indexes, the number of a group at odd ones.
        parts = re.split(_GROUP, self.replacement)
        for match in self.pattern.finditer(line):
            kept = [match.span(int(group)) for group in parts[1::2]]
            starts = [match.start(), *(end for _, end in kept)]
            ends = [*(start for start, _ in kept), match.end()]
            for start, end, text in zip(starts, ends, parts[::2], strict=True):
                if line[start:end] != text:
                    yield Edit(start, end, text)


class CaseFolding(NamedTuple):
    """Fold case if the caller requests it; see `fold` for `in_context`."""

    in_context: bool = True
    name: str = "fold case"
    description: str = "Lower the case of A-Z (ascii) or of every letter (unicode)."

    def rewriter(self, lowercase: Lowercase) -> Callable[[str], str]:
        """Return the function that folds a line."""
        return partial(fold, lowercase=lowercase, in_context=self.in_context)

    def edits(self, line: str, lowercase: Lowercase) -> Iterator[Edit]:
        """Yield each character that changes."""
        folded = self.rewriter(lowercase)(line)
        at = 0
        for index, character in enumerate(line):
            # The context changes which letter a letter becomes, never how many.
            width = len(fold(character, lowercase))
            text = folded[at : at + width]
            at += width
            if text != character:
                yield Edit(index, index + 1, text)


Rule: TypeAlias = Substitution | CaseFolding
"""One step of a tokenizer: it rewrites the line and can list its changes."""


STRIP_END = Substitution(
    "strip line end",
    "Delete white space from the end of the line.",
    # The look-behind keeps the search linear: without it every space of a long run is tried.
    re.compile(r"(?<!\s)\s+\Z"),
    "",
    str.rstrip,
)


def literal(name: str, description: str, text: str, replacement: str) -> Substitution:
    """Return the rule that replaces one fixed text by another, without a backslash."""
    replace = methodcaller("replace", text, replacement)
    return Substitution(name, description, re.compile(re.escape(text)), replacement, replace)


@dataclass(frozen=True)
class RuleTokenizer:
    """A tokenizer that rewrites the line by rules and then splits it at white space.

    Case folding is one of the rules, because programs differ in when they fold. With `kept`, the
    line is split at white space first; words that match at their beginning are kept unchanged, and
    the rules are applied to each other word separately.
    """

    name: str
    rules: tuple[Rule, ...]
    white_space: WhiteSpace = "python"
    version: str | None = None
    kept: re.Pattern[str] | None = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        if self.kept is None:
            return split(self._rewrite(line, lowercase), self.white_space)
        return [
            token
            for text, is_kept in self.passages(line)
            for token in split(
                text if is_kept else self._rewrite(text, lowercase), self.white_space
            )
        ]

    def passages(self, line: str) -> list[tuple[str, bool]]:
        """Return the parts of a line to which rules are applied, and whether each is kept."""
        if self.kept is None:
            return [(line, False)]
        return [(word, bool(self.kept.match(word))) for word in split(line, self.white_space)]

    def _rewrite(self, line: str, lowercase: Lowercase) -> str:
        for rewrite in self._rewriters.get(lowercase) or self._of_rules(lowercase):
            line = rewrite(line)
        return line

    @cached_property
    def _rewriters(self) -> dict[str, list[Callable[[str], str]]]:
        return {lowercase: self._of_rules(lowercase) for lowercase in get_args(Lowercase)}

    def _of_rules(self, lowercase: Lowercase) -> list[Callable[[str], str]]:
        return [rule.rewriter(lowercase) for rule in self.rules]


# `re.sub` with a template is the readable form, and what the rules declare. `re.split` at the same
# characters, joined by spaces, gives the same text in a third of the time.


def isolate(name: str, description: str, characters: str) -> Substitution:
    """Return the rule that puts spaces around every match of a regular expression."""
    pattern = re.compile(f"({characters})")
    return Substitution(name, description, pattern, r" \1 ", partial(_joined, pattern))


def isolate_beside(
    name: str, description: str, mark: str, *, before: str = "", after: str = ""
) -> Substitution:
    """Return the rule that puts spaces around a mark next to certain characters.

    All are regular expressions; `before` matches the character before the mark, and none or all of
    the marks; `after`, in its place, the character after it.
    """
    if before:
        # a search that begins with the mark skips all other characters fast
        marks, pattern = f"({mark})(?<={before}{mark})", re.compile(f"({before})({mark})")
    else:
        marks, pattern = f"({mark})(?={after})", re.compile(f"({mark})({after})")
    replacement = r"\1 \2 " if before else r" \1 \2"
    rewrite = partial(_joined_unless_adjacent, re.compile(marks), pattern, replacement)
    return Substitution(name, description, pattern, replacement, rewrite)


def _joined(pattern: re.Pattern[str], line: str) -> str:
    return " ".join(pattern.split(line))


def _joined_unless_adjacent(
    marks: re.Pattern[str], pattern: re.Pattern[str], replacement: str, line: str
) -> str:
    """Isolate marks; of adjacent ones, a match of `pattern` can take two, which no other can."""
    parts = marks.split(line)
    if "" in parts[2:-1:2]:  # nothing between two marks
        return pattern.sub(replacement, line)
    return " ".join(parts)


class Step(NamedTuple):
    """A rule that changed the line."""

    rule: str
    description: str
    before: str
    after: str


class Boundary(NamedTuple):
    """A boundary between tokens that a rule created, without white space in the line.

    `position` is the index of the token to the right; `rule` the first that put a space there.
    """

    position: int
    left: str
    right: str
    rule: str


class _Passage(NamedTuple):
    """A part of the line; `writers` has the rule of each character, or None for the input."""

    text: str
    writers: tuple[int | None, ...]
    is_kept: bool


def explain(tokenizer: Tokenizer, line: str, lowercase: Lowercase = "none") -> list[Step]:
    """Return one step for each rule that changed a line, and the split at white space.

    After the split, one space is between tokens. A tokenizer without rules has a single step.
    """
    if isinstance(tokenizer, RuleTokenizer):
        return _replay(tokenizer, line, lowercase)[0]
    version = f" {tokenizer.version}" if tokenizer.version else ""
    tokens = tokenizer(line, lowercase)
    description = f"Split by {tokenizer.name}{version}, whose rules are unknown."
    return [Step(tokenizer.name, description, line, " ".join(tokens))]


def boundaries(tokenizer: Tokenizer, line: str, lowercase: Lowercase = "none") -> list[Boundary]:
    """Return the boundaries between tokens without white space; none if it has no rules."""
    if not isinstance(tokenizer, RuleTokenizer):
        return []
    _, passages = _replay(tokenizer, line, lowercase)
    bounds = []
    position = 0
    for passage in passages:
        tokens = split(passage.text, tokenizer.white_space)
        runs = [run.span() for run in re.finditer(_RUN[tokenizer.white_space], passage.text)]
        gaps = [(start, end) for start, end in runs if start > 0 and end < len(passage.text)]
        for index, (start, end) in enumerate(gaps, 1):
            writer = _earliest(passage.writers[start:end])
            if writer is not None:
                name = tokenizer.rules[writer].name
                bounds.append(Boundary(position + index, tokens[index - 1], tokens[index], name))
        position += len(tokens)
    return bounds


def _replay(
    tokenizer: RuleTokenizer, line: str, lowercase: Lowercase
) -> tuple[list[Step], list[_Passage]]:
    steps: list[Step] = []

    def record(rule: str, description: str, before: str, after: str) -> None:
        if before != after:
            steps.append(Step(rule, description, before, after))

    passages = [
        _Passage(text, (None,) * len(text), is_kept) for text, is_kept in tokenizer.passages(line)
    ]
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
    return _Passage("".join(text), tuple(writers), is_kept=False)


def _earliest(writers: tuple[int | None, ...]) -> int | None:
    rules = [writer for writer in writers if writer is not None]
    return min(rules) if len(rules) == len(writers) else None

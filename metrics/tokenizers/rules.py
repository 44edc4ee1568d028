r"""Tokenizers declared as rules: data that both tokenising and explaining run over.

Nearly every tokenizer of the field is a list of substitutions that put spaces where a token ends,
and then a split at white space. Here such a list is a tuple of named rules, and `RuleTokenizer`
applies it; `tallystick.metrics.tokenizers.explain` applies the same tuple and keeps account of
which rule wrote which space.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from tallystick.metrics.tokenizers.folding import fold
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.metrics.tokenizers.white_space import WhiteSpace, split

_GROUP = re.compile(r"\\([1-9])")


@dataclass(frozen=True)
class Edit:
    """One change to a line: `line[start:end]` becomes `text`."""

    start: int
    end: int
    text: str


class Rule(Protocol):
    """One step of a tokenizer: a rewriting of the line that can say what it changes."""

    @property
    def name(self) -> str:
        """A few words, such as "split hyphen after a digit"."""
        ...

    @property
    def description(self) -> str:
        """One sentence on what the rule does."""
        ...

    def apply(self, line: str, lowercase: Lowercase) -> str:
        """Return the line as the rule rewrites it."""
        ...

    def edits(self, line: str, lowercase: Lowercase) -> Iterator[Edit]:
        """Yield the changes that `apply` makes, from left to right, without overlap."""
        ...


@dataclass(frozen=True)
class Substitution:
    r"""Replace every match of a pattern, from left to right, without overlap.

    Args:
        name: A few words.
        description: One sentence.
        pattern: What to look for.
        replacement: What stands there afterwards, as `re.sub` reads it, from literal text and
            the groups \1 to \9, which keep their order and each stand there once.

    >>> rule = Substitution("split hyphen", "Space before a hyphen.", re.compile("(-)"), r" \1")
    >>> rule.apply("a-b", "none"), list(rule.edits("a-b", "none"))
    ('a -b', [Edit(start=1, end=1, text=' ')])
    """

    name: str
    description: str
    pattern: re.Pattern[str]
    replacement: str

    def apply(self, line: str, lowercase: Lowercase) -> str:
        """Return the line with every match replaced."""
        return self.pattern.sub(self.replacement, line)

    def edits(self, line: str, lowercase: Lowercase) -> Iterator[Edit]:
        """Yield what is written between and beside the groups, which stay as they are."""
        # Literal text stands at the even places, the number of a group at the odd ones.
        parts = _GROUP.split(self.replacement)
        for match in self.pattern.finditer(line):
            kept = [match.span(int(group)) for group in parts[1::2]]
            starts = [match.start(), *(end for _, end in kept)]
            ends = [*(start for start, _ in kept), match.end()]
            for start, end, text in zip(starts, ends, parts[::2], strict=True):
                if line[start:end] != text:
                    yield Edit(start, end, text)


@dataclass(frozen=True)
class CaseFolding:
    """Lower the case, if the caller asks for it.

    Args:
        in_context: See `tallystick.metrics.tokenizers.folding.fold`.
    """

    in_context: bool = True
    name: str = "fold case"
    description: str = "Lower the case of A-Z (ascii) or of every letter (unicode)."

    def apply(self, line: str, lowercase: Lowercase) -> str:
        """Return the folded line."""
        return fold(line, lowercase, in_context=self.in_context)

    def edits(self, line: str, lowercase: Lowercase) -> Iterator[Edit]:
        """Yield each character that changes."""
        folded = self.apply(line, lowercase)
        at = 0
        for index, character in enumerate(line):
            # Context decides which letter a letter becomes, never how many.
            width = len(fold(character, lowercase))
            text = folded[at : at + width]
            at += width
            if text != character:
                yield Edit(index, index + 1, text)


STRIP_END = Substitution(
    "strip line end",
    "Delete white space from the end of the line.",
    # The look-behind keeps the search linear: without it each space of a long run is tried.
    re.compile(r"(?<!\s)\s+\Z"),
    "",
)


def literal(name: str, description: str, text: str, replacement: str) -> Substitution:
    """Make the rule that replaces one fixed text by another.

    Args:
        name: A few words.
        description: One sentence.
        text: What to look for, taken literally.
        replacement: What stands there afterwards, without a backslash.

    Returns:
        The rule.

    >>> literal("decode &lt;", "Decode.", "&lt;", "<").apply("a &lt; b", "none")
    'a < b'
    """
    return Substitution(name, description, re.compile(re.escape(text)), replacement)


@dataclass(frozen=True)
class RuleTokenizer:
    """A tokenizer that rewrites the line by rules and then splits it at white space.

    Args:
        name: What users type and what stands in signatures.
        rules: Applied in this order. Case folding is one of them: programs differ in when they
            fold.
        white_space: Whose white space ends a token.
        version: What else the tokens depend on, or None.
        kept: If given, the line is split at white space first; words that match at their
            beginning stay untouched, and the rules see each other word by itself.

    >>> spaced = literal("split hyphen", "Space around a hyphen.", "-", " - ")
    >>> RuleTokenizer("hyphens", (CaseFolding(), spaced))("A-b c", "ascii")
    ['a', '-', 'b', 'c']
    """

    name: str
    rules: tuple[Rule, ...]
    white_space: WhiteSpace = "python"
    version: str | None = None
    kept: re.Pattern[str] | None = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Split one line.

        Args:
            line: One segment.
            lowercase: How to fold case.

        Returns:
            The tokens, none of them empty.

        Raises:
            OptionError: `lowercase` is none of the three.
        """
        if self.kept is None:
            return split(self._rewrite(line, lowercase), self.white_space)
        return [
            token
            for word in split(line, self.white_space)
            for token in (
                [word]
                if self.kept.match(word)
                else split(self._rewrite(word, lowercase), self.white_space)
            )
        ]

    def _rewrite(self, line: str, lowercase: Lowercase) -> str:
        for rule in self.rules:
            line = rule.apply(line, lowercase)
        return line

"""What a tokenizer is, case folding, and tokenizers made of what others provide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from tallystick.errors import OptionError, PluginError

Lowercase = Literal["none", "ascii", "unicode"]
"""Case folding: none; A-Z only, as mteval does; or every letter that has a lower case."""


class Tokenizer(Protocol):
    """A function from a line to its tokens, with a name and a version.

    Tokens are not empty, except for words of fastwer, and contain no white space as defined by the
    named program. A tokenizer is immutable and may be called from several threads.
    """

    @property
    def name(self) -> str:
        """The name in options and signatures."""
        ...

    @property
    def version(self) -> str | None:
        """What else the tokens depend on (a dictionary, a model, a Unicode version), or None.

        None means that the name alone defines the tokens.
        """
        ...

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line in order.

        A line feed inside the line is treated as the named program treats it.

        Raises:
            OptionError: `lowercase` is not one of the three values.
        """
        ...


_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def fold(line: str, lowercase: Lowercase, *, in_context: bool = True) -> str:
    """Lower the case of a line.

    Args:
        line: Any text.
        lowercase: "none" leaves the line as it is, "ascii" lowers A-Z only (mteval's `tr`),
            "unicode" lowers every letter (sacreBLEU's `lowercase=True`, which is `str.lower`).
        in_context: Whether "unicode" depends on the context: a capital sigma at the end of a word
            becomes a final sigma, as in Python and Java. Perl's `lc`, and so mteval, does not
            do this.

    Returns:
        The folded line. It can be longer than the line given: "İ" becomes two characters.

    Raises:
        OptionError: `lowercase` is not one of the three values.

    >>> fold("ÄB ΟΔΟΣ", "ascii")
    'Äb ΟΔΟΣ'
    >>> fold("ÄB ΟΔΟΣ", "unicode")
    'äb οδος'
    >>> fold("ÄB ΟΔΟΣ", "unicode", in_context=False)
    'äb οδοσ'
    """
    if lowercase == "none":
        return line
    if lowercase == "unicode":
        # only the capital sigma depends on the context
        return line.lower() if in_context or "Σ" not in line else "".join(map(str.lower, line))
    if lowercase == "ascii":
        return line.lower() if line.isascii() else line.translate(_ASCII_LOWER)
    raise OptionError(
        f"lowercase={lowercase!r} is not a case folding; expected 'none', 'ascii' or 'unicode'"
    )


@dataclass(frozen=True)
class FunctionTokenizer:
    """A function from a line to tokens, wrapped as a `Tokenizer`.

    Args:
        name: The name in options and signatures.
        function: Takes one line, after case folding, and returns its tokens. It should be
            deterministic.
        version: The version of what the tokens depend on; None if the name alone defines them.

    Raises:
        OptionError: The name is that of a built-in tokenizer.

    >>> FunctionTokenizer("halves", lambda line: line.split(";"))("A;b", "ascii")
    ['a', 'b']
    """

    name: str
    function: Callable[[str], list[str]]
    version: str | None = None

    def __post_init__(self) -> None:
        from tallystick.metrics.tokenizers import BUILT_IN

        if self.name in BUILT_IN:
            raise OptionError(
                f"{self.name!r} is the name of a built-in tokenizer; choose another name"
            )

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Fold the line, then split it by the function.

        Raises:
            PluginError: The function did not return a list of non-empty strings.
        """
        tokens: object = self.function(fold(line, lowercase))
        if isinstance(tokens, list) and all(isinstance(token, str) and token for token in tokens):
            return tokens
        raise PluginError(
            f"tokenizer {self.name!r} returned {tokens!r} for the line {line!r}; expected a list "
            "of non-empty strings; fix the function that it was made from"
        )


class SeparatingTokenizer(NamedTuple):
    """A tokenizer whose library returns text, in which white space separates the tokens.

    `library` is a function from lines to lines: a batch takes less time than each line.
    """

    name: str
    version: str | None
    library: Callable[[list[str]], list[str]]

    def separate(self, lines: Iterable[str], lowercase: Lowercase) -> list[str]:
        """Return lines whose tokens `str.split` finds."""
        return self.library([fold(line, lowercase) for line in lines])

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        return self.separate([line], lowercase)[0].split()

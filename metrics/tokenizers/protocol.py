"""The protocol of tokenizers."""

from typing import Literal, Protocol

Lowercase = Literal["none", "ascii", "unicode"]
"""Case folding: none; A-Z only, as mteval does; or every letter that has a lower case."""


class Tokenizer(Protocol):
    """A function from a line to its tokens, with a name and a version.

    Tokens are not empty, except for words of fastwer, and contain no white space as defined by the
    named program. A tokenizer
    is immutable and may be called from several threads.
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

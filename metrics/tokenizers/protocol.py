"""What every tokenizer must offer."""

from typing import Literal, Protocol

Lowercase = Literal["none", "ascii", "unicode"]
"""Case folding: none; A-Z only, as mteval does; or every letter that has a lower case."""


class Tokenizer(Protocol):
    """A function from a line to its tokens that says its name and its version.

    Tokens are never empty and hold no white space, as the named program knows it. A tokenizer is
    immutable and may be called from several threads.
    """

    @property
    def name(self) -> str:
        """What users type and what stands in signatures."""
        ...

    @property
    def version(self) -> str | None:
        """What else the tokens depend on (a dictionary, a model, a Unicode version), or None.

        None means that the name alone defines the tokens.
        """
        ...

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Split one line.

        Args:
            line: One segment; a line feed inside it is allowed and treated as the named
                program treats it.
            lowercase: How to fold case.

        Returns:
            The tokens in order; an empty list where there are none.

        Raises:
            OptionError: `lowercase` is none of the three.
        """
        ...

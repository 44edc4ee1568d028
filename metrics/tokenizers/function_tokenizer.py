"""A plain function as a tokenizer."""

from collections.abc import Callable
from dataclasses import dataclass

from tallystick.errors import OptionError, PluginError
from tallystick.metrics.tokenizers.folding import fold
from tallystick.metrics.tokenizers.protocol import Lowercase


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

"""Case folding of a line."""

from tallystick.errors import OptionError
from tallystick.metrics.tokenizers.protocol import Lowercase

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

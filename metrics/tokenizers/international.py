r"""intl: punctuation and symbols of every script, by Unicode's general categories.

The categories are frozen in `unicode_categories`, so a score does not depend on the versions of
Python or of an installed `regex` package. Their Unicode version is the tokenizer's version.
"""

from functools import cache

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.character_classes import none_of, one_of, read_ranges
from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    isolate,
    isolate_after,
    isolate_before,
)


@cache
def international_rules() -> tuple[Rule, ...]:
    r"""Return the three substitutions of sacreBLEU's and mteval's international tokenizers.

    The line is not padded: punctuation between a number and an end of the line is not split off.
    A number is any \p{N}, including digits of other scripts, fractions and superscripts.
    """
    numbers = read_ranges(unicode_categories.NUMBER)
    punctuation = one_of(read_ranges(unicode_categories.PUNCTUATION))
    symbol = one_of(read_ranges(unicode_categories.SYMBOL))
    non_number = none_of(numbers)
    return (
        isolate_after(
            "split punctuation after a non-number",
            "Put spaces around punctuation that follows anything but a number.",
            non_number,
            punctuation,
        ),
        isolate_before(
            "split punctuation before a non-number",
            "Put spaces around punctuation that anything but a number follows.",
            punctuation,
            non_number,
        ),
        isolate("isolate symbols", "Put spaces around every symbol.", symbol),
    )


@cache
def tokenizer_intl() -> RuleTokenizer:
    """Return `intl`, which splits off punctuation and symbols by their Unicode categories.

    Equals `tokenize="intl"` of sacreBLEU 2.6.0 with a `regex` package of the same Unicode version.
    Entities are not decoded, and lines are not joined.
    """
    return RuleTokenizer(
        "intl",
        (CaseFolding(), STRIP_END, *international_rules()),
        version=unicode_categories.UNICODE_VERSION,
    )

"""Formatting of names and numbers in the sentences and tables of all reports."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.errors import counted as counted

if TYPE_CHECKING:
    from tallystick.metrics.interface.identity import Scale
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Interval,
        SignificanceTest,
        TestSet,
    )
    from tallystick.reports.comparison_over_sets.model import MetricOverSets

    AnyMetric: TypeAlias = ComparedMetric | MetricOverSets

UNDEFINED = "undefined"
PLAIN_UNITS = ("segment", "document", "part")
"""Units of resampling whose name is their noun."""

MINUS = "\u2212"
"""The sign of negative numbers in HTML and pictures; text, LaTeX and data have "-"."""
_NEGATIVE = re.compile(r"(?<![\w.])-(?=\d)")

ABSENT = "\u2013"
"""What is not known, in HTML and pictures."""

DETAIL_DIGITS = 4
SAVED = " (saved)"
SMALL_WORDS = frozenset(
    {"a", "all", "an", "and", "any", "best", "both", "each", "i", "in", "is", "it", "no", "none"}
    | {"not", "of", "on", "one", "or", "other", "others", "same", "some", "that", "the", "they"}
    | {"this", "to", "two", "under", "we", "with"}
)
"""Names of systems that could be mistaken for words of a sentence."""

DEFAULT_TITLE = "Comparison of systems"
TITLE_OF_ONE = "Scores of one system"
SMALLEST_P_VALUE = 0.001


class CorrectionWords(NamedTuple):
    """The names of a correction in a signature, in a sentence and in the methods paragraph."""

    short: str
    name: str
    clause: str


CORRECTIONS: Mapping[str, CorrectionWords] = {
    "none": CorrectionWords("none", "no method", "not corrected for the {pairs}"),
    "holm": CorrectionWords(
        "holm", "Holm's method", "corrected for the {pairs} by the method of Holm (Holm, 1979)"
    ),
    "benjamini-hochberg": CorrectionWords(
        "bh",
        "the method of Benjamini and Hochberg",
        "adjusted for the {pairs} so that the false-discovery rate is controlled (Benjamini and "
        "Hochberg, 1995)",
    ),
    "max-t": CorrectionWords(
        "maxt",
        "the stepwise method of the maximal statistic",
        "corrected for the {pairs} by the step-down method of the maximal statistic (Westfall and "
        "Young, 1993)",
    ),
}

EXACT = 1e15
"""From here on, decimals of a number are not exact."""

MANY = 1_000_000  # above this, a number would suggest false precision
"""From here on, an estimated number says no more than that it is large."""


def correction_name(correction: str) -> str:
    """Return the name of a correction in a sentence."""
    words = CORRECTIONS.get(correction)
    return correction if words is None else words.name


def default_title(test_set: str, languages: str = "") -> str:
    """Return the title of a report on a test set, whose languages may be known.

    >>> default_title("newstest2022", "de-en"), default_title("")
    ('Comparison of systems on newstest2022 (de-en)', 'Comparison of systems')
    """
    on, of = f" on {test_set}" * bool(test_set), f" ({languages})" * bool(languages)
    return f"{DEFAULT_TITLE}{on}{of}"


def own_title(title: str) -> str:
    """Return a title chosen by the user; "" for a default one.

    >>> own_title("Comparison of systems on a.txt (de-en)"), own_title("Comparison of systems now")
    ('', 'Comparison of systems now')
    """
    default = rf"({DEFAULT_TITLE}|{TITLE_OF_ONE})( on \S+)?( \(\S+\))?"
    return "" if re.fullmatch(default, title) else title.strip()


def title_of_one(title: str) -> str:
    """Return the title of a report on one system, which compares none.

    >>> title_of_one("Comparison of systems on a.txt (de-en)")
    'Scores of one system on a.txt (de-en)'
    """
    return title if own_title(title) else title.replace(DEFAULT_TITLE, TITLE_OF_ONE)


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])
    ('A', 'A and B', 'A, B and C')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def names(systems: Sequence[str], most: int = 6) -> str:
    """Return system names as a list in a sentence; a long list is cut, with the number omitted.

    >>> names(["A", "B"]), names(list("ABCDEFGH"))
    ('A and B', 'A, B, C, D, E, F and 2 more')
    """
    return shortened([system_name(system) for system in systems], most)


def shortened(words: Sequence[str], most: int) -> str:
    """Return words as a list in a sentence, with the number of those omitted if one is no help.

    >>> shortened(["A", "B"], 1), shortened(["A", "B", "C"], 1)
    ('A and B', 'A and 2 more')
    """
    if len(words) <= most + 1:
        return listed(words)
    return listed([*words[:most], f"{len(words) - most:,} more"])


def system_name(system: str) -> str:
    """Return a system's name for a sentence, in quotation marks if it could be misread.

    >>> system_name("A"), system_name("beam 5, large"), system_name("a"), system_name("x (saved)")
    ('A', '"beam 5, large"', '"a"', 'x (saved)')
    """
    name = system.removesuffix(SAVED)
    runs_in = any(char.isspace() or char in ',;"()' for char in name) or name.endswith((".", ":"))
    if runs_in or not name or name in SMALL_WORDS:
        return f'"{name}"{system[len(name) :]}'
    return system


def saved_name(system: str) -> str:
    """Return the name of a system of a saved report in a comparison with new systems."""
    return f"{system}{SAVED}"


def is_saved(system: str) -> bool:
    """Return whether a name was made by `saved_name`."""
    return system.endswith(SAVED)


def units(test_set: TestSet, number: int = 2) -> str:
    """Return the noun for a number of units of resampling."""
    plural = "" if number == 1 else "s"
    if test_set.unit in PLAIN_UNITS:
        return f"{test_set.unit}{plural}"
    return f"group{plural} by {test_set.unit}"


def counted_units(test_set: TestSet) -> str:
    """Return the number of units of resampling with their noun."""
    return f"{test_set.units:,} {units(test_set, test_set.units)}"


def are_equal(number: float | None, other: float | None) -> bool:
    """Return whether two numbers, such as scores, are known and differ by rounding errors only."""
    return number is not None and other is not None and math.isclose(number, other, abs_tol=1e-12)


def about(number: int) -> str:
    """Return a number with two significant digits.

    >>> about(2_500_000)
    'more than a million'
    """
    if number >= MANY:
        return "more than a million"
    return f"about {int(float(f'{number:.2g}')):,}"


def percent(share: float) -> str:
    """Return a share as a percentage, without trailing zeros.

    >>> percent(0.95), percent(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * share:.6g}%"


def share(value: float | None, bounds: Interval | None = None) -> str:
    """Return a share as a whole percentage, with its interval.

    >>> from tallystick.reports.comparison.model import Interval
    >>> share(0.5), share(0.9, Interval(0.85, 1)), share(0, Interval(-0.001, 0.3))
    ('50%', '90% [85, 100]', '0% [0, 30]')
    """
    if value is None:
        return UNDEFINED
    said = f"{100 * value:z.0f}%"
    return said if bounds is None else f"{said} [{100 * bounds.low:z.0f}, {100 * bounds.high:z.0f}]"


def p_value(p: float | None, level: float) -> str:
    """Return a p-value with two significant digits, or more if it is close to the level.

    >>> [p_value(p, 0.05) for p in (0.34126, 0.0026, 0.0001, 1.0, None)]
    ['0.34', '0.0026', '<0.001', '1', 'undefined']
    >>> p_value(0.0504, 0.05), p_value(0.04996, 0.05), p_value(0.05, 0.05)
    ('0.0504', '0.04996', '0.05')
    """
    if p is None:
        return UNDEFINED
    smallest = min(SMALLEST_P_VALUE, level)
    if p < smallest:
        return f"<{smallest:g}"
    for digits in range(2, 17):
        text = f"{p:.{digits}g}"
        # a value rounded to the other side of the level would contradict the verdict
        if (float(text) <= level) == (p <= level) and (float(text) == level) == (p == level):
            break
    return text


def p_value_of(p: float | None, test: SignificanceTest) -> str:
    """Return a p-value of a test; that of an emulated test as sacreBLEU prints it."""
    from tallystick.compat.emulation.paired_tests import emulated_test  # not for scores

    if p is None or emulated_test(test.method) is None:
        return p_value(p, test.significance_level)
    return f"{p:.4f}"


def of_one_pair(test: SignificanceTest) -> str:
    """Return what intervals hold for where p-values are corrected; "" if they are not."""
    if not test.is_corrected:
        return ""
    return (
        "intervals are for one pair and not corrected; p-values are corrected for "
        f"{test.comparisons:,} comparisons"
    )


def equation(text: str) -> str:
    """Return a p-value as an equation.

    >>> equation("0.02"), equation("<0.001")
    ('p = 0.02', 'p < 0.001')
    """
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def with_minus(text: str) -> str:
    """Return a text in which negative numbers have a minus sign, not a hyphen.

    >>> with_minus("online-2: -1.5 [-2.0, -1.0]")
    'online-2: −1.5 [−2.0, −1.0]'
    """
    return _NEGATIVE.sub(MINUS, text)


def signed(number: float | None, scale: Scale, digits: int | None = None) -> str:
    """Return a difference with its sign; a rounded zero has none.

    >>> from tallystick.metrics.interface.identity import Scale
    >>> [signed(number, Scale(0, 100, 2)) for number in (1.234, -0.5, -0.001)]
    ['+1.23', '-0.50', '0.00']
    """
    if number is None:
        return UNDEFINED
    size = rounded(abs(number), scale, digits)
    if float(size) == 0:
        return size
    return f"{'+' if number > 0 else '-'}{size}"


def rounds_to_zero(number: float, scale: Scale) -> bool:
    """Return whether a number is 0 with the decimals of a metric."""
    return float(rounded(abs(number), scale)) == 0


def said_difference(difference: float, scale: Scale) -> str:
    """Return a difference in words, which says so if it is too small to be seen.

    >>> from tallystick.metrics.interface.identity import Scale
    >>> [said_difference(change, Scale(0, 100, 2)) for change in (-0.5, 0.001, 0)]
    ['a difference of -0.50', 'a difference of less than 0.01', 'no difference']
    """
    if not rounds_to_zero(difference, scale):
        return f"a difference of {signed(difference, scale)}"
    return f"a difference of less than {10**-scale.digits:g}" if difference else "no difference"


def interval(bounds: Interval | None, scale: Scale, digits: int | None = None) -> str:
    """Return the interval of a score, or "" if there is none."""
    if bounds is None:
        return ""
    return f"[{rounded(bounds.low, scale, digits)}, {rounded(bounds.high, scale, digits)}]"


def score_text(score: float | None, metric: AnyMetric) -> str:
    """Return a score with the decimals of its metric; a dash if there is none.

    >>> from tallystick.metrics.interface.identity import Scale
    >>> from tallystick.reports import ComparedMetric
    >>> bleu = ComparedMetric("bleu", "bleu", "BLEU", Scale(0, 100, 2), True, "")
    >>> score_text(33.2918, bleu), score_text(None, bleu)
    ('33.29', '–')
    """
    if score is None or not math.isfinite(score):
        return ABSENT
    return rounded(score, metric.scale).replace("-", MINUS)


def interval_text(interval: Interval | None, metric: AnyMetric) -> str:
    """Return the bounds of an interval; "" if there is none."""
    if interval is None:
        return ""
    return f"[{score_text(interval.low, metric)}, {score_text(interval.high, metric)}]"


def score_with_interval(
    score: float | None, bounds: Interval | None, scale: Scale, digits: int | None = None
) -> str:
    """Return a score and its interval, if any."""
    return f"{rounded(score, scale, digits)} {interval(bounds, scale, digits)}".rstrip()


def difference_with_interval(
    difference: float | None, bounds: Interval | None, scale: Scale, digits: int | None = None
) -> str:
    """Return a difference and its interval, if any, all with signs."""
    said = signed(difference, scale, digits)
    if bounds is None:
        return said
    return f"{said} [{signed(bounds.low, scale, digits)}, {signed(bounds.high, scale, digits)}]"


def fixed(score: float | None, digits: int) -> str:
    """Return a score with a number of decimals; a rounded zero has no sign.

    >>> fixed(-0.001, 2), fixed(1e90, 2), fixed(None, 2)
    ('0.00', '1e+90', 'undefined')
    """
    if score is None:
        return UNDEFINED
    return f"{score:z.{digits}f}" if abs(score) < EXACT else f"{score:.6g}"


def few_digits(number: float, digits: int = 2, form: str = "") -> str:
    """Return a number with few significant digits, without an exponent where it is large.

    `form` is "+" with the sign of a positive number, and "#" with zeros at the end.

    >>> few_digits(142.3), few_digits(0.0123), few_digits(-12345, 3), few_digits(3, form="+#")
    ('140', '0.012', '-12300', '+3.0')
    """
    short = f"{number:{form}.{digits}g}".removesuffix(".")
    if 10**digits <= abs(float(short)) < EXACT:
        return f"{float(short):{form.removesuffix('#')}.0f}"
    return short


def rounded(score: float | None, scale: Scale, digits: int | None = None) -> str:
    """Return a score with `digits` decimals, or by default those of its metric."""
    return fixed(score, scale.digits if digits is None else digits)


def full(score: float | None) -> str:
    """Return a score for programs, without loss of precision; "" if it is undefined."""
    return "" if score is None else repr(score)


def full_bounds(bounds: Interval | None) -> tuple[str, str]:
    """Return the bounds of an interval for programs, both "" if there is none."""
    return ("", "") if bounds is None else (full(bounds.low), full(bounds.high))


def component(name: str) -> str:
    """Return the name of a component of a score for people.

    >>> component("hypothesis_ngrams"), component("brevity_penalty")
    ('hypothesis n-grams', 'brevity penalty')
    """
    return name.replace("_", " ").replace("ngrams", "n-grams")


def detail(value: Any) -> str:
    """Return a component of a score for people; several numbers are joined by slashes."""
    if isinstance(value, tuple):
        return "/".join(map(detail, value))
    if isinstance(value, float):
        return f"{value:.{DETAIL_DIGITS}f}"
    return UNDEFINED if value is None else str(value)

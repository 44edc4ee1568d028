"""The options -tok, -lc, -s and -sv, which apply to every metric that has them."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Sequence

from tallystick.errors import TallystickWarning, TokenizerWarning

LANGUAGE_OPTION = "-l"
"""The option that selects the tokenizer of the metrics that have one."""


def add_metric_options(parser: argparse.ArgumentParser, default: Sequence[str]) -> None:
    """Add -m and the options that apply to all metrics."""
    parser.add_argument("-m", "--metrics", metavar="METRIC", nargs="+", action="extend",
        help=f"metrics with their options (default: {' '.join(default)})")  # fmt: skip
    options = parser.add_argument_group("options for every metric that has them")
    options.add_argument("-tok", "--tokenize", metavar="TOKENIZER", help="the tokenizer")
    options.add_argument("-l", "--language-pair", metavar="LANGUAGES",
        help="the target language, or a pair such as en-zh, which determines the tokenizer: zh for "
        "Chinese, ja-mecab for Japanese, ko-mecab for Korean")  # fmt: skip
    options.add_argument("--force", action="store_true",
        help="do not warn about text that does not suit the tokenizer")  # fmt: skip
    options.add_argument("-lc", "--lowercase", action="store_true", help="fold case (Unicode)")
    options.add_argument(
        "-s",
        "--smooth-method",
        metavar="METHOD",
        help="smoothing of BLEU and of its mean over segments (sentbleu): none, floor, add-k, exp, "
        "or a less common one",
    )
    options.add_argument("-sv", "--smooth-value", metavar="VALUE",
        help="its value: for floor and add-k")  # fmt: skip


def silence(arguments: argparse.Namespace) -> None:
    """Suppress the warnings that the arguments disable."""
    if arguments.quiet or arguments.force:
        warnings.simplefilter("ignore", TallystickWarning if arguments.quiet else TokenizerWarning)


def shared_options(arguments: argparse.Namespace) -> dict[str, tuple[str, str]]:
    """Return the given options: the word to the metric's option and its value."""
    from tallystick.metrics.tokenizers.languages import tokenizer_for

    language = None if arguments.language_pair is None else tokenizer_for(arguments.language_pair)
    given = {
        "-tok": ("tokenize", arguments.tokenize),
        **({} if arguments.tokenize else {LANGUAGE_OPTION: ("tokenize", language)}),
        "-lc": ("lowercase", "yes" if arguments.lowercase else None),
        "-s": ("smooth", arguments.smooth_method),
        "-sv": ("smooth_value", arguments.smooth_value),
    }
    return {word: (option, value) for word, (option, value) in given.items() if value is not None}

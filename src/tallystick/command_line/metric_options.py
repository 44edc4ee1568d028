"""The options -tok, -lc, -s and -sv, which hold for every metric that has them."""

from __future__ import annotations

import argparse


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Add -m and what stands beside it for all metrics."""
    parser.add_argument("-m", "--metrics", metavar="METRIC", nargs="+", action="extend",
        help="metrics, perhaps with options (default: bleu nist)")  # fmt: skip
    options = parser.add_argument_group("options for every metric that has them")
    options.add_argument("-tok", "--tokenize", metavar="TOKENIZER", help="the tokenizer")
    options.add_argument("-lc", "--lowercase", action="store_true", help="fold case (Unicode)")
    options.add_argument(
        "-s",
        "--smooth-method",
        metavar="METHOD",
        help="BLEU: none, floor, add-k, exp; or a rarer one",
    )
    options.add_argument("-sv", "--smooth-value", metavar="VALUE", help="BLEU: for floor, add-k")


def shared_options(arguments: argparse.Namespace) -> dict[str, tuple[str, str]]:
    """Return the options that are given: the word to the metric's option and its value."""
    given = {
        "-tok": ("tokenize", arguments.tokenize),
        "-lc": ("lowercase", "yes" if arguments.lowercase else None),
        "-s": ("smooth", arguments.smooth_method),
        "-sv": ("smooth_value", arguments.smooth_value),
    }
    return {word: (option, value) for word, (option, value) in given.items() if value is not None}

"""Options of `tallystick compare`: the test, the output, and conditions for builds."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, get_args

from tallystick.command_line.shell import options
from tallystick.errors import InputError, OptionError

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import Comparison


def add_groups(parser: argparse.ArgumentParser) -> None:
    """Add the options of the test, of the output, and of conditions for builds."""
    from tallystick.reports.comparison.plots import FORMATS
    from tallystick.reports.wording import default_title

    group = parser.add_argument_group("the test")
    add_test(group)
    add_emulations(group)
    group = parser.add_argument_group("output")
    add = group.add_argument
    options.add_report_files(group, "comparison")
    options.add_shared(group, "--width")
    options.add_shared(group, "--title",
        help=f"the title of the report (default: {default_title('REF', 'LANGUAGES')})")  # fmt: skip
    add("--plots", metavar="FOLDER", help="write all available plots into this folder")
    add("--plot-formats", choices=FORMATS, nargs="+", action="extend",
        help=f"formats of the plots (default: {FORMATS[0]})")  # fmt: skip
    add("--notes", metavar="FILE",
        help="notes on segments (.json), as the page of a report exports them")  # fmt: skip
    add("--without-texts", action="store_true", help="omit the texts from the report")
    options.add_shared(group, "--report")
    add = parser.add_argument_group("continuous integration").add_argument
    add("--fail-if", metavar="CONDITION", nargs="+", action="append", dest="conditions",
        help="exit with status 1 if it holds, such as: bleu worsens by more than 0.3; can be "
        "repeated")  # fmt: skip
    add("--against", metavar="FILE",
        help="compare with the systems of a saved report (.json), by default under its "
        "metrics")  # fmt: skip
    add("--against-system", metavar="NAME",
        help="the system of that report (default: the one of the same name)")  # fmt: skip
    add("--date", metavar="DATE",
        help="the date of the systems, such as 2026-03-02, for tallystick trend")  # fmt: skip
    add("--commit", metavar="REVISION", help="the revision of the systems, for tallystick trend")
    add("--human-agreement", metavar="FILE",
        help="a report of tallystick meta (.json): how often do differences as large as these "
        "agree with humans?")  # fmt: skip
    add("--junit", metavar="FILE", help="write the results of --fail-if as JUnit XML")
    add("--summary", metavar="FILE", help="add a short summary as Markdown to the end of a file")


def add_test(group: argparse._ArgumentGroup) -> None:
    """Add the options of the test."""
    from tallystick.metrics.resampling.settings import Correction, Settings, TestName, our_spelling

    default = Settings()
    add = group.add_argument
    add("--test", type=our_spelling, choices=get_args(TestName),
        help=f"the test of differences (default: {default.test})")  # fmt: skip
    options.add_shared(group, "--resamples",
        help="number of resamples (default: 10000, or 2000 with more than 20000 units; more for "
        "tests of many pairs)")  # fmt: skip
    options.add_shared(group, "--seed",
        help=f"seed of the resamples (default: {default.seed})")  # fmt: skip
    # sacreBLEU's option of this name has no value and requests what is always given here
    options.add_shared(group, "--confidence", nargs="?",
        help="confidence level of the intervals (default: 1 - the significance level, "
        f"{default.confidence})")  # fmt: skip
    options.add_shared(group, "--significance-level",
        help="p-values up to this level are significant "
        f"(default: {default.significance_level})")  # fmt: skip
    add("--correction", choices=get_args(Correction),
        help=f"correction for multiple comparisons (default: {default.correction})")  # fmt: skip
    options.add_shared(group, "--margin")


def add_emulations(group: argparse._ArgumentGroup) -> None:
    """Add the options for the tests of other programs."""
    from tallystick.compat.emulation.paired_tests import Emulated

    add = group.add_argument
    for option, test, name in (
        ("--paired-bs", "bootstrap", "bootstrap test"),
        ("--paired-ar", "randomisation", "approximate randomisation"),
    ):
        add(option, action="append_const", dest="paired", const=(option, test),
            help=f"sacreBLEU's {name}: --emulate sacrebleu --test {test}")  # fmt: skip
    add("--paired-bs-n", "--paired-ar-n", dest="resamples", type=options.whole_number(1000),
        help=argparse.SUPPRESS)  # fmt: skip
    add("--emulate", choices=get_args(Emulated),
        help="reproduce the resamples and p-values of sacreBLEU's test to check published "
        "numbers, with its defects and defaults, over segments and relative to a baseline (by "
        "default the first system)")  # fmt: skip


def settings_of(arguments: argparse.Namespace) -> Settings:
    """Return the settings of the test; --paired-bs and --paired-ar are short for others."""
    from tallystick.compat.emulation.paired_tests import settings_from

    if getattr(arguments, "paired", None) is not None:
        (option, test), *others = dict.fromkeys(arguments.paired)
        given = [other for other, _ in others]
        if arguments.test not in (None, test):
            given.append(f"--test {arguments.test}")
        if given:
            raise OptionError(f"{option} and {given[0]} are different tests; give one of them")
        arguments.emulate, arguments.test = "sacrebleu", test
    names = (
        *("test", "resamples", "seed", "confidence", "significance_level", "correction"),
        "emulate",
    )
    given_settings = {name: getattr(arguments, name, None) for name in names}
    margins = dict(arguments.margins or ())
    if len(margins) < len(arguments.margins or ()):
        raise OptionError("--margin names a metric twice; give each metric one margin")
    return settings_from(**given_settings, margins=margins)


def how_compared(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return how systems are compared, whichever they are.

    The test set has the name of the first reference, or of the folder of several tables, each of
    which has a system or a part.
    """
    from tallystick.metrics.reading.opening import is_standard_input
    from tallystick.metrics.reading.read import format_of
    from tallystick.reports.wording import default_title

    files = [*arguments.references, arguments.table] if arguments.sets is None else []
    named = [PurePath(file) for file in files if file is not None and not is_standard_input(file)]
    if len(named) > 1 and all(format_of(file) or Path(file).is_dir() for file in named):
        folder, *others = dict.fromkeys(file.parent for file in named)
        named = [] if others else [folder]
    languages = (arguments.language_pair or "") if files else ""
    usual = default_title(named[0].name if named else "", languages)
    return {
        "unit_field": arguments.by,
        "settings": settings_of(arguments),
        "title": usual if arguments.title is None else arguments.title,
        "threads": options.threads_of(arguments),
    }


def conditions_of(arguments: argparse.Namespace) -> list[Condition]:
    """Return the conditions of --fail-if."""
    from tallystick.reports.comparison.checks.condition import parse_condition

    return [
        parse_condition(condition)
        for words in arguments.conditions or ()
        # several words with spaces are several conditions, else the words are those of one
        for condition in (words if all(" " in word for word in words) else [" ".join(words)])
    ]


def with_origin(
    comparison: Comparison, arguments: argparse.Namespace, languages: str | None = None
) -> Comparison:
    """Return a comparison with what --date, --commit and -l say; the rest is as before."""
    if arguments.commit == "":
        raise InputError("--commit is empty; expected a revision, or leave it out")
    if arguments.date is not None:
        from tallystick.reports.over_time.build import moment

        moment(arguments.date, "--date")
    given = {"date": arguments.date, "commit": arguments.commit, "languages": languages}
    known = {name: text for name, text in given.items() if text is not None}
    return replace(comparison, origin=replace(comparison.origin, **known))

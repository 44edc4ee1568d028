"""The metrics of -m, with the options that apply to all of them, and of --scores."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tallystick.errors import OptionError, UnknownNameError
from tallystick.metrics.arguments.catalogue import METRICS
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.spec import (
    metric_from_spec,
    options_of,
    several_in,
    tidied,
    unabbreviated,
)
from tallystick.metrics.scoring.scoring import refuse_same
from tallystick.metrics.tokenizers.languages import tokenizer_for

if TYPE_CHECKING:
    from tallystick.metrics.given_scores.columns import Given
    from tallystick.metrics.given_scores.files import ScoreFile
    from tallystick.metrics.given_scores.metric import GivenScores
    from tallystick.reports.set_files.listed import SetFiles

LANGUAGE_OPTION = "-l"
"""The option that selects the tokenizer of the metrics that have one."""


def choose_metrics(
    specs: Sequence[str],
    arguments: argparse.Namespace,
    *,
    language: str | None = None,
    references_missing: bool = False,
) -> dict[str, Metric]:
    """Return the metrics by their specs, with the options of the arguments that these do not set.

    `language` is another one than that of -l. If `references_missing`, a reference may have been
    read as a value of -m.
    """
    score_names(arguments)  # refuses those that -m names too
    shared = _shared_options(arguments, language or arguments.language_pair)
    chosen = {}
    unused = dict(shared)
    for spec in map(tidied, specs):
        if spec in chosen:
            raise OptionError(f"the metric {spec!r} is given twice; give every metric once")
        try:
            completed = _with_shared(spec, shared, unused)
        except UnknownNameError as error:
            names = several_in(spec)
            if names:
                raise UnknownNameError(
                    f"no metric is named {spec!r}; separate metrics by spaces: -m {' '.join(names)}"
                ) from None
            if references_missing or os.path.exists(spec):
                raise UnknownNameError(
                    f"{error}. If {spec!r} is a reference file, it was read as a value of -m: put "
                    f"references before the options, as in tallystick {arguments.command} {spec} "
                    "-i HYPOTHESES -m bleu nist"
                ) from None
            raise
        try:
            chosen[spec] = metric_from_spec(completed)
        except OptionError as error:
            smoothing = arguments.smooth_method
            if smoothing is None or not os.path.isfile(smoothing):
                raise
            raise OptionError(
                f"{error}. -s is short for --smooth-method; for sources write --source {smoothing}"
            ) from None
    unused.pop(LANGUAGE_OPTION, None)
    for word, (option, _) in unused.items():
        raise OptionError(
            f"{word} is given but none of the metrics {', '.join(specs)} takes it: they have no "
            f"option {option!r}, or their specs set it already; leave {word} out"
        )
    if arguments.command != "meta":  # which finds out which metrics have the same scores
        refuse_same(chosen.items())
    return chosen


def _with_shared(
    spec: str, shared: Mapping[str, tuple[str, str]], unused: dict[str, tuple[str, str]]
) -> str:
    spec = unabbreviated(spec)
    name, _, rest = spec.partition(":")
    known = options_of(METRICS.load(name))
    given = {option.partition("=")[0] for option in rest.split(",")}
    added = []
    for word, (option, value) in shared.items():
        if option in known and option not in given:
            unused.pop(word, None)
            added.append(f"{option}={value}")
    if not added:
        return spec
    return f"{spec}{',' if rest else ':'}{','.join(added)}"


def _shared_options(
    arguments: argparse.Namespace, language: str | None
) -> dict[str, tuple[str, str]]:
    """Return the given options for all metrics: the word to the metric's option and its value."""
    tokenizer = None if language is None else tokenizer_for(language)
    given = {
        "-tok": ("tokenize", arguments.tokenize),
        **({} if arguments.tokenize else {LANGUAGE_OPTION: ("tokenize", tokenizer)}),
        "-lc": ("lowercase", "yes" if arguments.lowercase else None),
        "-s": ("smooth", arguments.smooth_method),
        "-sv": ("smooth_value", arguments.smooth_value),
    }
    return {word: (option, value) for word, (option, value) in given.items() if value is not None}


SPEC = r"(?s)([^:=]+)(?::([^=,]+=[^=,]*(?:,[^=,]+=[^=,]*)*))?=(.+)"
OF_A_FILE = ("system", "column")
FORMULA = "formula"


def files_of_scores(specs: Sequence[str] | None) -> list[str]:
    """Return the files that --scores names."""
    return [_parts(spec)[2] for spec in specs or ()]


def read_scores(
    arguments: argparse.Namespace, systems: Sequence[str], test_set: SetFiles | None = None
) -> Given:
    """Read the scores that --scores names; a test set replaces {set} and {reference} in names."""
    if not arguments.scores:
        return {}
    from tallystick.metrics.given_scores.files import read_given_scores

    files = score_files(arguments)
    if test_set is not None:
        files = [file._replace(path=_of_set(str(file.path), test_set)) for file in files]
    return read_given_scores(files, systems)


def for_each_file(specs: Sequence[str], sets: Sequence[SetFiles]) -> tuple[list[str], list[str]]:
    """Return specs with one for each metric in place of `*=FILE`, and metrics of some sets only.

    Metrics are named by what the `*` of the file is. `sets` are the test sets; none if there is one
    without a name.
    """
    from tallystick.reports.set_files.listed import STAR, matching

    spelled_out: list[str] = []
    incomplete: list[str] = []
    for spec in specs:
        name, options, path = _parts(spec)
        if name != STAR:
            spelled_out.append(spec)
            continue
        patterns = [_of_set(path, files) for files in sets] or [path]
        of_sets = [dict(matching(pattern, f"--scores {spec}", "metric")) for pattern in patterns]
        common = [metric for metric in of_sets[0] if all(metric in files for files in of_sets)]
        incomplete += sorted(set().union(*of_sets).difference(common))
        given = ",".join(f"{key}={value}" for key, value in options.items())
        spelled_out += [
            f"{metric}{given and ':'}{given}={path.replace(STAR, metric)}" for metric in common
        ]
    return spelled_out, incomplete


def _of_set(path: str, test_set: SetFiles) -> str:
    from tallystick.reports.set_files.listed import of_set

    return of_set(path, test_set.name, test_set.reference)


def score_files(arguments: argparse.Namespace) -> list[ScoreFile]:
    """Return the files that --scores names, with the metric of each."""
    from tallystick.command_line.inputs.texts import refuse_same_file
    from tallystick.metrics.given_scores.files import ScoreFile

    given = [_parts(spec) for spec in arguments.scores or []]
    declared: dict[str, dict[str, str]] = {}
    for name, options, _ in given:
        known = declared.setdefault(name, {})
        for key, value in options.items():
            if key not in OF_A_FILE and known.setdefault(key, value) != value:
                raise OptionError(
                    f"--scores has {name}:{key}={known[key]} and {name}:{key}={value}; expected one"
                )
    for name in declared:
        same_name = [path for other, _, path in given if other == name]
        refuse_same_file(f"scores named {name}", same_name)
    metrics = {name: _metric(name, options) for name, options in declared.items()}
    return [
        ScoreFile(metrics[name], path, options.get("system"), options.get("column"))
        for name, options, path in given
    ]


def with_given_metrics(metrics: Mapping[str, Metric], given: Given) -> dict[str, Metric]:
    """Return the metrics of -m and, behind them, those of --scores."""
    return {**metrics, **{metric.name: metric for metric in given}}


def score_names(arguments: argparse.Namespace) -> list[str]:
    """Return the names of the metrics of --scores, which -m must not name too."""
    from tallystick.metrics.arguments.catalogue import METRICS

    names = list(dict.fromkeys(_parts(spec)[0] for spec in arguments.scores or []))
    for spec in arguments.metrics or []:
        name = spec.partition(":")[0]
        if name in names and name not in METRICS:
            raise OptionError(
                f"-m names {spec}, which --scores adds to the metrics; leave it out of -m"
            )
    return names


def _parts(spec: str) -> tuple[str, dict[str, str], str]:
    """Return the name, the options and the file, which may have a =, of NAME:OPTION=VALUE=FILE."""
    match = re.fullmatch(SPEC, spec)
    if match is None:
        raise OptionError(
            f"--scores {spec!r} cannot be read; expected NAME=FILE, as in comet=scores.tsv, or "
            "NAME:OPTION=VALUE,...=FILE, as in ter:better=lower=scores.tsv"
        )
    name, texts, path = match.groups()
    options: dict[str, str] = {}
    for option in texts.split(",") if texts else []:
        key, _, value = option.partition("=")
        if key not in _OPTIONS and key not in (FORMULA, *OF_A_FILE):
            from tallystick.metrics.arguments.registry import nearest

            known = [*_OPTIONS, FORMULA, *OF_A_FILE]
            raise OptionError(f"--scores {spec!r}: there is no option {key!r}{nearest(key, known)}")
        if key in options:
            raise OptionError(f"--scores {spec!r}: the option {key!r} is given twice")
        options[key] = value
    return name, options, path


def _metric(name: str, options: Mapping[str, str]) -> GivenScores:
    from tallystick.metrics.given_scores.metric import kind_of_scores

    values: dict[str, Any] = {}
    for key, text in options.items():
        if key == FORMULA:
            continue
        field, parse, expected = _OPTIONS[key]
        try:
            values[field] = parse(text)
        except (KeyError, ValueError):
            raise OptionError(f"--scores {name}:{key}={text}: expected {expected}") from None
    return kind_of_scores(options.get(FORMULA))(name, **values)


_OPTIONS: Mapping[str, tuple[str, Callable[[str], Any], str]] = {
    "better": ("higher_is_better", {"higher": True, "lower": False}.__getitem__, "higher or lower"),
    "digits": ("digits", int, "a whole number"),
    "low": ("low", float, "a number"),
    "high": ("high", float, "a number"),
    "program": ("program", str, "a name"),
}

"""The metrics of -m, with the options that apply to all of them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence

from tallystick.command_line.inputs.scores import score_names
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

"""The metrics of -m, with the options that apply to all of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tallystick.command_line.metric_options import LANGUAGE_OPTION
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


def choose_metrics(
    specs: Sequence[str],
    shared: Mapping[str, tuple[str, str]],
    references_missing: bool = False,
    command: str = "score",
) -> dict[str, Metric]:
    """Return the metrics that specs describe, by their specs and in order.

    `shared` has options for every metric that has them and whose spec does not set them: the word
    of the command line, such as "-tok", to the metric's option and its value. If
    `references_missing`, a reference may have been read as a value of -m.
    """
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
                    f"references before the options, as in tallystick {command} {spec} "
                    "-i HYPOTHESES -m bleu nist"
                ) from None
            raise
        chosen[spec] = metric_from_spec(completed)
    unused.pop(LANGUAGE_OPTION, None)
    for word, (option, _) in unused.items():
        raise OptionError(
            f"{word} is given but none of the metrics {', '.join(specs)} takes it: they have no "
            f"option {option!r}, or their specs set it already; leave {word} out"
        )
    if command != "meta":  # which finds out that dialects of a metric have the same scores
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

"""Implementations as users write them: a name, a Python function or a command."""

from __future__ import annotations

import math
import re
import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Literal

from tallystick.compat.case import Case
from tallystick.compat.implementations.catalogue import IMPLEMENTATIONS, implementation_named
from tallystick.compat.implementations.implementation import (
    Implementation,
    default_order,
    perfect_score,
    run_quietly,
)
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.implementations.processes import command
from tallystick.compat.implementations.processes.json_lines import (
    DEFAULT_LIMITS,
    Limits,
    json_lines,
    metric_and_options,
)
from tallystick.compat.implementations.processes.process import Within
from tallystick.compat.implementations.processes.python_process import (
    in_own_process,
    limited,
    python_function,
)
from tallystick.compat.implementations.tolerance import Tolerance, printed
from tallystick.errors import OptionError, warn
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS, METRICS
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.interface.spec import metric_from_spec

SAY_WHERE = "return a number, or say in its shape where the score is, as in (hyps, refs)['bleu']"
"""What to do if a function gives no score."""

SAY_FORM = {
    "text": "if it expects lists of tokens, say so in its shape, as in (hyps.tokens, refs.tokens)",
    "tokens": "if it expects lines, leave .tokens out of its shape, as in (hyps, refs)",
}
"""What to do if a function fails, by the form in which it gets segments."""

OF_FORM = ("TypeError", "AttributeError")
"""The errors of functions that get segments in another form than they expect."""

MOST_OF_FRACTIONS = 2.0
"""The highest score of the small corpus on a scale of 0 to 1.

A program with a fault may exceed 1, and error rates in percent are 3 to 6.
"""

REDIRECTED = re.compile(r"(?P<line>.*\S)\s*<\s*(?P<file>\S+)\s*", re.DOTALL)
"""A command whose standard input is a file."""

SHELL_WORD = re.compile(r"[0-9]*[|&;<>]+[0-9]*.*")
"""A word that means something to a shell."""

FUNCTION = re.compile(r"(?P<place>[A-Za-z_][\w.]*|.*\.py):(?P<name>[A-Za-z_][\w.]*)")
"""A Python function: `package.module:function` or `path/to/file.py:function`."""

ONLY_A_NUMBER = r"\A\s*([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?)\s*\Z"
"""The default pattern, of output that is a number and nothing else."""

PROBE = Case.from_lines(
    [
        "the old house near the river was sold to a young couple last spring",
        "we have not heard from them since they moved to the coast",
        "nobody could say why the lights went out in both towns at once",
    ],
    [
        "the old house near the river was sold to a young family last spring",
        "we have not heard from them since they moved to the coast",
        "nobody could say why the lights went out in both towns at night",
    ],
)
"""A corpus whose score is near a perfect one under any convention, and no round number."""


def implementation_given(
    target: str,
    *,
    metric: str | None = None,
    dialect: str | None = None,
    order: int | None = None,
    shape: str | None = None,
    pattern: str | None = None,
    references: Literal["one", "several"] | None = None,
    scale: float | None = None,
    decimals: int | None = None,
    tolerance: float | None = None,
    timeout: float | None = None,
    start: float | None = None,
    memory: int | None = None,
    shell: bool = False,
) -> Implementation:
    """Return the implementation that a text describes.

    The text is one of these:

    - the name of a known implementation, such as `nltk`; if it is Python, it runs in a process of
      its own
    - a Python function, `package.module:function` or `path/to/file.py:function`, with its `shape`;
      it runs in a process of its own
    - a command over files, whose placeholders `command` describes, with the `pattern` of the score
      in its output, such as `perl multi-bleu.perl {refs} < {hyp}`
    - a command that answers JSON lines, such as `node bleu.js`

    What is not known is run on a small corpus at once, so that mistakes are noticed.

    Args:
        target: The text.
        metric: The name of our metric, which may have options, as in `bleu:lowercase=yes`; by
            default what the implementation says, else bleu.
        dialect: The dialect that it should equal; by default what the implementation says.
        order: The highest order of n-grams; by default that of our metric.
        shape: How a function is called, such as `(refs.tokens, hyps.tokens)` or `sacrebleu`.
        pattern: A regular expression whose first group is the score in the output of a command; by
            default the output must be a number. With a pattern, a score counts whatever the exit
            status.
        references: Whether it takes "one" reference per segment or "several".
        scale: Its perfect score, 1 or 100 for most metrics; by default it is found from the score
            of the small corpus.
        decimals: The decimals of its scores; by default a command has those that it prints for the
            small corpus, and others compute in double precision.
        tolerance: The largest difference from our score, on our scale; instead of decimals.
        timeout: The seconds for one input; 10 by default.
        start: The seconds until it has started; 60 by default.
        memory: The bytes of its data, on Linux; half of what the machine has by default.
        shell: Whether a POSIX shell runs a command.

    Raises:
        OptionError: The text is none of these, an option does not fit it, or it gives no score for
            the small corpus; the message says what to write.
        UnknownNameError: No metric has this name.

    >>> implementation_given("nltk").name
    'nltk'
    >>> implementation_given("tallystick:bleu", shape="tallystick").scale
    100.0
    """
    name, options = _metric_given(metric)
    dialect_of_metric, order_of_metric = options.pop("dialect", None), options.pop("order", None)
    dialect = dialect or dialect_of_metric
    if order is None and order_of_metric is not None:
        order = int(order_of_metric)
    limits = Limits(
        DEFAULT_LIMITS.timeout if timeout is None else timeout,
        DEFAULT_LIMITS.start if start is None else start,
        memory,
    )
    declared: dict[str, Any] = {
        "dialect": dialect,
        "options": tuple(options.items()),
        "order": order,
    }
    rounding = _rounding(decimals, tolerance)
    if scale is not None and not 0 < scale < math.inf:
        raise OptionError(f"scale is {scale!r}; expected a perfect score, such as 1 or 100")
    if target in IMPLEMENTATIONS:
        known = {"shape": shape, "pattern": pattern, "shell": shell or None, "scale": scale}
        _refuse(target, "a known implementation", known)
        made = _known(target, name, declared)
        if made.own_process:
            _refuse(target, "a command", {"start": start, "memory": memory})
            made = replace(made, run=Within(made.run, limits.timeout))
        elif limits == DEFAULT_LIMITS:
            made = limited(made)
        else:
            made = in_own_process(made, limits)
    elif command.PLACEHOLDER.search(target):
        _refuse(target, "a command that reads files", {"shape": shape, "start": start})
        made, decimals_found = _over_files(
            target, name or DEFAULT_METRICS[0], pattern, shell, limits, scale, declared
        )
        rounding = rounding or partial(printed, decimals_found)
    elif FUNCTION.fullmatch(target):
        _refuse(target, "a Python function", {"pattern": pattern, "shell": shell or None})
        made = python_function(
            target, metric=name or DEFAULT_METRICS[0], shape=shape, limits=limits, **declared
        )
        score = _score_of_probe(
            made, {"nonsense": SAY_WHERE, **dict.fromkeys(OF_FORM, SAY_FORM[made.input])}
        )
        made = replace(made, scale=scale or _scale(made, score))
        if _compares_characters(made, score):
            warn(f"{made.name} compares the characters of lines; {SAY_FORM['text']}")
    else:
        line = _checked_line(target, shell)
        _refuse(target, "a command that answers JSON lines", {"shape": shape, "pattern": pattern})
        made = json_lines(line, metric=name, limits=limits, scale=scale, **declared)
    if references is not None:
        made = replace(made, references=references)
    return made if rounding is None else replace(made, tolerance=rounding(made.factor))


def _metric_given(metric: str | None) -> tuple[str | None, dict[str, str]]:
    """Return the name and the options of a metric that may have some."""
    if metric is None:
        return None, {}
    name, options = metric_and_options(metric)
    if options:
        metric_from_spec(metric)  # raises if an option is invalid
    else:
        METRICS.load(name)
    return name, options


def _rounding(decimals: int | None, tolerance: float | None) -> Callable[[float], Tolerance] | None:
    """Return a function from the factor of an implementation to its tolerance, if it is given."""
    if decimals is not None and decimals < 0:
        raise OptionError(f"decimals is {decimals}; expected a whole number of 0 or more")
    if tolerance is not None:
        if not 0 <= tolerance < math.inf:
            raise OptionError(f"tolerance is {tolerance!r}; expected a number of 0 or more")
        return lambda factor: Tolerance(absolute=tolerance)
    return None if decimals is None else partial(printed, decimals)


def _refuse(target: str, kind: str, options: Mapping[str, object]) -> None:
    for name, value in options.items():
        if value is not None:
            raise OptionError(
                f"{name} is given, but {target!r} is {kind}, which has none; leave it out"
            )


def _known(target: str, metric: str | None, declared: Mapping[str, Any]) -> Implementation:
    known = implementation_named(target)
    if metric is not None and metric != known.metric:
        raise OptionError(
            f"the implementation {target} computes {known.metric}, not {metric}; leave the metric "
            "out, or see `tallystick list implementations` for others"
        )
    return replace(known, **{name: value for name, value in declared.items() if value})


def _over_files(
    target: str,
    metric: str,
    pattern: str | None,
    shell: bool,
    limits: Limits,
    scale: float | None,
    declared: Mapping[str, Any],
) -> tuple[Implementation, int]:
    """Return a command that reads files, and the number of decimals that it prints."""
    line, standard_input = target, None
    redirected = None if shell else REDIRECTED.fullmatch(target)
    if redirected is not None:
        line, standard_input = redirected["line"], redirected["file"]
    order = declared["order"] or default_order(metric) or 0
    make = partial(
        command.command,
        target,
        line if shell else _words(target, line),
        metric=metric,
        **{**declared, "order": order, "orders": (order,) if order else ()},
        standard_input=standard_input,
        timeout=limits.timeout,
        memory=limits.memory,
        directory=Path.cwd(),
        shell=shell,
        statuses=(0,) if pattern is None else None,  # a pattern says what a score is
    )
    pattern = pattern or ONLY_A_NUMBER
    made = make(read=pattern)
    missing = made.missing()
    if missing is not None:
        raise OptionError(f"the command {target!r} cannot be run: {missing}")
    find = command.with_a_group(target, pattern)
    texts: list[str] = []

    def noted(output: str) -> Any:
        text = command.score_text(find, output)
        if isinstance(text, Outcome):
            return text
        texts.append(text)
        return command.number_from(text)

    score = _score_of_probe(
        make(read=noted), {"nonsense": "give the pattern of the score, such as 'BLEU = ([0-9.]+)'"}
    )
    made, decimals = replace(made, scale=scale or _scale(made, score)), _decimals(texts[-1])
    if made.scale == 1 and decimals == 0:
        raise OptionError(
            f"the command {target!r} printed {texts[-1]} for a small corpus, which is no score "
            "from 0 to 1 with decimals; give another pattern, or its scale and decimals"
        )
    return made, decimals


def _checked_line(target: str, shell: bool) -> list[str]:
    """Return the words of a command, whose program must be on the search path."""
    if shell:
        return ["sh", "-c", target]
    words = _words(target, target)
    if words and shutil.which(words[0]) is not None:
        return words
    hint = ""
    if target.endswith(".py"):
        hint = f"; to call a function in the file write {target}:NAME"
    raise OptionError(
        f"{target!r} is neither a known implementation, nor a Python function "
        "(package.module:function or file.py:function), nor a command whose program is on the "
        "search path (see `tallystick list implementations`)"
        f"{hint or closest(target, IMPLEMENTATIONS)}"
    )


def _words(target: str, line: str) -> list[str]:
    """Return the words of a line, which runs without a shell."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise OptionError(f"the command {target!r} cannot be split into words: {error}") from None
    for word in words:
        if SHELL_WORD.fullmatch(word):
            raise OptionError(
                f"the command {target!r} has {word!r}, which means something to a shell "
                "only; give the option shell (--shell)"
            )
    return words


def _probe_of(made: Implementation) -> Case:
    return replace(PROBE, sources=PROBE.hypotheses) if made.sources else PROBE


def _score_of_probe(made: Implementation, remedies: Mapping[str, str]) -> float:
    """Return the score of a small corpus, or of its first segment or the end of this for a program
    that takes no more; an error says what to do about a failure, by its name.
    """
    corpus = _probe_of(made)
    segment = corpus.take([0])
    probes = (corpus, segment, segment.map(lambda tokens: tokens[-len(tokens) // 2 :]))
    shown = ""
    for probe in probes:
        outcome = run_quietly(made, *made.as_given(probe))
        if outcome.score is not None:
            return outcome.score
        shown = shown or str(outcome)
    hint = next((f"; {remedy}" for kind, remedy in remedies.items() if kind in shown), "")
    raise OptionError(f"{made.name} gives no score for a small corpus: {shown}{hint}")


def _compares_characters(made: Implementation, score: float) -> bool:
    """Return whether a function of lines gives lists of their characters the same score."""
    if made.input == "tokens" or "tokenize" not in getattr(METRICS.load(made.metric), "axes", ()):
        return False

    of_tokens = replace(made, input="tokens")

    def same(case: Case) -> bool:
        return run_quietly(of_tokens, *of_tokens.as_given(case)).score == score

    words = _probe_of(made)
    return same(words.map(" ".join)) and not same(words)


def _scale(made: Implementation, score: float) -> float:
    """Return the perfect score of a program from one that is not far from it."""
    perfect = perfect_score(made.metric)
    if perfect is None or score <= MOST_OF_FRACTIONS:
        return 1.0
    return float(perfect) if score <= perfect else 100.0


def _decimals(text: str) -> int:
    """Return the number of decimals of a printed number, which is 4 for 2.5e-3."""
    exponent = Decimal(text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0

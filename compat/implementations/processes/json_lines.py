"""A program in any language as an implementation: it answers JSON lines for as long as it runs.

`docs/conformance.md` describes the protocol for those who write such a program, and
`json_lines.schema.json` has every message.
"""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallystick.compat.implementations.implementation import (
    Implementation,
    default_order,
    has_sentences,
)
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.implementations.processes import messages
from tallystick.compat.implementations.processes.conversation import Conversation
from tallystick.compat.implementations.processes.process import checked_memory, checked_timeout
from tallystick.compat.implementations.tolerance import EXACT, Tolerance
from tallystick.errors import DOCUMENTATION, OptionError
from tallystick.metrics.interface.spec import metric_from_spec, unabbreviated

PROTOCOL_PAGE = f"{DOCUMENTATION}conformance.html"
"""Where the protocol is described."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a program that answers many inputs.

    Args:
        timeout: The seconds for one input.
        start: The seconds until it has started, which can take much longer.
        memory: The bytes of its data, on Linux; by default half of what the machine has.
        restarts: How often it is started again after it crashed, was late or broke the protocol.

    Raises:
        OptionError: A limit is not a positive, finite number, or the system has no such limit.

    >>> Limits(timeout=2).start
    60.0
    """

    timeout: float = 10.0
    start: float = 60.0
    memory: int | None = None
    restarts: int = 20

    def __post_init__(self) -> None:
        checked_timeout(self.timeout)
        checked_timeout(self.start, "start")
        checked_memory(self.memory)
        if not isinstance(self.restarts, int) or self.restarts < 0:
            raise OptionError(f"restarts is {self.restarts!r}; expected 0 or more, such as 20")


DEFAULT_LIMITS = Limits()


def json_lines(
    line: str | Sequence[str],
    *,
    metric: str | None = None,
    dialect: str | None = None,
    options: tuple[tuple[str, str], ...] = (),
    order: int | None = None,
    scale: float | None = None,
    tolerance: Tolerance = EXACT,
    limits: Limits = DEFAULT_LIMITS,
    name: str | None = None,
) -> Implementation:
    """Return an implementation that is a running program, which answers JSON lines.

    The program is started at once, without a shell, in the current directory, and ended when the
    implementation is no longer used.

    Args:
        line: The command and its arguments; a string is split as in a shell.
        metric: The name of the metric; by default the only one that the program computes.
        dialect: The dialect that it should equal; by default the only one that it computes.
        options: Other options that our metric needs to equal it. They are also sent to it.
        order: The highest order of n-grams; by default that of our metric.
        scale: Its perfect score; by default what it says, else 1.
        tolerance: The largest difference from our score due to rounding.
        limits: Its limits of time and memory.
        name: The name of the implementation; by default what the program says.

    Raises:
        OptionError: The line is empty, or the program cannot be started, breaks the protocol or
            does not compute this metric.

    >>> import sys
    >>> server = '''
    ... import json, sys
    ... for line in sys.stdin:
    ...     asked = json.loads(line)
    ...     said = {"name": "half", "metrics": ["bleu"]}
    ...     answer = said if asked["op"] == "hello" else {"score": 0.5}
    ...     print(json.dumps({"id": asked["id"], **answer}), flush=True)
    ... '''
    >>> half = json_lines([sys.executable, "-c", server])
    >>> half.name, half.score([["a"]], [[["a"]]]).score
    ('half', 50.0)
    """
    arguments = tuple(shlex.split(line) if isinstance(line, str) else line)
    if not arguments:
        raise OptionError("the command is empty; expected a program and its arguments")
    program = Program(name or arguments[0], arguments, limits)
    hello = program.hello()
    declared, metric, given = _metric_of(hello, metric, dict(options))
    usual_dialect, usual_order = given.pop("dialect", None), given.pop("order", None)
    dialect = dialect or usual_dialect
    if dialect is None and len(hello.dialects) == 1:
        dialect = hello.dialects[0]
    if order is None and usual_order is not None:
        order = int(usual_order)
    options = tuple(given.items())
    usual = default_order(metric)
    if order is None:
        order = usual if usual in hello.orders or not hello.orders else max(hello.orders)
    orders = hello.orders or (() if usual is None else (order or usual,))
    return Implementation(
        name=name or hello.name,
        metric=metric,
        run=Scores(program, declared, dialect, options, bool(orders)),
        dialect=dialect,
        options=options,
        order=order or 0,
        orders=orders,
        references=hello.references,
        sources="sources" in hello.capabilities,
        input=hello.input,
        sentences=hello.input == "text" and has_sentences(metric, options),
        scale=scale or hello.scale or 1.0,
        tolerance=tolerance,
        own_process=True,
        find_version=lambda: hello.version,
    )


class Program:
    """A program that is started when it is first asked, and again after it was killed."""

    def __init__(self, name: str, arguments: tuple[str, ...], limits: Limits) -> None:
        self._name, self._arguments, self._limits = name, arguments, limits
        self._lock = threading.Lock()
        self._begun: Conversation | None = None
        self._running: Conversation | None = None
        self._hello: Mapping[str, Any] = {}
        self._starts = 0
        self._id = 0

    def hello(self) -> messages.Hello:
        """Return what the program says of itself; refuse it if it breaks the protocol."""
        with self._lock:
            running = self._started()
        if isinstance(running, Outcome):
            message = running.failure.message if running.failure else str(running)
            if self._name == self._arguments[0]:  # a command, not a function
                message += (
                    f"\n{self._name} was asked for JSON lines, as {PROTOCOL_PAGE} describes; "
                    "check the command"
                )
            if running.failure is not None and running.failure.kind == "timeout":
                message += "; if it starts slowly, allow more time (--start and --seconds)"
            raise OptionError(message)
        return messages.hello_in(self._name, self._hello)

    def score(self, request: Mapping[str, Any]) -> Outcome:
        """Return the outcome of a request for a score."""
        with self._lock:
            running = self._started()
            if isinstance(running, Outcome):
                return running
            self._send(running, "score", request)
            answer = self._received(running, self._limits.timeout)
        if isinstance(answer, Outcome):
            return answer
        return messages.outcome_in(answer) or running.fail(
            "nonsense",
            f"its answer is {messages.shown(answer)}; expected one of score, unsupported and error",
        )

    def start_again(self) -> None:
        """End the program, so that the next request is the first one of a new process."""
        with self._lock:
            if self._running is not None and self._running.usable:
                self._running.close()
                self._starts -= 1  # it is not the program that caused this start

    def begin(self) -> Conversation | Outcome:
        """Start the program, and do not wait while it loads what it needs."""
        if self._starts > self._limits.restarts:
            return failed(
                "unsupported",
                f"not run, because it was started {self._starts} times and crashed, was late or "
                "broke the protocol each time",
            )
        self._starts += 1
        running = Conversation.start(self._name, self._arguments, self._limits.memory)
        if isinstance(running, Conversation):
            self._send(running, "hello", {"protocol": messages.PROTOCOL})
            self._begun = running
        return running

    def _started(self) -> Conversation | Outcome:
        if self._running is not None and self._running.usable:
            return self._running
        begun = self._begun
        running = begun if begun is not None and begun.usable else self.begin()
        self._begun = None
        if isinstance(running, Outcome):
            return running
        hello = self._received(running, self._limits.start)
        if isinstance(hello, Outcome):
            return hello
        self._running, self._hello = running, hello
        return running

    def _send(self, running: Conversation, operation: str, request: Mapping[str, Any]) -> None:
        self._id += 1
        # ASCII, because readers of some languages end lines at more characters
        text = json.dumps({"id": self._id, "op": operation, **request}, separators=(",", ":"))
        running.send(f"{text}\n".encode("ascii"))

    def _received(self, running: Conversation, timeout: float) -> Mapping[str, Any] | Outcome:
        line = running.received(timeout)
        if isinstance(line, Outcome):
            return line
        try:
            # NaN and Infinity, which are not JSON, become strings
            answer = json.loads(line.decode("utf-8"), parse_constant=str)
        except (ValueError, RecursionError):
            wrong = (
                f"not JSON on standard output: {messages.shown(line.decode('utf-8', 'replace'))}; "
                "write one JSON object a line there, and messages to standard error"
            )
        else:
            if not isinstance(answer, dict):
                wrong = f"its answer is {messages.shown(answer)}; expected a JSON object"
            elif type(answer.get("id")) is not int or answer["id"] != self._id:
                wrong = (
                    f"its answer has the id {messages.shown(answer.get('id'))}; expected {self._id}"
                )
            else:
                return answer
        # the next answer could be that of another request
        return running.fail("nonsense", wrong)


@dataclass(frozen=True, slots=True)
class Scores:
    """The `Run` of a program."""

    program: Program
    metric: str
    dialect: str | None
    options: tuple[tuple[str, str], ...]
    has_order: bool

    def start_again(self) -> None:
        """Make the next call the first one of a new process."""
        self.program.start_again()

    def __call__(
        self, hypotheses: list[Any], references: list[list[Any]], order: int, /, *sources: list[Any]
    ) -> Outcome:
        """Ask the program for a score."""
        return self.program.score(
            {
                "metric": self.metric,
                "dialect": self.dialect,
                "params": {**dict(self.options), **({"order": order} if self.has_order else {})},
                "hyps": hypotheses,
                "refs": references,
                **({"srcs": sources[0]} if sources else {}),
            }
        )


def metric_and_options(metric: str) -> tuple[str, dict[str, str]]:
    """Return the name and the options of a metric that may have some, or be an alias."""
    name, _, options = unabbreviated(metric).partition(":")
    return name, dict(option.partition("=")[::2] for option in filter(None, options.split(",")))


def _metric_of(
    hello: messages.Hello, metric: str | None, options: dict[str, str]
) -> tuple[str, str, dict[str, str]]:
    """Return the name that a program declares, which may be an alias, that of our metric and its
    options, of which the program chooses neither dialect nor order.
    """
    computed = ", ".join(hello.metrics)
    if metric is None and len(hello.metrics) > 1:
        raise OptionError(f"{hello.name} computes {computed}; say which metric is meant")
    known = [(declared, *metric_and_options(declared)) for declared in hello.metrics]
    for declared, name, usual in sorted(known, key=lambda each: -len(each[2])):
        needed = {key: usual[key] for key in usual.keys() - {"dialect", "order"}}
        if metric is None or (metric == name and needed.items() <= options.items()):
            if usual:
                metric_from_spec(declared)  # raises if an option is invalid
            return declared, name, usual | options
    raise OptionError(f"{hello.name} does not compute {metric}; it computes {computed}")

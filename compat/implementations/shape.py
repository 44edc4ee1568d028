"""How a Python function is called with hypotheses and references, written as a call."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, Literal

from tallystick.compat.implementations.outcome import is_number
from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import closest

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "hyps": "the hypotheses",
        "refs": "for every segment its references; with hyp or src, those of one segment",
        "ref": "the same with the only reference of each segment",
        "streams": "for every reference number, the references of all segments",
        "srcs": "the sources",
        "hyp": "one hypothesis: the function is called for every segment, and the mean counts",
        "src": "one source",
        "order": "the highest order of n-grams",
    }
)
"""The arguments. Segments are lines of text, and lists of tokens if `.tokens` follows."""

NAMED: Mapping[str, str] = MappingProxyType(
    {
        "nltk": "(refs.tokens, hyps.tokens)",
        "nltk-sentence": "(refs.tokens, hyp.tokens)",
        "sacrebleu": "(hyps, streams).score",
        "sacrebleu-sentence": "(hyp, refs).score",
        "huggingface": "(predictions=hyps, references=refs)[metric]",
        "torchmetrics": "(hyps, refs)",
        "jiwer": "(ref, hyps)",
        "tallystick": "(hypotheses=hyps, references=refs).score",
    }
)
"""The calls of known libraries, by name."""

_OF_ONE_SEGMENT = frozenset({"hyp", "src"})
_OF_ALL_SEGMENTS = frozenset({"hyps", "srcs", "streams"})


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: a word, which is replaced by a part of the input, or else a constant."""

    word: str | None = None
    constant: Any = None

    def value(self, known: Mapping[str, Any]) -> Any:
        """Return its value."""
        return self.constant if self.word is None else known[self.word]


@dataclass(frozen=True, slots=True)
class Shape:
    """A call of a function, and the attributes and items that lead to the score in its result."""

    arguments: tuple[Argument, ...]
    keywords: tuple[tuple[str, Argument], ...]
    path: tuple[tuple[Literal["attribute", "item", "metric"], Any], ...]
    input: Literal["text", "tokens"]

    @property
    def words(self) -> frozenset[str]:
        """The words among the arguments."""
        given = (*self.arguments, *(argument for _, argument in self.keywords))
        return frozenset(argument.word for argument in given if argument.word is not None)

    @property
    def declared(self) -> dict[str, Any]:
        """What an `Implementation` with this call declares of its input."""
        return {
            "input": self.input,
            "references": "one" if "ref" in self.words else "several",
            "ragged": "streams" not in self.words,
            "sources": bool(self.words & {"src", "srcs"}),
        }

    def call(
        self,
        function: Callable[..., Any],
        metric: str,
        hypotheses: list[Any],
        references: list[list[Any]],
        order: int,
        *sources: list[Any],
    ) -> Any:
        """Call a function and return the score in its result; see `Run` for the arguments."""
        call = partial(self._call_once, function, metric, order)
        if not self.words & _OF_ONE_SEGMENT:
            return call(
                {
                    "hyps": hypotheses,
                    "refs": references,
                    "ref": [of_segment[0] for of_segment in references],
                    "streams": [list(stream) for stream in zip(*references, strict=True)]
                    if "streams" in self.words
                    else [],
                    "srcs": sources[0] if sources else [],
                }
            )
        columns = zip(hypotheses, references, *sources, strict=True)
        scores = [
            call({"hyp": hyp, "refs": refs, "ref": refs[0], "src": src[0] if src else None})
            for hyp, refs, *src in columns
        ]
        wrong = [score for score in scores if not is_number(score)]
        return wrong[0] if wrong else math.fsum(map(float, scores)) / len(scores)

    def _call_once(
        self, function: Callable[..., Any], metric: str, order: int, values: Mapping[str, Any]
    ) -> Any:
        known = {**values, "order": order}
        result = function(
            *(argument.value(known) for argument in self.arguments),
            **{name: argument.value(known) for name, argument in self.keywords},
        )
        for kind, key in self.path:
            if kind == "attribute":
                result = getattr(result, key)
            else:
                result = result[metric if kind == "metric" else key]
        return result


@dataclass(frozen=True, slots=True)
class LibraryCall:
    """A `Run` that calls a function of a library, which is imported when it is first called."""

    module: str
    function: str
    shape: Shape

    @classmethod
    def of(cls, text: str) -> LibraryCall:
        """Return the call that a text describes, such as "jiwer:wer(ref, hyps)"."""
        module, _, call = text.partition(":")
        return cls(module, call.partition("(")[0], parsed(call))

    def __call__(
        self, hypotheses: list[Any], references: list[list[Any]], order: int, /, *sources: list[Any]
    ) -> Any:
        """Score a corpus; see `Run`."""
        function = getattr(import_module(self.module), self.function)
        return self.shape.call(function, "", hypotheses, references, order, *sources)


def parsed(text: str) -> Shape:
    """Return the shape that a text describes: the name of one, or a call; nothing is executed."""
    call = NAMED.get(text, text).strip()
    if call.isidentifier():
        raise _wrong(text, f"no shape has this name{closest(call, NAMED)}")
    try:
        node = ast.parse(f"f{call}" if call.startswith("(") else call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _wrong(text, "it is not a call") from None
    path: list[Any] = []
    while not isinstance(node, ast.Call):
        if isinstance(node, ast.Attribute):
            path.append(("attribute", node.attr))
        elif isinstance(node, ast.Subscript):
            is_metric = isinstance(node.slice, ast.Name) and node.slice.id == "metric"
            path.append(("metric", None) if is_metric else ("item", _literal(text, node.slice)))
        else:
            raise _wrong(text, "it is not a call")
        node = node.value
    if not isinstance(node.func, ast.Name):
        raise _wrong(text, "it is more than one call")
    if any(keyword.arg is None for keyword in node.keywords):
        raise _wrong(text, "it unpacks arguments")
    keywords = [(str(keyword.arg), _argument(text, keyword.value)) for keyword in node.keywords]
    shape = Shape(
        tuple(_argument(text, argument) for argument in node.args),
        tuple(keywords),
        tuple(reversed(path)),
        _input(text, node),
    )
    words = shape.words
    if not words & {"hyp", "hyps"}:
        raise _wrong(text, "it has no hypotheses")
    if words & _OF_ONE_SEGMENT and words & _OF_ALL_SEGMENTS:
        raise _wrong(text, "it has both one segment and all segments")
    return shape


def _argument(text: str, node: ast.expr) -> Argument:
    word = node.value if isinstance(node, ast.Attribute) and node.attr == "tokens" else node
    if not isinstance(word, ast.Name):
        return Argument(constant=_literal(text, node))
    if word.id not in WORDS:
        raise _wrong(text, f"{word.id!r} is no argument{closest(word.id, WORDS)}")
    return Argument(word.id)


def _literal(text: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise _wrong(text, f"{ast.unparse(node)!r} is neither a word nor a constant") from None


def _input(text: str, call: ast.Call) -> Literal["text", "tokens"]:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    tokens = [node for node in given if isinstance(node, ast.Attribute)]
    lines = [node for node in given if isinstance(node, ast.Name) and node.id != "order"]
    if tokens and lines:
        raise _wrong(text, "some of it are tokens and some are text; write .tokens behind all")
    return "tokens" if tokens else "text"


def _wrong(text: str, why: str) -> OptionError:
    return OptionError(
        f"the shape {text!r} cannot be used: {why}{'' if why.endswith('?') else '.'} Write how "
        "your function is called, such as (hyps, refs), (refs.tokens, hyps.tokens), "
        "(hyp, ref).score or "
        "(predictions=hyps, references=refs)['bleu'], with the words "
        f"{', '.join(WORDS)}; or one of the names {', '.join(NAMED)}"
    )

"""The mutants of a module: its source with one operator, number, word or statement changed."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

SYMBOLS: dict[type[ast.AST], tuple[str, str]] = {
    **{ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*")},
    **{ast.FloorDiv: ("//", "/"), ast.Mod: ("%", "*"), ast.Pow: ("**", "*")},
    **{ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "&")},
    **{ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<")},
    **{ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")},
    **{ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not")},
    **{ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in")},
    **{ast.And: ("and", "or"), ast.Or: ("or", "and")},
    **{ast.Not: ("not", ""), ast.USub: ("-", ""), ast.Invert: ("~", "")},
}
NAMES = {"min": "max", "any": "all", "minimum": "maximum", "floor": "ceil", "argmin": "argmax"}
NAMES |= {new: old for old, new in NAMES.items()}
STATEMENTS: dict[type[ast.AST], str] = {
    **{ast.Raise: "pass", ast.Break: "continue", ast.Continue: "break"}
}
WITHOUT_EFFECT = {"strict", "threads"}  # arguments on which no result depends
DECIDING = (ast.Compare, ast.BoolOp, ast.UnaryOp)  # conditions that have an operator to change
NOT_CHANGED = {"annotation", "returns", "decorator_list", "bases"}


@dataclass(frozen=True)
class Mutant:
    """A module with one change; `before` and `after` are the lines in which it differs.

    `function` is the function or class that contains it; `in_body` is false where the change is
    made while the module is imported, as that of a constant or a default.
    """

    path: str
    function: str
    in_body: bool
    line: int
    before: str
    after: str
    source: bytes

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a list of equivalent mutants names it by."""
        return self.path, self.function, self.before, self.after


class _Change(NamedTuple):
    place: tuple[str, bool]
    start: int
    end: int
    text: str


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return the mutants of a module, in the order of its text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    mutants = []
    for place, start, end, text in _changes(ast.parse(source), ("", False), source, starts):
        first, last = (bisect_right(starts, at) - 1 for at in (start, end - 1))
        whole = source[:start] + text.encode() + source[end:]
        stop = starts[last + 1] + len(whole) - len(source)
        lines = source[starts[first] : starts[last + 1]], whole[starts[first] : stop]
        before, after = (" ".join(part.decode().split()) for part in lines)
        mutants.append(Mutant(path, *place, first + 1, before, after, whole))
    return sorted(mutants, key=lambda mutant: mutant.line)


def _changes(
    node: ast.AST, place: tuple[str, bool], source: bytes, starts: list[int]
) -> Iterator[_Change]:
    """Yield the changes of a node and of its parts; `starts` are the first bytes of all lines."""

    def start(of: Any) -> int:
        return int(starts[of.lineno - 1] + of.col_offset)

    def end(of: Any) -> int:
        return int(starts[of.end_lineno - 1] + of.end_col_offset)

    def replaced(of: Any, text: str) -> _Change:
        return _Change(place, start(of), end(of), text)

    def between(operator: ast.AST, first: int, last: int) -> Iterator[_Change]:
        old, new = SYMBOLS.get(type(operator), ("", ""))
        at = source.find(old.encode(), first, last)
        if old and at >= 0:
            yield _Change(place, at, at + len(old), new)

    match node:
        case ast.Constant(value=bool() as value):
            yield replaced(node, repr(not value))
        case ast.Constant(value=int() | float() as value):
            yield replaced(node, repr(value + 1))
        case ast.Constant(value=str() as value):
            yield replaced(node, repr(f"XX{value}"))
        case ast.BinOp(left=left, op=operator, right=right):
            yield from between(operator, end(left), start(right))
        case ast.AugAssign(target=left, op=operator, value=right):
            yield from between(operator, end(left), start(right))
        case ast.Compare(left=left, ops=operators, comparators=others):
            for (first, other), relation in zip(pairwise([left, *others]), operators, strict=True):
                yield from between(relation, end(first), start(other))
        case ast.BoolOp(op=operator, values=values):
            for first, other in pairwise(values):
                yield from between(operator, end(first), start(other))
        case ast.UnaryOp(op=operator, operand=operand):
            yield from between(operator, start(node), start(operand))
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in NAMES:
            yield _Change(place, end(node) - len(name), end(node), NAMES[name])
        case ast.keyword(arg=str() as name) if name not in WITHOUT_EFFECT:
            yield replaced(node, "**{}")
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not isinstance(test, DECIDING) and not _is_for_types(node):
                yield replaced(test, f"(not {source[start(test) : end(test)].decode()})")
        case ast.Raise() | ast.Break() | ast.Continue():
            yield replaced(node, STATEMENTS[type(node)])
        case ast.Expr(value=ast.Call()):
            yield replaced(node, "pass")
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        name = f"{place[0]}.{node.name}".lstrip(".")
        place = name, place[1]
    for part in _changed_parts(node):
        in_body = isinstance(node, ast.FunctionDef) and part in node.body
        yield from _changes(part, (place[0], place[1] or in_body), source, starts)


def _changed_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node except types, decorators, docstrings and the words of errors."""
    if isinstance(node, ast.Raise | ast.JoinedStr) or _is_for_types(node):
        return
    if isinstance(node, ast.keyword) and node.arg in WITHOUT_EFFECT:
        return
    if isinstance(node, ast.arguments):
        optional = [*node.args[len(node.args) - len(node.defaults) :], *node.kwonlyargs]
        for argument, default in zip(optional, [*node.defaults, *node.kw_defaults], strict=True):
            if default is not None and argument.arg not in WITHOUT_EFFECT:
                yield default
        return
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            is_text = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            if isinstance(part, ast.AST) and name not in NOT_CHANGED and not is_text:
                yield part


def _is_for_types(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Name(id="cast" | "TypeVar" | "NewType")):
            return True
    return False

"""JSON Lines: one object per line, one line per segment.

The keys: `hypothesis`, or `hypotheses` with an object of system names; `reference`, or
`references` with a list, in which null is a missing reference; `doc`; `source`. A text is a string,
or a list of strings if it is given as tokens. Usual names of these keys are known. Every other key
is metadata: a string, a number (kept as written), true or false; anything else is kept as JSON.
Every line has the same keys, except that each has either `reference` or `references`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NoReturn

from tallystick.errors import InputError
from tallystick.metrics.corpus.references import References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.reading.table import up_to_first_fault
from tallystick.metrics.reading.testset import (
    FILTERED,
    RAW,
    TestSet,
    explain_absent,
    named_columns,
    refuse_many_columns,
)

REFERENCE_KEYS = frozenset({"reference", "references"})
PLURALS = ("hypotheses", "references")
KNOWN_KEYS = REFERENCE_KEYS | {"hypothesis", "hypotheses", "doc", "source"}


class Number(str):
    """A JSON number as written: 1.10 remains 1.10."""

    __slots__ = ()


def jsonl_blocks(
    chunks: Iterable[Text], name: str, system: str, given: Mapping[str, str] | None = None
) -> Iterator[TestSet]:
    """Yield a table from its lines in blocks; each chunk of lines is a block.

    `system` is the name of the system of the key `hypothesis`; `given` is that of `named_columns`.
    """
    first: dict[str, Any] | None = None
    names: dict[str, str] = {}
    begin = 1
    for lines in chunks:
        if first is None:
            where = f"{name}, line 1"
            first = _parse(lines[0], where)
            refuse_many_columns(len(first), where)
            names = _names(first, given, where)
            first = _renamed(first, names, where)
            if first.keys().isdisjoint({"hypothesis", "hypotheses", *REFERENCE_KEYS}):
                absent = explain_absent(tuple(first), "hypothesis", "reference", noun="key")
                raise InputError(f"{where}: {absent}")
        yield up_to_first_fault(partial(_block, first, names, name, system), lines, begin)
        begin += len(lines)
    if first is None:
        raise InputError(f"{name} is empty, so there is nothing to score")


def _block(
    first: Mapping[str, Any],
    names: Mapping[str, str],
    name: str,
    system: str,
    lines: Text,
    begin: int,
) -> TestSet:
    """Read lines from the line `begin` on of a file whose line 1 is `first`."""

    def where(index: int) -> str:
        return f"{name}, line {begin + index:,}"

    records = [
        _renamed(_parse(line, where(index)), names, where(index))
        for index, line in enumerate(lines)
    ]
    for index, record in enumerate(records):
        _check_keys(record, first, where(index))
    systems = _systems(records, first, system, where)
    references = [_references(record, where(index)) for index, record in enumerate(records)]
    tokens = _is_tokens(first)
    return TestSet(
        name=name,
        systems={
            each: _pack(values, tokens, lambda index: f"{where(index)}: the hypothesis")
            for each, values in systems.items()
        },
        references=_pack_references(references, tokens, where) if references[0] else None,
        documents=_strings(records, "doc", where),
        sources=_sources(records, where),
        metadata={
            key: tuple(_as_metadata(record[key]) for record in records)
            for key in first
            if key not in KNOWN_KEYS
        },
        columns=tuple(first),
    )


class _RefusedError(ValueError):
    """What the decoder reads, but a table must not contain."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _RefusedError(f"the key {twice!r} occurs twice; give it once")
    return found


def _refuse(constant: str) -> NoReturn:
    raise _RefusedError(f"{constant} is not JSON; write it as a string")


DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=Number, parse_float=Number, parse_constant=_refuse
)


def _parse(line: str, where: str) -> dict[str, Any]:
    if not line.strip():
        raise InputError(f"{where}: is empty; expected a JSON object for every segment")
    try:
        record = DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where}: is not valid JSON at character {error.pos + 1:,} ({error.msg}); expected "
            "one complete JSON object on every line"
        ) from None
    except _RefusedError as error:
        raise InputError(f"{where}: {error}") from None
    except RecursionError:
        raise InputError(f"{where}: the JSON is nested too deeply") from None
    if not isinstance(record, dict):
        raise InputError(f"{where}: is {_kind(record)}; expected an object, as in {{...}}")
    return record


def _names(first: Mapping[str, Any], given: Mapping[str, str] | None, where: str) -> dict[str, str]:
    """Return the name that each key of line 1 is read as."""
    # lm-evaluation-harness has the object that a prompt was made of, not the name of a document
    keys = [key for key in first if key != "doc" or not isinstance(first[key], dict)]
    names = dict.fromkeys(first, "other doc")
    return names | dict(zip(keys, named_columns(keys, given, where, plurals=PLURALS), strict=True))


def _renamed(record: Mapping[str, Any], names: Mapping[str, str], where: str) -> dict[str, Any]:
    """Return a line with the keys that its own are read as."""
    renamed: dict[str, Any] = {}
    for key, value in record.items():
        name = names.get(key, key)
        while key.lower() in (FILTERED, RAW) and name == "hypothesis" and isinstance(value, list):
            if len(value) != 1:
                raise InputError(
                    f"{where}: {key!r} has {len(value)} responses; expected a list of one string"
                )
            [value] = value
        if name == "hypothesis" != key and isinstance(value, dict):
            name = "hypotheses"
        if name in renamed:
            raise InputError(f"{where}: several keys are read as {name!r}; leave one of them")
        renamed[name] = value
    references = renamed.get("reference")
    if "reference" not in record and isinstance(references, list):
        tokens = isinstance(renamed.get("hypothesis"), list)
        if not tokens or any(isinstance(reference, list) for reference in references):
            renamed["references"] = renamed.pop("reference")
    return renamed


def _check_keys(record: Mapping[str, Any], first: Mapping[str, Any], where: str) -> None:
    for one, many in (("hypothesis", "hypotheses"), ("reference", "references")):
        if one in record and many in record:
            raise InputError(f"{where}: the keys {one!r} and {many!r} exclude each other")
    keys, expected = record.keys() - REFERENCE_KEYS, first.keys() - REFERENCE_KEYS
    for key in sorted(expected - keys):
        raise InputError(f"{where}: lacks the key {key!r}, which line 1 has")
    for key in sorted(keys - expected):
        raise InputError(f"{where}: has the key {key!r}, which line 1 lacks")
    if REFERENCE_KEYS.isdisjoint(record) != REFERENCE_KEYS.isdisjoint(first):
        raise InputError(
            f"{where}: either every line or no line has the key 'reference' or 'references', and "
            "line 1 differs from this one"
        )


def _systems(
    records: Sequence[Mapping[str, Any]],
    first: Mapping[str, Any],
    system: str,
    where: Callable[[int], str],
) -> dict[str, list[Any]]:
    if "hypothesis" in first:
        return {system: [record["hypothesis"] for record in records]}
    if "hypotheses" not in first:
        return {}
    names = first["hypotheses"]
    for index, record in enumerate(records):
        given = record["hypotheses"]
        if not isinstance(given, dict) or not given:
            raise InputError(
                f"{where(index)}: the value of 'hypotheses' is {_kind(given)}; expected an object "
                'of system names, as in {"online-a": "..."}; one system alone has the key '
                "'hypothesis'"
            )
        if given.keys() != names.keys():
            raise InputError(
                f"{where(index)}: 'hypotheses' has the systems {', '.join(sorted(given))}, but "
                f"line 1 has {', '.join(sorted(names))}; every line needs the same"
            )
    return {each: [record["hypotheses"][each] for record in records] for each in names}


def _references(record: Mapping[str, Any], where: str) -> list[Any]:
    """Return the references of one line; an empty list means that the key is missing."""
    if "reference" in record:
        references = [record["reference"]]
    elif "references" in record:
        references = record["references"]
        if not isinstance(references, list):
            raise InputError(
                f"{where}: the value of 'references' is {_kind(references)}; expected a list; one "
                "reference alone has the key 'reference'"
            )
    else:
        return []
    if all(reference is None for reference in references):
        raise InputError(
            f'{where}: there is no reference; give at least one (an empty one is ""), or remove '
            "the line"
        )
    return references


def _is_tokens(first: Mapping[str, Any]) -> bool:
    """Return whether the first text of a file, whose first line is `first`, is given as tokens."""
    if "hypothesis" in first:
        text = first["hypothesis"]
    elif "hypotheses" in first:
        text = next(iter(first["hypotheses"].values()))
    else:
        text = next(each for each in _references(first, "") if each is not None)
    return isinstance(text, list)


def _pack(values: Sequence[Any], tokens: bool, name: Callable[[int], str]) -> Text | Tokens:
    expected = "a list of strings, as the first text of the file" if tokens else "a string"
    for index, value in enumerate(values):
        if type(value) is not (list if tokens else str):
            raise InputError(f"{name(index)} is {_kind(value)}; expected {expected}")
        if tokens:
            for place, token in enumerate(value, start=1):
                if type(token) is not str:
                    raise InputError(
                        f"{name(index)} has {_kind(token)} as token {place}; expected a string"
                    )
    return Tokens.from_lists(values, name) if tokens else Text.from_lines(values, name)


def _pack_references(
    references: Sequence[Sequence[Any]], tokens: bool, where: Callable[[int], str]
) -> References:
    flat: list[Any] = []
    names: list[tuple[int, int]] = []
    counts: list[int] = []
    for index, group in enumerate(references):
        before = len(flat)
        for number, reference in enumerate(group, start=1):
            if reference is not None:
                flat.append(reference)
                names.append((index, number))
        counts.append(len(flat) - before)

    def name(place: int) -> str:
        index, number = names[place]
        return f"{where(index)}: reference {number}"

    return References.of_counts(_pack(flat, tokens, name), counts)


def _sources(records: Sequence[Mapping[str, Any]], where: Callable[[int], str]) -> Text | None:
    if "source" not in records[0]:
        return None
    for index, record in enumerate(records):
        if type(record["source"]) is not str:
            raise InputError(
                f"{where(index)}: the value of 'source' is {_kind(record['source'])}; expected a "
                "string"
            )
    return Text.from_lines(
        [record["source"] for record in records], lambda index: f"{where(index)}: the source"
    )


def _strings(
    records: Sequence[Mapping[str, Any]], key: str, where: Callable[[int], str]
) -> tuple[str, ...] | None:
    if key not in records[0]:
        return None
    return tuple(_scalar(record[key], key, where(index)) for index, record in enumerate(records))


def _as_metadata(value: Any) -> str:
    return json.dumps(value) if value is None or type(value) in (bool, list, dict) else str(value)


def _scalar(value: Any, key: str, where: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    raise InputError(
        f"{where}: the value of {key!r} is {_kind(value)}; expected a string, a number, true or "
        "false"
    )


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Number):
        return f"the number {value}"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"

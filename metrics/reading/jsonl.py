"""JSON Lines: one object per line, one line per segment.

`hypotheses` is an object of system names, and `references` a list, in which null is a missing
reference. A text is a string, or a list of strings if it is given as tokens. Every other key is
metadata; numbers are kept as written, lists and objects as JSON. Every line has the same keys,
except that each has either `reference` or `references`. If samples of lm-evaluation-harness have
several filters, with a line for each response under each of them, the filters are systems.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, NoReturn

from tallystick.errors import InputError, warn
from tallystick.metrics.corpus.corpus import References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.reading.columns import (
    FILTERED,
    RAW,
    SAMPLE_ID,
    TARGET,
    explain_absent,
    named_columns,
    refuse_many_columns,
)
from tallystick.metrics.reading.lines import read_text, stream_text
from tallystick.metrics.reading.opening import split_name
from tallystick.metrics.reading.testset import Table, TestSet

REFERENCE_KEYS = frozenset({"reference", "references"})
PLURALS = ("hypotheses", "references")
KNOWN_KEYS = REFERENCE_KEYS | {"hypothesis", "hypotheses", "doc", "source"}


class JsonLines(Table):
    """A table of JSON Lines."""

    empty = "is empty"
    noun = "key"
    unit = "line"

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the table in blocks of at most `length` segments, or as a whole."""
        form: _Form | None = None
        begin = 1
        chunks = stream_text(self.path, length, self.states)
        for lines in chunks:
            if form is None:
                first = _object(lines[0], f"{self.name}, line 1")
                if _is_sample(first):
                    samples = [each for each, _ in self._parsed(chain(lines, *chunks), begin)]
                    yield from self._blocks_of(samples, True, length)
                    return
                form = self._form(first)
            yield self._block(form, self._parsed(lines, begin), begin)
            begin += len(lines)

    def _parsed(self, lines: Iterable[str], begin: int) -> Iterator[tuple[dict[str, Any], bool]]:
        """Yield the objects of lines, each with whether it may have half of a surrogate pair."""
        for number, line in enumerate(lines, begin):
            yield _object(line, f"{self.name}, line {number:,}"), "\\ud" in line or "\\uD" in line

    def _blocks_of(
        self, records: Sequence[dict[str, Any]], may_have_half: bool, length: int | None
    ) -> Iterator[TestSet]:
        """Yield all records of a file in blocks of at most `length`."""
        if records:
            if _is_sample(records[0]):
                records = self._by_filter(self._with_lists(records))
            form = self._form(records[0])
            length = length or len(records)
            for begin in range(0, len(records), length):
                block = ((each, may_have_half) for each in records[begin : begin + length])
                yield self._block(form, block, begin + 1)

    def _read_as(self, record: Mapping[str, Any], where: str) -> dict[str, str]:
        """Return what the keys of a record are read as."""
        names = {}
        if isinstance(record.get("doc"), dict):  # the object that a prompt was made of
            names["doc"] = "other doc"
        if _is_sample(record) and SAMPLE_ID not in (self.given or {}).values():
            names[SAMPLE_ID] = SAMPLE_ID
        keys = [key for key in record if key not in names]
        meanings = named_columns(keys, self.given, where, plurals=PLURALS)
        return names | dict(zip(keys, meanings, strict=True))

    def _form(self, record: dict[str, Any]) -> _Form:
        """Return what the first record says of all."""
        where = f"{self.name}, {self.unit} 1"
        refuse_many_columns(len(record), where)
        names = self._read_as(record, where)
        record = _renamed(record, names, where)
        if record.keys().isdisjoint({"hypothesis", "hypotheses", *REFERENCE_KEYS}):
            absent = explain_absent(tuple(record), "hypothesis", "reference", noun="key")
            raise InputError(f"{where}: {absent}")
        form = _Form(names, record.keys(), self.system, unit=self.unit)
        hypotheses, references = _texts(record, form, where)
        first = next(text for text in (*hypotheses.values(), *references) if text is not None)
        return form._replace(systems=tuple(hypotheses), is_tokens=isinstance(first, list))

    def _with_lists(self, samples: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
        """Return samples with the references that lm-evaluation-harness wrote as one text.

        Its logs have `str(target)`: of several references the text of a list in Python.
        """
        lists = [_list_of(sample.get(TARGET)) for sample in samples]
        if TARGET in (self.given or {}).values() or None in lists or not any(lists):
            return samples
        warn(
            f"{self.name}: each {TARGET} is the text of a list, as lm-evaluation-harness writes "
            "several references, and is read as these; if it is one reference, add --columns "
            f"reference={TARGET} (columns={{'reference': {TARGET!r}}} in Python)"
        )
        return [sample | {TARGET: texts} for sample, texts in zip(samples, lists, strict=True)]

    def _by_filter(self, samples: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
        """Return samples of lm-evaluation-harness with each filter of its responses as a system."""
        by_filter: dict[str, dict[str, dict[str, Any]]] = {}
        for number, sample in enumerate(samples, start=1):
            filter, id = (_as_string(sample.get(key, "")) for key in ("filter", SAMPLE_ID))
            if by_filter.setdefault(filter, {}).setdefault(id, sample) is not sample:
                raise InputError(
                    f"{self.name}, {self.unit} {number:,}: the doc_id {id} occurs twice"
                    f"{f' with the filter {filter!r}' if filter else ''}; give the samples of each "
                    "run and each task in a file of their own"
                )
        if len(by_filter) == 1:
            return samples
        self.unit = "segment"
        return self._of_systems({name: list(of.values()) for name, of in by_filter.items()})

    def _of_systems(self, systems: Mapping[str, Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
        """Return the texts of systems that have the same references; their scores are left out."""
        counts = {len(records) for records in systems.values()}
        if len(counts) > 1:
            raise InputError(
                f"{self.name}: the systems have {' and '.join(map(str, sorted(counts)))} segments; "
                "expected as many of each"
            )
        first_record = next(iter(systems.values()))[0] if any(counts) else {}
        meant = {name: key for key, name in self._read_as(first_record, self.name).items()}
        own = meant.pop("hypothesis", "hypothesis")
        same = [key for meaning, key in meant.items() if meaning in {*KNOWN_KEYS, SAMPLE_ID}]
        names = [split_name(name)[0] for name in systems]
        names = names if len(set(names)) == len(names) else list(systems)
        segments = []
        for number, records in enumerate(zip(*systems.values(), strict=True), start=1):
            where = f"{self.name}, {self.unit} {number:,}"
            first, *others = ({key: record.get(key) for key in same} for record in records)
            if any(other != first for other in others):
                raise InputError(
                    f"{where}: the systems differ in {', '.join(same)}; expected the same segments "
                    "in the same order"
                )
            outputs = [_response(own, record.get(own), where) for record in records]
            texts = dict(zip(names, outputs, strict=True))
            segments.append(first | {"hypotheses" if own == "hypothesis" else own: texts})
        return segments

    def _block(
        self, form: _Form, records: Iterable[tuple[dict[str, Any], bool]], begin: int
    ) -> TestSet:
        """Return a block of records, each with whether it may have half of a surrogate pair."""
        segments = [
            _segment(record, may_have_half, form, f"{self.name}, {self.unit} {number:,}")
            for number, (record, may_have_half) in enumerate(records, begin)
        ]

        def column(key: str) -> tuple[str, ...]:
            return tuple(_as_string(segment[key]) for segment in segments)

        references = None
        if not REFERENCE_KEYS.isdisjoint(form.keys):
            lists = [segment["references"] for segment in segments]
            present = [text for own in lists for text in own if text is not None]
            counts = [len(own) - own.count(None) for own in lists]
            references = References.of_counts(form.pack(present), counts)
        return TestSet(
            name=self.name,
            systems={
                system: form.pack([segment["hypotheses"][place] for segment in segments])
                for place, system in enumerate(form.systems or ())
            },
            references=references,
            documents=column("doc") if "doc" in form.keys else None,
            sources=Text.from_lines(column("source")) if "source" in form.keys else None,
            metadata={key: column(key) for key in form.keys if key not in KNOWN_KEYS},
            columns=tuple(form.keys),
        )


class _Form(NamedTuple):
    """What the first record says of all; `names` are what its keys are read as."""

    names: Mapping[str, str]
    keys: KeysView[str]
    system: str
    systems: Sequence[str] | None = None
    is_tokens: bool = False
    unit: str = "line"

    def pack(self, texts: Sequence[Any], name: Callable[[int], str] | None = None) -> Text | Tokens:
        """Pack hypotheses or references; see `Text.from_lines`."""
        return Tokens.from_lists(texts, name) if self.is_tokens else Text.from_lines(texts, name)


def _segment(
    record: dict[str, Any], may_have_half: bool, form: _Form, where: str
) -> dict[str, Any]:
    """Return what a record has, always with `hypotheses`, in their order, and `references`."""
    record = _renamed(record, form.names, where)
    _check_keys(record, form, where)
    hypotheses, references = _texts(record, form, where)
    for text in hypotheses.values():
        if form.is_tokens or type(text) is not str:
            _check_text(text, form.is_tokens, f"{where}: the hypothesis")
    for number, text in enumerate(references, start=1):
        if text is not None and (form.is_tokens or type(text) is not str):
            _check_text(text, form.is_tokens, f"{where}: reference {number}")
    document = record.get("doc", "")
    if not isinstance(document, (str, bool)):
        raise _unexpected(where, "doc", document, "a string, a number, true or false")
    if type(record.get("source", "")) is not str:
        raise _unexpected(where, "source", record["source"], "a string")
    if may_have_half:  # which is no Unicode text
        form.pack(list(hypotheses.values()), lambda place: f"{where}: the hypothesis")
        present = {number: text for number, text in enumerate(references, 1) if text is not None}
        form.pack(list(present.values()), lambda place: f"{where}: reference {[*present][place]}")
        Text.from_lines([record.get("source", "")], lambda place: f"{where}: the source")
    record["hypotheses"] = tuple(map(hypotheses.__getitem__, form.systems or ()))
    record["references"] = references
    return record


class Number(str):
    """A JSON number as written: 1.10 remains 1.10."""

    __slots__ = ()


class _RefusedError(ValueError):
    """What the decoder reads, but a table must not contain."""


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; refuse one that has a key twice."""
    unique = dict(pairs)
    if len(unique) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise _RefusedError(f"the key {twice!r} occurs twice; give it once")
    return unique


def _refuse(constant: str) -> NoReturn:
    raise _RefusedError(f"{constant} is not JSON; write it as a string")


DECODER = json.JSONDecoder(
    object_pairs_hook=unique_keys, parse_int=Number, parse_float=Number, parse_constant=_refuse
)


def parsed(text: str, where: str, expected: str = "") -> Any:
    """Return what a JSON text says."""
    try:
        return DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where}: is not valid JSON at character {error.pos + 1:,} ({error.msg}){expected}"
        ) from None
    except _RefusedError as error:
        raise InputError(f"{where}: {error}") from None
    except RecursionError:
        raise InputError(f"{where}: the JSON is nested too deeply") from None


def _is_sample(record: Mapping[str, Any]) -> bool:
    """Return whether a record is a sample of lm-evaluation-harness."""
    return SAMPLE_ID in record and not {FILTERED, RAW}.isdisjoint(record)


def _list_of(target: Any) -> list[str] | None:
    """Return the strings of which a text is the list in Python, or None."""
    if type(target) is not str or not target.startswith("["):
        return None
    try:
        texts = ast.literal_eval(target)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return texts if all(type(text) is str for text in texts) else None


def _object(line: str, where: str) -> dict[str, Any]:
    if not line.strip():
        raise InputError(f"{where}: is empty; expected a JSON object for every segment")
    record = parsed(line, where, "; expected one complete JSON object on every line")
    if not isinstance(record, dict):
        raise InputError(f"{where}: is {_kind(record)}; expected an object, as in {{...}}")
    return record


def _renamed(record: Mapping[str, Any], names: Mapping[str, str], where: str) -> dict[str, Any]:
    """Return a line with the keys that its own are read as."""
    renamed: dict[str, Any] = {}
    for key, value in record.items():
        name = names.get(key, key)
        if name == "hypothesis":
            value = _response(key, value, where)
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
    for singular, many in (("hypothesis", "hypotheses"), ("reference", "references")):
        if singular in renamed and many in renamed:
            raise InputError(f"{where}: the keys {singular!r} and {many!r} exclude each other")
    return renamed


def _response(key: str, value: Any, where: str) -> Any:
    """Return a hypothesis, the only one in a list of lm-evaluation-harness."""
    while key.lower() in (FILTERED, RAW) and isinstance(value, list):
        if len(value) != 1:
            raise InputError(
                f"{where}: {key!r} has {len(value)} responses; expected a list of one string, "
                "as of a task whose outputs are texts"
            )
        [value] = value
    return value


def _check_keys(record: Mapping[str, Any], form: _Form, where: str) -> None:
    keys, expected = record.keys() - REFERENCE_KEYS, form.keys - REFERENCE_KEYS
    for key in sorted(expected - keys):
        raise InputError(f"{where}: lacks the key {key!r}, which {form.unit} 1 has")
    for key in sorted(keys - expected):
        raise InputError(f"{where}: has the key {key!r}, which {form.unit} 1 lacks")
    if REFERENCE_KEYS.isdisjoint(record) != REFERENCE_KEYS.isdisjoint(form.keys):
        raise InputError(
            f"{where}: either every {form.unit} or no {form.unit} has the key 'reference' or "
            f"'references', and {form.unit} 1 differs from this one"
        )


def _texts(
    record: Mapping[str, Any], form: _Form, where: str
) -> tuple[Mapping[str, Any], Sequence[Any]]:
    """Return the hypothesis of each system and the references, which may be none."""
    hypotheses = record.get("hypotheses", {})
    if "hypothesis" in record:
        hypotheses = {form.system: record["hypothesis"]}
    elif "hypotheses" in record:
        if not isinstance(hypotheses, dict) or not hypotheses:
            expected = 'an object of system names, as in {"online-a": "..."}'
            alone = "one system alone has the key 'hypothesis'"
            raise _unexpected(where, "hypotheses", hypotheses, f"{expected}; {alone}")
        if form.systems is not None and hypotheses.keys() != set(form.systems):
            raise InputError(
                f"{where}: 'hypotheses' has the systems {', '.join(sorted(hypotheses))}, but "
                f"{form.unit} 1 has {', '.join(sorted(form.systems))}; every {form.unit} needs "
                "the same"
            )
    if REFERENCE_KEYS.isdisjoint(record):
        return hypotheses, []
    references = [record["reference"]] if "reference" in record else record["references"]
    if not isinstance(references, list):
        expected = "a list; one reference alone has the key 'reference'"
        raise _unexpected(where, "references", references, expected)
    if all(reference is None for reference in references):
        raise InputError(
            f'{where}: there is no reference; give at least one (an empty one is ""), or remove '
            "the segment"
        )
    return hypotheses, references


def _check_text(text: Any, is_tokens: bool, what: str) -> None:
    if type(text) is not (list if is_tokens else str):
        expected = "a list of strings, as the first text of the file" if is_tokens else "a string"
        raise InputError(f"{what} is {_kind(text)}; expected {expected}")
    for place, token in enumerate(text if is_tokens else (), start=1):
        if type(token) is not str:
            raise InputError(f"{what} has {_kind(token)} as token {place}; expected a string")


def _unexpected(where: str, key: str, value: Any, expected: str) -> InputError:
    return InputError(f"{where}: the value of {key!r} is {_kind(value)}; expected {expected}")


def _as_string(value: Any) -> str:
    return json.dumps(value) if value is None or type(value) in (bool, list, dict) else str(value)


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Number):
        return f"the number {value}"
    if isinstance(value, list):
        return "a list"
    return "a string" if isinstance(value, str) else "an object"


HELM = "request_states"
EXPECTED = "expected a list of objects, or an object with such a list for each system"


class JsonDocument(JsonLines):
    """A JSON document of all segments, whose objects are those of JSON Lines.

    It is a list of objects; or an object with such a list for each system, as COMET's `--to_json`
    has; or `scenario_state.json` of HELM, of which the first completion, the correct references and
    the input are read.
    """

    unit = "object"

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the segments in blocks of at most `length`."""
        text = "\n".join(read_text(self.path))
        records = self._records(parsed(text, self.name))
        return self._blocks_of(records, "\\ud" in text.lower(), length)

    def _records(self, document: Any) -> list[dict[str, Any]]:
        if isinstance(document, list):
            return self._objects(document, "the document")
        if not isinstance(document, dict):
            raise InputError(f"{self.name} is no table; {EXPECTED}")
        if HELM in document:
            states = self._objects(document[HELM], HELM)
            records = [self._of_helm(state, number) for number, state in enumerate(states, start=1)]
            trials = [record["train_trial_index"] or "0" for record in records]
            if trials != ["0"] * len(trials) or any(record["perturbation"] for record in records):
                warn(
                    f"{self.name}: texts occur in several trials of HELM or with perturbations, "
                    "and all are scored; to score each text once, give the requests of one trial "
                    "without perturbation"
                )
            return records
        systems = {name: self._objects(several, repr(name)) for name, several in document.items()}
        return self._of_systems(systems)

    def _objects(self, given: Any, what: str) -> list[dict[str, Any]]:
        if isinstance(given, list) and all(isinstance(record, dict) for record in given):
            return given
        raise InputError(f"{self.name}: {what} is no list of objects; {EXPECTED}")

    def _of_helm(self, state: dict[str, Any], number: int) -> dict[str, Any]:
        try:
            instance, result = state["instance"], state["result"]
            if not result.get("success", True):
                raise KeyError(result)
            return {
                "hypothesis": result["completions"][0]["text"],
                "references": [
                    reference["output"]["text"]
                    for reference in instance["references"]
                    if "correct" in reference["tags"]
                ],
                "source": instance["input"]["text"],
                "id": instance.get("id"),
                "split": instance.get("split"),
                "perturbation": instance.get("perturbation"),
                "train_trial_index": state.get("train_trial_index"),
            }
        except (AttributeError, KeyError, IndexError, TypeError):
            raise InputError(
                f"{self.name}, object {number:,}: is no finished request of HELM; expected "
                "input and references of an instance, and completions of a successful result"
            ) from None

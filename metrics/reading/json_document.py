"""JSON with all segments in one document, whose objects are those of JSON Lines.

A document is a list of objects; or an object with such a list for each system, as COMET's
`--to_json` and dumps of several outputs have; or `scenario_state.json` of HELM, of which the first
completion, the correct references and the input are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.reading.columns import named_columns
from tallystick.metrics.reading.jsonl import KNOWN_KEYS, PLURALS, JsonLines, parsed
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import split_name
from tallystick.metrics.reading.testset import TestSet

HELM = "request_states"
EXPECTED = "expected a list of objects, or an object with such a list for each system"


class JsonDocument(JsonLines):
    """A JSON document of texts."""

    unit = "object"

    def blocks(self, length: int | None) -> Iterator[TestSet]:
        """Yield the segments in blocks of at most `length`."""
        text = "\n".join(read_text(self.path))
        may_have_half = "\\ud" in text.lower()
        records = [(each, may_have_half) for each in self._records(parsed(text, self.name))]
        if records:
            form = self._form(records[0][0])
            length = length or len(records)
            for begin in range(0, len(records), length):
                yield self._block(form, records[begin : begin + length], begin + 1)

    def _records(self, document: Any) -> list[dict[str, Any]]:
        if isinstance(document, list):
            return self._objects(document, "the document")
        if not isinstance(document, dict):
            raise InputError(f"{self.name} is no table; {EXPECTED}")
        if HELM in document:
            states = self._objects(document[HELM], HELM)
            return [self._of_helm(state, number) for number, state in enumerate(states, start=1)]
        systems = {name: self._objects(several, repr(name)) for name, several in document.items()}
        return self._of_systems(systems)

    def _objects(self, given: Any, what: str) -> list[dict[str, Any]]:
        if isinstance(given, list) and all(isinstance(record, dict) for record in given):
            return given
        raise InputError(f"{self.name}: {what} is no list of objects; {EXPECTED}")

    def _of_systems(self, systems: Mapping[str, Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
        """Return the texts of systems that have the same references; their scores are left out."""
        counts = {len(records) for records in systems.values()}
        if len(counts) > 1:
            raise InputError(
                f"{self.name}: the systems have {' and '.join(map(str, sorted(counts)))} segments; "
                "expected as many of each"
            )
        keys = list(next(iter(systems.values()))[0]) if any(counts) else []
        meanings = named_columns(keys, self.given, self.name, plurals=PLURALS)
        meant = dict(zip(meanings, keys, strict=True))
        own = meant.pop("hypothesis", "hypothesis")
        same = [key for meaning, key in meant.items() if meaning in KNOWN_KEYS]
        names = [split_name(name)[0] for name in systems]
        names = names if len(set(names)) == len(names) else list(systems)
        segments = []
        for number, records in enumerate(zip(*systems.values(), strict=True), start=1):
            first, *others = ({key: record.get(key) for key in same} for record in records)
            if any(other != first for other in others):
                raise InputError(
                    f"{self.name}, object {number:,}: the systems differ in {', '.join(same)}; "
                    "expected the same segments in the same order"
                )
            texts = dict(zip(names, [record.get(own) for record in records], strict=True))
            segments.append(first | {"hypotheses" if own == "hypothesis" else own: texts})
        return segments

    def _of_helm(self, state: dict[str, Any], number: int) -> dict[str, Any]:
        try:
            instance = state["instance"]
            return {
                "hypothesis": state["result"]["completions"][0]["text"],
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
        except (KeyError, IndexError, TypeError):
            raise InputError(
                f"{self.name}, object {number:,}: is no finished request of HELM; expected "
                "input and references of an instance, and completions of a result"
            ) from None

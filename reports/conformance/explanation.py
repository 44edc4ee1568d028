"""The settings that explain a reported score, as a report."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tallystick.compat.explanation.explanation import SHOWN, Explanation, Match, references_text
from tallystick.compat.explanation.search import (
    CORPUS,
    ORDERS,
    PRECISION,
    RECALL,
    SEGMENTS,
    Setting,
)
from tallystick.errors import counted
from tallystick.reports.document import Block, Bullets, Entry, Paragraph, Table, columns
from tallystick.reports.saving.json_form import picked

KIND = "explanation"
SCHEMA = f"tallystick/{KIND}/1"
"""The name of the JSON form of the report."""

NAMED = 6
"""How many programs, axes and so on are named in a list; the JSON form has all."""

MORE = "A higher --odd, up to 4, tries more unusual settings; without -m, every metric is tried."

OUTSIDE = (
    "other references, or another version of them",
    "another output, for example of another checkpoint or with other decoding",
    "texts that were tokenized, detokenized, truncated or normalised in a way that is not tried",
    "text in subword pieces, which cannot be made from text without their model",
    "another part of the test set, or a mean of several runs",
    "the convention of an unknown program: tallystick identify finds it where the program runs",
)
"""What no setting can find."""


@dataclass(frozen=True, slots=True)
class Files:
    """The plain files of a corpus, one segment a line."""

    hypotheses: str
    references: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExplanationReport:
    """The settings that explain a reported score.

    Commands name `files` if they are plain, else `given`, the words that name others.
    """

    kind: ClassVar[str] = KIND

    explanation: Explanation
    files: Files | None = None
    given: str = ""

    def document(self, digits: int | None = None) -> Sequence[Block]:
        """Return the report as blocks."""
        search = self.explanation
        blocks: list[Block] = [Paragraph(search.headline, strong=True)]
        shown = search.matches[:SHOWN] or search.nearest
        blocks += [self._entry(place, match) for place, match in enumerate(shown, start=1)]
        more = len(search.matches) - len(shown)
        if search.matches and more > 0:
            blocks.append(Paragraph(f"{counted(more, 'less usual score')} match too."))
        if not search.matches:
            blocks.append(Paragraph(MORE))
            blocks.append(Bullets("What no setting can find", OUTSIDE))
        if search.questions:
            asked = [f"{query.about}: {_listed(query.values)}?" for query in search.questions]
            blocks.append(Bullets("Questions for the author of the score", tuple(asked)))
        tried = (
            f"{counted(search.tried, 'setting')} were tried, which give "
            f"{counted(search.scores, 'different score')}. Of these, {_chance(search.by_chance)} "
            f"would match a number near {search.reported.text} by chance."
        )
        blocks.append(Paragraph(tried))
        if search.untried:
            blocks.append(Bullets("Not tried", search.untried))
        return blocks

    def _entry(self, place: int, match: Match) -> Entry:
        setting = match.setting
        program = f" ({setting.way.program})" if setting.way.program else ""
        lines = [f"{setting.reading.description} of {setting.way.spec}{program}"]
        if len(setting.references) > 1 or not setting.all_references:
            lines.append(f"references: {references_text(setting)}")
        if setting.slip is not None:
            where = f" ({setting.slip.evidence})" if setting.slip.evidence else ""
            lines.append(setting.slip.description + where)
        if match.unit.name:
            lines.append(f"written {match.unit.name}")
        if match.truncated:
            lines.append("truncated, not rounded")
        lines += self._equal(match)
        lines.append(f"by chance {_chance(match.by_chance)}")
        command = self.command(match)
        if command and setting.slip is not None and setting.slip.package:
            lines.append(f"first: pip install {setting.slip.package}")
        if command:
            lines.append(f"$ {command}")
        return Entry(f"{place}. {match.written:.6g}", lines=tuple(lines))

    def _equal(self, match: Match) -> list[str]:
        """Return what else has the score: programs first, then axes, then other texts."""
        if not match.equal:
            return []
        lines = [f"{counted(len(match.equal), 'other setting')} with the same score:"]
        named = [name for name in match.programs if name != match.setting.way.label]
        if named:
            lines.append(f"programs: {_some(named)}")
        if match.indifferent:
            values = {axis: _first(each, "others") for axis, each in match.indifferent.items()}
            axes = [f"{axis} {' or '.join(shown)}" for axis, shown in values.items()]
            lines.append(f"no difference on these texts: {_some(axes)}")
        if match.other_texts:
            lines.append(f"or: {_some(match.other_texts)}")
        if len(lines) == 1:
            lines.append(_some([setting.way.spec for setting in match.equal]))
        return lines

    def command(self, match: Match) -> str:
        """Return the command that reproduces a score; "" if there is none."""
        setting = match.setting
        texts = self._texts(setting)
        if not texts:
            return ""
        score = f"tallystick score {texts} -m "
        spec = setting.way.spec
        if setting.reading is CORPUS or setting.reading.part:
            return score + shlex.quote(spec)
        if setting.reading is SEGMENTS:
            mean = "awk '{sum += $1} END {print sum / NR}'"
            return f"{score}{shlex.quote(spec)} --segments -b | {mean}"
        if setting.reading in (PRECISION, RECALL):
            number = f"grep -o '\"{setting.reading.name}\": [0-9.e-]*'"
            return f"{score}{shlex.quote(spec)} -f json | {number}"
        if setting.reading is ORDERS:
            metric: Any = setting.way.metric
            separator = "," if ":" in spec else ":"
            given = [option for option in spec.split(",") if not option.startswith("order=")]
            of_order = f"{','.join(given)}{separator}order="
            specs = [shlex.quote(f"{of_order}{order}") for order in range(1, metric.order + 1)]
            mean = "awk '{for (i = 1; i <= NF; i++) sum += $i; print sum / NF}'"
            return f"{score}{' '.join(specs)} -b | {mean}"
        return ""

    def _texts(self, setting: Setting) -> str:
        """Return the words that name the texts, changed by the slip; "" if there are none."""
        slip, part = setting.slip, setting.reading.part
        if self.files is None:
            unchanged = slip is None and part is None and setting.all_references
            return self.given if unchanged else ""
        hypotheses = shlex.quote(self.files.hypotheses)
        references = [shlex.quote(self.files.references[number]) for number in setting.references]
        if slip is not None:
            if not (slip.hypotheses or slip.references or slip.exchanges):
                return ""
            if slip.exchanges:
                hypotheses, references = references[0], [hypotheses]
            if slip.hypotheses:
                hypotheses = f"<({slip.hypotheses.replace('{}', hypotheses)})"
            if slip.references:
                references = [f"<({slip.references.replace('{}', path)})" for path in references]
        if part is not None:
            if not part.command:
                return ""
            made = [part.command.replace("{}", path) for path in (*references, hypotheses)]
            *references, hypotheses = [f"<({command})" for command in made]
        return f"{' '.join(references)} -i {hypotheses}"

    def data_tables(self) -> dict[str, Table]:
        """Return a row for each match, or for each of the nearest settings."""
        names = ("metric", "program", "references", "slip", "reading", "unit", "command")
        numbers = ("written", "score", "oddity", "equal", "by chance")
        rows = tuple(
            (
                *(str(match[name]) for name in ("metric", "program")),
                " ".join(map(str, match["references"])),
                *(str(match[name] or "") for name in ("slip", "reading", "unit", "command")),
                *(repr(match[name]) for name in ("written", "score", "oddity")),
                *(repr(len(match["equal"])), repr(match["by_chance"])),
            )
            for match in map(self._as_json, self.explanation.matches or self.explanation.nearest)
        )
        return {KIND: Table(columns((*names, *numbers), numbers=len(numbers)), rows)}

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON types, the schema first."""
        search = self.explanation
        return {
            "schema": SCHEMA,
            "reported": search.reported.text,
            **picked(search, "tried", "scores", "by_chance"),
            "matches": [self._as_json(match) for match in search.matches],
            "nearest": [self._as_json(match) for match in search.nearest],
            "questions": [picked(query, "about", "values") for query in search.questions],
            "untried": list(search.untried),
        }

    def _as_json(self, match: Match) -> dict[str, Any]:
        return {
            **_named(match.setting),
            "score": match.score,
            "unit": match.unit.name,
            **picked(match, "written", "truncated", "oddity"),
            "equal": [_named(setting) for setting in match.equal],
            "indifferent": list(match.indifferent),
            "by_chance": match.by_chance,
            "command": self.command(match),
        }


def _named(setting: Setting) -> dict[str, Any]:
    return {
        "metric": setting.way.spec,
        "program": setting.way.program,
        "references": [place + 1 for place in setting.references],
        "slip": None if setting.slip is None else setting.slip.name,
        "reading": setting.reading.name,
        "part": setting.reading.part and setting.reading.part.description,
    }


def _chance(number: float) -> str:
    return f"{number:.2g}" if number < 10 else f"{number:,.0f}"


def _listed(values: Sequence[str]) -> str:
    *shown, last = _first(values, "something else")
    separator = "; " if any("," in value for value in values) else ", "
    return f"{separator.join(shown)}{separator.rstrip(', ')} or {last}"


def _some(names: Sequence[str]) -> str:
    separator = "; " if any("," in name for name in names) else ", "
    return separator.join(_first(names, f"and {len(names) - NAMED} more"))


def _first(names: Sequence[str], others: str) -> Sequence[str]:
    """Return the first names, with `others` in place of further ones."""
    return names if len(names) <= NAMED else [*names[:NAMED], others]

"""Notes on segments, which a page of one report exports and a later report shows."""

from __future__ import annotations

import json
from dataclasses import replace

from tallystick.errors import InputError, OptionError, warn
from tallystick.metrics.reading.opening import FilePath, display_name, open_bytes
from tallystick.reports.comparison.model import Comparison


def with_notes(comparison: Comparison, path: FilePath) -> Comparison:
    """Add the notes of a file to the segments of a comparison; a note of both is that of the file.

    Args:
        comparison: A comparison with texts.
        path: A .json file as a page exports it: an object with the first reference of a segment
            and the note on it.

    Raises:
        InputError: The file has another form.
        OptionError: The comparison has no texts.
    """
    name = display_name(path)
    if comparison.segments is None:
        raise OptionError(
            f"{name} has notes on segments, but the report has no texts; leave it out"
        )
    with open_bytes(path) as file:
        data = file.read()
    try:
        notes = json.loads(data)
    except ValueError as error:
        raise InputError(f"{name} is not JSON ({error}); {_EXPECTED}") from None
    if not isinstance(notes, dict) or not all(isinstance(one, str) for one in notes.values()):
        raise InputError(f"{name} has other values than notes; {_EXPECTED}")
    known = {references[0] for references in comparison.segments.references if references}
    missing = [reference for reference in notes if reference not in known]
    if missing:
        warn(
            f"{name}: {len(missing):,} of {len(notes):,} notes are on references that this test "
            f"set lacks, such as {missing[0][:60]!r}; they are left out"
        )
    kept = {reference: note for reference, note in notes.items() if reference in known}
    segments = replace(comparison.segments, notes={**comparison.segments.notes, **kept})
    return replace(comparison, segments=segments)


_EXPECTED = (
    'export notes from the page of a report, or write {"the first reference": "the note"} for '
    "each segment"
)

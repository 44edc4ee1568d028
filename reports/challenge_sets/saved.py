"""Challenge sets as tables, which other programs can score and this package can read.

A line has the number of its segment from 1, the change ("unchanged" for none) and how often it was
planted, the changed text as hypothesis, and the references and the source of its segment.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tallystick.errors import InputError, OptionError

if TYPE_CHECKING:
    from tallystick.reports.challenge_sets.planting import ChallengeSet

ENDINGS = (".tsv", ".jsonl")
MISSING = r"\N"


def check_ending(path: str) -> None:
    """Refuse names whose ending is not that of a table."""
    if not path.lower().endswith(ENDINGS):
        raise OptionError(
            f"the name of the challenge set {path!r} has an unknown ending; expected one of "
            f"{', '.join(ENDINGS)}"
        )


def as_table(challenge: ChallengeSet, path: str) -> str:
    """Return a challenge set as the table for the ending of a file's name.

    Raises:
        InputError: A text has a tab, which a table of the ending .tsv cannot contain.
        OptionError: The ending is unknown.
    """
    check_ending(path)
    if path.lower().endswith(".jsonl"):
        return _json_lines(challenge)
    return _tab_separated(challenge)


def _tab_separated(challenge: ChallengeSet) -> str:
    corpus = challenge.corpus
    references = list(corpus.references)
    most = max(map(len, references))
    names = ["reference"] if most == 1 else [f"reference:{one}" for one in range(1, most + 1)]
    source = [] if corpus.sources is None else ["source"]
    rows = [["segment", "change", "number", "hypothesis", *names, *source]]
    for line in challenge.lines:
        own = list(map(str, references[line.segment]))
        others = [MISSING] * (most - len(own))
        given = [] if corpus.sources is None else [str(corpus.sources[line.segment])]
        texts = [line.text, *own, *given]
        if any("\t" in text or text == MISSING for text in texts):
            raise InputError(
                f"segment {line.segment + 1:,} has a tab or is {MISSING}, which a table of the "
                "ending .tsv cannot contain; choose a name that ends in .jsonl"
            )
        rows.append(
            [str(line.segment + 1), line.change, str(line.number), line.text, *own, *others, *given]
        )
    return "".join("\t".join(row) + "\n" for row in rows)


def _json_lines(challenge: ChallengeSet) -> str:
    corpus = challenge.corpus
    references = list(corpus.references)
    lines = []
    for line in challenge.lines:
        record: dict[str, Any] = {
            "segment": line.segment + 1,
            "change": line.change,
            "number": line.number,
            "hypothesis": line.text,
            "references": list(references[line.segment]),
        }
        if corpus.sources is not None:
            record["source"] = corpus.sources[line.segment]
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)

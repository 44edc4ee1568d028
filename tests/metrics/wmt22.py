"""The texts of WMT22 and the scores that its release publishes, from the folder `shared_data`."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tallystick import Corpus

Read = Callable[[str], list[str]]
"""The fixture `wmt22_file`, which reads the lines of a file."""

PAIRS = [
    *("cs-en", "cs-uk", "de-en", "de-fr", "en-cs", "en-de", "en-hr", "en-ja", "en-liv", "en-ru"),
    *("en-uk", "en-zh", "fr-de", "ja-en", "liv-en", "ru-en", "ru-sah", "sah-ru", "uk-cs", "uk-en"),
    "zh-en",
]
QUICK = ["de-en", "en-liv", "sah-ru"]  # two references; few lines; not Latin
# The scores in the release differ from those of any call of sacreBLEU on its files.
WRONG_IN_THE_RELEASE = {("ru-sah", "Lan-Bridge")}


def files(folder: Path, kind: str, pair: str) -> dict[str, str]:
    """Return the files of the systems ("hyp") or references ("ref") of a pair, by name."""
    return {
        path.name.split(f".{kind}.", 1)[1].rpartition(".")[0]: f"{path.parent.name}/{path.name}"
        for path in sorted(folder.glob(f"*/generaltest2022.{pair}.{kind}.*"))
    }


def published(folder: Path, pair: str, metric: str) -> Iterator[tuple[str, str, float]]:
    """Yield system, references and score of every published score."""
    with open(folder / "scores" / "automatic-scores.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            name, _, references = row["metric"].partition("-")
            if (row["pair"], name) == (pair, metric):
                yield row["system"], references, float(row["score"])


def lines_of(read: Read, pair: str, kind: str, name: str) -> list[str]:
    folder = {"hyp": "system-outputs", "ref": "references"}[kind]
    return read(f"{folder}/generaltest2022.{pair}.{kind}.{name}.{pair.partition('-')[2]}")


def corpus_of_system(
    read: Read,
    system: str,
    references: Any = "AB",
    source: str | None = None,
    segments: int | None = None,
) -> Corpus:
    """Return the corpus of a system, such as "de-en.Online-A".

    Args:
        read: The fixture `wmt22_file`.
        system: The pair and the name of the system.
        references: The names of references, or a `References` object that has them already.
        source: A system whose output is taken for the source texts.
        segments: The number of segments; all if None.
    """
    pair, _, name = system.partition(".")

    def lines(kind: str, name: str) -> list[str]:
        return lines_of(read, pair, kind, name)[:segments]

    if not isinstance(references, str):
        return Corpus.from_segments(hypotheses=lines("hyp", name), references=references)
    return Corpus.from_streams(
        hypotheses=lines("hyp", name),
        references=[lines("ref", reference) for reference in references],
        sources=None if source is None else lines("hyp", source),
    )

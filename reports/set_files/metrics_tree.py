"""The folder of a test set as mt-metrics-eval arranges it, such as `wmt22`.

    references/en-de.refA.txt
    system-outputs/en-de/SYSTEM.txt
    documents/en-de.docs
    sources/en-de.txt
    human-scores/en-de.mqm.seg.score
    human-scores/en-de.mqm.sys.score

The references that are used may be among the outputs of the systems, and are left out there.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from tallystick.errors import InputError
from tallystick.reports.set_files.listed import SetFiles

LEVELS = ("seg", "sys")
PREFERRED = ("mqm", "esa", "wmt-z", "da-z")
"""The human scores that are used by default: the first ones that there are."""


def read_tree(
    folder: str,
    *,
    judged: bool = True,
    human: str | None = None,
    references: Sequence[str] = (),
) -> list[SetFiles]:
    """Return the files of every test set of a folder.

    Where human scores are needed (`judged`), sets without them are left out. By default they are
    the first of `PREFERRED`, else the first by alphabet; the reference is refA, else the first.
    """
    if not judged:
        pairs = sorted(path.name for path in (Path(folder) / "system-outputs").glob("*"))
        if not pairs:
            raise InputError(
                f"{folder}: there is no system-outputs/PAIR in it; expected the folder of a test "
                "set of mt-metrics-eval, or a file of TOML"
            )
        return [_set_files(Path(folder), pair, {}, references) for pair in pairs]
    scores = _human_scores(Path(folder))
    known = sorted({name for by_name in scores.values() for name in by_name})
    if not known:
        raise InputError(
            f"{folder}: there is no human-scores/PAIR.NAME.seg.score or .sys.score in it; expected "
            "the folder of a test set of mt-metrics-eval, or a file of TOML"
        )
    chosen = human or next((name for name in PREFERRED if name in known), known[0])
    if chosen not in known:
        raise InputError(
            f"{folder}: there are no human scores {chosen!r}; expected one of {', '.join(known)}"
        )
    return [
        _set_files(Path(folder), pair, by_name[chosen], references)
        for pair, by_name in sorted(scores.items())
        if chosen in by_name
    ]


def _human_scores(folder: Path) -> Mapping[str, Mapping[str, Mapping[str, Path]]]:
    """Return the files of human scores by language pair, name and level."""
    files: dict[str, dict[str, dict[str, Path]]] = defaultdict(lambda: defaultdict(dict))
    for path in sorted((folder / "human-scores").glob("*.score")):
        pair, _, rest = path.name.partition(".")
        name, _, level = rest.removesuffix(".score").rpartition(".")
        if name and level in LEVELS:
            files[pair][name][level] = path
    return files


def _set_files(
    folder: Path, pair: str, human: Mapping[str, Path], references: Sequence[str]
) -> SetFiles:
    where = f"{os.fspath(folder)}, {pair}"
    known = {
        path.name.removesuffix(".txt").removeprefix(f"{pair}."): path
        for path in sorted((folder / "references").glob(f"{pair}.*.txt"))
    }
    if not known:
        raise InputError(
            f"{where}: there is no references/{pair}.NAME.txt; expected one or several"
        )
    used = list(references) or ["refA" if "refA" in known else next(iter(known))]
    for name in used:
        if name not in known:
            raise InputError(
                f"{where}: there is no reference {name!r}; expected some of {', '.join(known)}"
            )
    systems = {
        path.name.removesuffix(".txt"): os.fspath(path)
        for path in sorted((folder / "system-outputs" / pair).glob("*.txt"))
        if path.name.removesuffix(".txt") not in used
    }
    if not systems:
        raise InputError(f"{where}: there is no system-outputs/{pair}/SYSTEM.txt; expected several")
    return SetFiles(
        name=pair,
        references=tuple(os.fspath(known[name]) for name in used),
        hypotheses=systems,
        human=tuple(os.fspath(human[level]) for level in LEVELS if level in human),
        documents=_if_there(folder / "documents" / f"{pair}.docs"),
        sources=_if_there(folder / "sources" / f"{pair}.txt"),
    )


def _if_there(path: Path) -> str | None:
    return os.fspath(path) if path.exists() else None

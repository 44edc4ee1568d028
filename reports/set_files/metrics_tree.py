"""The folder of a test set as mt-metrics-eval arranges it, such as `wmt22`.

    references/en-de.refA.txt
    system-outputs/en-de/SYSTEM.txt
    documents/en-de.docs
    sources/en-de.txt
    human-scores/en-de.mqm.seg.score
    human-scores/en-de.mqm.sys.score

The references that are used may be among the outputs of the systems, and are left out there.
References and systems of the tables of WMT's metrics tasks are known by the name of the folder.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from tallystick.errors import InputError
from tallystick.reports.set_files.listed import SetFiles

LEVELS = ("seg", "sys")
PREFERRED = ("mqm", "esa", "esa-human1", "wmt-z", "da-z")
"""The human scores that are used by default: the first ones that there are."""

METRICS_TASKS = tomllib.loads(Path(__file__).with_name("metrics_tasks.toml").read_text("utf-8"))


def read_tree(
    folder: str, *, judged: bool = True, human: str | None = None, references: Sequence[str] = ()
) -> list[SetFiles]:
    """Return the files of every test set of a folder.

    Where human scores are needed (`judged`), sets without those named by `human` are left out. By
    default they are for each set the first of `PREFERRED`, else the first by alphabet. The default
    reference is that of `METRICS_TASKS`, else refA, else the first.
    """
    if not judged:
        pairs = sorted(path.name for path in (Path(folder) / "system-outputs").glob("*"))
        if not pairs:
            raise InputError(
                f"{folder}: there is no system-outputs/PAIR in it; expected the folder of a test "
                "set of mt-metrics-eval, or a file of TOML"
            )
        return [_set_files(Path(folder), pair, "", {}, references) for pair in pairs]
    scores = _human_scores(Path(folder))
    known = sorted({name for by_name in scores.values() for name in by_name})
    if not known:
        raise InputError(
            f"{folder}: there is no human-scores/PAIR.NAME.seg.score or .sys.score in it; expected "
            "the folder of a test set of mt-metrics-eval, or a file of TOML"
        )
    if human is not None and human not in known:
        raise InputError(
            f"{folder}: there are no human scores {human!r}; expected one of {', '.join(known)}"
        )
    chosen = {
        pair: human or min(by_name, key=preference)
        for pair, by_name in sorted(scores.items())
        if human is None or human in by_name
    }
    return [
        _set_files(Path(folder), pair, name, scores[pair][name], references)
        for pair, name in chosen.items()
    ]


def preference(human: str) -> tuple[int, str]:
    """Return a key that sorts names of human scores, the ones to use by default first."""
    return PREFERRED.index(human) if human in PREFERRED else len(PREFERRED), human


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
    folder: Path, pair: str, name: str, human: Mapping[str, Path], references: Sequence[str]
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
    task = folder.resolve().name
    standard = METRICS_TASKS["references"].get(task, {}).get(pair, "refA")
    used = list(references) or [standard if standard in known else next(iter(known))]
    for translator in used:
        if translator not in known:
            others = ", ".join(known)
            raise InputError(
                f"{where}: there is no reference {translator!r}; expected some of {others}"
            )
    outputs = {
        path.name.removesuffix(".txt"): os.fspath(path)
        for path in sorted((folder / "system-outputs" / pair).glob("*.txt"))
    }
    left_out = METRICS_TASKS["without"].get(task, {}).get(pair, ())
    systems = {name: path for name, path in outputs.items() if name not in (*used, *left_out)}
    if not systems:
        raise InputError(f"{where}: there is no system-outputs/{pair}/SYSTEM.txt; expected several")
    return SetFiles(
        name=pair,
        references=tuple(os.fspath(known[translator]) for translator in used),
        hypotheses=systems,
        human=tuple(os.fspath(human[level]) for level in LEVELS if level in human),
        documents=_if_there(folder / "documents" / f"{pair}.docs"),
        sources=_if_there(folder / "sources" / f"{pair}.txt"),
        without=tuple(name for name in left_out if name in outputs),
        reference=used[0] if len(used) == 1 else None,
        judgements=name,
    )


def _if_there(path: Path) -> str | None:
    return os.fspath(path) if path.exists() else None

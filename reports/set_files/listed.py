"""The file that lists several test sets, in TOML, as `docs/comparing-systems.md` describes it.

Names of files are relative to it. A table with the name of a set overrides what is above it.
"""

from __future__ import annotations

import glob
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from tallystick.errors import InputError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.reading.opening import FilePath, display_name, open_bytes

KEYS = ("references", "hypotheses", "human", "documents", "sources", "human-column",
        "other-human-column", "human-set", "human-lower-is-better", "human-order",
        "language-pair", "only-documents", "without", "weight")  # fmt: skip
SORTED_DOCUMENTS = "sorted-documents"
ORDERS = ("as-given", SORTED_DOCUMENTS)
NEEDED = ("references", "hypotheses", "human")
OUTLIERS = "outliers"
"""The systems whose human score is an outlier, in `without`."""


@dataclass(frozen=True, slots=True)
class SetFiles:
    """The files of a test set.

    `references` has one file for each reference, `hypotheses` one by system. `human_columns` are
    those of some meanings; `human_set` is None if human files have one set. `renamed` has the names
    of systems by those in human scores, and `weight` that of the set in means over tasks.
    `hypotheses` lack the systems of `without`, except for outliers, which only human scores show.
    `reference` is what `{reference}` means, and `judgements` the name of the human scores.
    """

    name: str
    references: tuple[str, ...]
    hypotheses: Mapping[str, str]
    human: tuple[str, ...]
    documents: str | None
    sources: str | None
    human_columns: Mapping[str, str] = field(default_factory=dict)
    other_human_column: str | None = None
    human_set: str | None = None
    higher_is_better: bool = True
    human_order: str = ORDERS[0]
    language_pair: str | None = None
    renamed: Mapping[str, str] | None = None
    only_documents: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    weight: float = 1.0
    reference: str | None = None
    judgements: str = ""


def read_set_files(
    path: FilePath, *, human: bool = True, chosen: Callable[[list[str]], Sequence[str]] = list
) -> list[SetFiles]:
    """Read a file that lists test sets; `human` says whether human scores are needed.

    The files of sets that are not `chosen` of all names need not be there.
    """
    name = display_name(path)
    with open_bytes(path) as file:
        data = file.read()
    try:
        given = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not in UTF-8: {error}; save it in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(
            f'{name} is not TOML ({error}); expected lines such as sets = ["de-en", "en-de"]'
        ) from None
    except RecursionError:
        raise InputError(f"{name}: its TOML is nested too deeply") from None
    tables = {key: value for key, value in given.items() if isinstance(value, dict)}
    shared = {key: value for key, value in given.items() if key not in tables and key != "sets"}
    listed = given.get("sets", [])
    if not isinstance(listed, list) or not all(isinstance(label, str) for label in listed):
        raise InputError(f"{name}: sets is {listed!r}; expected a list of names")
    for label in listed:
        if listed.count(label) > 1:
            raise InputError(f"{name}: sets names {label!r} twice; expected each set once")
    names = list(dict.fromkeys([*listed, *tables]))
    if not names:
        raise InputError(f'{name}: there is no set; expected sets = ["NAME", ...] or tables [NAME]')
    folder = os.path.dirname(os.fspath(path))
    return [
        _set_files(f"{name}, {label}", folder, label, shared | tables.get(label, {}), human)
        for label in chosen(names)
    ]


def _set_files(
    where: str, folder: str, name: str, given: Mapping[str, Any], human: bool
) -> SetFiles:
    for key in given:
        if key not in KEYS:
            raise InputError(f"{where}: there is no key {key!r}{nearest(key, list(KEYS))}")
    for key in NEEDED:
        if key not in given and (human or key != "human"):
            raise InputError(f"{where}: lacks {key!r}; expected the names of its files")

    def texts(key: str, what: str) -> list[str]:
        value = given.get(key, [])
        several = [value] if isinstance(value, str) else value
        if not isinstance(several, list) or not all(isinstance(text, str) for text in several):
            raise InputError(f"{where}: {key} is {value!r}; expected {what}, or a list of them")
        if len(set(several)) < len(several):
            raise InputError(f"{where}: {key} is {value!r}; expected {what} once")
        return several

    def paths(key: str) -> list[str]:
        value, several = given.get(key, []), texts(key, "a file")
        if not all(several):
            raise InputError(f"{where}: {key} is {value!r}; expected a file, or [] for none")
        known = [SET, SOURCE, TARGET, *([SYSTEM] if key == "hypotheses" else [])]
        try:
            for text in several:
                check_placeholders(text, known)
            return [os.path.join(folder, of_set(text, name)) for text in several]
        except InputError as error:
            raise InputError(f"{where}: {key}: {error}") from None

    def one_path(key: str) -> str | None:
        files = paths(key)
        if len(files) > 1:
            raise InputError(f"{where}: {key} names {len(files)} files; expected one")
        return files[0] if files else None

    lower = given.get("human-lower-is-better", False)
    if not isinstance(lower, bool):
        raise InputError(f"{where}: human-lower-is-better is {lower!r}; expected true or false")
    order = given.get("human-order", ORDERS[0])
    if order not in ORDERS:
        raise InputError(f"{where}: human-order is {order!r}; expected {' or '.join(ORDERS)}")

    weight = given.get("weight", 1.0)
    if isinstance(weight, bool) or not (isinstance(weight, int | float) and 0 < weight < inf):
        raise InputError(f"{where}: weight is {weight!r}; expected a number above 0")

    def text(key: str, what: str) -> str | None:
        value = given.get(key)
        if not (value is None or isinstance(value, str)):
            raise InputError(f"{where}: {key} is {value!r}; expected the name of a {what}")
        return value

    systems = files_of_systems(paths("hypotheses"), where)
    without = texts("without", "a system")
    for system in without:
        if system not in systems and system != OUTLIERS:
            raise InputError(f"{where}: without is {system!r}{nearest(system, list(systems))}")
    if set(systems) <= set(without):
        raise InputError(f"{where}: without leaves no system; expected one or more of the others")

    column = text("human-column", "column")
    language = text("language-pair", "language, or a pair")
    if language is not None:
        check_placeholders(language, [SET, SOURCE, TARGET])
        language = of_set(language, name)
    return SetFiles(
        name,
        tuple(paths("references")),
        {system: path for system, path in systems.items() if system not in without},
        tuple(paths("human")),
        one_path("documents"),
        one_path("sources"),
        {} if column is None else {"score": column},
        text("other-human-column", "column"),
        text("human-set", "test set") or name,
        not lower,
        order,
        language,
        only_documents=tuple(texts("only-documents", "a document")),
        without=tuple(without),
        weight=float(weight),
    )


SET, SOURCE, TARGET, SYSTEM = "{set}", "{source}", "{target}", "{system}"
REFERENCE = "{reference}"
STAR = "*"
PLACEHOLDER = re.compile(r"\{\w+\}")


def of_set(text: str, name: str, reference: str | None = None) -> str:
    """Return text with the name of a set, its languages and reference for their placeholders.

    Raises:
        InputError: There is a placeholder of a language, but the name is not two languages, or of
            the reference, whose name is not known.

    >>> of_set("{set}/hypotheses.{target}", "en-zh")
    'en-zh/hypotheses.zh'
    """
    values = {SET: name}
    if reference is not None:
        values[REFERENCE] = reference
    elif REFERENCE in text:
        raise InputError(
            f"{text!r} names the reference of the set {name!r}; expected that of a folder of "
            "mt-metrics-eval, of which one reference is used"
        )
    if SOURCE in text or TARGET in text:
        languages = name.split("-")
        if len(languages) != 2 or not all(languages):
            raise InputError(
                f"{text!r} names a language of the set {name!r}; expected a set named "
                f"SOURCE-TARGET, such as en-zh; write the language itself instead"
            )
        values[SOURCE], values[TARGET] = languages
    return PLACEHOLDER.sub(lambda match: values.get(match[0], match[0]), text)


def check_placeholders(text: str, known: Sequence[str]) -> None:
    """Refuse names in braces that are not known placeholders."""
    for placeholder in PLACEHOLDER.findall(text):
        if placeholder not in known:
            raise InputError(
                f"there is no placeholder {placeholder} for {text!r}; expected {', '.join(known)}"
            )


def files_of_systems(patterns: Sequence[str], where: str) -> dict[str, str]:
    """Return the file of each system by its name, which must be clear; `where` begins errors.

    A pattern without placeholder is the file of one system, named after it.
    """
    files: dict[str, str] = {}
    for pattern in patterns:
        for system, path in matching(pattern, where, "system"):
            if system in files:
                raise InputError(
                    f"{where}: {files[system]} and {path} are both of the system {system}; "
                    "expected one file of each system, because runs of one system are compared on "
                    f"single sets only: write a narrower pattern than {pattern}, or {SYSTEM} for "
                    "more of the name"
                )
            files[system] = path
    return files


def matching(pattern: str, where: str, what: str) -> Iterator[tuple[str, str]]:
    """Return the files that match a pattern, each with the name of `what` it is of."""
    if STAR not in pattern and SYSTEM not in pattern:
        yield os.path.splitext(os.path.basename(pattern))[0], pattern
        return
    if SYSTEM not in pattern and pattern.count(STAR) > 1:
        raise InputError(
            f"{where}: {pattern} has {pattern.count(STAR)} asterisks, and each could be the name "
            f"of a {what}; write {SYSTEM} for that name, such as "
            f"{pattern.replace(STAR, SYSTEM, 1)}"
        )
    named = SYSTEM if SYSTEM in pattern else STAR
    wild, expected, again = "", "", "(?P<system>.+)"
    for part in re.split(r"(\*|\{system\})", pattern):
        wild += STAR if part in (STAR, SYSTEM) else glob.escape(part)
        if part == named:
            expected, again = expected + again, "(?P=system)"
        else:
            expected += ".*" if part == STAR else re.escape(part)
    matched = [re.fullmatch(expected, path) for path in sorted(glob.glob(wild))]
    if not any(matched):
        raise InputError(
            f"{where}: no file matches {pattern}, where {named} is the name of a "
            f"{what}{_instead(pattern)}"
        )
    for match in filter(None, matched):
        yield match["system"], match[0]


def _instead(pattern: str) -> str:
    """Return the end of a message: what there is in the folder of a pattern."""
    folder, name = os.path.split(pattern)
    if STAR in folder or SYSTEM in folder:
        return ""
    try:
        names = sorted(os.listdir(folder or os.curdir))
    except OSError:
        return f"; there is no folder {folder}"
    before = re.split(r"\*|\{system\}", name)[0]
    alike = [file for file in names if file.startswith(before)]
    if not alike:
        return f"; no name in this folder begins with {before!r}"
    more = f" and {len(alike) - 1} alike" * (len(alike) > 1)
    return f"; the folder has {alike[0]}{more}; {SOURCE} and {TARGET} are the languages of a set"

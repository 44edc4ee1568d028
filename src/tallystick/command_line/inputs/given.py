"""Which texts a command is given: the one value that says so, and what each kind of it excludes."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.command_line.inputs.metrics import files_of_scores
from tallystick.errors import OptionError
from tallystick.metrics.reading.part_files import PART
from tallystick.metrics.reading.read import format_of

if TYPE_CHECKING:
    from tallystick.reports.statistics_files.merge import Merged

_FILES = (
    *("table", "source", "docs", "sets", "report", "human", "human_agreement", "against"),
    *("notes", "items", "paraphrases"),
)
"""Arguments that name files. `against` can also be a metric, whose name is that of no output."""


class Kind(Enum):
    """What a command is given: texts, a list of them, their statistics, or a report."""

    TEXTS = "files of references and hypotheses, or one file with both"
    HYPOTHESES = "hypotheses alone"
    PARTS = "files with {part} in their names"
    SETS = "a file that lists test sets"
    TREE = "a folder of mt-metrics-eval"
    STATISTICS = "files of statistics, or folders of them"
    REPORT = "a saved report"
    REPORT_OVER_SETS = "a saved report over test sets"
    REPORTS = "two saved reports"
    ITEMS = "tables of good and bad texts"


class Inputs(NamedTuple):
    """Which texts a command is given, as its options name them.

    `given` has the form of every option that is given, by its name in the arguments; `files` are
    all files that are read, which no output may replace.
    """

    command: str
    given: Mapping[str, str]
    files: Sequence[str]
    references: Sequence[str]
    hypotheses: Sequence[str]
    table: str | None
    table_format: str | None
    text_format: str | None
    columns: Sequence[str] | None
    names: Sequence[str]
    systems: Sequence[str] | None
    translators: Sequence[str] | None
    target_language: str | None
    docs: str | None
    source: str | None
    sets: str | None
    report: str | None
    items: Sequence[str] | None
    kind: Kind = Kind.TEXTS

    @property
    def are_plain(self) -> bool:
        """Whether no file of references and hypotheses is a table, XML or SGML."""
        return self.table is None and not any(map(format_of, (*self.references, *self.hypotheses)))

    @property
    def have_no_references(self) -> bool:
        """Whether nothing that can contain references is given."""
        return not self.references and self.table is None

    def check(self) -> None:
        """Refuse what this kind of input excludes."""
        for path in filter(is_report, self.hypotheses):
            against = f"; to compare with it, write --against {path} instead"
            raise OptionError(
                f"-i {path} is a saved report, but -i names files of hypotheses"
                f"{against if self.command == 'compare' else '; name the outputs of systems'}"
            )
        if self.kind is Kind.STATISTICS:
            self._check_statistics()
        if self.kind not in (Kind.SETS, Kind.TREE) and "only" in self.given:
            raise OptionError(
                "--only chooses test sets of --sets; give --sets too, or leave it out"
            )
        if self.kind is not Kind.PARTS and "cluster" in self.given:
            raise OptionError(
                "--cluster does one task for each part, but no name of a file has {part}; write it "
                "where the names of parts differ, as in 'reference.{part}.txt' -i "
                "'system.{part}.txt'"
            )
        for refusal in REFUSALS:
            refusal.check(self)

    def _check_statistics(self) -> None:
        for path in self.hypotheses:
            if _has_statistics(path):
                raise OptionError(
                    f"-i {path}: files of statistics have no hypotheses; give them without -i and "
                    f"without references, as in tallystick {self.command} {path}"
                )
        statistics = list(filter(_has_statistics, self.references))
        for path in self.references:
            if path not in statistics:
                raise OptionError(
                    f"{path} has texts and {statistics[0]} statistics, which cannot be mixed; give "
                    "the texts of all systems, or write their statistics with tallystick statistics"
                )

    def merged(self, metrics: Sequence[str] | None) -> Merged:
        """Return the statistics in files, with the smallest rows that all of them have."""
        from tallystick.reports.statistics_files.folder import files_in
        from tallystick.reports.statistics_files.merge import merge

        return merge(files_in(self.references), metrics=metrics, rows="finest")


def inputs_of(arguments: argparse.Namespace) -> Inputs:
    """Return which texts the arguments of a command name, and of which kind they are."""
    given: dict[str, Any] = {name: getattr(arguments, name, None) for name in Inputs._fields}
    own = {name: given[name] or () for name in ("hypotheses", "names")}
    files = [*arguments.references, *own["hypotheses"]]
    files += files_of_scores(getattr(arguments, "scores", None))
    for name in _FILES:
        named = getattr(arguments, name, None)
        files += [named] if isinstance(named, str) else named or ()
    inputs = Inputs(**{**given, **own, "files": files, "kind": Kind.TEXTS})
    return inputs._replace(kind=_kind(inputs))


def _kind(inputs: Inputs) -> Kind:
    if inputs.items is not None:
        return Kind.ITEMS
    if inputs.sets is not None:
        return Kind.TREE if os.path.isdir(inputs.sets) else Kind.SETS
    if inputs.report is not None:
        over_sets = inputs.command == "compare" and _is_over_sets(inputs.report)
        return Kind.REPORT_OVER_SETS if over_sets else Kind.REPORT
    texts = (*inputs.references, *inputs.hypotheses)
    if inputs.command == "compare" and any(map(is_report, inputs.references)):
        return Kind.REPORTS
    if inputs.command in ("compare", "meta", "plan") and any(map(_has_statistics, texts)):
        return Kind.STATISTICS
    named = (*texts, *filter(None, (inputs.table, inputs.source, inputs.docs)))
    if inputs.command in _PARTED and any(PART in path for path in named):
        return Kind.PARTS
    return Kind.TEXTS


def is_report(path: str) -> bool:
    """Return whether a file has the name and the beginning of a saved report."""
    from tallystick.reports.saving.json_form import ENDINGS

    return path.endswith(ENDINGS) and b'"schema": "tallystick/' in _beginning(path)


def _is_over_sets(path: str) -> bool:
    """Return whether a file that can be read twice begins as a saved report over test sets."""
    from tallystick.metrics.reading.opening import is_standard_input

    if is_standard_input(path) or not os.path.isfile(path):
        return False
    return b"tallystick/comparison-over-sets/" in _beginning(path)


def _beginning(path: str) -> bytes:
    from tallystick.metrics.reading.opening import open_bytes

    with open_bytes(path) as file:
        return file.read(100)


def _has_statistics(path: str) -> bool:
    """Return whether a path has statistics; other .parquet files are texts, other folders wrong."""
    if os.path.isdir(path):
        from tallystick.reports.statistics_files.folder import files_in

        return bool(files_in([path]))
    if not path.endswith(".parquet"):
        return False
    from tallystick.reports.statistics_files.parquet import has_seal

    return has_seal(path)


class Refusal(NamedTuple):
    """Options that kinds of input exclude (with `all_but`: all others), and what to do instead.

    In the sentence, {option} is the first that is given, {options} are all, and {0} the inputs.
    """

    commands: Collection[str]
    kinds: Collection[Kind]
    options: frozenset[str]
    sentence: str
    all_but: bool = False

    def check(self, inputs: Inputs) -> None:
        """Refuse these options, if the inputs are of one of the kinds."""
        if inputs.command not in self.commands or inputs.kind not in self.kinds:
            return
        named = inputs.given.items()
        refused = [form for name, form in named if (name in self.options) is not self.all_but]
        if refused:
            message = self.sentence.format(inputs, option=refused[0], options=", ".join(refused))
            raise OptionError(message)


_SELECTION = frozenset({"systems", "translators", "target_language"})
_TEXTS = frozenset({"hypotheses", "table", "names", "systems", "target_language", "docs", "source"})
_FORMS = frozenset({"table_format", "text_format", "columns"})
_LISTED = _TEXTS | _FORMS | {"references"}
_READING = _TEXTS | _FORMS | {"translators"}
_METRICS = frozenset(
    {"tokenize", "language_pair", "lowercase", "smooth_method", "smooth_value", "force", "scores"}
)
_HUMAN = frozenset({"human", "human_column", "human_set", "human_lower_is_better", "rename"})
_JUDGED = _LISTED | _HUMAN | {"other_human_column", "human_order", "translators"}
_CHECKS = frozenset({"conditions", "junit", "summary"})
_DETAILS = _CHECKS | {"plots", "plot_formats", "without_texts", "notes"}
_OUTPUT = frozenset({"output", "format", "width", "quiet", "title"})
_TEST = frozenset({"test", "resamples", "seed", "confidence", "significance_level", "correction"})
_OF_A_REPORT = _DETAILS | _OUTPUT | {"report", "date", "commit"}
_OF_TWO_REPORTS = (
    _DETAILS
    | _OUTPUT
    | _TEST
    | {"references", "systems", "against_system", "by", "threads", "margins"}
)
_OF_A_PILOT = frozenset(
    {"references", "report", "differences", "comparisons", "output", "format", "threads", "quiet"}
)
_OF_ONE_SET = _DETAILS | {"report", "against", "against_system", "human_agreement"}
_SETS = (Kind.SETS, Kind.TREE)
_PARTED = ("score", "statistics")

_IN_THE_LIST = (
    "--sets {0.sets} names the files of all test sets and what they contain; leave out {options}"
)
_ON_EACH_SET = (
    "--sets {0.sets} compares over test sets; run compare on each set alone for {options}"
)
_NO_TEXTS = (
    "{0.references[0]} has statistics and no texts; systems, metrics and their settings are those "
    "of tallystick statistics, so leave out {options}, or give texts"
)
_SAVED = (
    "--report {0.report} shows {0.kind.value} and is incompatible with {option}; leave out one of "
    "them"
)
REFUSALS = (
    Refusal(("compare",), _SETS, _LISTED, _IN_THE_LIST),
    Refusal(("compare",), (Kind.SETS,), frozenset({"translators"}), _IN_THE_LIST),
    Refusal(("compare",), _SETS, _OF_ONE_SET | _HUMAN | {"emulate", "paired"}, _ON_EACH_SET),
    Refusal(("meta",), (Kind.SETS,), _JUDGED, _IN_THE_LIST),
    Refusal(("meta",), (Kind.TREE,), _JUDGED - {"human_column", "translators"}, _IN_THE_LIST),
    Refusal(("compare", "plan"), (Kind.STATISTICS,), _READING | _METRICS | _HUMAN, _NO_TEXTS),
    Refusal(("meta",), (Kind.STATISTICS,), _READING | _METRICS | {"time"}, _NO_TEXTS),
    Refusal(("compare", "meta"), (Kind.REPORT,), _OF_A_REPORT, _SAVED, all_but=True),
    Refusal(("compare",), (Kind.REPORT_OVER_SETS,), _OUTPUT | {"report"}, _SAVED, all_but=True),
    Refusal(("compare",), (Kind.REPORTS,), _OF_TWO_REPORTS,
        "{0.references[0]} is a saved report, with texts and metrics of its own; leave out "
        "{options}", all_but=True),
    Refusal(("challenge",), (Kind.ITEMS,),
        _TEXTS | (_FORMS - {"columns"}) | {"references", "translators", "without", "paraphrases"},
        "--items {0.items[0]} has the texts, and phenomena in the place of changes; leave out "
        "{options}"),
    Refusal(("plan",), (Kind.REPORT,), _OF_A_PILOT,
        "{0.report} is a saved report, with its own systems, metrics and test, and is incompatible "
        "with {option}; leave out one of them", all_but=True),
    Refusal(("score",), (Kind.PARTS,), frozenset({"segments", "documents", "scores"}),
        "{option} needs every segment, but of files with {{part}} in their names only sums are "
        "kept; write files with tallystick statistics, and show their segments or documents with "
        "tallystick merge"),
    Refusal(_PARTED, (Kind.PARTS,), _SELECTION,
        "{option} does not work with {{part}} in names of files; leave it out"),
    Refusal(_PARTED, (Kind.HYPOTHESES,), _SELECTION | {"columns"},
        "{option} selects from a table or an XML file, but none is given; leave it out"),
)  # fmt: skip
"""What each kind of input excludes, for the commands that take it."""

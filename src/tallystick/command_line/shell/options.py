"""Options that several commands have, each declared once, and the words that they take."""

from __future__ import annotations

import argparse
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar

from tallystick.errors import TallystickWarning, TokenizerWarning

Value = TypeVar("Value")
Options = argparse.ArgumentParser | argparse._ArgumentGroup

FORMS_OF_TEXTS = """\
References come first, each a plain file with one reference per line, followed by -i
and one plain file per system, with one hypothesis per line ("-" is standard input).
Transcripts of sclite (.trn), Kaldi and ESPnet (text) are joined by their utterance ids.
Alternatively, without -i, one file contains references and systems: a table (.tsv, .csv, .jsonl,
.json or .parquet) or WMT's XML (.xml), from which --systems and --translators select. mteval's
SGML (.sgm) is given with references first and systems after -i. References in a table or XML file
can also be combined with plain files after -i. Several tables with the same references are systems
with the names of the tables. Tables, XML and SGML also contain documents. The output of
fairseq-generate is a table with --table-format fairseq. Files ending in .gz, .xz or .zst are
decompressed. Names such as s3://bucket/name are opened by fsspec."""


FORMS_OF_SCORES = """\
--scores NAME=FILE adds a metric whose score of a document or test set is the mean over its
segments. A file is a table (.tsv or .csv) with a header and the columns score (or NAME) and system,
JSON Lines with these keys, lines of SYSTEM<TAB>SCORE, COMET's output, or one number per line.
Without systems in it, a file has the scores of the system after which it is named. In --scores
NAME:OPTION=VALUE,...=FILE the options are better=lower (default: higher), digits, low, high,
program (the one that computed the scores, with its version), system and column. With
formula=meteor-1.5 a line has the 23 numbers that METEOR 1.5 prints with -ssOut."""


class OneFile(argparse.Action):
    """Stores the name of a file, and refuses a second one, which would replace the first."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: Any, value: Any, option: Any = None
    ) -> None:
        """Store the value."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option} is given twice; expected one file")
        setattr(namespace, self.dest, value)


QUIET = "no warnings; no report on standard output if it is written to files"


def whole_number(example: int) -> Callable[[str], int]:
    """Return a function that reads a whole number from a word."""
    return _reader(int, "a whole number", example)


def number(example: float) -> Callable[[str], float]:
    """Return a function that reads a number from a word."""
    return _reader(float, "a number", example)


def share(example: float) -> Callable[[str], float]:
    """Return a function that reads a number between 0 and 1 from a word."""

    def read(word: str) -> float:
        number = float(word)
        if not 0 < number < 1:
            raise ValueError
        return number

    return _reader(read, "a number between 0 and 1", example)


def number_of_metric(word: str) -> tuple[str, float]:
    """Return the metric and the number of a word such as bleu=0.5."""
    metric, equals, text = word.rpartition("=")
    if not metric or not equals:
        raise argparse.ArgumentTypeError(
            f"it is {word!r}; expected METRIC=NUMBER, such as bleu=0.5"
        )
    return metric, number(0.5)(text)


def _reader(kind: Callable[[str], Value], expected: str, example: float) -> Callable[[str], Value]:
    def read(word: str) -> Value:
        try:
            return kind(word)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"it is {word!r}; expected {expected}, such as {example}"
            ) from None

    return read


_FLAG: Mapping[str, Any] = MappingProxyType({"action": "store_true"})
_SEVERAL: Mapping[str, Any] = MappingProxyType({"nargs": "+", "action": "extend"})
_SHARED: Mapping[str, tuple[Sequence[str], Mapping[str, Any]]] = MappingProxyType({
    "--baseline": ((), {"metavar": "NAME",
        "help": "compare all systems with this one (default: all pairs)"}),
    "--by": ((), {"metavar": "FIELD", "help":
        "what is resampled: segment, document, a column of the table, or for files of "
        "statistics part (default: document if known)"}),
    "--cluster": ((), {"metavar": "ADDRESS", "help":
        "the scheduler of a Dask cluster, whose workers do the parts of files with {part} in "
        "their names, such as 'reference.{part}.txt' -i 'system.{part}.txt'"}),
    "--confidence": ((), {"metavar": "SHARE", "type": share(0.95)}),
    "--documents": ((), {**_FLAG, "help": "also score every document"}),
    "--examples": ((), {"metavar": "N", "type": whole_number(500),
        "help": "drawn inputs (default: 500)"}),
    "--explain": ((), {**_FLAG,
        "help": "print what the numbers are, and the works that define them"}),
    "--human": ((), {"metavar": "FILE"}),
    "--human-column": ((), {"metavar": "COLUMN",
        "help": "the column of the scores (default: score, z, ...)"}),
    "--human-lower-is-better": ((), {**_FLAG, "help": "the scores are counts of errors"}),
    "--human-set": ((), {"metavar": "NAME",
        "help": "the test set whose human scores to read, such as a language pair, of several"}),
    "--margin": ((), {"metavar": "METRIC=NUMBER", **_SEVERAL, "dest": "margins",
        "type": number_of_metric, "help":
        "test whether systems are equivalent within ±NUMBER points, such as bleu=0.5"}),
    "--metric": (("-m",), {"metavar": "METRIC"}),
    "--metrics": (("-m",), {"metavar": "METRIC", **_SEVERAL}),
    "--only": ((), {"metavar": "SET", **_SEVERAL, "help": "only these sets of --sets"}),
    "--quiet": (("-q",), {**_FLAG, "help": QUIET}),
    "--rename": ((), {"metavar": "OLD=NEW", **_SEVERAL, "help":
        "the names of systems that human scores name differently"}),
    "--report": ((), {"metavar": "FILE", "help": "show a saved report (.json) instead"}),
    "--resamples": ((), {"metavar": "N", "type": whole_number(1000)}),
    "--score-only": (("-b",), {**_FLAG, "help": "print only the scores"}),
    "--scores": ((), {"metavar": "NAME=FILE", **_SEVERAL, "help":
        "scores of segments from another program, such as comet=scores.tsv, as a further "
        "metric; see below"}),
    "--seed": ((), {"metavar": "N", "type": whole_number(1)}),
    "--segments": ((), {**_FLAG, "help": "also score every segment"}),
    "--sets": ((), {"metavar": "FILE"}),
    "--significance-level": ((), {"metavar": "LEVEL", "type": share(0.05)}),
    "--source": ((), {"metavar": "FILE", "action": OneFile,
        "help": "the source of every segment, one per line, or SGML"}),
    "--threads": ((), {"metavar": "N", "type": whole_number(2),
        "help": "threads; they do not change the results (default: one per processor)"}),
    "--title": ((), {"metavar": "TITLE", "help": "the title of the report"}),
    "--tokenize": (("-tok",), {"metavar": "TOKENIZER", "help": "the tokenizer"}),
    "--width": (("-w",), {"metavar": "DIGITS", "type": whole_number(2),
        "help": "digits after the decimal point in text, markdown and latex"}),
})  # fmt: skip
"""By its long form: the other forms of an option, and what all commands that have it say of it."""


def add_shared(options: Options, *names: str, forms: Sequence[str] = (), **own: Any) -> None:
    """Add shared options with what a command says of them, perhaps in forms of its own.

    A help of its own ends in the default.
    """
    if "default" in own and "help" in own:
        own["help"] += f" (default: {own['default']})"
    for name in names:
        short, declared = _SHARED[name]
        options.add_argument(*(forms or (*short, name)), **{**declared, **own})


def add_input_options(
    options: Options, names: str, *, single: bool = False, sources: bool = True
) -> None:
    """Add the options that say where texts are, of a single system or of several.

    `names` is the help of --names.
    """
    add = options.add_argument
    add("references", metavar="REF", nargs="*", help="files of references, before the options")
    add("-i", "--input", metavar="FILE", nargs="+", action="extend", dest="hypotheses",
        help=f"a file of hypotheses{'' if single else ' for each system'}")  # fmt: skip
    add("--table", metavar="FILE", action=OneFile,
        help="hypotheses and references in one file; as REF alone")  # fmt: skip
    add("--table-format", choices=(*("tsv", "tsv-plain", "tsv-quoted", "csv"),
        *("jsonl", "json", "parquet", "xml", "sgml", "fairseq")),
        help="its format, if its name does not indicate it; or whether quotation marks around the "
        "fields of a .tsv table are text")  # fmt: skip
    add("--text-format", choices=("lines", "trn", "kaldi"),
        help="whether the lines of plain files have utterance ids: none, as in .trn files of "
        "sclite, or as in Kaldi (default: by their names)")  # fmt: skip
    add("--columns", metavar="MEANING=COLUMN", nargs="+", action="extend",
        help="columns of a table, such as hypothesis=prediction reference=target, and of human "
        "scores system, item (or segment), rater, aspect, score, or several scores as in "
        "score=fluency,coherence (default: those with usual names)")  # fmt: skip
    add("--names", metavar="NAME", nargs="+", action="extend", help=names)
    add("--systems", metavar="NAME", nargs="+", action="extend",
        help="only these systems of a file with several (default: all; with -i, none of an XML "
        "file)")  # fmt: skip
    add("--translators", metavar="NAME", nargs="+", action="extend",
        help="only the references of these translators in XML or SGML (default: all)")  # fmt: skip
    add("--target-language", metavar="LANG",
        help="only this language in XML or SGML with translations into several")  # fmt: skip
    add(
        "--docs", metavar="FILE", action=OneFile, help="the document of every segment, one per line"
    )
    if sources:
        add_shared(options, "--source")


def add_metric_options(
    parser: argparse.ArgumentParser, default: Sequence[str], none: str = "", **own: Any
) -> None:
    """Add -m, with its meaning without metrics, and the options that apply to all metrics."""
    add_shared(parser, "--metrics",
        help=f"metrics with their options (default: {' '.join(default)}{none})", **own)  # fmt: skip
    options = parser.add_argument_group("options for every metric that has them")
    add_shared(options, "--tokenize")
    options.add_argument("-l", "--language-pair", metavar="LANGUAGES",
        help="the target language, or a pair such as en-zh, which determines the tokenizer: zh for "
        "Chinese, ja-mecab for Japanese, ko-mecab for Korean")  # fmt: skip
    options.add_argument("--force", action="store_true",
        help="do not warn about text that does not suit the tokenizer")  # fmt: skip
    options.add_argument("-lc", "--lowercase", action="store_true", help="fold case (Unicode)")
    options.add_argument("-s", "--smooth-method", metavar="METHOD",
        help="smoothing of BLEU and of its mean over segments (sentbleu): none, floor, add-k, exp, "
        "or a less common one")  # fmt: skip
    options.add_argument("-sv", "--smooth-value", metavar="VALUE",
        help="its value: for floor and add-k")  # fmt: skip


def silence(arguments: argparse.Namespace) -> None:
    """Suppress the warnings that the arguments disable."""
    if arguments.quiet or getattr(arguments, "force", False):
        warnings.simplefilter("ignore", TallystickWarning if arguments.quiet else TokenizerWarning)


def threads_of(arguments: argparse.Namespace) -> int:
    """Return --threads, by default the processors that the process may use; 1 on a cluster."""
    if arguments.threads is not None:
        return int(arguments.threads)
    if getattr(arguments, "cluster", None) is not None:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_report_files(options: Options, kind: str, also: str = "") -> None:
    """Add the options for the format of a report and for files; `also` says what else these are."""
    from tallystick.reports.formats import endings, format_names

    *formats, last = format_names(kind)
    options.add_argument("-f", "--format", metavar="FORMAT", default="text",
        help=f"the format of standard output: {', '.join(formats)} or {last} "
        "(default: text)")  # fmt: skip
    options.add_argument("-o", "--output", metavar="FILE", action="append", default=[],
        help=f"{also}a file to write too, can be repeated; its ending determines the format: "
        f"{', '.join(endings(kind))}")  # fmt: skip

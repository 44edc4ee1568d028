"""`tallystick vectors`: record the results of a program, and hold a program against them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tallystick.command_line.commands.programs.implementation import (
    add_expectations,
    add_implementation_options,
    check_expectations,
    compared,
    implementation_from,
)
from tallystick.command_line.shell import options, output
from tallystick.errors import InputError, OptionError

USAGE = """record IMPLEMENTATION -o FILE [--inputs FILE] [option...]
       tallystick vectors replay FILE IMPLEMENTATION [--results NAME] [option...]
       tallystick vectors list | export NAME [-o FILE] | table [PROGRAM...]"""
DESCRIPTION = """Record the inputs and results of an implementation of a metric in a file, and
report what another version, or another implementation, computes otherwise. The package has vectors
of its own, which say what each case discriminates: `list` names them, `replay` takes their names,
and `export` writes one, the JSON Schema (`export schema`) or an archive of all (`export all`).
`table` counts the vectors that installed programs pass, and those whose results are recorded. Exit
status of a replay: 0 if nothing has changed, or exactly what --expect says, 1 if a result differs
or the file was changed, 2 if the program could not be run."""
EXAMPLES = """examples:
  tallystick vectors record mypackage.metrics:bleu --shape nltk -o bleu.vectors.jsonl
  tallystick vectors replay bleu.vectors.jsonl mypackage.metrics:bleu --shape nltk
  tallystick vectors replay bleu 'node bleu.js' --dialect papineni2002
  tallystick vectors list
  tallystick vectors export bleu -o bleu.jsonl
  tallystick vectors export all -o vectors.zip
  tallystick vectors table nltk sacrebleu -f markdown"""

ALL = "all"
"""The name of all vectors together."""

_WORDS = {
    "record": ("IMPLEMENTATION",),
    "replay": ("FILE", "IMPLEMENTATION"),
    "list": (),
    "export": ("NAME",),
}
TABLE = "table"
"""The action that takes any number of words."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("words", nargs="*", metavar="WORD", help="as above")
    group = parser.add_argument_group("record")
    group.add_argument("--inputs", metavar="FILE",
        help="record these inputs: a file of vectors, or a name of `tallystick vectors list`, or "
        "JSON lines with hyps and refs (default: made by hand, and drawn)")  # fmt: skip
    options.add_shared(group, "--examples")
    options.add_shared(group, "--seed", help="seed of the drawn inputs (default: 0)")
    group = parser.add_argument_group("replay")
    group.add_argument("--results", metavar="NAME",
        help="the results to compare with, if there are several (default: those of the "
        "dialect)")  # fmt: skip
    add_expectations(group)
    add_implementation_options(parser)
    also = "record and export: the file that is written; replay, list and table: "
    options.add_report_files(parser, "replay", also)


def run(arguments: argparse.Namespace) -> int:
    """Do what the first word says and return the exit status."""
    action, *words = arguments.words or [""]
    if action == TABLE:
        return _table(words, arguments)
    if action not in _WORDS:
        known = ", ".join((*_WORDS, TABLE))
        wrong = f"{action!r} is no action" if action else "no action is given"
        raise OptionError(f"{wrong}; write one of {known} first")
    if len(words) != len(_WORDS[action]):
        expected = " ".join(("tallystick vectors", action, *_WORDS[action]))
        number = f"{len(_WORDS[action])} words after it, not {len(words)}"
        raise OptionError(f"{action} takes {number}; write {expected}")
    if action == "record":
        return _record(words[0], arguments)
    if action == "replay":
        return _replay(words[0], words[1], arguments)
    return _list(arguments) if action == "list" else _export(words[0], arguments)


def _record(implementation: str, arguments: argparse.Namespace) -> int:
    from tallystick.compat.vectors.curated import curated_vectors
    from tallystick.compat.vectors.reading import read_inputs
    from tallystick.compat.vectors.replay import EXAMPLES, inputs_for, record
    from tallystick.compat.vectors.vectors import text_of
    from tallystick.reports.conformance.vectors import recorded_line

    inputs, path = arguments.inputs, _one_file(arguments.output)
    if path is None:
        raise OptionError("record writes a file; name it with -o, such as -o bleu.vectors.jsonl")
    if inputs is not None and (arguments.examples is not None or arguments.seed is not None):
        raise OptionError("--inputs gives all inputs; leave out --examples and --seed")
    output.check_output_files([path], [] if inputs is None else [inputs])
    arguments.implementation = implementation
    program = implementation_from(arguments)
    if inputs is None:
        examples = EXAMPLES if arguments.examples is None else arguments.examples
        cases = inputs_for(program, examples=examples, seed=arguments.seed or 0)
    else:
        cases = curated_vectors(inputs).cases if _is_curated(inputs) else read_inputs(inputs)
    recorded = record(program, cases)
    _write(path, text_of(recorded).encode("ascii"))
    output.write_output(recorded_line(recorded, path))
    return 0


def _replay(file: str, implementation: str, arguments: argparse.Namespace) -> int:
    from tallystick.compat.vectors.curated import curated_vectors
    from tallystick.compat.vectors.reading import read_vectors
    from tallystick.compat.vectors.replay import replay
    from tallystick.reports.conformance.vectors import ReplayReport

    files = output.report_files(arguments, "replay", [file])
    entries = check_expectations(arguments)
    vectors = curated_vectors(file) if _is_curated(file) else read_vectors(file)
    arguments.implementation = implementation
    arguments.metric = arguments.metric or vectors.metric
    replayed = replay(vectors, implementation_from(arguments), results=arguments.results)
    expectation = None
    if replayed.compared and not replayed.note:
        expectation = compared((cause.name for cause in replayed.causes), entries, arguments)
    output.write_report(ReplayReport(replayed, file, expectation), arguments, files)
    if not replayed.compared:
        return 2
    if expectation is not None and replayed.intact:
        return 0 if expectation else 1
    return 0 if replayed else 1


def _list(arguments: argparse.Namespace) -> int:
    from tallystick.compat.vectors.curated import CURATED, TOKENS, curated_file
    from tallystick.reports.conformance.vectors import ListedVectors
    from tallystick.reports.listings.listing import Listing

    files = output.report_files(arguments, "curated-vectors")
    names = (*CURATED, TOKENS)
    listed = tuple(ListedVectors.of(name, curated_file(name).read_bytes()) for name in names)
    output.write_report(Listing("curated-vectors", listed), arguments, files)
    return 0


def _table(programs: Sequence[str], arguments: argparse.Namespace) -> int:
    from tallystick.compat.vectors.passing import passing, recorded_passing
    from tallystick.reports.conformance.vectors import PassingReport

    files = output.report_files(arguments, PassingReport.kind)
    rows = tuple(passing(programs))
    recorded = () if programs else tuple(recorded_passing(rows))
    output.write_report(PassingReport((*rows, *recorded)), arguments, files)
    return 0


def _export(name: str, arguments: argparse.Namespace) -> int:
    from tallystick.compat.vectors.curated import archive, curated_file

    path = _one_file(arguments.output)
    if name == ALL and path is None:
        raise OptionError(
            f"export {ALL} writes a ZIP archive; name it with -o, as in -o vectors.zip"
        )
    content = archive() if name == ALL else curated_file(name).read_bytes()
    if path is None:
        output.write_output(content.decode("utf-8"))
    else:
        output.check_output_files([path], [])
        _write(path, content)
    return 0


def _one_file(paths: Sequence[str]) -> str | None:
    if len(paths) > 1:
        raise OptionError(f"-o is given {len(paths)} times; this command writes one file")
    return paths[0] if paths else None


def _is_curated(name: str) -> bool:
    from tallystick.compat.vectors.curated import CURATED, TOKENS

    return name in (*CURATED, TOKENS)


def _write(path: str, content: bytes) -> None:
    try:
        with open(path, "wb") as file:
            file.write(content)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; give another name") from None

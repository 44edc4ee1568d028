"""`tallystick challenge`: how metrics react to planted faults and to harmless changes."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output
from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
from tallystick.reports.challenge_sets.settings import ChallengeSettings

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.reports.challenge_sets.planting import ChallengeSet

USAGE = "{REF [REF ...] [-i HYP] | --items FILE [FILE ...]} [-l LANGUAGE] [-m METRIC ...] [OPTIONS]"

DESCRIPTION = f"""Find out what metrics notice, without human scores: faults such as a dropped word
or a wrong number are planted in a text, one in each segment, and changes that are harmless, such
as other quotation marks. A good metric reacts to the faults only. -l names the language, which
some changes need, such as those of negation.

Changes are planted in the hypotheses; without -i in the last reference, which is compared with
the others, or with itself if there is no other.

With --items, the faults are those that other people made: each row of a table has a good and a bad
translation, their reference and the phenomenon, as in ACES and DEMETR. Metrics should prefer the
good one. -l then chooses the items of a language, if the table has a column of them.

{options.FORMS_OF_TEXTS}

--save writes all changed texts, for other programs to score; --scores reads their scores, one for
each line of that table, and needs the same files and options. A system in a file of scores is
named challenge.

{options.FORMS_OF_SCORES}"""

EXAMPLES = """examples:
  tallystick challenge reference.txt -l en
  tallystick challenge reference.txt -l en -m bleu chrf ter rougeL -o challenge.html
  tallystick challenge ref-A.txt ref-B.txt -l de --source source.txt
  tallystick challenge reference.txt -i system.txt -l en
  tallystick challenge ref-A.txt --paraphrases ref-B.txt -l en
  tallystick challenge --items demetr/*.json -l en -m bleu chrf
  tallystick challenge --items pairs.csv --columns good=better bad=worse phenomenon=error
  tallystick challenge reference.txt -l en --save set.tsv
  tallystick challenge reference.txt -l en --scores comet=scores.txt"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    default = ChallengeSettings()
    add = parser.add_argument
    options.add_input_options(parser, "the name of the system", single=True)
    add("--items", metavar="FILE", nargs="+", action="extend",
        help="tables of good and bad texts, with the columns good, bad, phenomenon and reference, "
        "perhaps source, language, severity and valid, or others that --columns names")  # fmt: skip
    add("--paraphrases", metavar="FILE",
        help="another good translation of each segment, planted as a harmless change")  # fmt: skip
    options.add_metric_options(parser, EVALUATED_METRICS)
    options.add_shared(parser, "--scores")
    add("--save", metavar="FILE", help="write the texts to score, as a table (.tsv or .jsonl)")
    add("--without", metavar="CHANGE", nargs="+", action="extend", default=[],
        help="changes that are not planted, such as number-format")  # fmt: skip
    add("--fewest", metavar="N", type=options.whole_number(10), default=default.fewest,
        help="leave out changes that apply to fewer segments "
        f"(default: {default.fewest})")  # fmt: skip
    options.add_shared(parser, "--resamples", default=default.resamples,
        help="number of resamples of intervals")  # fmt: skip
    options.add_shared(parser, "--seed", default=default.seed,
        help="seed of the changes and the resamples")  # fmt: skip
    options.add_shared(parser, "--confidence", default=default.confidence,
        help="confidence of the intervals")  # fmt: skip
    options.add_report_files(parser, "challenge")
    options.add_shared(parser, "--threads", "--explain", "--quiet")


def run(arguments: argparse.Namespace) -> None:
    """Read, plant, score and print."""
    from tallystick.command_line.inputs.given import inputs_of
    from tallystick.command_line.inputs.metrics import (
        choose_metrics,
        read_scores,
        with_given_metrics,
    )
    from tallystick.command_line.inputs.texts import check_sources
    from tallystick.metrics.given_scores.columns import corpora_with_scores
    from tallystick.reports.challenge_sets.build import challenged
    from tallystick.reports.challenge_sets.function import NAME
    from tallystick.reports.challenge_sets.planting import as_table, check_ending
    from tallystick.reports.challenge_sets.tables import TERMS
    from tallystick.reports.saving.written_files import write_files

    if arguments.explain:
        output.write_definitions(TERMS)
        return
    options.silence(arguments)
    inputs = inputs_of(arguments)
    files = output.report_files(arguments, "challenge", inputs.files)
    if arguments.save is not None:
        check_ending(arguments.save)
        output.check_output_files([arguments.save], [*inputs.files, *files])
    settings = ChallengeSettings(
        arguments.seed, arguments.resamples, arguments.confidence, arguments.fewest
    )
    metrics = choose_metrics(arguments.metrics or EVALUATED_METRICS, arguments)
    challenge = _challenge_set(arguments, inputs, settings.seed)
    check_sources(metrics, challenge.corpus.sources is not None)
    given = read_scores(arguments, [NAME])
    [(_, texts)] = corpora_with_scores([(NAME, challenge.all_texts)], given)
    metrics, threads = with_given_metrics(metrics, given), options.threads_of(arguments)
    report = challenged(challenge, metrics, settings, texts=texts, threads=threads)
    if arguments.save is not None:
        write_files({arguments.save: as_table(challenge, arguments.save)})
    output.write_report(report, arguments, files)


def _challenge_set(arguments: argparse.Namespace, inputs: Inputs, seed: int) -> ChallengeSet:
    """Return the texts with planted changes, or the items of tables."""
    from tallystick.command_line.inputs.texts import columns_of
    from tallystick.metrics.reading.lines import read_text
    from tallystick.reports.challenge_sets.changes.table import changes_without
    from tallystick.reports.challenge_sets.items import item_set
    from tallystick.reports.challenge_sets.planting import plant

    inputs.check()
    language = arguments.language_pair or ""
    if inputs.items is not None:
        return item_set(inputs.items, columns_of(arguments.columns), language, seed)
    paraphrases = None if arguments.paraphrases is None else read_text(arguments.paraphrases)
    changes = changes_without(arguments.without)
    return plant(_read(inputs), language, seed, changes, paraphrases)


def _read(inputs: Inputs) -> Corpus:
    """Read the hypotheses; without any, the last reference is the hypothesis."""

    from tallystick.command_line.inputs.texts import read_one

    if inputs.references and not inputs.hypotheses and inputs.are_plain:
        *others, last = inputs.references
        inputs = inputs._replace(references=others or [last], hypotheses=[last])
    return read_one(inputs)

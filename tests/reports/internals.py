"""What the tests of reports take from below its door, in one place."""

from tallystick.metrics.arguments.registry import Registry
from tallystick.metrics.reading.testset import TestSetParts
from tallystick.reports.comparison.build import compare_systems, comparison_of
from tallystick.reports.comparison.checks.condition import (
    Group,
    Limit,
    Worsening,
    metrics_of,
    parse_condition,
)
from tallystick.reports.comparison.checks.guard import Evidence, checks, judge
from tallystick.reports.comparison.checks.junit import render as render_junit
from tallystick.reports.comparison.checks.junit import render_error as render_junit_error
from tallystick.reports.comparison.doubts.outputs import (
    equal_to_reference,
    is_more,
    near_copies,
    shared_outputs,
)
from tallystick.reports.comparison.facts.analyses import (
    contributions,
    disagreements,
    examples,
    round_edges,
    segment_outcomes,
)
from tallystick.reports.comparison.facts.breakdowns import breakdowns
from tallystick.reports.comparison.facts.ngrams.distinguishing import (
    distinguishing_ngrams,
    ngram_differences,
    sign_test,
)
from tallystick.reports.comparison.facts.ngrams.tables import merged, ngram_tables, spelling
from tallystick.reports.comparison.facts.results import Results, results_of
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, tokenize_systems
from tallystick.reports.comparison.facts.scores_and_differences import (
    Standing,
    average_ranks,
    number_needed,
    smallest_visible_difference,
    standings,
)
from tallystick.reports.comparison.thresholds import FEWEST_DIFFERING
from tallystick.reports.comparison.words import caveats, headline, methods, over_sets, verdict
from tallystick.reports.comparison.words.cases import ALWAYS, INNER, Cases, first_short, wordings
from tallystick.reports.conformance.vectors import PassingReport
from tallystick.reports.formats import format_names, format_of_file, renderer_named
from tallystick.reports.listings.listing import Broken
from tallystick.reports.saving.written_files import replaced_file, write_files
from tallystick.reports.set_files.listed import read_set_files
from tallystick.reports.set_files.metrics_tree import read_tree
from tallystick.reports.statistics_files import folder as folder_module
from tallystick.reports.statistics_files import merge as merge_module
from tallystick.reports.statistics_files.folder import (
    PartsWritten,
    run_on,
    statistics_in,
    write_folder,
    write_parts,
)
from tallystick.reports.statistics_files.merge import merge
from tallystick.reports.statistics_files.model import Description, Rows
from tallystick.reports.statistics_files.parquet import DIGITS, MARK
from tallystick.reports.statistics_files.write import refuse_unsaved, write_statistics

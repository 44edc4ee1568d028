"""What the tests of compat take from below its door, in one place."""

from __future__ import annotations

from tallystick.compat.agreement import expected_outcome
from tallystick.compat.conformance.mistakes import MISTAKES
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.defects.defect import REFUSED, Recorded
from tallystick.compat.defects.defect import Outcome as OutcomeOfDefect
from tallystick.compat.defects.ledger import DEFECTS, by_id, read_table
from tallystick.compat.defects.warning import explained_by
from tallystick.compat.dialects.candidates import (
    Candidate,
    empty_sides,
    near_copies,
    segment_pairs,
    single_segments,
    texts,
)
from tallystick.compat.dialects.difference import VISIBLE, smallest_example
from tallystick.compat.emulation import sums
from tallystick.compat.emulation.paired_tests import OWN_METRICS, EmulationSettings, settings_from
from tallystick.compat.emulation.sacrebleu import compare_emulated, is_own_metric, paired_test
from tallystick.compat.expected import NO_REASON, expected_text
from tallystick.compat.implementations.adapters import npm, perl
from tallystick.compat.implementations.adapters.evaluate import FOLDERS
from tallystick.compat.implementations.adapters.installed import missing_library, missing_perl
from tallystick.compat.implementations.catalogue import BUILT_IN, IMPLEMENTATIONS
from tallystick.compat.implementations.implementation import perfect_score
from tallystick.compat.implementations.processes.messages import hello_in, outcome_in
from tallystick.compat.implementations.processes.process import Within, ended_with
from tallystick.compat.implementations.processes.python_process import in_own_process, limited
from tallystick.compat.implementations.processes.python_server import _called, _loaded
from tallystick.compat.implementations.shape import NAMED, WORDS, parsed
from tallystick.compat.laws import LAWS
from tallystick.compat.run import main as run_with_drop_ins
from tallystick.compat.vectors.curated import CURATED, TOKENS, curated_file
from tallystick.compat.vectors.passing import Passing, passing, recorded_passing
from tallystick.compat.vectors.reading import read_inputs
from tallystick.compat.vectors.replay import inputs_for
from tallystick.compat.vectors.vectors import text_of

__all__ = ["BUILT_IN", "CURATED", "DEFECTS", "FOLDERS", "IMPLEMENTATIONS", "LAWS", "MISTAKES"]
__all__ += ["NAMED", "NO_REASON", "OWN_METRICS", "REFUSED", "TOKENS", "VISIBLE", "WORDS"]
__all__ += ["Candidate", "EmulationSettings", "OutcomeOfDefect", "Passing", "Probes", "Recorded"]
__all__ += ["Within", "_called", "_loaded", "by_id", "compare_emulated", "curated_file"]
__all__ += ["empty_sides", "ended_with", "expected_outcome", "expected_text"]
__all__ += ["explained_by", "hello_in", "in_own_process", "inputs_for", "is_own_metric"]
__all__ += ["limited", "missing_library", "missing_perl", "near_copies", "npm", "outcome_in"]
__all__ += ["paired_test", "parsed", "passing", "perfect_score", "perl", "read_inputs"]
__all__ += ["read_table", "recorded_passing", "run_with_drop_ins", "segment_pairs"]
__all__ += ["settings_from", "single_segments", "smallest_example", "sums", "text_of", "texts"]

"""What the tests of compat take from below its door, in one place."""

from __future__ import annotations

from tallystick.compat.agreement import expected_outcome
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
from tallystick.compat.dialects.known import dialect_classes
from tallystick.compat.emulation import sums
from tallystick.compat.emulation.paired_tests import OWN_METRICS, EmulationSettings, settings_from
from tallystick.compat.emulation.sacrebleu import compare_emulated, is_own_metric, paired_test
from tallystick.compat.implementations.adapters import npm, perl
from tallystick.compat.implementations.adapters.evaluate import FOLDERS
from tallystick.compat.implementations.adapters.installed import missing_library, missing_perl
from tallystick.compat.implementations.catalogue import BUILT_IN, IMPLEMENTATIONS
from tallystick.compat.implementations.processes.messages import hello_in, outcome_in
from tallystick.compat.implementations.processes.process import Within, ended_with
from tallystick.compat.implementations.processes.python_process import in_own_process, limited
from tallystick.compat.implementations.processes.python_server import _called, _loaded
from tallystick.compat.implementations.shape import NAMED, WORDS, parsed
from tallystick.compat.laws import LAWS

__all__ = ["BUILT_IN", "DEFECTS", "FOLDERS", "IMPLEMENTATIONS", "LAWS", "NAMED"]
__all__ += ["OWN_METRICS", "REFUSED", "VISIBLE", "WORDS", "Candidate", "EmulationSettings"]
__all__ += ["OutcomeOfDefect", "Recorded", "Within", "_called", "_loaded", "by_id"]
__all__ += ["compare_emulated", "dialect_classes", "empty_sides", "ended_with"]
__all__ += ["expected_outcome", "explained_by", "hello_in", "in_own_process"]
__all__ += ["is_own_metric", "limited", "missing_library", "missing_perl", "near_copies"]
__all__ += ["npm", "outcome_in", "paired_test", "parsed"]
__all__ += ["perl", "read_table", "segment_pairs", "settings_from", "single_segments"]
__all__ += ["smallest_example", "sums", "texts"]

"""Written by tools/write_stubs.py."""

from tallystick.compat.activation import activate, deactivate
from tallystick.compat.agreement import Finding, agree, findings, smallest
from tallystick.compat.case import Case, TextCase
from tallystick.compat.conformance.check import Check, Verdict, check
from tallystick.compat.conformance.identification import Identification
from tallystick.compat.conformance.identification.identify import identify
from tallystick.compat.conformance.suite import conformance_suite
from tallystick.compat.defects.defect import Defect
from tallystick.compat.defects.ledger import defect, search as search_defects
from tallystick.compat.dialects.difference import difference
from tallystick.compat.explanation.explanation import Explanation, explain
from tallystick.compat.expected import Expectation, expectation, read_expected
from tallystick.compat.implementations.catalogue import implementation_named
from tallystick.compat.implementations.processes.command import command
from tallystick.compat.implementations.given import implementation_given
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.processes.isolation import isolated
from tallystick.compat.implementations.processes.json_lines import Limits, json_lines
from tallystick.compat.implementations.outcome import Failure, Outcome
from tallystick.compat.implementations.tolerance import Tolerance, printed
from tallystick.compat.laws import Law, Subject, Violation, broken_laws, law_named, laws_of, subject_of
from tallystick.compat.strategies import corpora, lines, segments
from tallystick.compat.vectors.curated import curated_vectors
from tallystick.compat.vectors.reading import read_vectors
from tallystick.compat.vectors.replay import Replay, inputs_for, record, replay
from tallystick.compat.vectors.vectors import Vector, Vectors, write_vectors

__all__ = ["Case", "Check", "Defect", "Expectation", "Explanation", "Failure", "Finding", "Identification", "Implementation", "Law", "Limits", "Outcome", "Replay", "Subject", "TextCase", "Tolerance", "Vector", "Vectors", "Verdict", "Violation", "activate", "agree", "broken_laws", "check", "command", "conformance_suite", "corpora", "curated_vectors", "deactivate", "defect", "difference", "expectation", "explain", "findings", "identify", "implementation_given", "implementation_named", "inputs_for", "isolated", "json_lines", "law_named", "laws_of", "lines", "printed", "read_expected", "read_vectors", "record", "replay", "search_defects", "segments", "smallest", "subject_of", "write_vectors"]

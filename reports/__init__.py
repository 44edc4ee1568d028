"""Reports as plain data, and the formats that show them: the public names of this package.

A report (`ScoreReport`, `Comparison`, `Listing`) gives what people read as blocks and what programs
read as tables; a `Format` renders any of them. A plug-in adds a format with an entry point in the
group `tallystick.renderers` whose value is a `Format`. Modules below this package are internal.

>>> from tallystick.reports import FORMATS
>>> FORMATS["latex"].endings
('.tex',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.lazy import lazy_exports

__all__ = [
    "ANY",
    "FORMATS",
    "Block",
    "Breakdown",
    "BreakdownCell",
    "BreakdownGroup",
    "Bullets",
    "Column",
    "ComparedMetric",
    "ComparedSystem",
    "Comparison",
    "Difference",
    "Disagreement",
    "DistinguishingNgram",
    "DocumentScore",
    "Entry",
    "Format",
    "Interval",
    "Labels",
    "Length",
    "Listing",
    "OrderPrecision",
    "Paragraph",
    "Renderer",
    "Report",
    "ScoreEntry",
    "ScoreReport",
    "SegmentDifference",
    "Segments",
    "SignificanceTest",
    "SuspiciousSegment",
    "SystemScore",
    "Table",
    "TestSet",
    "Tokenization",
    "WordAccuracy",
    "columns",
    "compare",
    "read_report",
    "render",
    "score_report",
    "write_plots",
    "write_report",
]

if TYPE_CHECKING:
    from tallystick.reports.comparison.compare import compare as compare
    from tallystick.reports.comparison.model import Breakdown as Breakdown
    from tallystick.reports.comparison.model import BreakdownCell as BreakdownCell
    from tallystick.reports.comparison.model import BreakdownGroup as BreakdownGroup
    from tallystick.reports.comparison.model import ComparedMetric as ComparedMetric
    from tallystick.reports.comparison.model import ComparedSystem as ComparedSystem
    from tallystick.reports.comparison.model import Comparison as Comparison
    from tallystick.reports.comparison.model import Difference as Difference
    from tallystick.reports.comparison.model import Disagreement as Disagreement
    from tallystick.reports.comparison.model import DistinguishingNgram as DistinguishingNgram
    from tallystick.reports.comparison.model import Interval as Interval
    from tallystick.reports.comparison.model import Length as Length
    from tallystick.reports.comparison.model import OrderPrecision as OrderPrecision
    from tallystick.reports.comparison.model import SegmentDifference as SegmentDifference
    from tallystick.reports.comparison.model import Segments as Segments
    from tallystick.reports.comparison.model import SignificanceTest as SignificanceTest
    from tallystick.reports.comparison.model import SuspiciousSegment as SuspiciousSegment
    from tallystick.reports.comparison.model import SystemScore as SystemScore
    from tallystick.reports.comparison.model import TestSet as TestSet
    from tallystick.reports.comparison.model import Tokenization as Tokenization
    from tallystick.reports.comparison.model import WordAccuracy as WordAccuracy
    from tallystick.reports.comparison.plots import write_plots as write_plots
    from tallystick.reports.comparison.report_files import read_report as read_report
    from tallystick.reports.comparison.report_files import write_report as write_report
    from tallystick.reports.document import Block as Block
    from tallystick.reports.document import Bullets as Bullets
    from tallystick.reports.document import Column as Column
    from tallystick.reports.document import Entry as Entry
    from tallystick.reports.document import Labels as Labels
    from tallystick.reports.document import Paragraph as Paragraph
    from tallystick.reports.document import Report as Report
    from tallystick.reports.document import Table as Table
    from tallystick.reports.document import columns as columns
    from tallystick.reports.formats import ANY as ANY
    from tallystick.reports.formats import FORMATS as FORMATS
    from tallystick.reports.formats import Format as Format
    from tallystick.reports.formats import Renderer as Renderer
    from tallystick.reports.formats import render as render
    from tallystick.reports.listing import Listing as Listing
    from tallystick.reports.scores import DocumentScore as DocumentScore
    from tallystick.reports.scores import ScoreEntry as ScoreEntry
    from tallystick.reports.scores import ScoreReport as ScoreReport
    from tallystick.reports.scores import score_report as score_report

_PLACES = {
    "ANY": "tallystick.reports.formats",
    "Block": "tallystick.reports.document",
    "Breakdown": "tallystick.reports.comparison.model",
    "BreakdownCell": "tallystick.reports.comparison.model",
    "BreakdownGroup": "tallystick.reports.comparison.model",
    "Bullets": "tallystick.reports.document",
    "Column": "tallystick.reports.document",
    "ComparedMetric": "tallystick.reports.comparison.model",
    "ComparedSystem": "tallystick.reports.comparison.model",
    "Comparison": "tallystick.reports.comparison.model",
    "Difference": "tallystick.reports.comparison.model",
    "Disagreement": "tallystick.reports.comparison.model",
    "DistinguishingNgram": "tallystick.reports.comparison.model",
    "DocumentScore": "tallystick.reports.scores",
    "Entry": "tallystick.reports.document",
    "FORMATS": "tallystick.reports.formats",
    "Format": "tallystick.reports.formats",
    "Interval": "tallystick.reports.comparison.model",
    "Labels": "tallystick.reports.document",
    "Length": "tallystick.reports.comparison.model",
    "Listing": "tallystick.reports.listing",
    "OrderPrecision": "tallystick.reports.comparison.model",
    "Paragraph": "tallystick.reports.document",
    "Renderer": "tallystick.reports.formats",
    "Report": "tallystick.reports.document",
    "ScoreEntry": "tallystick.reports.scores",
    "ScoreReport": "tallystick.reports.scores",
    "SegmentDifference": "tallystick.reports.comparison.model",
    "Segments": "tallystick.reports.comparison.model",
    "SignificanceTest": "tallystick.reports.comparison.model",
    "SuspiciousSegment": "tallystick.reports.comparison.model",
    "SystemScore": "tallystick.reports.comparison.model",
    "Table": "tallystick.reports.document",
    "TestSet": "tallystick.reports.comparison.model",
    "Tokenization": "tallystick.reports.comparison.model",
    "WordAccuracy": "tallystick.reports.comparison.model",
    "columns": "tallystick.reports.document",
    "compare": "tallystick.reports.comparison.compare",
    "read_report": "tallystick.reports.comparison.report_files",
    "render": "tallystick.reports.formats",
    "score_report": "tallystick.reports.scores",
    "write_plots": "tallystick.reports.comparison.plots",
    "write_report": "tallystick.reports.comparison.report_files",
}

__getattr__, __dir__ = lazy_exports(globals(), _PLACES)

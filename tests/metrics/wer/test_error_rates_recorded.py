"""WER, CER, MER, WIL and WIP equal recorded runs of the programs that people quote."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tallystick import Corpus, InputError, metric
from tests.active_kernel import IS_COMPILED
from tests.metrics.recorded_cases import joined, statistics_by_case
from tests.metrics.wmt22 import Read, corpus_of_system

pytestmark = pytest.mark.filterwarnings("ignore:all references are empty:UserWarning")

Golden = Callable[[str], Any]

DIALECTS = {"werpy": "tokenize=none"}  # no preset
RELATIVE = {"torchmetrics": 1e-6}  # float32
ABSOLUTE = {"fastwer": 5.1e-5}  # 4 decimals of a percentage
SCALE = {"fastwer": 1.0}
COUNTS = ("hits", "substitutions", "insertions", "deletions")

# characters of long segments take the pure-Python kernel a minute
SYSTEMS = ["en-zh.Online-B", *(["de-en.Online-A"] if IS_COMPILED else [])]


def recorded_figures(case: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield metric, program and figures of a case; a figure is None where it is undefined."""
    for setting, figures in case["recorded"].items():
        name, _, program = setting.partition(":")
        of_metrics: dict[str, dict[str, Any]] = {}
        for figure, value in ({name: None} if "error" in figures else figures).items():
            metric_name = figure if figure in ("mer", "wil", "wip") else name
            undefined = value is None or isinstance(value, str)
            of_metrics.setdefault(metric_name, {})[figure] = None if undefined else value
        for metric_name, of_metric in of_metrics.items():
            yield metric_name, program, of_metric


def test_every_recorded_figure_is_reproduced(golden: Golden) -> None:
    cases = golden("error_rates")["cases"]
    recorded: dict[tuple[str, str], dict[str, dict[str, Any]]] = {}
    for case in cases:
        for name, program, figures in recorded_figures(case):
            recorded.setdefault((name, program), {})[case["id"]] = figures
    names, texts = joined(cases)
    corpus, compared = Corpus.from_segments(**texts), 0
    for (name, program), figures_of in recorded.items():
        ours = metric(f"{name}:dialect={DIALECTS.get(program, program)}")
        for case_id, statistics in statistics_by_case(ours, corpus, names):
            figures = figures_of.get(case_id, {})
            if None in figures.values() and program != "werpy":  # there the dialect has a number
                with pytest.raises(InputError, match=r"all (references|hypotheses) are empty"):
                    ours.score(statistics)
                continue
            score: Any = ours.score(statistics) if figures else None
            for figure, value in figures.items():
                if value is None:
                    continue
                if figure in COUNTS:
                    assert getattr(score, figure) == value, (case_id, name, program)
                else:
                    expected = pytest.approx(
                        value * SCALE.get(program, 100.0),
                        rel=RELATIVE.get(program, 1e-12),
                        abs=ABSOLUTE.get(program, 1e-12),
                    )
                    assert score.score == expected, (case_id, name, program)
                compared += 1
    assert len(cases) == 165
    assert compared > 3000


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_figures_of_jiwer_on_wmt22_are_reproduced(
    golden: Golden, wmt22_file: Read, system: str
) -> None:
    corpus = corpus_of_system(wmt22_file, system, "A")
    for program, figures in golden("error_rates")["wmt22"][system].items():
        scores = {}
        for figure, value in figures.items():
            ours = figure if figure not in COUNTS else program.partition(":")[0]
            if ours not in scores:
                scores[ours] = metric(ours).score(metric(ours).statistics(corpus))
            if figure in COUNTS:
                assert getattr(scores[ours], figure) == value
            else:
                assert scores[ours].score == pytest.approx(100 * value, rel=1e-12)

"""WER, CER, MER, WIL and WIP equal recorded runs of the programs that people quote."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tallystick import Corpus, InputError, metric
from tests.metrics.kernel.both import kernel

pytestmark = pytest.mark.filterwarnings("ignore:all references are empty:UserWarning")

Golden = Callable[[str], Any]

DIALECTS = {"werpy": "tokenize=none"}  # no preset
RELATIVE = {"torchmetrics": 1e-6}  # float32
ABSOLUTE = {"fastwer": 5.1e-5}  # 4 decimals of a percentage
SCALE = {"fastwer": 1.0}
COUNTS = ("hits", "substitutions", "insertions", "deletions")

# characters of long segments take the pure-Python kernel a minute
SYSTEMS = ["en-zh.Online-B", *(["de-en.Online-A"] if kernel.ACTIVE == "compiled" else [])]


def recorded_figures(case: dict[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    """Yield metric, program, name and value of every figure of a case; None if it is undefined."""
    for name, figures in case["recorded"].items():
        metric_name, _, program = name.partition(":")
        if "error" in figures:
            yield metric_name, program, metric_name, None
            continue
        for figure, value in figures.items():
            undefined = value is None or isinstance(value, str)
            yield (
                figure if figure in ("mer", "wil", "wip") else metric_name,
                program,
                figure,
                None if undefined else value,
            )


def test_every_recorded_figure_is_reproduced(golden: Golden) -> None:
    cases = golden("error_rates")["cases"]
    compared = 0
    for case in cases:
        corpus = Corpus.from_segments(hypotheses=case["hypotheses"], references=case["references"])
        for name, program, figure, value in recorded_figures(case):
            ours = metric(f"{name}:dialect={DIALECTS.get(program, program)}")
            statistics = ours.statistics(corpus)
            if value is None:
                if program != "werpy":  # whose None has a number in that dialect
                    with pytest.raises(InputError, match=r"all (references|hypotheses) are empty"):
                        ours.score(statistics)
                continue
            score = ours.score(statistics)
            if figure in COUNTS:
                assert getattr(score, figure) == value, (case["id"], name, program)
            else:
                expected = pytest.approx(
                    value * SCALE.get(program, 100.0),
                    rel=RELATIVE.get(program, 1e-12),
                    abs=ABSOLUTE.get(program, 1e-12),
                )
                assert score.score == expected, (case["id"], name, program)
            compared += 1
    assert len(cases) == 165
    assert compared > 3000


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_figures_of_jiwer_on_wmt22_are_reproduced(
    golden: Golden, wmt22_file: Callable[[str], list[str]], system: str
) -> None:
    pair, _, name = system.partition(".")
    language = pair.rpartition("-")[2]
    corpus = Corpus.from_segments(
        hypotheses=wmt22_file(f"system-outputs/generaltest2022.{pair}.hyp.{name}.{language}"),
        references=wmt22_file(f"references/generaltest2022.{pair}.ref.A.{language}"),
    )
    for program, figures in golden("error_rates")["wmt22"][system].items():
        for figure, value in figures.items():
            ours = metric(figure if figure not in COUNTS else program.partition(":")[0])
            score = ours.score(ours.statistics(corpus))
            if figure in COUNTS:
                assert getattr(score, figure) == value
            else:
                assert score.score == pytest.approx(100 * value, rel=1e-12)


@pytest.mark.thorough
def test_figures_of_jiwer_on_further_systems_of_wmt22_are_reproduced(
    golden: Golden, wmt22_file: Callable[[str], list[str]]
) -> None:
    for system in golden("error_rates")["wmt22"]:
        test_figures_of_jiwer_on_wmt22_are_reproduced(golden, wmt22_file, system)

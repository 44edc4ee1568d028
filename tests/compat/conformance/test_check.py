"""Whether a program follows the convention that it claims."""

from __future__ import annotations

import math
import re
import time
import zlib
from dataclasses import replace
from itertools import chain, product, starmap
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import pytest

from tallystick import Bleu
from tallystick.compat import (
    Case,
    Check,
    Implementation,
    Verdict,
    check,
    implementation_given,
    implementation_named,
    law_named,
    printed,
)
from tallystick.compat.conformance import thresholds
from tallystick.compat.conformance.causes import causes
from tallystick.compat.conformance.probes import Probes
from tallystick.compat.conformance.problems import Problem, known_defects
from tallystick.compat.conformance.running import Examined, Runs
from tallystick.compat.conformance.search import Budget, Evidence, fitted_changes
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws.law import changed_score
from tallystick.errors import OptionError
from tallystick.metrics import Rouge, metric_from_spec
from tests.compat.conformance.causing import CLOSE, evidence_of, few_inputs, first_cause
from tests.compat.conformance.naive import CACHING, mean, naive_bleu
from tests.compat.internals import BUILT_IN
from tests.metrics.naive import edit_distance

pytestmark = pytest.mark.slow

RIGHT = naive_bleu()
AVERAGE = "reference_length is average instead of closest"


def mine(run: Any, **declared: Any) -> Implementation:
    claim = {"name": "mine", "metric": "bleu", "dialect": "papineni2002"}
    return Implementation(run=run, **claim | declared)


def checked(run: Any, examples: int = 20, seconds: float = 600, **declared: Any) -> Check:
    return check(mine(run, **declared), examples=examples, seconds=seconds)


def pairs(hypotheses: Any, references: Any) -> list[tuple[Any, Any]]:
    return [(own, other) for own, [other] in zip(hypotheses, references, strict=True)]


def test_a_correct_program_conforms_on_any_scale() -> None:
    result = checked(lambda *given: 100 * RIGHT(*given))
    assert result
    assert (result.verdict, result.problems, result.violations) == (Verdict.CONFORMS, (), ())
    assert result.scale == 100


def test_clipping_to_the_sum_is_named_as_a_mistake_on_the_smallest_input() -> None:
    [problem] = checked(naive_bleu(clip=sum)).problems
    assert problem.name == "matches are clipped to the sum over references"
    # four tokens for a 4-gram, one more to be clipped, and two references that share it
    case = problem.finding.case
    assert len(case.hypotheses) == 1
    assert sorted(map(len, (*case.hypotheses, *case.references[0]))) == [1, 4, 5]


BOTH = naive_bleu(clip=sum, length=mean)


@pytest.fixture(scope="module")
def problem_of_both() -> Problem:
    """The one problem of a program with two changes."""
    [problem] = checked(BOTH).problems
    return problem


def test_each_of_two_changes_is_named_and_shown_on_an_input_that_only_it_explains(
    problem_of_both: Problem,
) -> None:
    without = {
        AVERAGE: naive_bleu(clip=sum),
        "matches are clipped to the sum over references": naive_bleu(length=mean),
    }
    assert problem_of_both.name == ", and ".join(without)
    assert [name for name, _ in problem_of_both.further] == list(without)
    for name, finding in problem_of_both.further:
        hypotheses = [list(hypothesis) for hypothesis in finding.case.hypotheses]
        references = [list(map(list, given)) for given in finding.case.references]
        given = hypotheses, references, 4
        assert finding.found.score == pytest.approx(100 * BOTH(*given))
        assert without[name](*given) != pytest.approx(BOTH(*given))


def test_tokens_of_examples_are_letters_unless_their_spelling_matters() -> None:
    averages = naive_bleu(length=mean)
    [problem] = checked(lambda *given: 100 * averages(*given)).problems
    assert problem.name == AVERAGE
    assert problem.cause is not None
    assert problem.cause.contradicted == 0
    assert set("".join(problem.finding.case.hypotheses[0])) <= set(ascii_lowercase)

    def folded(hypotheses: Any, references: Any, order: int) -> float:
        case = Case.of(hypotheses, references).map(lambda tokens: [word.lower() for word in tokens])
        return RIGHT(list(case.hypotheses), list(case.references), order)  # type: ignore[arg-type]

    [problem] = checked(folded).problems
    [hypothesis], [references] = problem.finding.case.hypotheses, problem.finding.case.references
    assert any(map(str.isupper, chain(hypothesis, *references)))


def test_scores_of_empty_texts_are_a_problem_of_their_own() -> None:
    averaged = naive_bleu(length=mean)

    def perfect_if_empty(hypotheses: Any, references: Any, order: int) -> float:
        tokens = any(hypotheses) or any(chain.from_iterable(references))
        return averaged(hypotheses, references, order) if tokens else 1.0

    # a program, not a paper, which would leave the score of empty texts open
    first, second = checked(perfect_if_empty, dialect="textanalysis-jl").problems
    assert first.name == "reference_length is average instead of shortest"
    assert second.name == (
        "the handling of empty texts differs in an unknown way, only where all texts are empty"
    )


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        ({"metric": "bleu", "dialect": "papineni2002"}, Bleu(dialect="papineni2002")),
        (
            {"metric": "nist", "dialect": "doddington", "options": (("tokenize", "none"),)},
            metric_from_spec("nist:dialect=doddington,tokenize=none"),
        ),
    ],
    ids=["papineni2002", "doddington"],
)
@pytest.mark.parametrize("of_empty", [1.0, None])
def test_a_paper_leaves_open_what_0_divided_by_0_is(
    claim: dict[str, Any], right: Any, of_empty: float | None
) -> None:
    def run(hypotheses: Any, references: Any, order: int) -> float | None:
        if any(hypotheses) and any(chain.from_iterable(references)):
            corpus = Case.of(hypotheses, references).corpus
            return float(right.score(right.statistics(corpus))) / (100 if order == 4 else 1)
        return of_empty  # a result of None is an error

    result = checked(run, **claim)
    assert result, result


@pytest.mark.parametrize("separators", [None, " "])
def test_a_paper_leaves_open_whether_other_spaces_separate_words(separators: str | None) -> None:
    def run(hypotheses: Any, references: Any, order: int) -> float:
        def words(line: str) -> list[str]:
            return [word for word in line.split(separators) if word]

        split = [list(map(words, several)) for several in references]
        return RIGHT(list(map(words, hypotheses)), split, order)

    result = checked(run, input="text")
    assert result, result


GLEU: dict[str, Any] = {"metric": "google_gleu", "dialect": "nltk"}


def gleu(order: int = 4) -> Any:
    """Return GLEU as a program: quicker to check than BLEU, but slow on long inputs."""
    ours: Any = metric_from_spec(f"google_gleu:dialect=nltk,order={order}")

    def run(hypotheses: Any, references: Any, _: int) -> float:
        corpus = Case.of(hypotheses, references).corpus
        return float(ours.score(ours.statistics(corpus)).score / 100)

    return run


def test_the_parts_of_a_single_input_prove_no_component() -> None:
    of_three = gleu(order=3)

    def of_one_word(hypotheses: Any, references: Any, order: int) -> float:
        return float(
            of_three(hypotheses, references, order)
            / (1 + any("internationalise" in hypothesis for hypothesis in hypotheses))
        )

    first, second = checked(of_one_word, seconds=60, **GLEU).problems
    assert first.name == "order is 3 instead of 4"
    assert second.name == "the scores differ in an unknown way"
    assert second.inputs < 5


def test_an_unknown_fault_is_shown_on_three_inputs() -> None:
    def odd(hypotheses: Any, references: Any, order: int) -> float:
        edits = sum(starmap(edit_distance, pairs(hypotheses, references)))
        rate = edits / max(1, sum(len(other) for _, other in pairs(hypotheses, references)))
        return float(rate ** (1 + 1 / (3 + len(hypotheses[0]))))

    [problem] = checked(odd, metric="wer", dialect="jiwer", references="one").problems
    assert "in an unknown way" in problem.name
    cases = {problem.finding.case, *(finding.case for _, finding in problem.further)}
    assert len(cases) == 3


def test_a_program_that_differs_in_three_axes_but_follows_another_one_is_recognized() -> None:
    other = Bleu(dialect="nltk-method3-mean")

    def mean_of_segments(hypotheses: Any, references: Any, order: int) -> float:
        return other.score(other.statistics(Case.of(hypotheses, references).corpus)).score / 100

    program = mine(mean_of_segments)
    claimed = Setting.claimed_by(program)
    [cause] = causes(claimed, evidence_of(program, step=20))
    assert set(cause.axes(claimed)) == {"smooth", "missing_order", "no_match", "average"}


def test_a_change_that_contradicts_where_the_program_agrees_is_not_named() -> None:
    def last(length: int, references: list[int]) -> float:
        return min(references[::-1], key=lambda reference: abs(reference - length))

    # "the longer counts" would explain every input on which this differs
    [problem] = checked(naive_bleu(length=last)).problems
    assert problem.name == "of two equally close references the last counts for the length"


@pytest.mark.parametrize(
    ("explained", "others", "names"),
    [
        (2, 0, ["lowercase is unicode instead of none"]),
        (4, 1, ["no known change explains it"]),
        (5, 1, ["lowercase is unicode instead of none", "no known change explains it"]),
    ],
)
def test_a_cause_that_leaves_scores_unexplained_must_explain_five(
    explained: int, others: int, names: list[str]
) -> None:
    scores = {}
    for n in range(1, 8):
        scores[Case.of([["a"]], [[["a"] * n]])] = 100 * (n - 1) / n
        if n <= explained:
            scores[Case.of([["A"]], [[["a"] * n]])] = 100 * (n - 1) / n
        if n <= others:
            scores[Case.of([["b"]], [[["a"] * n]])] = 12.3
    program = mine(RIGHT, metric="wer", dialect="jiwer", references="one")
    claimed = Setting.claimed_by(program)
    outcomes = {case: Outcome(score=score) for case, score in scores.items()}
    known = causes(claimed, Evidence.of(claimed, outcomes, program))
    assert [cause.name(claimed) for cause in known] == names


def test_three_changes_are_found_together() -> None:
    def longer_side(hypotheses: Any, references: Any, order: int) -> float:
        rates = []
        for texts in pairs(hypotheses, references):
            own, other = ([token.lower() for token in text] for text in texts)
            rates.append(edit_distance(own, other) / max(len(own), len(other), 1))
        return sum(rates) / len(rates)

    program = mine(longer_side, metric="wer", dialect="jiwer", references="one")
    assert first_cause(program, step=2) == (
        "lowercase is unicode instead of none, and edits are divided by the longer side, "
        "and the scores of the segments are averaged"
    )


def test_five_changes_are_found_together() -> None:
    def edits(hypothesis: list[str], reference: list[str]) -> int:
        """Return what `calculateEditDistance` of word-error-rate 0.0.7 does."""
        table: dict[tuple[int, int], int] = {}
        for i, j in product(range(len(reference)), range(len(hypothesis))):
            differs = int(reference[i] != hypothesis[j])
            if i == 0 or j == 0:
                before = table.get((i - 1, j), table.get((i, j - 1), 0))
                table[i, j] = before + differs
            else:
                beside = min(table[i - 1, j], table[i, j - 1]) + 1
                table[i, j] = min(beside, table[i - 1, j - 1] + differs)
        return table[len(reference) - 1, len(hypothesis) - 1]

    def word_error_rate(hypotheses: Any, references: Any, order: int) -> float:
        rates = []
        for texts in pairs(hypotheses, references):
            own, other = (text.lower().split(" ") for text in texts)
            longer = max(len(own), len(other))
            rates.append((edits(own, other) if all(texts) else longer) / longer)
        return sum(rates) / len(rates)

    program = mine(word_error_rate, metric="wer", dialect="jiwer", references="one", input="text")
    changes = first_cause(program, step=3)
    assert "edits are divided by the longer side" in changes
    assert "the table of edits has no row and column for the empty text" in changes
    assert "the rates of the segments are averaged" in changes
    assert "text is split at single spaces" in changes
    assert "lower" in changes


def test_long_inputs_whose_changes_take_too_long_have_the_cause_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thresholds, "LONG", 0)
    program = mine(lambda own, given, _: RIGHT(own, given, 3))
    long = Case.from_lines([f"{'a b c d e ' * 50} x y z"], ["a b c d e " * 50])
    outcomes = {case: program.score_case(case) for case in (*few_inputs(program, step=20), long)}
    claimed = Setting.claimed_by(program)
    evidence = Evidence.of(claimed, outcomes, replace(program, tolerance=CLOSE))
    [cause] = causes(claimed, evidence)
    assert cause.axes(claimed) == {"order": ("4", "3")}
    assert len(outcomes) - 1 in cause.explained


def test_two_mistakes_are_found_together() -> None:
    bleu = naive_bleu(length=lambda length, references: max(references))
    of_last = mine(lambda own, given, order: bleu(own[-1:], given[-1:], order))
    assert first_cause(of_last) == (
        "the longest reference counts for the length, and only the last segment is scored"
    )


def test_a_number_of_an_axis_that_no_program_has_is_found() -> None:
    claimed = Setting(Bleu(dialect="order=1+smooth=floor+smooth_value=0.1"))
    nothing_matches = Probes([Case.from_lines(["a b c"], ["x y z"])], text=False)
    changed = next(fitted_changes(claimed, nothing_matches, 100 * 0.037 / 3))
    assert str(changed.dialect) == str(claimed.dialect).replace("0.1", "0.037")


def test_the_number_of_a_mistake_is_found() -> None:
    def softer(hypotheses: Any, references: Any, order: int) -> float:
        c = sum(map(len, hypotheses))
        r = sum(len(given[0]) for given in references)
        score = RIGHT(hypotheses, references, order)
        return score if c > r or not c else score / math.exp(1 - r / c) ** 0.3

    cause = first_cause(mine(softer, references="one"))
    assert cause == "the brevity penalty is raised to the power 0.7"


def test_an_option_that_is_no_axis_is_kept_when_an_axis_changes() -> None:
    changed = Setting(Rouge(type="3")).with_axis("beta", 2.0)
    assert changed is not None
    assert (changed.metric.type, changed.metric.conventions.beta) == ("3", 2.0)


def test_the_claim_of_every_known_program_has_a_name_that_can_be_used() -> None:
    for name in BUILT_IN:
        program = implementation_named(name)
        if program.dialect is not None:
            claimed = Setting.claimed_by(program)
            named = metric_from_spec(claimed.name)
            assert getattr(named, "conventions", None) == claimed.dialect, name


def test_a_claim_has_the_name_that_was_given_and_a_changed_one_its_own() -> None:
    claimed = Setting.claimed_by(mine(RIGHT, dialect="npm-bleu-score"))  # also that of ignite
    assert claimed.name == "bleu:dialect=npm-bleu-score"
    changed = claimed.with_axis("brevity_penalty", "none")
    assert changed is not None
    assert "npm-bleu-score" not in changed.name


@pytest.mark.parametrize(
    ("metric", "order", "orders"),
    [("chrf", 6, 6), ("nist", 5, 5), ("bleu", 4, 4), ("wer", 4, 0), ("theirs", 4, 4)],
)
def test_a_program_has_the_order_of_its_metric_by_default(
    metric: str, order: int, orders: int
) -> None:
    program = mine(RIGHT, metric=metric)
    assert (program.order, program.orders) == (order, tuple(range(1, orders + 1)))


def test_rounding_that_is_not_declared_is_a_problem() -> None:
    result = checked(lambda *given: round(RIGHT(*given), 4))
    assert [problem.name for problem in result.problems] == ["scores are rounded to 4 decimals"]


def test_rounding_that_is_declared_conforms() -> None:
    assert checked(lambda *given: round(RIGHT(*given), 4), tolerance=printed(4, 100))


def test_single_precision_conforms() -> None:
    numpy = pytest.importorskip("numpy")
    result = checked(lambda *given: float(numpy.float32(RIGHT(*given))))
    assert result
    assert str(result.precision) == "scores are computed in 32 bits"


def test_counts_that_grow_from_call_to_call_are_named() -> None:
    calls: list[None] = []

    def growing(*given: Any) -> float:
        calls.append(None)
        return RIGHT(*given) * (1 + len(calls) / 1000)

    [problem] = checked(growing).problems
    assert problem.name == "its result depends on earlier inputs"
    assert problem.finding.again is not None


def test_a_bare_function_is_refused_with_what_to_write() -> None:
    with pytest.raises(OptionError, match="expected an Implementation, such as Implementation"):
        check(RIGHT)  # type: ignore[arg-type]


def test_a_cache_whose_key_lacks_the_references_is_named(tmp_path: Path) -> None:
    file = tmp_path / "caching.py"
    file.write_text(CACHING, "utf-8")
    program = implementation_given(f"{file}:wrong_key", shape="(hyps, refs)", dialect="sacrebleu")
    problem, errors = check(program, examples=40).problems
    assert problem.name == "its result depends on earlier inputs"
    assert errors.name == "it ends with an error"  # references that can be read in two ways
    assert problem.finding.again is not None
    assert problem.finding.again.score == problem.finding.expected.score
    (first, before), (then, after) = problem.further
    assert first == "the first call of a new process"
    assert then == "the next call, and then the same as the first one of a new process"
    assert before.case.hypotheses == after.case.hypotheses
    assert before.case.references != after.case.references
    assert before.found.score == after.found.score != after.expected.score


def test_ngrams_that_share_a_hash_are_a_matter_of_which_tokens_are_equal() -> None:
    run = gleu()

    def short(tokens: Any) -> list[str]:
        return [str(zlib.crc32(token.encode()) % 4) for token in tokens]

    def hashed(hypotheses: Any, references: Any, order: int) -> float:
        return float(run([*map(short, hypotheses)], [[short(ref)] for [ref] in references], order))

    [problem, *_] = checked(hashed, seconds=60, references="one", **GLEU).problems
    assert problem.location is not None
    assert problem.location.component == "comparison of tokens"


def test_a_defect_of_another_program_is_not_listed_for_an_equal_score_alone() -> None:
    program = mine(lambda *given: 1.0, metric="ter", dialect="sacrebleu")
    case = Case.from_lines(["hello hello the a dog"], ["jumps dog lazy the"])
    for name, defects in (
        ("mine", ()),
        ("torchmetrics", ("torchmetrics-ter-shifts-the-reference",)),
    ):
        examined = Examined.of(replace(program, name=name), {}, Runs(deadline=math.inf))
        shown = examined.evidence({case: Outcome(score=100.0)})
        assert known_defects(examined, None, shown) == defects


@pytest.mark.parametrize(
    ("length", "defects"),
    [
        (lambda own, given: given[-1], ("zipf-takes-the-last-reference",)),
        (lambda own, given: max(given), ()),  # the last one of the entry is the longest one
    ],
)
def test_a_defect_is_listed_if_a_program_with_it_gives_what_is_shown(
    length: Any, defects: tuple[str, ...]
) -> None:
    program = mine(naive_bleu(length=length))
    case = Case.from_lines(["a b c d e"], [["a b c d", "a b c d e f"]])
    other = replace(case, references=(case.references[0][::-1],))
    examined = Examined.of(program, {}, Runs(deadline=math.inf))
    shown = {it: program.score_case(it) for it in (case, other)}
    last = examined.claimed.with_axis("reference_length", "last")
    assert known_defects(examined, last, examined.evidence(shown)) == defects


SEGMENTS = """
from tallystick import bleu

def of_a_segment(hyps, refs):
    if len(hyps) > 1:
        raise {error}("corpora")
    return bleu(hypotheses=hyps, references=[list(ref) for ref in refs]).score
"""


@pytest.mark.parametrize(
    ("error", "names"),
    [("NotImplementedError", []), ("ValueError", ["it ends with an error"])],
)
def test_a_program_that_scores_no_corpora_is_checked(
    tmp_path: Path, error: str, names: list[str]
) -> None:
    file = tmp_path / "segments.py"
    file.write_text(SEGMENTS.format(error=error), "utf-8")
    given = implementation_given(
        f"{file}:of_a_segment", shape="(hyps, refs)", dialect="sacrebleu", references="one"
    )
    result = check(given, examples=20)
    assert result.scale == 100
    assert [problem.name for problem in result.problems] == names
    assert all(len(problem.finding.case.hypotheses) == 2 for problem in result.problems)


def test_a_program_that_fails_on_empty_segments_is_shown_there() -> None:
    def fails(hypotheses: Any, references: Any, order: int) -> float:
        if not all(hypotheses):
            raise ValueError("empty hypothesis")
        return RIGHT(hypotheses, references, order)

    [problem] = checked(fails).problems
    assert problem.name == "empty_hypotheses is error_if_any instead of zero"


def test_a_program_that_always_fails_could_not_be_run() -> None:
    def fails(*given: Any) -> float:
        raise ImportError("no module named x")

    result = checked(fails)
    assert result.verdict is Verdict.NOT_RUN
    assert "no module named x" in result.note


def test_an_answer_that_is_no_number_is_a_problem() -> None:
    result = checked(lambda *given: "BLEU" if len(given[0]) > 1 else RIGHT(*given))
    assert "it gives no number" in [problem.name for problem in result.problems]


def test_a_slow_program_is_stopped_in_time() -> None:
    def slow(*given: Any) -> float:
        time.sleep(0.01)
        return RIGHT(*given)

    result = check(mine(slow), examples=10_000, seconds=0.3)
    assert result.note == "the time was up before all inputs were tried"
    assert result.inputs < 60


def test_laws_for_which_there_was_no_time_are_said_to_be_unchecked() -> None:
    inputs = checked(RIGHT, examples=1).inputs
    calls = 0

    def slow_in_laws(*given: Any) -> float:
        nonlocal calls
        calls += 1
        if calls > inputs:
            time.sleep(3)
        return RIGHT(*given)

    result = check(mine(slow_in_laws), examples=1, seconds=3)
    assert (result.verdict, result.laws) == (Verdict.CONFORMS, ())
    assert re.search(r"laws were not checked on (\d+) of \1 inputs: the time was up$", result.note)
    assert result.headline.endswith(", as far as there was time.")


def test_a_law_that_the_convention_breaks_too_is_no_accusation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = replace(
        law_named("permute segments"),
        find=lambda subject, case: changed_score(subject, case, case.take([0])),
    )
    monkeypatch.setattr("tallystick.compat.laws.LAWS", (wrong,))
    result = checked(RIGHT)
    assert (result.laws, result.violations) == ((wrong,), ())
    squared = checked(lambda *given: RIGHT(*given) ** 2)
    assert [violation.law for violation in squared.violations] == [wrong]


def test_a_later_deadline_allows_further_runs() -> None:
    runs = Runs(deadline=time.monotonic() - 1)
    assert runs.ended()
    runs.deadline = time.monotonic() + 30
    assert not runs.ended()


def test_waiting_for_a_processor_is_no_part_of_half_the_time() -> None:
    budget = Budget.until(time.monotonic() + 1, 1 / 2)
    time.sleep(0.1)
    assert budget.left == pytest.approx(0.5, abs=0.05)
    assert Budget.until(time.monotonic() - 1, 1 / 2).left < 0


def test_an_axis_of_several_references_is_not_tried_on_a_program_that_takes_one() -> None:
    assert checked(naive_bleu(length=mean), references="one")


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"examples": 0}, "examples is 0; expected 1 or more"),
        ({"seconds": 0}, "seconds is 0; expected seconds, more than 0, such as 60"),
    ],
)
def test_limits_that_allow_nothing_are_refused(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=f"^{message}$"):
        check(mine(RIGHT), **limits)

"""Every preset of BLEU compared with recorded runs of its program."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tallystick import Bleu, Corpus, InputError
from tallystick.compat import defect
from tallystick.metrics import (
    BleuDialect,
    Preset,
    Statistics,
    Workspace,
    preset_named,
    presets_of,
    tokenizer_named,
)
from tests.metrics.recorded_cases import joined
from tests.metrics.wmt22 import Read, corpus_of_system

Golden = Callable[[str], Any]
PRESETS = presets_of(BleuDialect)

# Programs that no dialect describes, each with the defect that prevents it.
DEFECTIVE_PROGRAMS = {
    "nltk.corpus.method5": "nltk-method5-reads-the-last-segment",
    "nltk.corpus.method6": "nltk-method6-divides-by-the-last-segment",
    "nltk.corpus.method7": "nltk-method7-reads-the-last-segment",
    "xnmt": "xnmt-drops-the-first-segment",
    "codebleu.weighted(kw=none)": "codebleu-weighted-match-is-a-recall",
    "joshua.BLEU_SBP": "joshua-sbp-writes-over-its-counts",
}
DEFECTS = {
    **dict.fromkeys(
        [(program, case) for program in ("fairseq", "fairseq.one_init") for case in
         ("g28_empty_hyp", "g29_empty_ref", "g30_both_empty", "g31_empty_seg_in_corpus")],
        "fairseq-reads-beyond-an-empty-side",
    ),
    ("jbleu(multeval)", "g28_empty_hyp"): "jbleu-makes-a-token-of-nothing",
    ("jbleu(multeval)", "g30_both_empty"): "jbleu-makes-a-token-of-nothing",
    ("jbleu(multeval)", "g31_empty_seg_in_corpus"): "jbleu-makes-a-token-of-nothing",
    ("mt-comparEval(php)", "g30_both_empty"): "mt-compareval-makes-a-token-of-nothing",
    ("mt-comparEval(php)", "g31_empty_seg_in_corpus"): "mt-compareval-makes-a-token-of-nothing",
    ("e2e.pymteval", "g30_both_empty"): "pymteval-subtracts-short-segments",
    ("e2e.pymteval.smooth1", "g30_both_empty"): "pymteval-smoothing-subtracts-short-segments",
    ("npm.bleu-score-1.0.4.macro", "g61_js_proto"):
        "npm-bleu-score-looks-tokens-up-among-properties",
    ("zipf(ruby).per_sentence.macro", "g29_empty_ref"): "zipf-divides-by-no-order",
}  # fmt: skip


def close(preset: Preset[BleuDialect], expected: float) -> float:
    """Return the tolerance that the printed digits or the precision of a program require."""
    if preset.decimals == 6:
        return 5.1e-7
    if preset.single_precision:
        return 2e-6 * max(1.0, abs(expected))
    return 1e-12 * abs(expected)


def score(bleu: Bleu, corpus: Corpus) -> float:
    return float(bleu.formula(bleu.statistics(corpus).total())) / 100


def metric_as_run(program: dict[str, str], **options: Any) -> Bleu:
    if program["input"] == "text, split at white space":
        options["tokenize"] = "none"
    return Bleu(dialect=program["preset"], lowercase=program["lowercase"], **options)  # type: ignore[arg-type]


def corpus_as_given(program: dict[str, str], case: dict[str, Any]) -> Corpus:
    hypotheses, references = case["hypotheses"], case["references"]
    if program["input"] == "tokens":
        hypotheses = [line.split(" ") if line else [] for line in hypotheses]
        references = [
            [line.split(" ") if line else [] for line in segment] for segment in references
        ]
    return Corpus.from_segments(hypotheses=hypotheses, references=references)


def scores_by_case(bleu: Bleu, program: dict[str, str], cases: list[Any]) -> dict[str, float]:
    """Return the scores of cases, which are documents of one corpus, by their names."""
    names_of_segments, texts = joined(cases)
    names, sums = bleu.statistics(corpus_as_given(program, texts)).by_document(names_of_segments)
    return dict(zip(names, (bleu.formula(sums.rows) / 100).tolist(), strict=True))


def test_every_recorded_run_is_reproduced_by_its_preset(golden: Golden) -> None:
    recorded = golden("bleu_dialects")
    expected: dict[str, dict[str, float | None]] = {name: {} for name in recorded["programs"]}
    for case in recorded["cases"]:
        for group in case["expected"]:
            for name in group["programs"]:
                expected[name][case["id"]] = group["value"]
    compared = 0
    for name in expected.keys() - DEFECTIVE_PROGRAMS:
        program = recorded["programs"][name]
        preset = preset_named(BleuDialect, program["preset"])
        cases = [
            case
            for case in recorded["cases"]
            if not preset.single_reference or max(map(len, case["references"])) == 1
        ]
        scores = scores_by_case(metric_as_run(program), program, cases)
        for case_id in scores.keys() & expected[name]:
            score, value = scores[case_id], expected[name][case_id]
            if value is None:
                is_close = math.isnan(score)
            else:
                is_close = abs(score - value) <= close(preset, value)
            assert is_close is ((name, case_id) not in DEFECTS), (name, case_id, value, score)
            compared += 1
    assert compared > 7700


def test_every_exception_is_a_defect_of_the_ledger(golden: Golden) -> None:
    programs = golden("bleu_dialects")["programs"]
    without = {name for name, program in programs.items() if program["preset"] is None}
    assert without == set(DEFECTIVE_PROGRAMS)
    defects = {*DEFECTIVE_PROGRAMS.values(), *DEFECTS.values()}
    assert {defect(name).metric for name in defects} == {"bleu"}


def test_every_recorded_order_is_reproduced(golden: Golden) -> None:
    recorded = golden("bleu_dialects")
    cases = {case["id"]: case for case in recorded["cases"]}
    wrong = []
    for case_id, of_programs in recorded["orders"].items():
        for name, of_orders in of_programs.items():
            program = recorded["programs"][name]
            preset = preset_named(BleuDialect, program["preset"])
            corpus = corpus_as_given(program, cases[case_id])
            for order, expected in of_orders.items():
                if expected is None:
                    continue  # the program does not support this order or number of references
                ours = score(metric_as_run(program, order=int(order)), corpus)
                if abs(ours - expected) > close(preset, expected):
                    wrong.append((name, case_id, order, expected, ours))
        assert not wrong


@pytest.mark.slow
@pytest.mark.parametrize("rest", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_the_recorded_runs_on_wmt22_are_reproduced(
    golden: Golden, wmt22_file: Read, rest: bool
) -> None:
    recorded = golden("bleu_wmt22_de_en")
    programs = golden("bleu_dialects")["programs"]
    # No dialect describes colliding hashes, or a tokenizer that splits twice.
    unlike = {*DEFECTIVE_PROGRAMS, "fairseq", "fairseq.one_init", "mteval-v12"}
    metrics = {
        name: Bleu(dialect=programs[name]["preset"], lowercase=programs[name]["lowercase"])
        for name in recorded["programs"]
        if name in programs and name not in unlike
    }
    wrong = []
    for place, column in enumerate(recorded["columns"]):
        if (place % 3 != 1) is not rest:
            continue
        system, letters = column.split("|")
        corpus = corpus_of_system(wmt22_file, f"de-en.{system}", letters)
        tokens, workspace = in_tokens_of_13a(corpus), Workspace()
        scores: dict[Bleu, float] = {}
        for name, bleu in metrics.items():
            expected = recorded["programs"][name][place]
            if expected is None:
                continue
            if bleu not in scores:
                total = bleu.statistics(tokens, workspace).total()
                scores[bleu] = float(bleu.formula(total)) / 100
            preset = preset_named(BleuDialect, programs[name]["preset"])
            if abs(scores[bleu] - expected) > max(close(preset, expected), 1e-9 * expected):
                wrong.append((name, column, expected, scores[bleu]))
    assert not wrong


def in_tokens_of_13a(corpus: Corpus) -> Corpus:
    tokenizer = tokenizer_named("13a")
    return Corpus.from_segments(
        hypotheses=[list(tokenizer(str(line), "none")) for line in corpus.hypotheses],
        references=[
            [list(tokenizer(str(line), "none")) for line in corpus.references[place]]
            for place in range(len(corpus))
        ],
    )


def test_there_are_seventy_presets_in_sixty_classes(golden: Golden) -> None:
    cases = golden("bleu_dialects")["cases"]
    metrics = [Bleu(dialect=preset.name, tokenize="none") for preset in PRESETS]
    scores = [scores_by_case(bleu, {"input": "tokens"}, cases).values() for bleu in metrics]
    assert len(PRESETS) >= 70
    assert len({tuple(f"{score:.9g}" for score in each) for each in scores}) >= 60


def test_options_override_the_dialect() -> None:
    bleu = Bleu(dialect="torchmetrics", order=2, smooth="exp", tokenize="13a", lowercase="ascii")
    assert bleu.conventions == BleuDialect(
        order=2, smooth="exp", reference_length="closest_first", tokenize="13a", lowercase="ascii"
    )
    assert Bleu(dialect="sacrebleu-effective", effective_order=False) != Bleu(
        dialect="sacrebleu-effective"
    )


@pytest.mark.parametrize(
    ("policy", "numerator", "denominator", "score"),
    [  # one of two words matches
        ("raised", 1.0, 1.0, 100 * 2 / 3),
        ("raised", 0.5, 2.0, 100 * 1.5 / 4),
        ("at_least", 1.5, 3.0, 100 * 1.5 / 3),
        ("at_least", 0.5, 1.0, 100 * 1 / 2),
    ],
)
def test_small_numbers_are_added_to_matches_and_ngrams_or_are_their_least(
    policy: str, numerator: float, denominator: float, score: float
) -> None:
    bleu = Bleu(
        dialect=BleuDialect(
            order=1,
            unmatched_order=policy,
            unmatched_numerator=numerator,
            unmatched_denominator=denominator,
        )
    )
    corpus = Corpus.from_segments(hypotheses=["a x"], references=["a y"])
    assert bleu.score(bleu.statistics(corpus)).score == pytest.approx(score, rel=1e-15)
    assert bleu.score_segment("a x", ["a y"]).score == pytest.approx(score, rel=1e-15)


def test_an_undefined_score_raises_an_error_that_names_the_dialect() -> None:
    bleu = Bleu(dialect="torcheval")
    short = Corpus.from_segments(hypotheses=[["a"]], references=[[["a"]]])
    with pytest.raises(InputError, match="dialect torcheval"):
        bleu.score(bleu.statistics(short))


# The smoothings 1 to 7 of Chen and Cherry 2014, computed independently of this package from the
# formulas of the paper for the cases g02, g17 and g03.
CHEN_AND_CHERRY = {
    "g02_zero4": (0.254066, 0.485492, 0.379918, 0.349562, 0.380567, 0.387488, 0.420794),
    "g17_zero34": (0.122095, 0.359304, 0.229575, 0.178825, 0.224546, 0.177277, 0.271640),
}


@pytest.mark.parametrize("case_id", CHEN_AND_CHERRY)
@pytest.mark.parametrize("number", range(1, 8))
def test_the_smoothings_of_chen_and_cherry_follow_the_paper(
    golden: Golden, case_id: str, number: int
) -> None:
    [case] = [case for case in golden("bleu_dialects")["cases"] if case["id"] == case_id]
    ours = score(Bleu(dialect=f"chencherry{number}"), corpus_as_given({"input": "tokens"}, case))
    assert ours == pytest.approx(CHEN_AND_CHERRY[case_id][number - 1], abs=5e-7)


@pytest.mark.parametrize(
    ("clip", "expected"),
    # a a b with the references a b b and b: the highest counts are a 1, b 2
    [
        ("max", 2),  # a once, b once
        ("best_reference", 2),
        ("first_reference", 2),
        ("reference_counts", 3),  # a once, b twice
        ("none", 3),  # a twice, b once
    ],
)
def test_clipping_by_hand(clip: Any, expected: int) -> None:
    bleu = Bleu(dialect=BleuDialect(order=1, clip=clip))
    corpus = Corpus.from_segments(hypotheses=["a a b"], references=[["a b b", "b"]])
    assert bleu.score(bleu.statistics(corpus)).counts == (expected,)


@pytest.mark.parametrize(
    ("axes", "lengths", "expected"),
    [
        ("none", (2, 3), 1.0),
        ("reference_plus_one", (4, 4), 1.0),
        ("reference_plus_one", (3, 4), math.exp(1 - 5 / 3)),
        ("plus_one", (3, 4), math.exp(1 - 5 / 4)),
        ("inverted", (3, 4), math.exp(1 - 3 / 4)),
        ("squared", (3, 4), math.exp(1 - 4 / 3) ** 2),
        (
            "raised+unmatched_order=raised+unmatched_numerator=0.5+unmatched_denominator=1",
            (2, 3),
            math.exp(1 - 4 / 2.5),
        ),
    ],
)
def test_brevity_penalties_follow_their_definitions(
    axes: str, lengths: tuple[int, int], expected: float
) -> None:
    metric = Bleu(dialect=f"brevity_penalty={axes}")
    sums = Statistics(metric.columns, np.array([[*lengths, *[0] * 8]]), 1, False)
    assert metric.score(sums).brevity_penalty == pytest.approx(expected, rel=1e-14)


def test_under_a_strict_brevity_penalty_long_segments_do_not_offset_short_ones() -> None:
    # g59: lengths 10 and 1, references 5 and 6; by hand, exp(1 - 11 / (5 + 1)) times the precisions
    # 6/11, 4/9, 3/8 and 2/7 of the counts 6, 4, 3, 2
    corpus = Corpus.from_segments(
        hypotheses=["a b c d e f g h i j", "k"], references=["a b c d e", "k l m n o p"]
    )
    bleu = Bleu(dialect="chiang2008-strict")
    precisions = 6 / 11 * 4 / 9 * 3 / 8 * 2 / 7
    expected = 100 * math.exp(1 - 11 / 6) * precisions**0.25
    assert float(bleu.score(bleu.statistics(corpus))) == pytest.approx(expected, rel=1e-12)
    assert expected == pytest.approx(17.4471, abs=5e-5)


def test_the_root_of_a_negative_product_of_precisions_is_undefined() -> None:
    """By hand: with a half added, one token has the precisions 1.5/1.5, .5/.5, .5/-.5, .5/-1.5."""
    scores = []
    for order in (3, 4):
        dialect = BleuDialect(
            order=order, smooth="add-k", smooth_value=0.5, smooth_from=1, missing_order="negative"
        )
        matches, totals = [1, 0, 0, 0], [1, 0, -1, -2]
        row = np.array([1, 1, *matches[:order], *totals[:order]])
        scores.append(float(Bleu(dialect=dialect).formula(row)))
    assert math.isnan(scores[0])
    assert scores[1] == pytest.approx(100 * (1 / 3) ** (1 / 4), rel=1e-14)


def test_multi_bleu_reads_bytes_so_no_break_and_ideographic_spaces_do_not_separate_words() -> None:
    """multi-bleu.perl of Moses (commit of its preset) printed 71.93 for these lines."""
    corpus = Corpus.from_segments(
        hypotheses=["5\u00a0% de plus que les autres", "the cat\u3000sat on the mat"],
        references=["5 % de plus que les autres", "the cat\u3000sat on the mat today"],
    )
    bleu = Bleu(dialect="multi-bleu")
    assert round(bleu.score(bleu.statistics(corpus)).score, 2) == 71.93


def test_empty_references_are_dropped_unless_a_segment_has_no_others() -> None:
    metric = Bleu(dialect="empty_references=dropped", order=1, tokenize="none")
    corpus = Corpus.from_segments(
        hypotheses=["a", "b", ""], references=[["", "a b"], ["c", ""], ["", ""]]
    )
    rows = metric.statistics(corpus).rows
    assert metric.columns.split(rows)["reference_length"].tolist() == [2, 1, 0]


def test_a_segment_whose_references_are_all_empty_fails_alone_only_if_dropped_by_segment() -> None:
    corpus = Corpus.from_segments(hypotheses=["a", "b"], references=[["", "a"], ["", ""]])
    kept = Corpus.from_segments(hypotheses=["a"], references=[["", "a"]])
    for value, whole in (("dropped", 50), ("dropped_by_segment", math.nan)):
        metric = Bleu(dialect=f"empty_references={value}", order=1, tokenize="none")
        scores = [float(metric.formula(metric.statistics(part).total())) for part in (corpus, kept)]
        # sacreBLEU 1.5.1 and 2.1.0 raise EOFError for the first
        assert scores == pytest.approx([whole, 100], nan_ok=True)

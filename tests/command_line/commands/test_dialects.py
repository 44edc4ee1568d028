"""`tallystick list dialects`."""

from pathlib import Path

import pytest

from tallystick.metrics import METRICS, BleuDialect, presets_of
from tests.command_line.conftest import Run, refused


def test_all_dialects_are_listed_under_their_metric(run: Run) -> None:
    output = run("list dialects").output
    assert output.startswith("bleu:dialect=NAME; programs and settings: 1")
    assert "\ntorchmetrics  " in output
    assert "\nnist:dialect=NAME; programs and settings: 1" in output
    assert "\ndoddington  " in output


def test_the_list_counts_programs_and_different_dialects(run: Run) -> None:
    presets = presets_of(BleuDialect)
    different = {preset.dialect for preset in presets}
    assert len(different) < len(presets)
    assert run("list dialects -m bleu").output.startswith(
        f"bleu:dialect=NAME; programs and settings: {len(presets)}, "
        f"different dialects: {len(different)}\n"
    )


def test_words_select_among_names_programs_and_axes(run: Run) -> None:
    output = run("list dialects Torch closest_first -m bleu").output
    names = [line.split()[0] for line in output.split("\n")[4:] if line]
    assert "torchmetrics" in names
    assert "torchtext" in names
    assert "torcheval" not in names
    # a word that names a metric selects its dialects
    output = run("list dialects wer torch").output
    assert output.startswith("wer:dialect=NAME; programs and sett")
    assert "cer:" not in output


@pytest.mark.parametrize(
    ("metric", "of"), [("mer", "wer"), ("rougeL", "rouge"), ("sentbleu", "bleu")]
)
def test_metrics_that_share_dialects_list_them_by_their_own_name(
    run: Run, metric: str, of: str
) -> None:
    expected = run(f"list dialects -m {of}").output
    assert run(f"list dialects -m {metric}").output == expected.replace(f"{of}:", f"{metric}:", 1)
    assert run(f"list dialects {metric}").output == run(f"list dialects -m {metric}").output


@pytest.mark.parametrize(
    ("abbreviation", "metric"),
    [("chrf++", "chrf"), ("distinct2", "distinct"), ("cider-d", "cider")],
)
def test_an_abbreviation_of_a_metric_lists_its_dialects(
    run: Run, abbreviation: str, metric: str
) -> None:
    listed = run(f"list dialects -m {abbreviation}")
    assert (listed.status, listed.output) == (0, run(f"list dialects -m {metric}").output)


CONVENTIONS = str(BleuDialect(weights=(0.5, 0.5), smooth="floor", smooth_value=1e-20))
REPRODUCED = "\ndefects that this dialect reproduces (tallystick list defects ID):\n- "
NOT_REPRODUCED = "\ndefects that it does not reproduce (tallystick list defects ID):\n- "


@pytest.mark.parametrize(
    ("dialect", "start", "shown"),
    [
        ("mer:torchmetrics", "mer:dialect=torchmetrics\n    torchmetrics, ", []),
        (
            "torchmetrics-smooth",
            "bleu:dialect=torchmetrics-smooth\n    TorchMetrics",
            [
                "verified: recorded runs are reproduced",
                "32 bits",
                "guarded           yes (BLEU is 0 if an order has no match, whatever the smooth",
                f"{REPRODUCED}torchmetrics-smoothing-rescues-nothing: Smoothing is on",
            ],
        ),
        (
            "fairseq",
            "bleu:dialect=fairseq\n",
            [f"{NOT_REPRODUCED}fairseq-tokens-share-a-hash: Two different tokens match"],
        ),
        ("nltk-auto-reweigh", "bleu:", [f"{NOT_REPRODUCED}nltk-auto-reweigh-wants-a-tuple"]),
        # a name of two metrics
        ("nltk", "bleu:dialect=nltk\n", ["\nnist:dialect=nltk\n"]),
        # a dialect as it is written in a metric and its signature
        (
            CONVENTIONS,
            f"bleu:dialect={CONVENTIONS}\n    a dialect of your own: no known pr",
            ["\nweights       0.5+0.5\n", "\nsmooth_value  1e-20\n"],
        ),
    ],
)
def test_a_dialect_is_explained(run: Run, dialect: str, start: str, shown: list[str]) -> None:
    output = run("list", "dialects", "explain", dialect).output
    assert output.startswith(start)
    assert [text for text in shown if text not in output] == []


def test_explain_lists_only_what_concerns_the_dialect(run: Run) -> None:
    assert NOT_REPRODUCED not in run("list dialects explain torchmetrics-smooth").output
    assert REPRODUCED not in run("list dialects explain fairseq").output
    assert "auto-reweigh" not in run("list dialects explain bleu:nltk").output
    assert "nist:" not in run("list dialects explain nltk -m bleu").output


def test_explain_describes_how_the_options_of_mteval_are_written(run: Run) -> None:
    output = " ".join(run("list dialects explain mteval-v14").output.split())
    assert "-c is lowercase=none here, and --international-tokenization is tokenize=" in output


def test_diff_shows_axes_an_input_and_what_decides(run: Run) -> None:
    output = run("list dialects diff sacrebleu mteval-v13a").output
    assert "missing_order  The treatment of an order" in output
    assert output.endswith(
        "hypothesis: 'a'\n"
        "reference: 'a'\n"
        "\n"
        "sacrebleu: 0\n"
        "mteval-v13a: 100\n"
        "sacrebleu with the missing_order of mteval-v13a: 100\n"
    )


def test_diff_of_equal_dialects_reports_that_they_are_equal(run: Run) -> None:
    output = run("list dialects diff torchmetrics mmeval").output
    assert "The dialects are equal." in output
    assert "No input was found on which their numbers differ." in output
    assert (
        "The dialects are equal."
        in run("list", "dialects", "diff", CONVENTIONS, CONVENTIONS).output
    )
    assert "two names of one dialect" in run("list dialects diff hf huggingface").output


def test_names_may_be_written_as_in_a_metric(run: Run) -> None:
    short = run("list dialects diff nltk mteval -m nist").output
    assert run("list dialects diff nist:NLTK nist:dialect=mteval").output == short
    assert "add -m nist" in run("list dialects diff mteval-v13a mteval-v14").output


def test_two_dialects_are_compared_on_the_smallest_input_found(run: Run) -> None:
    output = run("list dialects diff order=1 order=2").output
    assert "(both are dialects of nist too: add -m nist)\n" in output
    assert output.endswith(
        "hypothesis: 'a'\n"
        "reference: 'a'\n"
        "\n"
        "order=1: 100\n"
        "order=2: 0\n"
        "order=1 with the order of order=2: 0\n"
    )


def test_explain_names_the_programs_with_the_dialect(run: Run) -> None:
    output = run("list dialects explain nist:dialect=order=5").output
    assert output.startswith("nist:dialect=order=5\n    the dialect of mteval, ")
    assert output.endswith("\nthe same dialect as mteval-v14\n")
    both = run("list dialects explain order=5").output
    assert both.startswith("bleu:dialect=order=5\n    a dialect of your own")
    assert f"\n{output}" in both
    assert run("list dialects explain dialect:order=5").output == both


def test_dialects_are_given_as_data_too(run: Run) -> None:
    text = "smooth=exp+no_match=zero+tokenize=13a"
    [dialect] = run(f"list dialects explain {text} -f json").data()["dialects"]
    assert (dialect["metric"], dialect["name"], dialect["programs"]) == (
        "bleu",
        text,
        ["sacrebleu"],
    )
    assert dialect["dialect"]["no_match"] == "zero"
    content = run(f"list dialects diff {text} nltk -f json").data()
    assert (content["one"], content["other"]) == (text, "nltk")
    content = run("list dialects diff nltk mteval -m nist -f json").data()
    assert content["schema"] == "tallystick/dialects/1"
    assert content["axes"]["match"] == ["best_reference", "maximum"]
    assert content["example"]["one"] is None
    listed = run("list dialects multi-bleu -f json").data()["dialects"]
    [plain] = [dialect for dialect in listed if dialect["name"] == "multi-bleu"]
    assert plain["metric"] == "bleu"
    assert plain["dialect"]["reference_length"] == "closest"
    output = run("list dialects thumt -f csv").output
    assert output.startswith("metric,name,program,version,verified,source,dialect\n")
    assert output.count("\n") == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("explain torchmetric", "did you mean torchmetrics"),
        ("explain", "explain takes one dialect, as a name or as axes, not 0"),
        ("diff nltk", "diff takes two dialects, as names or as axes, not 1"),
        ("explain foo:nltk", "no metric with dialects is named 'foo'; known are bleu, nist"),
        ("diff nltk smoothing=exp", "not an axis of BLEU with its value; expected axis=value"),
        ("diff nltk smoothing=exp", "did you mean smooth or smooth_from?; or add -m nist"),
        ("diff nltk smooth=ex", "smooth is 'ex'; expected one of none, floor"),
        ("explain mach=maximum -m nist", "is not an axis of NIST with its value"),
        ("explain order=two", "the axis order is 'two' in the dialect 'order=two'; expected a"),
        ("explain order=2+order=3", "is given twice in the dialect 'order=2+order=3'; give it"),
        ("explain order=2,smooth=exp", "joined by a plus sign: order=2+smooth=exp"),
        ("explain nltk+order=2", "'nltk' in the dialect 'nltk+order=2' is not an axis of BLEU"),
        ("explain tokenize=14a", "tokenize is '14a', which is not a tokenizer"),
        ("diff smooth=exp match=best_reference", "dialects of different metrics"),
        ("diff papineni2002 phrasal", "dialects of different metrics"),
        ("xyzzy", "no dialect has 'xyzzy'"),
    ],
)
def test_an_impossible_request_is_refused_with_the_remedy(
    run: Run, words: str, message: str
) -> None:
    assert message in refused(run(f"list dialects {words}"))


FURTHER_DIALECTS = """
from dataclasses import dataclass
from typing import ClassVar
from tallystick.metrics import Dialect, axis


@dataclass(frozen=True, slots=True)
class ExactDialect(Dialect):
    title: ClassVar[str] = "EXACT"
    order: int = axis(1, "Nothing.", check=lambda name, value: value, parse=int)
    tokenize: str = axis("none", "The tokenizer.", check=lambda name, value: value)
    lowercase: str = axis("none", "How case is folded.", {"none": "not at all"})
    ends: str = axis("kept", "What happens to line ends.", {"kept": "no", "cut": "gone"})
"""
ITS_PRESETS = """
[[program]]
program = "a cutter"
version = "1"
verified = "read"
source = "here"
[program.presets]
cutter = { dialect = "ends=cut" }
"""


def test_a_further_metric_with_presets_is_listed_without_a_change_here(
    run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("dialect_of_this_test.py").write_text(FURTHER_DIALECTS, encoding="utf-8")
    Path("presets.toml").write_text(ITS_PRESETS, encoding="utf-8")
    monkeypatch.syspath_prepend(str(corpus))
    classes = {"exact": "dialect_of_this_test:ExactDialect", "broken": "no:Module"}
    known = type(METRICS)("class of dialects", classes, "none")
    monkeypatch.setattr("tallystick.compat.dialects.known.DIALECTS", known)
    listed = run("list dialects").output
    assert listed.startswith(
        "exact:dialect=NAME; programs and settings: 1, different dialects: 1\n"
    )
    explained = run("list dialects explain cutter").output
    assert explained.startswith("exact:dialect=cutter\n    a cutter, 1\n")
    assert "\nends    cut (gone)\n" in explained
    assert "no metric with dialects is named 'x'" in run("list dialects -m x").errors

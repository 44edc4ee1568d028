"""`tallystick dialects`."""

import json

import pytest

from .conftest import Run


def test_all_dialects_are_listed_under_their_metric(run: Run) -> None:
    output = run("dialects").output
    assert output.startswith("BLEU: 1")
    assert "\n  torchmetrics  " in output
    assert "\nNIST: 1" in output
    assert "\n  doddington  " in output


def test_words_choose_among_names_programs_and_conventions(run: Run) -> None:
    output = run("dialects", "Torch", "closest_first", "-m", "bleu").output
    names = [line.split()[0] for line in output.splitlines()[1:]]
    assert "torchmetrics" in names
    assert "torchtext" in names
    assert "torcheval" not in names


def test_explain_says_what_a_program_does_and_how_that_is_known(run: Run) -> None:
    output = run("dialects", "explain", "torchmetrics-smooth").output
    assert output.startswith("bleu:dialect=torchmetrics-smooth\n  TorchMetrics")
    assert "verified: its recorded runs are reproduced" in output
    assert "32 bits" in output
    assert "guarded: yes (yes, so that smoothing rescues nothing)" in output


def test_explain_covers_both_metrics_of_a_name(run: Run) -> None:
    output = run("dialects", "explain", "nltk").output
    assert output.startswith("bleu:dialect=nltk\n")
    assert "\nnist:dialect=nltk\n" in output
    assert "nist:" not in run("dialects", "explain", "nltk", "-m", "bleu").output


def test_diff_shows_axes_an_input_and_what_decides(run: Run) -> None:
    output = run("dialects", "diff", "sacrebleu", "mteval-v13a").output
    assert "missing_order: What an order is worth" in output
    assert output.endswith(
        "  hypothesis  'a'\n"
        "  reference   'a'\n"
        "  sacrebleu    0\n"
        "  mteval-v13a  100\n"
        "  sacrebleu with the missing_order of mteval-v13a: 100\n"
    )


def test_diff_of_equal_conventions_says_so(run: Run) -> None:
    output = run("dialects", "diff", "torchmetrics", "mmeval").output
    assert "They have the same conventions." in output
    assert "No input was found on which their numbers differ." in output


def test_two_names_of_one_dialect_are_called_that(run: Run) -> None:
    assert "two names of one dialect" in run("dialects", "diff", "hf", "huggingface").output


def test_names_may_be_written_as_in_a_metric(run: Run) -> None:
    short = run("dialects", "diff", "nltk", "mteval", "-m", "nist").output
    assert run("dialects", "diff", "nist:NLTK", "nist:dialect=mteval").output == short
    assert "add -m nist" in run("dialects", "diff", "mteval-v13a", "mteval-v14").output


def test_diff_is_given_as_json_too(run: Run) -> None:
    content = json.loads(
        run("dialects", "diff", "nltk", "mteval", "-m", "nist", "--format", "json").output
    )
    assert content["schema"] == "tallystick/dialects/1"
    assert content["axes"]["match"] == ["best_reference", "maximum"]
    assert content["example"]["one"] is None


def test_the_list_is_given_as_json_too(run: Run) -> None:
    content = json.loads(run("dialects", "multi-bleu", "--format", "json").output)
    [plain] = [one for one in content["dialects"] if one["name"] == "multi-bleu"]
    assert plain["metric"] == "bleu"
    assert plain["dialect"]["reference_length"] == "closest"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["explain", "torchmetric"], "did you mean torchmetrics"),
        (["explain"], "explain takes the name of one dialect, not 0"),
        (["diff", "nltk"], "diff takes the names of two dialects, not 1"),
        (["diff", "papineni2002", "phrasal"], "dialects of different metrics"),
        (["xyzzy"], "no dialect has 'xyzzy'"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_the_mend(
    run: Run, words: list[str], message: str
) -> None:
    done = run("dialects", *words)
    assert done.status == 2
    assert done.output == ""
    assert message in done.errors


def test_a_dialect_is_scored_wherever_a_metric_is_named(run: Run, corpus: object) -> None:
    metrics = ("bleu:dialect=torchmetrics", "nist:dialect=nltk")
    done = run("score", "reference.txt", "-i", "mine.txt", "-m", *metrics)
    assert done.status == 0
    assert "dialect:torchmetrics" in done.output
    assert "dialect:nltk" in done.output

"""`tallystick list defects`."""

import json
import re

from tests.command_line.conftest import Run


def test_all_defects_are_listed_with_program_and_summary(run: Run) -> None:
    done = run("list defects")
    assert done.status == 0
    first = done.output.partition("\n")[0]
    assert first.endswith(" defects; see one in full with: tallystick list defects ID")
    assert (
        "\npromptfoo-rewards-brevity\n"
        "    promptfoo, bleu assertion: A hypothesis that is too short gets a bonus.\n"
    ) in done.output


def test_words_select_among_ids_programs_and_descriptions(run: Run) -> None:
    output = run("list defects FAIRSEQ hash").output
    ids = [line for line in output.split("\n") if line.startswith("fairseq")]
    assert ids == ["fairseq-tokens-share-a-hash", "fairseq-bigrams-share-a-hash"]
    assert output.startswith("2 defects;")
    # one defect that words find is still a list
    assert run("list defects bigrams-share").output.startswith("1 defect; see one in full")


def test_an_id_shows_one_in_full(run: Run) -> None:
    assert run("list defects promptfoo-rewards-brevity").output == (
        "promptfoo-rewards-brevity\n"
        "    A hypothesis that is too short gets a bonus.\n"
        "\n"
        "program: promptfoo, bleu assertion\n"
        "versions: 0.121.14\n"
        "fixed in: 0.123.1\n"
        "\n"
        "hypothesis: 'a b c d e'\n"
        "reference: 'a b c d e f g'\n"
        "\n"
        "returned: 1.33071219744735\n"
        "expected: 0.6703200460356393\n"
        "by hand: exp(1 - 7/5)\n"
        "per: bleu:dialect=papineni2002\n"
        "\n"
        "Hypothesis and reference are exchanged in the fraction of the brevity penalty, "
        "which then\nexceeds 1.\n"
        "\n"
        "reproduced by: bleu:dialect=promptfoo-0.121\n"
        "recorded: run of promptfoo-0.121.14.macro, case g04_short_prefix of "
        "tests/golden/bleu_dialects.json\n"
        "reported: https://github.com/promptfoo/promptfoo/pull/9717\n"
    )


def test_a_scale_to_100_options_and_an_unreported_defect_are_shown(run: Run) -> None:
    output = run("list defects sacrebleu-add-k-defeats-effective-order").output
    assert "\nsmooth_method: add-k\n" in output
    assert "returned: 42.88819424803532 (a perfect score is 100)\n" in output
    assert output.endswith("reported: no known report\n")


def test_a_very_long_line_is_cut_for_people(run: Run) -> None:
    output = run("list defects multi-bleu-counts-no-more-than-9999-tokens").output
    assert "..., 10105 tokens\n" in output
    assert max(map(len, output.split("\n"))) < 120


def test_an_input_without_segments_is_shown_as_such(run: Run) -> None:
    assert "\ninput: no segments\n" in run("list defects bleuscore-panics-without-segments").output


def test_defects_are_given_as_data_too(run: Run) -> None:
    content = run("list defects zipf-takes-the-last-reference -f json").data()
    assert content["schema"] == "tallystick/defects/1"
    [defect] = content["defects"]
    assert defect["references"] == [["a b c d", "a b c d e f"]]
    assert (defect["returned"], defect["right"]) == (0.8187307530779819, 1.0)
    assert defect["recorded"]["case"] == "g09_tie_short_first"
    output = run("list defects zipf --format csv").output
    assert output.startswith("id,metric,program,versions,fixed,summary,returned,right\n")
    assert "\nzipf-divides-by-no-order,bleu," in output
    assert output.count("\n") == 3


def test_all_defects_have_valid_numbers_and_can_be_understood_without_our_notes(run: Run) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    listed = json.loads(run("list defects -f json").output, parse_constant=refuse)["defects"]
    assert len(listed) > 100
    for defect in listed:
        [line] = re.findall(r"^recorded: (.*)", run(f"list defects {defect['id']}").output, re.M)
        assert "outside this repository" not in line
        assert "dialects of BLEU" not in line

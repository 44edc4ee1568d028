"""`metrics`, `tokenizers`, `tokenize`, `demo` and every command's help."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tallystick import MissingExtraError
from tallystick.errors import DOCUMENTATION
from tallystick.metrics import METRICS, TOKENIZERS, metric_from_spec
from tests.command_line.conftest import EXAMPLE_TABLE, Run, output_of, refused

COMMANDS = re.findall(r"^  (\w+)  ", output_of("--help"), re.MULTILINE)
LISTS = re.findall(r"^  (\w+)  ", output_of("list"), re.MULTILINE)
WITH_HELP = [*(name for name in COMMANDS if name != "list"), *(f"list {name}" for name in LISTS)]
PROJECT = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
LONGEST_HELP = 90
"""The most lines of a short help, and so of what is read before the first use of a command."""


@pytest.mark.parametrize("command", WITH_HELP)
def test_every_command_has_a_short_help_with_examples_and_a_full_one(
    run: Run, command: str
) -> None:
    done = run(f"{command} --help")
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith(f"usage: tallystick {command}")
    assert done.output.count("\n") <= LONGEST_HELP
    full = run(f"help {command}").output
    for output in (done.output, full):
        assert f"tallystick {command}" in output.partition("examples:")[2]
    # the same options, of which the full help says more
    options = re.compile(r"(?<![\w`-])--[a-z][a-z-]+")
    assert {*options.findall(done.output)} <= {*options.findall(full)}
    assert f"\nin full: tallystick help {command}; see also: " in done.output
    assert full.endswith(f"\n\ndocumentation: {DOCUMENTATION}\n")


def test_a_default_follows_what_it_is_the_default_of(run: Run) -> None:
    for command in WITH_HELP:
        assert "  (default" not in run(f"{command} --help").output
    output = run("tokenize --help").output
    assert re.search(r"FILE +files of text \(default: standard input\)\n", output)


@pytest.mark.parametrize("command", ["challenge", "explain"])
def test_a_command_that_takes_one_system_takes_one_file_of_hypotheses(
    run: Run, command: str
) -> None:
    assert re.search(
        r"-i, --input FILE ... +a file of hypotheses\n", run(f"{command} --help").output
    )


def test_the_help_of_a_command_names_those_for_similar_tasks(run: Run) -> None:
    for command in ("explain", "check", "identify", "vectors"):
        others = {"explain", "check", "identify", "vectors"} - {command}
        last = run(f"{command} --help").output.split("\n")[-2]
        assert set(last.partition("see also: ")[2].split(", ")) == others
        listed = run(f"help {command}").output.partition("see also:\n")[2]
        assert set(re.findall(r"^  (\w+)  ", listed, re.MULTILINE)) == others


def test_help_lists_the_commands_in_groups(run: Run) -> None:
    assert (len(COMMANDS), len(LISTS)) == (18, 5)
    shown = {run(words).output for words in ("--help", "-h", "help")}
    [output] = shown
    assert "Score texts\n  score       score systems against references under BLEU, NIST" in output
    assert output.count("\n") <= 25
    assert DOCUMENTATION in output
    assert PROJECT["urls"]["Documentation"] == DOCUMENTATION


def test_a_list_has_its_old_name_for_now(run: Run) -> None:
    done = run("metrics nist")
    assert done.output == run("list metrics nist").output
    assert "warning: `tallystick metrics` is now `tallystick list metrics`\n" in done.errors
    assert "did you mean metrics?" in refused(run("list metric"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("compare --trend {0} {0}", "trend {0} {0}"),
        ("compare --trend={0} -q", "trend {0} -q"),
        ("compare -f json --index .", "index . -f json"),
    ],
)
def test_an_option_that_is_a_command_now_has_its_old_name_for_now(
    run: Run, old: str, new: str
) -> None:
    Path("no.json").touch()
    done, expected = run(old.format("no.json")), run(new.format("no.json"))
    command, option = new.split()[0], re.findall("--[a-z]+", old)[0]
    said = f"tallystick: warning: `tallystick compare {option}` is now `tallystick {command}`\n"
    assert done.errors.replace(said, "") == expected.errors != done.errors
    assert (done.status, done.output) == (expected.status, expected.output)


def test_the_version_is_a_command_too(run: Run) -> None:
    assert run("version").output == run("--version").output


def test_metrics_are_listed_with_scale_origin_options_and_defaults(run: Run) -> None:
    done = run("list metrics")
    assert done.status == 0
    assert done.output.startswith(
        "bleu  (0 to 100; tallystick)\n"
        "    geometric mean of clipped n-gram precisions, brevity penalty\n"
        "    options: order=4 weights smooth=exp smooth_value effective_order=no "
        "tokenize=13a\n      lowercase=none dialect=sacrebleu\n"
    )
    output = run("list metrics shifts").output
    assert output.startswith("ter  (0 and up, lower is better; tallystick)\n")


def test_the_name_of_a_metric_lists_the_metrics_whose_names_begin_so(run: Run) -> None:
    names = re.findall(r"^(\S+)  ", run("list metrics ter").output, re.MULTILINE)
    assert names == ["ter"]  # not metrics of characters
    names = re.findall(r"^(\S+)  ", run("list metrics rouge").output, re.MULTILINE)
    assert names == ["rouge1", "rouge2", "rougeL", "rougeLsum", "rouge"]


def test_metrics_are_listed_as_json_with_defaults_that_can_be_given_as_options(run: Run) -> None:
    content = run("list metrics --format json").data()
    assert content["schema"] == "tallystick/metrics/1"
    metrics = {metric["name"]: metric for metric in content["metrics"]}
    assert set(metrics) | {broken["name"] for broken in content["broken"]} == set(METRICS)
    assert {"name": "order", "default": "5"} in metrics["nist"]["options"]
    for name, metric in metrics.items():
        options = [
            f"{option['name']}={option['default']}"
            for option in metric["options"]
            if option["default"] is not None
        ]
        if name in METRICS.refused:  # it has no defaults
            assert not options
        else:
            given = metric_from_spec(f"{name}:{','.join(options)}")
            assert given == metric_from_spec(name)


@pytest.mark.parametrize(
    ("command", "registry"), [("metrics", METRICS), ("tokenizers", TOKENIZERS)]
)
def test_a_broken_plug_in_is_listed_with_the_reason_after_the_others(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, registry: Any
) -> None:
    built_in = dict(registry._built_in)
    monkeypatch.setattr(registry, "_built_in", {"shattered": "math:missing", **built_in})
    done = run(command)
    assert done.status == 0
    assert all(f"{name}  (" in done.output for name in built_in)
    assert "cannot be used: shattered  (tallystick)\n    AttributeError: " in done.output
    [broken] = run(f"{command} -f json").data()["broken"]
    assert broken["name"] == "shattered"


def test_tokenizers_are_listed_with_origin_description_languages_and_extras(run: Run) -> None:
    done = run("list tokenizers")
    assert done.status == 0
    assert "13a  (tallystick)\n    Splits Western text as sacreBLEU does by def" in done.output
    lines = '    recommended for: Japanese\n    needs: pip install "tallystick[ja]"\n'
    assert f"MeCab and the IPA dictionary.\n{lines}" in done.output
    listed = run("list tokenizers --format json").data()["tokenizers"]
    tokenizers = {row["name"]: (row["languages"], row["extra"]) for row in listed}
    assert tokenizers.keys() >= set(TOKENIZERS)
    assert tokenizers["zh"] == (["Chinese"], None)
    assert tokenizers["char"][0][:4] == ["Chinese", "Japanese", "Korean", "Thai"]
    assert tokenizers["13a"] == ([], None)
    extras = {extra for _, extra in tokenizers.values() if extra}
    assert extras <= PROJECT["optional-dependencies"].keys()
    built_in = [row for row in listed if row["distribution"] == "tallystick"]
    assert {"none", "13a", "spm"} < {row["name"] for row in built_in}
    for tokenizer in built_in:
        assert re.fullmatch(r"(Splits|Makes|Marks) .{20,}\.", tokenizer["description"])


def test_a_plug_in_that_makes_no_tokenizer_is_listed_with_the_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    built_in = dict(TOKENIZERS._built_in)
    monkeypatch.setattr(TOKENIZERS, "_built_in", {"hollow": "builtins:list", **built_in})
    output = run("list tokenizers").output
    assert "cannot be used: hollow  (tallystick)\n    what is registered as the tok" in output
    reason = " ".join(output.split())
    assert "an object of type list without name, version, __call__" in reason


def test_a_tokenizer_whose_extra_is_missing_is_listed_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise MissingExtraError(name)

    built_in = dict(TOKENIZERS._built_in)
    monkeypatch.setattr(TOKENIZERS, "_built_in", {"pieces": "builtins:list", **built_in})
    monkeypatch.setattr("tallystick.metrics.arguments.catalogue.tokenizer_named", fail)
    assert "pieces  (tallystick)\n" in run("list tokenizers").output


def test_the_help_of_score_explains_how_tables_are_written(run: Run) -> None:
    output = run("help score").output
    words = ("hypothesis:SYSTEM", "reference:LABEL", "doc", "source", "metadata", r" \N is")
    assert all(word in output for word in (*words, '{"SYSTEM": "text"}', "references", "null"))


def test_tokens_are_joined_by_single_spaces_one_line_each(run: Run) -> None:
    done = run("tokenize", standard_input=b"It's 5%.\n\nA  b, c\r\n")
    assert done == (0, "It's 5 % .\n\nA b , c\n", "")


def test_tokenize_reads_files_in_order_with_the_requested_tokenizer_and_case(run: Run) -> None:
    Path("first.txt").write_text("It's ÄRGER\n", encoding="utf-8")
    Path("second.txt").write_text("U.S.\n", encoding="utf-8")
    output = run("tokenize first.txt second.txt -tok intl -lc").output
    assert output == "it ' s ärger\nu . s .\n"
    assert run("tokenize -tok none --lowercase-ascii first.txt").output == "it's Ärger\n"


def test_explain_shows_what_each_rule_did_and_which_split_where(run: Run) -> None:
    done = run("tokenize", "--explain", standard_input=b"9-to-5%\n")
    assert done.output == (
        "line:   '9-to-5%'\n"
        "  pad with spaces: ' 9-to-5% '\n"
        "  isolate ASCII punctuation: ' 9-to-5 %  '\n"
        "  split hyphen after a digit: ' 9 - to-5 %  '\n"
        "  split at white space: '9 - to-5 %'\n"
        "  '9' | '-': split hyphen after a digit\n"
        "  '-' | 'to-5': split hyphen after a digit\n"
        "  'to-5' | '%': isolate ASCII punctuation\n"
        "tokens: 9 - to-5 %\n"
        "\n"
    )


def test_demo_prints_commands_that_do_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("demo")
    assert (done.status, done.errors) == (0, "")
    folder, *parts = done.output.split("\n$ tallystick ")
    monkeypatch.chdir(folder.removeprefix("$ cd "))
    report = Path("report.html").read_bytes()
    Path("report.html").unlink()
    for part in parts:
        words, _, shown = part.partition("\n")
        assert shown.lstrip("\n").startswith(run(words).output)
    assert Path("report.html").read_bytes() == report


def test_demo_takes_a_folder_and_can_be_repeated_but_does_not_overwrite(run: Run) -> None:
    assert run("demo new/folder").output == run("demo new/folder").output
    copied = Path("new/folder/corpus.tsv")
    assert copied.read_bytes() == Path(EXAMPLE_TABLE).read_bytes()
    copied.write_text("mine")
    errors = refused(run("demo new/folder"))
    assert "corpus.tsv exists and is not the example of that name" in errors
    assert copied.read_text() == "mine"

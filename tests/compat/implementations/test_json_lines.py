"""Running programs as implementations, tested with small servers."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tallystick import OptionError, UnsupportedError
from tallystick.compat import Case, Implementation, Limits, Outcome, agree, json_lines, smallest
from tests.compat.internals import hello_in, outcome_in

from .starting import disagreement, failure, is_running

SERVER = """
import json, os, sys, time
HELLO = {{"name": "tested", "version": "1.5", "metrics": ["bleu"]}}
asked = []
def answer(request):
    {0}
for line in sys.stdin:
    request = json.loads(line)
    asked.append(request)
    said = dict(HELLO) if request["op"] == "hello" else answer(request)
    if said is not None:
        print(json.dumps({{"id": request["id"], **said}}), flush=True)
"""
ONE = Case.from_lines(["a b"], ["a c"])


def line_of(answer: str, **hello: Any) -> list[str]:
    """Return the command of a server with this body of `answer(request)`."""
    text = SERVER.format(answer.replace("\n", "\n    ")).replace(
        '"metrics": ["bleu"]}', f'"metrics": ["bleu"], **{hello!r}}}'
    )
    return [sys.executable, "-I", "-S", "-c", text]


def serving(answer: str, limits: Limits = Limits(), **hello: Any) -> Implementation:  # noqa: B008
    return json_lines(line_of(answer, **hello), limits=limits)


def test_a_program_says_what_it_is() -> None:
    made = serving(
        "return {'score': 50}",
        input="tokens",
        references="one",
        orders=[2, 4],
        scale=100,
        dialects=["papineni2002"],
    )
    assert (made.name, made.version(), made.metric) == ("tested", "1.5", "bleu")
    assert (made.input, made.references, made.orders) == ("tokens", "one", (2, 4))
    assert (made.order, made.scale, made.dialect) == (4, 100, "papineni2002")


def test_a_score_has_the_scale_and_the_statistics_that_the_program_says() -> None:
    made = serving("return {'score': 0.25, 'stats': {'counts': [3, 1], 'hypothesis_length': 4}}")
    assert made.score_case(ONE) == Outcome(
        score=25.0, statistics={"counts": (3, 1), "hypothesis_length": 4}
    )


def test_a_request_has_everything_that_a_score_depends_on() -> None:
    made = json_lines(
        line_of("return {'error': json.dumps(request)}", orders=[2, 4], capabilities=["sources"]),
        dialect="nltk",
        options=(("lowercase", "yes"),),
        order=2,
    )
    case = Case.from_lines(["a \u2028"], [["b", ""]], ["s"])
    assert json.loads(failure(made.score_case(case))[1]) == {
        "id": 2,
        "op": "score",
        "metric": "bleu",
        "dialect": "nltk",
        "params": {"lowercase": "yes", "order": 2},
        "hyps": ["a \u2028"],
        "refs": [["b", ""]],
        "srcs": ["s"],
    }


@pytest.mark.parametrize(
    ("declared", "metric", "options", "asked", "ours"),
    [
        (["chrf++"], None, {}, "chrf++", "chrf:dialect=sacrebleu,word_order=2,order=6"),
        (
            *(["chrf", "chrf++"], "chrf", {"word_order": "2"}),
            *("chrf++", "chrf:dialect=sacrebleu,word_order=2,order=6"),
        ),
        (["chrf", "chrf++"], "chrf", {}, "chrf", "chrf:dialect=sacrebleu,order=6"),
        (["rouge3"], None, {}, "rouge3", "rouge:dialect=sacrebleu,type=3"),
    ],
)
def test_a_metric_with_options_can_have_the_name_of_both(
    declared: list[str], metric: str | None, options: dict[str, str], asked: str, ours: str
) -> None:
    line = line_of("return {'unsupported': request['metric']}", metrics=declared)
    made = json_lines(line, metric=metric, dialect="sacrebleu", options=tuple(options.items()))
    outcome = made.run([["a"]], [[["a"]]], 6)
    assert str(outcome) == f"unsupported: {asked}"
    assert made.spec == ours


def test_a_program_may_compute_metrics_that_are_unknown() -> None:
    made = json_lines(line_of("return {'score': 1}", metrics=["mine", "bleu"]), metric="bleu")
    assert made.metric == "bleu"


def test_an_option_in_the_name_of_a_metric_must_be_valid() -> None:
    with pytest.raises(OptionError, match="order"):
        json_lines(line_of("return {}", metrics=["bleu:order=x"]))


def test_a_metric_that_lacks_the_options_of_the_name_is_refused() -> None:
    with pytest.raises(OptionError, match=r"does not compute chrf; it computes chrf\+\+"):
        json_lines(line_of("return {}", metrics=["chrf++"]), metric="chrf")


def test_one_process_answers_all_inputs_and_orders() -> None:
    made = serving("return {'score': os.getpid() / 1e9}", orders=[1, 2])
    scores = {made.score_case(ONE).score, made.at_order(1).score_case(ONE).score}
    assert len(scores) == 1


def test_requests_are_lines_of_ascii() -> None:
    # readers of some languages, such as Node's, also end lines at U+2028
    text = "return {'score': len(line.encode()) - len(line)}"
    made = serving(text)
    assert made.score([["\u2028", "\ud800", "é"]], [[["é"]]]).score == 0


def test_an_unsupported_input_is_no_finding_and_is_refused() -> None:
    made = json_lines(line_of("return {'unsupported': 'one segment only'}"), dialect="nltk")
    assert failure(made.score_case(ONE)) == ("unsupported", "one segment only")
    with pytest.raises(UnsupportedError, match="does not support this input: unsupported: one seg"):
        agree(made, ONE)


NO_SCORES = {
    '{"score": null}': "its score is null, which is not a finite number",
    '{"score": "27.3"}': "its score is '27.3', which",
    '{"score": true}': "its score is true, which",
    '{"score": "NaN"}': "its score is 'NaN', which",
    '{"score": 1, "stats": [1]}': "its stats are [1]; expected an object of whole numbers",
    '{"score": 1, "stats": {"counts": 1.5}}': "expected an object of whole numbers",
}


@pytest.mark.parametrize(
    ("said", "message"),
    [*NO_SCORES.items(), (f'{{"score": 1{400 * "0"}}}', "which is not a finite number")],
)
def test_a_score_that_is_no_number_is_nonsense(said: str, message: str) -> None:
    outcome = outcome_in(json.loads(said))
    assert outcome is not None
    kind, reason = failure(outcome)
    assert kind == "nonsense"
    assert message in reason


HELLO: dict[str, Any] = {"name": "x", "metrics": ["bleu"]}
INVALID_HELLOS: list[tuple[dict[str, Any], str]] = [
    ({"metrics": []}, "with metrics []; expected a list of one or more strings"),
    ({"name": 7}, "with name 7; expected a string"),
    ({"scale": 0}, "with scale 0; expected a positive number"),
    ({"orders": [0]}, "with orders [0]; expected a list of whole numbers from 1"),
    ({"input": "words"}, "with input 'words'; expected"),
]


@pytest.mark.parametrize(
    ("hello", "message"), [*INVALID_HELLOS, ({"error": "no model"}, "x cannot be used: no model")]
)
def test_an_invalid_hello_is_refused(hello: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        hello_in("x", HELLO | hello)
    assert message in str(error.value)


BREAKING = [
    ("print('Loading model...', flush=True)", "not JSON on standard output: 'Loading model...'"),
    ("print('[' * 100000, flush=True)", "not JSON on standard output: '[[["),
    ("print([1], flush=True)", "its answer is [1]; expected a JSON object"),
    ("return {'id': 1, 'score': 1}", "its answer has the id 1; expected "),
    ("return {}", "expected one of score, unsupported and error"),
    ("return {'score': 1, 'error': ''}", "expected one of score, unsupported and error"),
]


def test_a_program_that_breaks_the_protocol_is_started_again() -> None:
    bodies = "\n".join(
        f"if request['hyps'] == ['{number}']:\n    {body}"
        for number, (body, _) in enumerate(BREAKING)
    )
    made = serving(f"{bodies}\nreturn {{'score': 1}}")
    for number, (_, message) in enumerate(BREAKING):
        kind, reason = failure(made.score([[f"{number}"]], [[["a"]]]))
        assert kind == "nonsense"
        assert message in reason
        assert made.score_case(ONE).score == 100


def test_a_crash_is_reported_with_the_end_of_standard_error() -> None:
    made = serving("print('first\\nlast words', file=sys.stderr); os._exit(3)")
    kind, message = failure(made.score_case(ONE))
    assert kind == "crash"
    assert message.startswith(f"{sys.executable} ended with status 3 and gave no answer; its stand")
    assert message.endswith("first\nlast words")


def test_a_program_that_always_crashes_is_not_started_for_ever() -> None:
    made = serving("os._exit(3)", Limits(restarts=1))
    kinds = [failure(made.score_case(ONE))[0] for _ in range(4)]
    assert kinds == ["crash", "crash", "unsupported", "unsupported"]


def test_a_reduction_ends_with_the_last_start() -> None:
    made = json_lines(line_of("os._exit(3)"), dialect="plain", limits=Limits(restarts=2))
    case = Case.from_lines(["a b c", "d"], ["a", "b"])
    finding = disagreement(made, case)
    assert smallest(made, finding).kind == "crash"


def test_an_answer_that_is_late_is_a_time_out_and_the_next_is_right() -> None:
    made = serving(
        "if request['hyps'] == ['slow']: time.sleep(60)\nreturn {'score': 1}", Limits(timeout=0.3)
    )
    kind, message = failure(made.score([["slow"]], [[["a"]]]))
    assert kind == "timeout"
    assert "gave no answer within 0.3 s" in message
    assert made.score_case(ONE).score == 100


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_an_interrupt_does_not_shift_the_answers() -> None:
    interrupts = f"os.kill({os.getpid()}, 2); time.sleep(0.1)"
    made = serving(f"if request['hyps'] == ['x']: {interrupts}\nreturn {{'score': 1}}")
    with pytest.raises(KeyboardInterrupt):
        made.score([["x"]], [[["a"]]])
    assert made.score_case(ONE).score == 100


def test_a_program_that_stops_reading_does_not_block_a_write() -> None:
    reads_one = (
        "import sys, time; sys.stdin.readline(); "
        'print(\'{"id": 1, "name": "x", "metrics": ["bleu"]}\', flush=True); time.sleep(60)'
    )
    made = json_lines([sys.executable, "-I", "-S", "-c", reads_one], limits=Limits(timeout=0.3))
    assert failure(made.score([["a" * 2**21]], [[["a"]]]))[0] == "timeout"


def test_endless_output_is_not_kept() -> None:
    made = serving("while True: sys.stdout.write('x' * 2**16)")
    assert failure(made.score_case(ONE))[1].endswith("wrote more than 4,194,304 bytes")


def test_only_the_end_of_standard_error_is_kept() -> None:
    made = serving("sys.stderr.write('x' * 2**18 + 'end'); os._exit(3)")
    message = failure(made.score_case(ONE))[1]
    assert message.endswith("xend")
    assert len(message) < 1200


@pytest.mark.skipif(sys.platform == "win32", reason="sh and setsid are needed")
def test_what_a_program_started_ends_with_the_implementation() -> None:
    marker = "93.0625"  # an unusual number of seconds
    made = serving(f"os.system('sleep {marker} >/dev/null 2>&1 &'); return {{'score': 1}}")
    assert made.score_case(ONE).score == 100
    assert is_running(f"sleep {marker}")
    del made
    gc.collect()
    assert not is_running(f"sleep {marker}")


def test_no_process_is_left_when_the_interpreter_ends(tmp_path: Path) -> None:
    ended = tmp_path / "ended"
    line = line_of("return {'score': 1}")
    line[-1] += f"open({str(ended)!r}, 'w').close()"  # after the end of its input
    program = (
        "from tallystick.compat import json_lines\n"
        f"made = json_lines({line!r})\n"
        "assert made.score([['a']], [[['a']]]).score == 100"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert ended.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="where there is fork")
def test_a_forked_process_starts_a_program_of_its_own() -> None:
    made = serving("return {'score': os.getpid() / 1e9}")
    first = made.score_case(ONE).score
    receiver, sender = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(sender, repr(made.score_case(ONE).score).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert float(os.read(receiver, 100)) != first
    os.close(receiver)
    os.close(sender)
    assert made.score_case(ONE).score == first


@pytest.mark.skipif(sys.platform != "linux", reason="run on Linux")
def test_memory_is_limited() -> None:
    made = serving(
        "try: return {'score': len(bytearray(2**28)) / 2**28}\n"
        "except MemoryError: return {'error': 'no memory'}",
        Limits(memory=2**26),
    )
    assert failure(made.score_case(ONE)) == ("error", "no memory")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the command is empty"),
        ("no-such-program-here", "cannot be run: No such file"),
        ([sys.executable, "-ISc", "print('usage: x')"], "not JSON on standard output: 'usage: x'"),
        ([sys.executable, "-ISc", "print('usage: x')"], "tallystick/conformance.html describes"),
        (line_of("pass", metrics=["bleu", "chrf"]), "computes bleu, chrf; say which"),
    ],
)
def test_a_program_that_cannot_be_used_is_refused_at_once(line: Any, message: str) -> None:
    with pytest.raises(OptionError) as error:
        json_lines(line)
    assert message in str(error.value)


def test_a_slow_start_has_its_own_limit() -> None:
    text = "import time; time.sleep(60)"
    with pytest.raises(OptionError, match=r"gave no answer within 0\.2 s") as error:
        json_lines([sys.executable, "-I", "-S", "-c", text], limits=Limits(start=0.2))
    assert "was asked for JSON lines" in str(error.value)
    assert str(error.value).endswith("allow more time (--start and --seconds)")


@pytest.mark.parametrize(
    "limits", [{"timeout": 0}, {"start": float("inf")}, {"memory": 0}, {"restarts": -1}]
)
def test_a_limit_that_is_not_positive_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=f"{next(iter(limits))} is .*; expected"):
        Limits(**limits)


def test_the_schema_describes_what_is_accepted() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    place = files("tallystick.compat.implementations") / "json_lines.schema.json"
    schema = json.loads(place.read_text(encoding="utf-8"))
    valid = jsonschema.Draft202012Validator(schema).is_valid
    said: list[dict[str, Any]] = [
        {"score": 1},
        {"score": 0.5, "stats": {"counts": [1, 2], "length": 3}, "comment": "?"},
        {"unsupported": "order"},
        {"error": "empty"},
        HELLO | {"input": "tokens", "orders": [1], "scale": 100},
        {"op": "hello", "protocol": 1},
        {
            "op": "score",
            "metric": "bleu",
            "dialect": None,
            "params": {},
            "hyps": ["a"],
            "refs": [["a"]],
        },
    ]
    assert all(valid({"id": 1, **answer}) for answer in said)
    refused = [*map(json.loads, NO_SCORES), {}, {"score": 1, "error": ""}]
    refused += [HELLO | hello for hello, _ in INVALID_HELLOS]
    assert not any(valid({"id": 1, **answer}) for answer in refused)

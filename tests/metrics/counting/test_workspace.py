"""The workspace: references encoded once, parts and threads that change nothing."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Callable, Mapping
from itertools import pairwise
from threading import active_count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, Corpus, InputError, Nist, OptionError
from tallystick.metrics import (
    FunctionTokenizer,
    Lowercase,
    References,
    Text,
    Tokenizer,
    Workspace,
    tokenizer_named,
)
from tests.metrics.internals import MOST_THREADS, encode_lines, in_parts, run_in_threads
from tests.metrics.kernel.both import kernel
from tests.metrics.naive import clipped

LINES = st.lists(st.sampled_from(["a", "b", "C", "é", "1.5", "x-1"]), max_size=8).map(" ".join)
CORPORA = st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=3)), min_size=1).map(
    lambda segments: Corpus.from_segments(
        hypotheses=[line for line, _ in segments], references=[refs for _, refs in segments]
    )
)
HYPOTHESES = ["a b c d", "", "a a", "b c"]
REFERENCES = [["a b c", "c d"], ["x"], ["a", "a a a"], [""]]


@pytest.mark.parametrize("threads", [0, -1])
def test_fewer_threads_than_one_are_refused(threads: int) -> None:
    with pytest.raises(
        OptionError, match=f"threads is {threads}; expected a whole number of 1 or more"
    ):
        Workspace(threads)


@pytest.mark.parametrize("metric", [Bleu(tokenize="none"), Nist(dialect="doddington")])
@pytest.mark.parametrize("threads", [1, 2, 7])
@pytest.mark.parametrize("segments", [1, 2, 3])
def test_small_parts_change_no_bit(
    metric: Any, threads: int, segments: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus.from_segments(hypotheses=HYPOTHESES * 3, references=REFERENCES * 3)
    tokens = Corpus.from_segments(
        hypotheses=[line.split() for line in HYPOTHESES * 3],
        references=[[line.split() for line in lines] for lines in REFERENCES * 3],
    )
    expected = metric.statistics(corpus).rows.tobytes()
    monkeypatch.setattr("tallystick.metrics.counting.workspace.SEGMENTS_IN_A_PART", segments)
    assert metric.statistics(corpus, Workspace(threads)).rows.tobytes() == expected
    assert metric.statistics(tokens, Workspace(threads)).rows.tobytes() == expected


@given(corpus=CORPORA, words=st.integers(1, 9), threads=st.integers(1, 3))
def test_counting_a_few_words_at_a_time_changes_no_bit(
    corpus: Corpus, words: int, threads: int
) -> None:
    expected = Nist().statistics(corpus).rows.tobytes()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tallystick.metrics.whole_corpus.ngram_counts.WORDS_IN_A_BRANCH", words)
        assert Nist().statistics(corpus, Workspace(threads)).rows.tobytes() == expected
        fitted = Nist().fit([corpus.references], Workspace(threads, keeps=False))
        assert fitted.statistics(corpus).rows.tobytes() == expected


def spy() -> tuple[list[str], FunctionTokenizer]:
    """Return a tokenizer, and the lines that it is given."""
    seen: list[str] = []

    def split(line: str) -> list[str]:
        seen.append(line)
        return line.split()

    return seen, FunctionTokenizer("spy", split)


def test_matches_include_every_reference_length_and_no_thread_outlives_the_call() -> None:
    corpus, before = (
        Corpus.from_segments(hypotheses=HYPOTHESES, references=REFERENCES),
        active_count(),
    )
    for threads in (1, 3):
        matches = Workspace(threads).match(corpus, tokenizer_named("none"), "none", 2)
        assert matches.hypothesis_lengths.tolist() == [4, 0, 2, 2]
        assert matches.reference_lengths.tolist() == [3, 2, 1, 1, 3, 0]
        assert matches.reference_offsets.tolist() == [0, 2, 3, 5, 6]
        assert matches.matches.tolist() == [[4, 3], [0, 0], [2, 1], [0, 0]]
        assert matches.weighted is None
        assert active_count() == before


@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_in_a_thread_reaches_the_caller_and_leaves_the_workspace_usable(
    threads: int,
) -> None:
    fail = [True]

    def split(line: str) -> list[str]:
        if fail[0]:
            raise InputError(f"cannot split {line}")
        return line.split()

    tokenizer = FunctionTokenizer("once", split)
    corpus = Corpus.from_segments(hypotheses=["a r0"] * 6, references=[f"r{i}" for i in range(6)])
    space = Workspace(threads)
    with pytest.raises(InputError, match="cannot split r0"):
        space.match(corpus, tokenizer, "none", 2)
    fail[0] = False
    assert space.match(corpus, tokenizer, "none", 2).matches.tolist() == [[1, 0], *[[0, 0]] * 5]


def test_texts_are_tokenized_once_for_consecutive_metrics_and_systems() -> None:
    seen, tokenizer = spy()
    workspace = Workspace()
    references = References.per_segment(["a b", "c"])
    first = Corpus.from_segments(hypotheses=["a", "c d"], references=references)
    second = Corpus.from_segments(hypotheses=["b", "d c"], references=references)
    for corpus, lines in (
        (first, "a; c d"),
        (first, "a; c d"),
        (second, "b; d c"),
        (first, "a; c d"),
    ):
        [part] = workspace.pairs(corpus, tokenizer, "none")
        workspace.pairs(corpus, tokenizer_named("none"), "none")  # metrics can take turns
        tokens = part.hypotheses.vocabulary.tokens()
        words = [" ".join(tokens[number] for number in ids) for ids, _ in part]
        assert words == lines.split("; ")
    assert seen == ["a b", "c", "a", "c d", "b", "d c", "a", "c d"]
    workspace.pairs(first, tokenizer, "unicode")
    assert seen.count("a b") == 2


def test_equal_references_of_another_corpus_are_distinguished() -> None:
    space = Workspace()
    for reference, matches in (("a b", [2, 1]), ("c d", [0, 0]), ("a b", [2, 1])):
        corpus = Corpus.from_segments(hypotheses=["a b"], references=[reference])
        assert space.match(corpus, tokenizer_named("none"), "none", 2).matches.tolist() == [matches]
        del corpus


def test_what_is_made_once_is_made_again_for_other_texts() -> None:
    first = Corpus.from_segments(hypotheses=["a"], references=["b"])
    other_references = Corpus.from_segments(hypotheses=first.hypotheses, references=["c"])
    other = Corpus.from_segments(hypotheses=["a"], references=["b"])
    workspace = Workspace()
    made: list[Corpus] = []
    for corpus in (first, first, other_references, first, other, first):
        workspace.made_once(corpus, "key", lambda corpus=corpus: made.append(corpus))  # type: ignore[misc]
    assert made == [first, other_references, other, first]


WORDS = st.sampled_from(["a", "A", "b", "cat", "Ž", "ž"])
TOKEN_LISTS = st.lists(WORDS, max_size=5)


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[list[str]], list[list[list[str]]]]:
    references = draw(
        st.lists(st.lists(TOKEN_LISTS, min_size=1, max_size=3), min_size=1, max_size=8)
    )
    hypotheses = draw(
        st.lists(TOKEN_LISTS, min_size=len(references), max_size=len(references)).filter(any)
    )
    return hypotheses, references


def decoded(corpus: Corpus, lowercase: Any, threads: int) -> list[tuple[Any, Any]]:
    pairs = []
    for part in Workspace(threads).pairs(corpus, tokenizer_named("none"), lowercase):
        tokens = part.hypotheses.vocabulary.tokens()
        assert part.references.encoded.vocabulary is part.hypotheses.vocabulary
        segments = [
            (
                [tokens[number] for number in hypothesis.tolist()],
                [[tokens[number] for number in reference.tolist()] for reference in references],
            )
            for hypothesis, references in part
        ]
        assert len(part) == len(segments)
        pairs += segments
    return pairs


@given(corpus=corpora(), as_tokens=st.booleans(), threads=st.integers(1, 3))
def test_the_numbers_represent_the_tokens_of_every_segment(
    corpus: tuple[list[list[str]], list[list[list[str]]]], as_tokens: bool, threads: int
) -> None:
    hypotheses, references = corpus
    texts: dict[str, Any] = {"hypotheses": hypotheses, "references": references}
    if not as_tokens:
        texts["hypotheses"] = [" ".join(line) for line in hypotheses]
        texts["references"] = [[" ".join(line) for line in lines] for lines in references]
    made = Corpus.from_segments(**texts)
    assert decoded(made, "none", threads) == list(zip(hypotheses, references, strict=True))


TEXTS = ["", "Ab. 1,5 ΑΣ", "ΟΔΟΣ&amp;Σ http://A.b, “x”5.", "これはTESTです。 ", " 中文。3.14 "]
NAMES = (
    *("none", "char", "13a", "intl", "zh", "zh-2", "nltk-nist"),
    *("mteval-11b", "mteval-13a", "mteval-14c", "mteval-intl"),
)


def tokens_of(lines: list[str] | Text, tokenizer: Tokenizer, lowercase: Lowercase) -> object:
    vocabulary = kernel.Vocabulary()
    ids, offsets = encode_lines(lines, vocabulary, tokenizer, lowercase)
    tokens = [vocabulary.token(number) for number in array("I", ids)]
    return [tokens[start:end] for start, end in pairwise(array("q", offsets))]


@pytest.mark.kernel
@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
@pytest.mark.parametrize("name", [*NAMES, "ja-mecab", "halves"])
def test_tokens_are_those_of_the_tokenizer(name: str, lowercase: Lowercase) -> None:
    if name == "ja-mecab":
        pytest.importorskip("MeCab")
        pytest.importorskip("ipadic")
    halves = FunctionTokenizer("halves", lambda line: line.replace(";", " ").split())
    tokenizer = halves if name == "halves" else tokenizer_named(name)
    expected = [tokenizer(line, lowercase) for line in TEXTS]
    assert tokens_of(TEXTS, tokenizer, lowercase) == expected
    assert tokens_of(Text.from_lines(TEXTS), tokenizer, lowercase) == expected
    assert tokens_of([], tokenizer, lowercase) == []


@pytest.mark.parametrize("threads", [1, 2, 5, 20])
def test_the_results_of_tasks_are_in_order(threads: int) -> None:
    def task(number: int) -> Callable[[], tuple[int, int]]:
        return lambda: (number, threading.get_ident())

    results = run_in_threads([task(number) for number in range(12)], threads)
    assert [number for number, _ in results] == list(range(12))
    assert len({thread for _, thread in results}) <= threads


def test_a_number_of_threads_without_sense_is_not_started() -> None:
    def task() -> int:
        time.sleep(0.001)
        return threading.active_count()

    others = threading.active_count()
    assert max(run_in_threads([task] * (3 * MOST_THREADS), 10**30)) < others + MOST_THREADS
    assert Workspace(10**30).threads == MOST_THREADS
    # nor do the parts of resamples become smaller
    parts = in_parts(lambda start, stop: stop - start, 10_000, 1, 10**30)
    assert (len(parts), sum(parts)) == (-(-10_000 // -(-10_000 // MOST_THREADS)), 10_000)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_first_failure_of_several_is_raised_and_no_task_is_started_later(threads: int) -> None:
    started = []

    def task(number: int) -> Callable[[], None]:
        def run() -> None:
            started.append(number)
            time.sleep(0.01 / (number + 1))  # the later, the sooner it fails
            if number < 4:
                raise InputError(str(number))

        return run

    with pytest.raises(InputError, match=r"^0$"):
        run_in_threads([task(number) for number in range(54)], threads)
    assert len(started) < 10


@pytest.mark.parametrize("threads", [2, 4])
def test_ctrl_c_ends_what_the_other_threads_are_doing(threads: int) -> None:
    running = threading.Barrier(threads)

    def never_end() -> None:
        running.wait()
        while True:
            pass

    def interrupt() -> None:
        running.wait()
        raise KeyboardInterrupt

    before = threading.active_count()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_in_threads_with_the_first_here(interrupt, [never_end] * (threads - 1))
    assert time.monotonic() - started < 5
    assert threading.active_count() == before


def run_in_threads_with_the_first_here(
    here: Callable[[], None], elsewhere: list[Callable[[], None]]
) -> None:
    """Run one task in this thread, wherever it falls among those of the others."""
    this = threading.get_ident()
    tasks = iter(elsewhere)

    def task() -> None:
        (here if threading.get_ident() == this else next(tasks))()

    run_in_threads([task] * (len(elsewhere) + 1), len(elsewhere) + 1)


def test_an_exit_in_another_thread_is_raised_here(capfd: pytest.CaptureFixture[str]) -> None:
    def leave() -> None:
        raise SystemExit(77)

    def wait() -> None:
        time.sleep(0.05)

    with pytest.raises(SystemExit):
        run_in_threads_with_the_first_here(wait, [leave])
    assert capfd.readouterr().err == ""


ODD_TEXTS = st.text("ab .é中😀", max_size=20)


def counter_with(
    active: str, references: list[str], order: int
) -> Callable[[str], Mapping[str, Any]]:
    metric = Bleu(order=order, tokenize="none", lowercase="unicode")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "ACTIVE", active)
        count = metric.segment_counter(references)
    assert count is not None
    return count


@given(
    hypothesis=ODD_TEXTS,
    references=st.lists(ODD_TEXTS, min_size=1, max_size=3),
    order=st.integers(1, 5),
)
def test_ids_tokens_and_a_count_by_hand_give_the_same_matches(
    hypothesis: str, references: list[str], order: int
) -> None:
    words, of_references = hypothesis.split(), [line.split() for line in references]
    closest = min((abs(len(other) - len(words)), len(other)) for other in of_references)[1]
    expected = {
        "hypothesis_length": len(words),
        "reference_length": closest,
        "matches": [clipped(words, of_references, n).total() for n in range(1, order + 1)],
        "totals": [max(len(words) - n + 1, 0) for n in range(1, order + 1)],
    }
    for active in ("compiled", "python"):
        counts = counter_with(active, references, order)(hypothesis)
        assert {name: counts[name] for name in expected} == expected


@pytest.mark.parametrize("active", ["compiled", "python"])
def test_a_lone_surrogate_is_named_with_its_reference(active: str) -> None:
    with pytest.raises(InputError, match=r"reference 2 of the segment .* surrogate '\\udcff'"):
        counter_with(active, ["b", "c \udcff"], 2)

"""The workspace: references encoded once, parts and threads that change nothing."""

from threading import active_count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, Corpus, InputError, Nist, OptionError
from tallystick.metrics import FunctionTokenizer, References, Workspace, tokenizer_named

LINES = st.lists(st.sampled_from(["a", "b", "C", "é", "1.5", "x-1"]), max_size=8).map(" ".join)
CORPORA = st.lists(st.tuples(LINES, st.lists(LINES, min_size=1, max_size=3)), min_size=1).map(
    lambda segments: Corpus.from_segments(
        hypotheses=[one for one, _ in segments], references=[refs for _, refs in segments]
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
    one = metric.statistics(corpus).rows.tobytes()
    monkeypatch.setattr("tallystick.metrics.counting.workspace.SEGMENTS_IN_A_PART", segments)
    assert metric.statistics(corpus, Workspace(threads)).rows.tobytes() == one
    assert metric.statistics(tokens, Workspace(threads)).rows.tobytes() == one


@given(corpus=CORPORA, words=st.integers(1, 9), threads=st.integers(1, 3))
def test_counting_a_few_words_at_a_time_changes_no_bit(
    corpus: Corpus, words: int, threads: int
) -> None:
    one = Nist().statistics(corpus).rows.tobytes()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tallystick.metrics.whole_corpus.ngram_counts.WORDS_IN_A_BRANCH", words)
        assert Nist().statistics(corpus, Workspace(threads)).rows.tobytes() == one
        fitted = Nist().fit([corpus.references], Workspace(threads, keeps=False))
        assert fitted.statistics(corpus).rows.tobytes() == one


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
    one = Corpus.from_segments(hypotheses=["a", "c d"], references=references)
    other = Corpus.from_segments(hypotheses=["b", "d c"], references=references)
    for corpus, lines in ((one, "a; c d"), (one, "a; c d"), (other, "b; d c"), (one, "a; c d")):
        [part] = workspace.pairs(corpus, tokenizer, "none")
        workspace.pairs(corpus, tokenizer_named("none"), "none")  # metrics can take turns
        tokens = part.hypotheses.vocabulary.tokens()
        found = [" ".join(tokens[number] for number in ids) for ids, _ in part]
        assert found == lines.split("; ")
    assert seen == ["a b", "c", "a", "c d", "b", "d c", "a", "c d"]
    workspace.pairs(one, tokenizer, "unicode")
    assert seen.count("a b") == 2


def test_equal_references_of_another_corpus_are_distinguished() -> None:
    space = Workspace()
    for reference, matches in (("a b", [2, 1]), ("c d", [0, 0]), ("a b", [2, 1])):
        corpus = Corpus.from_segments(hypotheses=["a b"], references=[reference])
        assert space.match(corpus, tokenizer_named("none"), "none", 2).matches.tolist() == [matches]
        del corpus


def test_what_is_made_once_is_made_again_for_other_texts() -> None:
    one = Corpus.from_segments(hypotheses=["a"], references=["b"])
    other_references = Corpus.from_segments(hypotheses=one.hypotheses, references=["c"])
    other = Corpus.from_segments(hypotheses=["a"], references=["b"])
    workspace = Workspace()
    made: list[Corpus] = []
    for corpus in (one, one, other_references, one, other, one):
        workspace.made_once(corpus, "key", lambda corpus=corpus: made.append(corpus))  # type: ignore[misc]
    assert made == [one, other_references, other, one]

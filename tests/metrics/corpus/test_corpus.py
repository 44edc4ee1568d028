"""What a corpus accepts, what it refuses, and its errors."""

import copy
import math
import pickle
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, TallystickWarning
from tallystick.metrics import Corpus, References, Text, Tokens
from tests.metrics.internals import as_corpus

PER_SEGMENT = "Corpus.from_segments(hypotheses=hypotheses, references=references)"
STREAMS = "Corpus.from_streams(hypotheses=hypotheses, references=references)"
ONE_SENTENCE = "hypotheses=[hypothesis], references=[references]"
BYTES = "is of type bytes; decode it to str first"


class Build(Protocol):
    """What `as_corpus` and `Corpus.from_segments` have in common."""

    def __call__(self, *, hypotheses: Any, references: Any, **columns: Any) -> Corpus: ...


def references_of(corpus: Corpus) -> list[object]:
    return [corpus.references[index] for index in range(len(corpus))]


class Column:
    """A column as pandas has it: iterable, with `tolist`, but no sequence."""

    def __init__(self, values: Sequence[object]) -> None:
        self.values = values

    def __iter__(self) -> NoReturn:
        raise AssertionError("tolist is faster")

    def tolist(self) -> list[object]:
        return list(self.values)


class ArrowColumn:
    def __iter__(self) -> NoReturn:
        raise AssertionError("its elements are not Python strings")

    def to_pylist(self) -> list[str]:
        return ["a", "b"]


class DataFrame:
    """A table, whose iteration gives the names of its columns."""

    columns = ("a", "b")

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)


NO_STRINGS: list[Any] = [3, b"x", 2.5, {}]


def nan_cases(nan: object) -> list[tuple[Any, Any, str]]:
    """Return texts with NaN, and what is said of it."""
    looks = r"is of type float \(nan\), which looks like a missing value; give"
    hypothesis = f"hypothesis of segment 2 {looks} '' for an empty"
    missing = f"{looks} None for a missing reference, or '' for an empty text"
    return [
        (["a", nan], ["x", "y"], hypothesis),
        ([["a"], nan], [["x"], ["y"]], hypothesis),
        (["a", "b"], ["x", nan], f"entry of segment 2 in references {missing}"),
        (["a", "b"], [["x", nan], ["y"]], f"reference 2 of segment 1 {missing}"),
        ([["a"], ["b"]], [[["x"], nan], [["y"]]], f"reference 2 of segment 1 {missing}"),
    ]


REFUSED: list[tuple[Any, Any, str]] = [
    ([], [], "nothing to score"),
    (list("abc"), [[], [], []], r"segment 1 has no reference \(nor do 2 more\)"),
    (["a"] * 4, [["x"], ["y", "z"], ["w"]], "references has 3 entries, but hypotheses has 4 hyp"),
    (["a"] * 4, [["x"] * 3, ["y"] * 3], "2 lists of 3 strings each, but hypotheses has 4"),
    ([["a"]] * 3, [[["a"]] * 3, [["b"]] * 3], f"2 lists of 3 token lists.*{re.escape(STREAMS)}"),
    (["a", "b"], ["x", "y", "z"], "flat list of 3 strings, but hypotheses has 2 hyp"),
    (["a"], ["x", "y"], r"write references=\[references\]"),
    ("the cat", ["a"], r"hypotheses is the single string 'the cat'.*write hypotheses=\[hypothesis"),
    (["a"], "the cat", r"single string 'the cat'.*: for one .* write references=\[+reference\]"),
    # the number one is followed by the singular
    (["a b", "c"], [["x"]], "1 list of 1 string, but hypotheses has 2 hypotheses"),
    (["a", "b"], ["x"], "flat list of 1 string, but"),
    (["a"], [["x"], ["y", "z"]], "has 2 entries, but hypotheses has 1 hypothesis;"),
    (["a", "b"], [[], []], r"\(nor does 1 more\)"),
    (["a"], References.per_segment(["x", "y"]), "is 1 hypothesis but references for 2 segments"),
    ([["a b"]], ["a"], "1 of the first 1 distinct token contains a space"),
    # bytes must be decoded
    (["a", b"x"], ["x", "y"], f"the hypothesis of segment 2 {BYTES}"),
    ([b"x"], ["x"], f"the hypothesis of segment 1 {BYTES}"),
    (["a", "b"], [["x"], [b"y"]], f"reference 1 of segment 2 {BYTES}"),
    # texts and tokens
    (["a", None], ["x", "y"], "the hypothesis of segment 2 is None"),
    (["a"], [["x", "\ud800"]], "reference 2 of segment 1 contains the lone"),
    (["a", "b", ["c"]], list("xyz"), r"segment 1 is a string but .*segment 3 is a token"),
    ([[["a"]]], [["a"]], "token 1 of the hypothesis of segment 1 is of type"),
    (["a b"], [[["a", "b"]]], r"hypotheses are text .* references are token lists"),
    ([["a", "b"]], ["a b"], r"token lists|means tokens, but"),
    ([["a", "b"]], [["a b", "a c d", "e f"]], r"token lists|means tokens, but"),
    ([["the cat sat"], ["a dog"]], ["the cat", "a dog"], "2 of the first 2 distinct tokens con"),
    ([["a"], ["b"]], [["a", "c"], []], re.escape("[[]] for tokens")),
    # segments without any reference, and entries that are no list of references
    *(
        (["a", "b", "c"], [["x"], entry, ["y", "z"]], r"segment 2 has no reference;")
        for entry in (None, [], [None], (None, None))
    ),
    *(
        (["a", "b"], [["x"], wrong], r"segment 2 in references is of type")
        for wrong in (3, b"x", {"x": 1})
    ),
    # elements that are no strings
    *(
        case
        for wrong in NO_STRINGS
        for case in (
            (
                ["a", wrong],
                ["x", "y"],
                f"hypothesis of segment 2 is of type {type(wrong).__name__}",
            ),
            (
                ["a", "b"],
                [["x"], ["y", None, wrong]],
                f"reference 3 of segment 2 is of type {type(wrong).__name__}",
            ),
        )
    ),
    (["a", 2.5], ["x", "y"], "segment 2 is of type float; expected a string"),
    *(case for nan in (float("nan"), np.float64("nan")) for case in nan_cases(nan)),
    # one sentence as tokens
    *(
        (list("abcd"), some, f"expected one entry for every.*{re.escape(ONE_SENTENCE)}")
        for some in ([["a", "b", "c"]], [["a", "b", "c"], ["a", "b"]])
    ),
    # packed references
    (["a"] * 3, References.per_segment(["x"]), "3 hypotheses but references for 1 segment;"),
    ([["a"]], References.per_segment(["x"]), "hypotheses are token lists but the references are t"),
]


WORDS = list("abcd")
ACCEPTED: dict[str, tuple[Any, Any, list[tuple[object, object]]]] = {
    "a flat list is one reference for each hypothesis": (
        ["a b", "c"],
        ["a", "c d"],
        [("a b", ("a",)), ("c", ("c d",))],
    ),
    "lists, strings and missing references may be mixed": (
        ["a", "b", "c"],
        ["x", ["y", None, ""], ("z",)],
        [("a", ("x",)), ("b", ("y", "")), ("c", ("z",))],
    ),
    "an empty reference is a reference": (
        ["a", "b"],
        [[""], ["", "y"]],
        [("a", ("",)), ("b", ("", "y"))],
    ),
    "one hypothesis and one reference": (["a"], [["x"]], [("a", ("x",))]),
    "several references of one hypothesis": (["a"], [["x", "y", "z"]], [("a", ("x", "y", "z"))]),
    "words of one sentence as tokens": ([WORDS], [[WORDS] * 3], [((*"abcd",), 3 * ((*"abcd",),))]),
    "token lists are tokens": (
        [["a", "b"], []],
        [[["a", "c"], ["d"]], [[], None, ("e",)]],
        [(("a", "b"), (("a", "c"), ("d",))), ((), ((), ("e",)))],
    ),
    "one token list is one reference for token hypotheses": (
        [["a"], ["b"]],
        [["a", "c"], [["d"], ["e", "f"]]],
        [(("a",), (("a", "c"),)), (("b",), (("d",), ("e", "f")))],
    ),
    "token arrays are token lists": (
        [np.array(["a", "b"]), np.array(["c"])],
        [[np.array(["a"])], [np.array(["d", "e"]), None]],
        [(("a", "b"), (("a",),)), (("c",), (("d", "e"),))],
    ),
    "a two-dimensional array is references per segment": (
        ["a", "b"],
        np.array([["x"], ["y"]]),
        [("a", ("x",)), ("b", ("y",))],
    ),
    "string subclasses are strings": (
        *([np.str_("word"), "b"], [np.str_("word"), [np.str_("word"), "c"]]),
        [("word", ("word",)), ("b", ("word", "c"))],
    ),
}


@pytest.mark.parametrize("build", [as_corpus, Corpus.from_segments])
class TestPerSegment:
    @pytest.mark.parametrize(("hypotheses", "references", "message"), REFUSED)
    def test_texts_that_do_not_fit_are_refused_with_the_reason(
        self, build: Build, hypotheses: Any, references: Any, message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            build(hypotheses=hypotheses, references=references)

    @pytest.mark.parametrize("case", ACCEPTED.values(), ids=ACCEPTED)
    def test_texts_of_every_shape_are_paired(
        self, build: Build, case: tuple[Any, Any, list[tuple[object, object]]]
    ) -> None:
        hypotheses, references, expected = case
        corpus = build(hypotheses=hypotheses, references=references)
        assert list(zip(corpus.hypotheses, references_of(corpus), strict=True)) == expected
        numbers = [len(some) for _, some in expected]  # type: ignore[arg-type]
        assert corpus.references.counts.tolist() == numbers
        assert corpus.references.number == (numbers[0] if len({*numbers}) == 1 else None)
        assert isinstance(corpus.hypotheses, Text if isinstance(expected[0][0], str) else Tokens)

    @pytest.mark.parametrize("streams", [1, 3])
    def test_words_as_hypotheses_may_be_streams_or_one_sentence_as_tokens(
        self, build: Build, streams: int
    ) -> None:
        words = ["a", "b", "c", "d"]
        with pytest.raises(InputError) as caught:
            build(hypotheses=words, references=[words] * streams)
        message = str(caught.value)
        assert "there are 4 hypotheses, none with white space in it" in message
        assert f"parallel streams for 4 segments: write {STREAMS}" in message
        assert f"one sentence as tokens: write {ONE_SENTENCE}" in message

    @pytest.mark.parametrize("hypotheses", [["a", "b\u3000c", "d"], ["a b", "c d", "e"], ["a"]])
    def test_sentences_and_a_single_word_are_not_one_sentence_as_tokens(
        self, build: Build, hypotheses: list[str]
    ) -> None:
        with pytest.raises(InputError) as caught:
            build(hypotheses=hypotheses, references=[["x"] * len(hypotheses)] * 2)
        assert "one sentence" not in str(caught.value)
        assert str(caught.value).endswith(STREAMS)

    @pytest.mark.parametrize("wrong", [None, 3, 2.5, b"a", {"a": "b"}, {"a"}, DataFrame()])
    def test_anything_that_is_not_a_list_is_refused_by_its_type(
        self, build: Build, wrong: object
    ) -> None:
        kind = type(wrong).__name__
        with pytest.raises(InputError, match=f"hypotheses is of type {kind}"):
            build(hypotheses=wrong, references=["a"])
        with pytest.raises(InputError, match=f"references is of type {kind}"):
            build(hypotheses=["a"], references=wrong)

    def test_words_instead_of_references_cause_a_warning(self, build: Build) -> None:
        with pytest.warns(TallystickWarning, match="^1 segment has 4 references.*look like token"):
            build(hypotheses=["a b c d"], references=[["a", "b", "c", "d"]])

    def test_generators_are_consumed_once(self, build: Build) -> None:
        corpus = build(
            hypotheses=(line for line in ["a", "b", "c"]),
            references=((line for line in [f"{k} x", None, f"{k} y", ""]) for k in range(3)),
            documents=iter("ddd"),
        )
        assert references_of(corpus) == [(f"{k} x", f"{k} y", "") for k in range(3)]
        assert corpus.documents == ("d", "d", "d")
        tokens = build(
            hypotheses=(iter(["a", "b"]) for _ in range(2)),
            references=([iter(["a"]), iter(["b", "c"]), iter([])] for _ in range(2)),
        )
        assert list(tokens.hypotheses) == [("a", "b")] * 2
        assert tokens.references[1] == (("a",), ("b", "c"), ())

    def test_arrays_and_columns_are_lists(self, build: Build) -> None:
        corpus = build(
            hypotheses=np.array(["a", "b"]),
            references=Column([np.array(["x", "y", "z"]), Column(["w"])]),
            documents=ArrowColumn(),
        )
        assert list(corpus.hypotheses) == ["a", "b"]
        assert references_of(corpus) == [("x", "y", "z"), ("w",)]
        assert corpus.documents == ("a", "b")

    def test_packed_text_tokens_and_references_are_not_copied(self, build: Build) -> None:
        text = Text.from_lines(["a", "b"])
        references = References.per_segment(["x", ["y", "z"]])
        corpus = build(hypotheses=text, references=references)
        assert corpus.hypotheses is text
        assert corpus.references is references
        assert references_of(build(hypotheses=text, references=text)) == [("a",), ("b",)]
        tokens = Tokens.from_lists([["a b"], ["c d"]])
        assert build(hypotheses=tokens, references=tokens).references[0] == (("a b",),)

    def test_later_changes_of_the_callers_lists_change_nothing(self, build: Build) -> None:
        hypotheses, references, documents = ["a", "b"], [["x"], ["y"]], ["d", "e"]
        metadata = {"domain": ["news", "chat"]}
        corpus = build(
            hypotheses=hypotheses, references=references, documents=documents, metadata=metadata
        )
        hypotheses[0] = references[0][0] = documents[0] = metadata["domain"][0] = "changed"
        metadata["more"] = ["1", "2"]
        assert corpus.hypotheses[0] == "a"
        assert corpus.references[0] == ("x",)
        assert corpus.documents == ("d", "e")
        assert dict(corpus.metadata) == {"domain": ("news", "chat")}


class TestAmbiguousShape:
    references = (["a", "b"], ["c", "d"])

    def test_is_refused_with_both_readings_and_all_calls(self) -> None:
        with pytest.raises(InputError) as caught:
            as_corpus(hypotheses=["h", "i"], references=self.references)
        sentence = f"one sentence as tokens: write {ONE_SENTENCE}"
        for part in ("['a', 'b']", "['a', 'c']", PER_SEGMENT, STREAMS, sentence):
            assert part in str(caught.value)
        with pytest.raises(InputError, match=r"score that corpus$"):
            as_corpus(hypotheses=["h i", "j"], references=self.references)

    def test_is_settled_by_either_constructor(self) -> None:
        per_segment = Corpus.from_segments(hypotheses=["h", "i"], references=self.references)
        assert references_of(per_segment) == [("a", "b"), ("c", "d")]
        streams = Corpus.from_streams(hypotheses=["h", "i"], references=self.references)
        assert references_of(streams) == [("a", "c"), ("b", "d")]

    def test_of_which_both_readings_agree_is_accepted(self) -> None:
        corpus = as_corpus(hypotheses=["h", "i"], references=[["a", "b"], ["b", "c"]])
        assert references_of(corpus) == [("a", "b"), ("b", "c")]

    @pytest.mark.parametrize(
        ("hypotheses", "references"),
        [
            ([["h"], ["i"]], [[["a"], ["b"]], [["c"], ["d"]]]),
            (["h", "i"], [["a", None], ["b", "c"]]),
        ],
    )
    def test_is_refused_for_tokens_and_where_one_reference_is_missing(
        self, hypotheses: Any, references: Any
    ) -> None:
        with pytest.raises(InputError, match="two ways"):
            as_corpus(hypotheses=hypotheses, references=references)

    def test_is_not_there_for_token_lists_as_long_as_the_corpus(self) -> None:
        corpus = as_corpus(hypotheses=[["h"], ["i"]], references=[["a", "b"], ["c", "d"]])
        assert references_of(corpus) == [(("a", "b"),), (("c", "d"),)]


NO_STREAMS: list[Any] = [[], (), iter([])]


class TestStreams:
    def test_of_tokens_give_token_lists(self) -> None:
        corpus = Corpus.from_streams(
            hypotheses=[["a"], ["b"]], references=[[["r"], ["s", "t"]], [[], None]]
        )
        assert references_of(corpus) == [(("r",), ()), (("s", "t"),)]

    def test_may_be_packed_already(self) -> None:
        first, second = Text.from_lines(["é", "b"]), Text.from_lines(["c", "ü"])
        corpus = Corpus.from_streams(hypotheses=["x", "y"], references=[first, second])
        assert references_of(corpus) == [("é", "c"), ("b", "ü")]
        mixed = Corpus.from_streams(hypotheses=["x", "y"], references=(first, iter(["c", "d"])))
        assert references_of(mixed) == [("é", "c"), ("b", "d")]

    @pytest.mark.parametrize(
        ("references", "odd"),
        [
            ([["x", "y"], ["z"]], "stream 2 has 1 entry but there are 2 hypotheses;"),
            ([["x"], ["y"], ["z"]], "stream 1 has 1 entry but there are 3 hypotheses;"),
            ([["x", "y"]], "stream 1 has 2 entries but there is 1 hypothesis;"),
        ],
    )
    def test_of_another_length_are_named_before_references_per_segment_are_considered(
        self, references: list[list[str]], odd: str
    ) -> None:
        message = f"^reference {odd}.*If .* not streams but .* write {re.escape(PER_SEGMENT)}$"
        with pytest.raises(InputError, match=message) as caught:
            Corpus.from_streams(hypotheses=["a"] * len(references), references=references)
        assert "these are" not in str(caught.value)

    @pytest.mark.parametrize(
        ("hypotheses", "references", "message"),
        [
            (["a", "b"], [["r", None], ["s", None]], "segment 2 has no reference"),
            (["a", "b"], ["x", "y"], r"flat list of 2 strings.*references=\[references\]"),
            (["a", "b"], ["x", "y"], re.escape(PER_SEGMENT)),
            (
                ["a"] * 1984,
                [["x"] * 1984, ["y"] * 1983],
                "stream 2 has 1,983 entries but there are 1,984",
            ),
            *((["a"], references, "contains no stream") for references in NO_STREAMS),
            ([["a"], ["b"]], [["x", "y"]], "the hypotheses are token lists but the references"),
            (["a", "b"], [[["x"], ["y"]]], r"hypotheses are text .*references are token lists"),
            (["a", "b"], [["x", "y"], ["z", 3]], "reference 2 of segment 2 is of type int"),
            (
                ["a"],
                [["x"], [math.nan]],
                r"reference 2 of segment 1 .*\(nan\), .* None for a missing",
            ),
            ([], [[]], "nothing to score"),
        ],
    )
    def test_that_do_not_fit_are_refused_with_the_reason(
        self, hypotheses: Any, references: Any, message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            Corpus.from_streams(hypotheses=hypotheses, references=references)


class TestColumns:
    @pytest.mark.parametrize(
        ("columns", "message"),
        [
            ({"documents": ["d"]}, "documents has 1 entry but there are 2 hypotheses"),
            ({"documents": ["d", "d "]}, "'d' and 'd ' differ in white space only"),
            ({"sources": ["s"]}, "sources has 1 entry but there are 2 hypotheses"),
            ({"metadata": {"domain": ["m"]}}, "metadata 'domain' has 1 entry but there are 2 hyp"),
            ({"documents": ["d", None]}, "entry 2 of documents is of type NoneType"),
            ({"sources": ["s", 1]}, "the source of segment 2 is of type int"),
            ({"metadata": {"n": [1, 2]}}, "entry 1 of metadata 'n' is of type int"),
            ({"metadata": {1: ["a", "b"]}}, "a column of metadata has the name 1 of type int"),
        ],
    )
    def test_that_do_not_fit_are_refused(self, columns: dict[str, Any], message: str) -> None:
        with pytest.raises(InputError, match=message):
            as_corpus(hypotheses=["a", "b"], references=["x", "y"], **columns)

    @pytest.mark.parametrize(
        ("columns", "name"),
        [
            ({"documents": "xy"}, "documents"),
            ({"sources": "xy"}, "sources"),
            ({"metadata": {"n": "xy"}}, "metadata 'n'"),
        ],
    )
    def test_given_as_one_string_of_the_right_length_are_refused(
        self, columns: dict[str, Any], name: str
    ) -> None:
        message, texts = f"{name} is the single string 'xy'", Text.from_lines(["a", "b"])
        with pytest.raises(InputError, match=message):
            as_corpus(hypotheses=["a", "b"], references=["x", "y"], **columns)
        with pytest.raises(InputError, match=f"{message}; expected a list of strings, one for ev"):
            Corpus(texts, References.one_each(texts), **columns)


class TestSlices:
    corpus = Corpus.from_segments(
        hypotheses=["a", "b", "c", "d"],
        references=[["r"], ["s", "t"], ["u"], ["v", "w", "x"]],
        documents=["1", "1", "2", "2"],
        sources=["e", "f", "g", "h"],
        metadata={"m": ["i", "j", "k", "l"]},
    )

    def test_cut_every_column(self) -> None:
        part = self.corpus[1:3]
        assert part == Corpus.from_segments(
            hypotheses=["b", "c"],
            references=[["s", "t"], ["u"]],
            documents=["1", "2"],
            sources=["f", "g"],
            metadata={"m": ["j", "k"]},
        )
        assert part == self.corpus.slice(1, 3)

    def test_share_the_text(self) -> None:
        part = self.corpus[2:]
        assert isinstance(part.hypotheses, Text)
        assert isinstance(self.corpus.hypotheses, Text)
        assert part.hypotheses.data is self.corpus.hypotheses.data
        assert isinstance(part.references.segments, Text)
        assert isinstance(self.corpus.references.segments, Text)
        assert part.references.segments.data is self.corpus.references.segments.data

    def test_that_are_empty_cannot_be_scored(self) -> None:
        for part in (slice(2, 2), slice(3, 1)):
            with pytest.raises(InputError, match="nothing to score"):
                self.corpus[part]

    def test_have_no_step_and_are_the_only_index(self) -> None:
        with pytest.raises(InputError, match="step 1, not 2"):
            self.corpus[::2]
        with pytest.raises(TypeError, match=re.escape("corpus[i:i + 1]")):
            self.corpus[0]  # type: ignore[index]
        with pytest.raises(TypeError, match="not iterable"):
            iter(self.corpus)  # type: ignore[call-overload]


class TestImmutability:
    corpus = Corpus.from_segments(hypotheses=["a"], references=["b"], metadata={"m": ["n"]})

    def test_holds_for_fields_metadata_and_offsets(self) -> None:
        with pytest.raises(AttributeError):
            self.corpus.documents = ("d",)  # type: ignore[misc]
        with pytest.raises(TypeError):
            self.corpus.metadata["m"] = ("o",)  # type: ignore[index]
        with pytest.raises(ValueError, match="read-only"):
            self.corpus.references.offsets[0] = 1

    def test_does_not_forbid_copies_and_pickles(self) -> None:
        assert copy.deepcopy(self.corpus) == self.corpus
        assert pickle.loads(pickle.dumps(self.corpus)) == self.corpus


LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@given(
    st.integers(1, 6).flatmap(
        lambda number: st.lists(
            st.tuples(LINES, st.lists(st.none() | LINES, min_size=number, max_size=number)).filter(
                lambda segment: any(reference is not None for reference in segment[1])
            ),
            min_size=1,
            max_size=6,
        )
    )
)
def test_references_per_segment_equal_their_transposed_streams(
    segments: list[tuple[str, list[str | None]]],
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in segments]
    per_segment = [references for _, references in segments]
    streams = [list(stream) for stream in zip(*per_segment, strict=True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)  # of references that look like words
        corpus = Corpus.from_segments(hypotheses=hypotheses, references=per_segment)
    assert corpus == Corpus.from_streams(hypotheses=hypotheses, references=streams)
    assert list(corpus.hypotheses) == hypotheses
    assert references_of(corpus) == [
        tuple(reference for reference in references if reference is not None)
        for references in per_segment
    ]


def test_a_corpus_is_read_from_files_of_any_form(tmp_path: Path) -> None:
    (tmp_path / "h.txt").write_text("a\nb\n")
    (tmp_path / "r.tsv").write_text("doc\treference:1\treference:2\nx\tc\td\ny\te\t\\N\n")
    (tmp_path / "s.txt").write_text("s\nt\n")
    corpus = Corpus.from_files(
        hypotheses=tmp_path / "h.txt", references=tmp_path / "r.tsv", sources=tmp_path / "s.txt"
    )
    columns: Any = {"documents": ["x", "y"], "sources": ["s", "t"]}
    assert corpus == as_corpus(hypotheses=["a", "b"], references=[["c", "d"], ["e"]], **columns)
    assert (corpus.documents, list(corpus.sources or ())) == (("x", "y"), ["s", "t"])

"""Wrong arguments are refused, and too large ones with their limit; none crash; nothing leaks."""

import gc
import resource
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tests.metrics.kernel.both import UNKNOWN, ids, offsets, packed, packed_segments, twin

REFUSALS = (ValueError, TypeError, OverflowError, BufferError)
ONE_LINE = array("q", [0]), array("q", [1])

# one segment: the hypothesis 0 1, and the references 0 1 and 1
SEGMENT = packed_segments([([0, 1], [[0, 1], [1]])])
PAIR = packed_segments([([0, 1], [[1, 0]])])
ONE_NODE_EACH = np.zeros((1, 3), np.uint32)

RIGHT: dict[str, tuple[Any, ...]] = {
    "match": (*SEGMENT, 2, 2),
    "match with weights": (
        *(*SEGMENT, 2, 2, array("d", [1.0, 2.0]), np.array([[0, 1, 1]], np.uint32), False),
        array("d", [3.0, 4.0]),
    ),
    "multiply_counts": (
        *(*SEGMENT, 2, 31, bytes(32), 0.75),
        *(np.zeros((1, 2), np.uint32), ONE_NODE_EACH, "count"),
    ),
    "count_segments": (ONE_NODE_EACH, offsets(0, 3), 5),
    "count_changes": (
        *(*packed_segments([([1, 0], [[1]]), ([2], [])]), 2, 4),
        *packed([[0, 1], []]),
    ),
    "align_by_context": (*PAIR, 10, True, True),
    "align_in_stages": (*PAIR, 3, ids(0, 1, 1), ids(0), ids(1)),
    "ascending_pairs": (bytes(8), offsets(0, 2)),
    "match_subsequences": (
        *(*packed([[0, 1]]), offsets(0, 1), *packed([[1, 0], [1]]), offsets(0, 1, 2)),
        *(offsets(0, 2), 2),
    ),
    "count_hits": (*PAIR, 2, "most_hits"),
    "align": (*PAIR, 2, "most_hits"),
    "shift_edits": (*PAIR, 5, "position", 25, 10, 50, 1000, False),
    "shift_path": (ids(1), ids(1), 5, "position", 25, 10, 50, 1000),
    "count_text_edits": (
        *(b"a", *ONE_LINE, b"b", *ONE_LINE, array("q", [0, 1])),
        *("none", "none", "most_hits"),
    ),
    "count_string_edits": (*(("a",), ("b",), array("q", [0, 1]), "char-all", "none", "most_hits"),),
    "match_strings": (*(("a",), ("b",), array("q", [0, 1]), "none", True), "char", 3, "13a", 2),
    "draw": (bytes(16), 0, 1, 1, False),
    "weighted_sums": (bytes(4), bytes(4), 2),
    "count": (ids(0, 1), offsets(0, 2), 2, False, UNKNOWN, 0),
    "count into nodes": (ids(0, 1), offsets(0, 2), 2, False, UNKNOWN, 0, bytearray(16)),
    "encode_text": (b"ab", offsets(0), offsets(1), "none", "none"),
    "evaluate": (  # one column of two rows, and two numbers
        *(ids(0, 0, 0, 0, 1, 1, 0, 0, 2, 0, 1, 0), bytes(16), ids(2), bytes(16), 2),
    ),
    "encode_strings": (("a b", "b"), "none", "none"),
}
"""A call of each function or method that is right."""


def function_of(kernel: ModuleType, name: str) -> Any:
    """Return a function of a kernel, or a method of a new object."""
    name = name.partition(" ")[0]
    if name in ("encode_text", "encode_strings"):
        return getattr(kernel.Vocabulary(), name)
    return getattr(kernel.NgramTable(2) if name == "count" else kernel, name)


DECREASING = [offsets(0, 2, 1), offsets(2, 0), offsets(-1, 2), offsets(0, 2**62)]
OF_MATCHES: dict[int, list[Any]] = {
    0: [ids(0, 2), ids(0, UNKNOWN), ids(0), ids(0, 1) + b"x", "ab", None, [0, 1]],
    1: [offsets(), offsets(0, 2) + b"x", offsets(0, 3), offsets(0, 1, 2), offsets(-(2**63), 2)],
    2: [ids(0, 1, 2), ids(0, 1, 1)[:-1], 7],
    3: [offsets(0, 3, 2), offsets(0, 2, 4), offsets(0), offsets(0, 2, 3)[:-3]],
    4: [offsets(0, 3), offsets(0, 1, 2), offsets(2, 0), b""],
    5: [0, -1, 2**40, "2", 2.0],
    6: [-1, 1, 2**70, None],
}
OF_DRAWS: dict[int, list[Any]] = {
    0: [bytes(15), bytes(17), "0123456789abcdef"],
    1: [2, -1],
    3: [0, -1, 2.0],
}
WRONG: dict[str, dict[int, list[Any]]] = {
    "match": {
        **OF_MATCHES,
        1: [*OF_MATCHES[1], *DECREASING, None],
        7: [array("d", [1.0])],  # weights without nodes
    },
    "match with weights": {
        7: [None, b"1234567", array("d", [1.0, 1.0]).tobytes() + b"x"],
        8: [
            *(None, "ab", ids(0, 1, 1), np.zeros(3, np.uint32), np.zeros((1, 2), np.uint32)),
            *(np.zeros((1, 4), np.uint32), np.zeros((1, 3), np.uint64)),
            *(np.zeros((1, 6), np.uint32)[:, ::2], np.zeros((2, 3), np.uint32)[::-1]),
        ],
        10: [array("d", [1.0]), "ab"],
    },
    "multiply_counts": {
        0: [ids(0, 31), b"abc"],
        1: [offsets(0, 3)],
        2: [ids(0, 1, UNKNOWN)],
        3: [offsets(0, 2, 1)],
        4: [offsets(0, 3), offsets(0, 1, 2)],
        5: [0, 2**40],
        6: [-1, 1],
        7: [b"1234567"],
        8: ["1"],
        9: [np.zeros((1, 3), np.uint32), np.zeros((1, 2), np.uint64)],
        10: [ONE_NODE_EACH[:, :2], ONE_NODE_EACH[0], np.zeros((2, 3), np.uint32)[::-1]],
        11: ["counts", None],
    },
    "count_segments": {
        0: [np.zeros(3, np.uint32), np.zeros((1, 3), np.int64)],
        1: [offsets(0, 4), b""],
        2: [-1, 2**40],
    },
    "count_changes": {
        **{place: [b"abc", ids(0, 1, 4), None] for place in (0, 2, 7)},
        **{
            place: [*(offsets(*each) for each in ([0, 4, 3], [2, 0, 3], [0, 3], [0, 1, 9])), None]
            for place in (1, 3, 4, 8)
        },
        5: [0, 2**31, None],
        6: [1, -1, 2**62, None],
    },
    "evaluate": {
        0: [b"", ids(0, 0, 0), ids(0, 1, 0, 0), ids(1, 2, 0, 0), ids(2, 0, 0, 0), ids(20, 0, 0, 0)],
        1: [bytes(7), bytes(8)],
        2: [ids(3), bytes(3)],
        3: [b"", bytes(7), bytes(24)],
        4: [0, 3, -1],
    },
    "align_by_context": {
        0: [ids(0, 10)],
        1: [offsets(0, 3)],
        2: [b"abc"],
        3: [offsets(2, 0)],
        4: [offsets(0, 2)],
        5: [-1, 2**62, "2"],
    },
    "align_in_stages": {
        0: [ids(0, 3)],
        1: [offsets(0, 3)],
        5: [-1, 2, 4, None],
        6: [ids(0, 1), ids(0, 1, 3), b"abc", ids(0, 1, 1, 1), None],
        7: [ids(3), ids(), ids(0, 0), b"abc", None],
        8: [ids(3), ids(), ids(0, 0), b"abc", None],
    },
    "ascending_pairs": {0: [b"abc"], 1: [offsets(0, 3), offsets(1, 0), offsets(-1, 0), b""]},
    "match_subsequences": {
        0: [ids(0, 2), b"abc"],
        1: [offsets(0, 3), offsets(2, 0)],
        2: [offsets(0, 2), offsets(0, 1, 1)],
        3: [ids(9, 9, 9)],
        4: [offsets(0, 2, 4)],
        5: [offsets(0, 1, 3)],
        6: [offsets(0, 3), offsets(0, 1, 2), b""],
        7: [-1, 1, "2"],
    },
    "match_strings": {
        0: [["a"], (b"a",), ("a", "b"), ("\ud800",)],
        1: [(b"a",), "a", ()],
        2: [array("q", [0, 2]), array("q", [0]), b"abc"],
        3: ["lower", False],
        5: ["ja-mecab", None],
        6: [0, 2**31, None],
        7: ["ja-mecab", None],
        8: [0, 2**31, None],
    },
    "draw": OF_DRAWS,
    "weighted_sums": {0: [bytes(5)], 1: [bytes(6), "abcd"], 2: [0, -2, None]},
    "count": {
        0: [ids(0, 2), ids(0, 1)[:-1], None],
        1: [offsets(2, 1), offsets(0, 3), offsets(-1, 2), b"", b"1234567", [0, 2]],
        2: [0, -3, 2**31, "2"],
        4: [2**32, None],
    },
    "count into nodes": {6: [bytes(16), bytearray(15), bytearray(8)]},
    "encode_text": {
        0: ["ab"],
        1: [*(offsets(start) for start in (2, -1, -(2**63))), offsets(0, 1), offsets(0)[:7], None],
        2: [offsets(3), offsets(1)[:7], offsets(2**63 - 1)],
        3: ["ja-mecab", "no\0ne", "", None],
        4: ["lower", False],
    },
    "encode_strings": {
        0: [["a"], ("a", b"b"), ("\ud800",), "a", None],
        1: ["ja-mecab", "no\0ne", "", None],
        2: ["lower", False],
    },
}
"""What is refused in place of each argument."""

NO_RULE = "rule is 'best'; expected most_hits or edits_last"
NO_TOKENIZER = "no tokenizer named 'ja-mecab' is compiled"
NO_FOLDING = "lowercase is 'lower'; expected none, ascii or unicode"
NO_BOUNDS = "starts and ends are not the bounds of lines in text"
NO_BLOCKS = "blocks is 'both'; expected position, alignment or whole_matches"
OF_ALIGNMENTS: list[tuple[int, Any, str]] = [
    (1, b"", "not 1 or more"),
    (1, offsets(0, 0, 1), "differ in length"),
    (5, 1, "below"),
    (5, -1, "expected 0 to"),
    (6, "best", NO_RULE),
]
EXPLAINED: dict[str, list[tuple[int, Any, str]]] = {
    "count_hits": OF_ALIGNMENTS,
    "align": OF_ALIGNMENTS,
    "shift_edits": [(6, "both", NO_BLOCKS), (7, -1, "expected 0 to 536,870,910")],
    "shift_path": [
        (1, ids(5), "fixed_ids are not uint32 below 5"),
        (2, -1, "vocabulary_size is -1; expected 0 to 4,294"),
        (3, "both", NO_BLOCKS),
        (4, -1, "expected 0 to 536,870,910"),
    ],
    "count_text_edits": [
        (1, array("q", [-1]), NO_BOUNDS),
        (2, array("q", [0, 1]), NO_BOUNDS),
        (5, array("q", [9]), NO_BOUNDS),
        (6, array("q", [0, 2]), "segment_offsets falls or leaves 0 to 1"),
        (6, array("q", [0]), "segment_offsets and hypothesis_starts differ in length"),
        (7, "ja-mecab", NO_TOKENIZER),
        (8, "lower", NO_FOLDING),
        (9, "best", NO_RULE),
    ],
    "count_string_edits": [
        (0, ["a"], "hypotheses is not a tuple of strings"),
        (0, (b"a",), "hypotheses is not a tuple of strings"),
        (1, (b"a",), "references is not a tuple of strings"),
        (0, ("a", "b"), "segment_offsets and hypotheses differ in length"),
        (2, array("q", [0, 2]), "segment_offsets falls or leaves 0 to 1"),
        (3, "ja-mecab", NO_TOKENIZER),
        (4, "lower", NO_FOLDING),
        (5, "best", NO_RULE),
    ],
}
"""The same with what the error says."""

REFUSED_BY_BOTH = {"draw", "weighted_sums"}
RULES_OF_BOTH = {NO_RULE, NO_BLOCKS, "expected 0 to 536,870,910"}
CASES = [
    *(
        (name, place, value, None)
        for name, places in WRONG.items()
        for place, values in places.items()
        for value in values
    ),
    *((name, *each) for name, entries in EXPLAINED.items() for each in entries),
]


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    CASES,
    ids=[f"{name}-{place}" for name, place, *_ in CASES],
)
def test_an_argument_that_does_not_fit_is_refused(
    compiled: ModuleType, name: str, place: int, value: Any, message: str | None
) -> None:
    by_rule = message in RULES_OF_BOTH and name != "count_text_edits"  # which the twin lacks
    for kernel in (compiled, twin) if by_rule or name in REFUSED_BY_BOTH else (compiled,):
        right = RIGHT[name]
        assert function_of(kernel, name)(*right) == function_of(compiled, name)(*right)
        with pytest.raises(REFUSALS, match=message):
            function_of(kernel, name)(*right[:place], value, *right[place + 1 :])


@pytest.mark.parametrize("name", [name for name in RIGHT if " " not in name])
def test_a_missing_argument_is_refused(compiled: ModuleType, name: str) -> None:
    required = {"shift_edits": -1, "count": 3, "match_strings": 7}.get(name, len(RIGHT[name]))
    with pytest.raises(TypeError):
        function_of(compiled, name)(*RIGHT[name][: required - 1])


def test_a_second_tokenizer_without_its_order_is_refused(compiled: ModuleType) -> None:
    with pytest.raises(ValueError, match="not given together"):
        compiled.match_strings(*RIGHT["match_strings"][:-1])


@pytest.mark.parametrize("resamples", [(0, 2**62, 1), (2**62, 2**62 + 1, 4)])
def test_more_draws_than_can_be_numbered_are_refused(
    compiled: ModuleType, resamples: tuple[int, ...]
) -> None:
    for exchanges in (False, True):
        with pytest.raises((ValueError, MemoryError)):
            compiled.draw(bytes(16), *resamples, exchanges)


@pytest.mark.parametrize("alone", [{"nodes": ONE_NODE_EACH}, {"others": array("d", [1.0])}])
def test_match_refuses_nodes_and_other_weights_without_weights(
    compiled: ModuleType, alone: dict[str, Any]
) -> None:
    with pytest.raises(REFUSALS):
        compiled.match(*RIGHT["match"], **alone)


def test_match_refuses_missing_and_unknown_arguments(each_kernel: ModuleType) -> None:
    with pytest.raises(TypeError):
        each_kernel.match()
    with pytest.raises(TypeError):
        each_kernel.match(*RIGHT["match"], order=4)


def test_a_huge_order_over_no_segments_is_accepted(compiled: ModuleType) -> None:
    nothing = [b"", offsets(0), b"", offsets(0), offsets(0)]
    assert compiled.match(*nothing, 2**31 - 1, 0) == (b"", b"", b"")


def test_a_huge_order_over_some_segments_is_refused(compiled: ModuleType) -> None:
    count = 2**20  # 2^20 segments of 2^31 orders of 8 bytes: 2^54 bytes
    zeros = bytes(8 * (count + 1))
    with pytest.raises((MemoryError, *REFUSALS)):
        compiled.match(b"", zeros, b"", zeros[:8], zeros, 2**31 - 1, 0)


@pytest.mark.parametrize("size", [-1, None, "2", 2.0, 2**32, 2**63, 2**100])
def test_a_table_of_an_impossible_size_is_refused(compiled: ModuleType, size: Any) -> None:
    with pytest.raises((MemoryError, *REFUSALS)):
        compiled.NgramTable(size)


NO_SEQUENCES: list[object] = [None, 1, 1.5, object()]
REFUSED_BY_BOTH_KERNELS: dict[str, list[Any]] = {
    "insert": [[], [2], [0, 2], [UNKNOWN], [-1], [2**40], [2**80], ["a"], 0],
    "find": [[], [-1], ["a"], None, 0],
    "token": [-1, 1, UNKNOWN, 2**80, None, "0", 0.0],
    "pack": NO_SEQUENCES,
    "encode_tokens": NO_SEQUENCES,
}


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in REFUSED_BY_BOTH_KERNELS.items() for value in values],
)
def test_anything_but_an_ngram_a_known_token_or_a_sequence_is_refused(
    each_kernel: ModuleType, name: str, value: Any
) -> None:
    table, vocabulary = each_kernel.NgramTable(2), each_kernel.Vocabulary()
    vocabulary.encode_tokens([["a"]])
    owner = {"insert": table, "find": table, "pack": each_kernel}.get(name, vocabulary)
    refusals = TypeError if name in ("pack", "encode_tokens") else (IndexError, *REFUSALS)
    with pytest.raises(refusals):
        getattr(owner, name)(value)


def test_mapping_from_something_else_is_refused(compiled: ModuleType) -> None:
    others: list[object] = [None, {}, compiled.NgramTable(1)]
    for other in others:
        with pytest.raises(TypeError):
            compiled.Vocabulary().map_from(other, True)


NUMBERS = st.lists(st.integers(-2, 9) | st.sampled_from([2**31, -(2**63), 2**63 - 1]), max_size=6)
OFFSETS = NUMBERS.map(lambda values: array("q", values).tobytes()) | st.binary(max_size=40)
IDS = st.binary(max_size=24) | st.lists(st.integers(0, 3), max_size=8).map(lambda v: ids(*v))


@given(
    arguments=st.tuples(IDS, OFFSETS, IDS, OFFSETS, OFFSETS),
    order=st.integers(-2, 40),
    size=st.integers(-1, 5),
    weights=st.none() | st.binary(max_size=64),
    nodes=st.none() | st.tuples(st.integers(0, 3), st.integers(0, UNKNOWN)),
    separately=st.booleans(),
)
def test_match_survives_arbitrary_bytes(
    compiled: ModuleType,
    arguments: tuple[bytes, ...],
    order: int,
    size: int,
    weights: bytes | None,
    nodes: tuple[int, int] | None,
    separately: bool,
) -> None:
    located = None
    if nodes is not None:
        located = np.full((nodes[0], len(arguments[2]) // 4), nodes[1], np.uint32)
    try:
        matches, weighted, _ = compiled.match(
            *arguments, order, size, weights, located, separately, weights
        )
    except REFUSALS:
        return
    ends = array("q", arguments[4])
    rows = ends[-1] - ends[0] if separately else len(ends) - 1
    assert len(matches) == 8 * order * rows
    assert len(weighted) == (len(matches) if weights is not None else 0)
    assert all(0 <= match <= len(arguments[0]) // 4 for match in array("q", matches))


@given(
    token_ids=IDS,
    bounds=OFFSETS,
    order=st.integers(-2, 40),
    prune=st.booleans(),
    extended=st.integers(0, UNKNOWN),
    mapping=IDS,
    nodes=st.binary(max_size=64),
    branches=st.integers(1, 3),
)
def test_counting_locating_and_numbering_survive_arbitrary_bytes(
    compiled: ModuleType,
    token_ids: bytes,
    bounds: bytes,
    order: int,
    prune: bool,
    extended: int,
    mapping: bytes,
    nodes: bytes,
    branches: int,
) -> None:
    table, numbered = compiled.NgramTable(4), bytearray(nodes)
    try:
        table.count(token_ids, bounds, order, prune, extended)
    except REFUSALS:
        assert len(table) == 4
    else:
        single = array("I", table.nodes()[2])[:4]
        assert sum(single) == array("q", bounds)[-1] - array("q", bounds)[0]
    table.insert([0, 1, 2])
    with suppress(*REFUSALS):
        located = array("I", table.locate(token_ids, bounds, order, mapping))
        assert all(node == UNKNOWN or node < len(table) for node in located)
    with suppress(*REFUSALS):
        compiled.NgramTable(3, branches).number(numbered, order)
        assert numbered == nodes  # no n-gram is longer than a token


@given(
    text=st.binary(max_size=60),
    bounds=st.lists(st.tuples(st.integers(-1, 62), st.integers(-1, 62)), max_size=5),
    name=st.sampled_from(["none", "char", "13a", "intl", "zh", "mteval-14c", "mteval-intl"]),
    lowercase=st.sampled_from(["none", "ascii", "unicode"]),
)
def test_encoding_survives_arbitrary_bytes(
    compiled: ModuleType, text: bytes, bounds: list[tuple[int, int]], name: str, lowercase: str
) -> None:
    starts, ends = (array("q", [pair[side] for pair in bounds]) for side in (0, 1))
    vocabulary = compiled.Vocabulary()
    try:
        token_ids, offsets = vocabulary.encode_text(text, starts, ends, name, lowercase)
    except UnicodeDecodeError:
        assert lowercase == "unicode"  # Python folds a capital sigma
        return
    except ValueError:
        assert not all(0 <= start <= end <= len(text) for start, end in bounds)
        return
    assert array("q", offsets)[-1] == len(token_ids) // 4
    assert all(token_id < len(vocabulary) for token_id in array("I", token_ids))


def _use_everything(kernel: ModuleType) -> None:
    for name, right in RIGHT.items():
        function_of(kernel, name)(*right)
    tokens = ["a", "zé", "q" * 20]
    vocabulary, other = kernel.Vocabulary(), kernel.Vocabulary()
    token_ids, places = vocabulary.encode_tokens([tokens * 50, tuple(tokens)])
    other.map_from(vocabulary, True)
    other.renumber(vocabulary, token_ids, "unicode")
    vocabulary.stems()
    kernel.pack(vocabulary.tokens())
    size = len(vocabulary)
    table, written = kernel.NgramTable(size, 2), np.full((4, len(token_ids) // 4), 0, np.uint32)
    for branch in (0, 1):
        table.count(token_ids, places, 4, branch=branch, nodes=written)
    table.number(written, 4)
    kernel.NgramTable(size).insert([0, 1, 0, 1, 1])
    table.find([0, 1])
    table.information(1.0, UNKNOWN, True)
    table.information(1.0, UNKNOWN)
    table.set_counts(table.nodes()[2])
    table.locate(token_ids, places, 4, array("I", range(size)))


def _fail_everywhere(kernel: ModuleType) -> None:
    for name, place, value, _ in {case[:2]: case for case in CASES}.values():
        with suppress(*REFUSALS):
            function_of(kernel, name)(*RIGHT[name][:place], value, *RIGHT[name][place + 1 :])
    vocabulary, table, big = kernel.Vocabulary(), kernel.NgramTable(2), "x" * 5000
    calls: list[Callable[[], object]] = [
        lambda: kernel.pack([big, None]),
        lambda: kernel.pack([big, "\ud800"]),
        lambda: vocabulary.encode_tokens([[big, "é"], [big, None]]),
        lambda: vocabulary.encode_tokens([["a"], None]),
        lambda: vocabulary.map_from(None, True),
        lambda: vocabulary.token(10**6),
        lambda: table.insert([0, 7]),
        lambda: table.locate(ids(0), offsets(0, 2), 2, ids(0)),
        lambda: table.number(bytearray(3), 1),
    ]
    for call in calls:
        with pytest.raises((IndexError, *REFUSALS)):
            call()


@pytest.mark.slow
@pytest.mark.parametrize("use", [_use_everything, _fail_everywhere])
def test_repeated_use_and_repeated_failure_leave_no_memory_behind(
    compiled: ModuleType, use: Callable[[ModuleType], None]
) -> None:
    def peak() -> int:
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    gc.freeze()  # to search what thousands of other tests have left takes a second each time
    for _ in range(100):
        use(compiled)
    kept, objects = peak(), sys.getallocatedblocks()
    for _ in range(500):
        use(compiled)
    gc.collect()
    # one object lost by each call would be 500; the smallest table lost, 112 MB
    assert sys.getallocatedblocks() - objects < 450
    kilobytes = (peak() - kept) // (1 if sys.platform.startswith("linux") else 1024)
    assert kilobytes < 5000


@pytest.mark.slow  # reading so many numbers
@pytest.mark.parametrize("long", ["hypothesis", "reference"])
def test_a_segment_of_half_a_billion_tokens_is_an_input_error(
    compiled: ModuleType, long: str
) -> None:
    zeros = np.zeros(2**29 - 1, dtype=np.uint32)  # they take no memory, if none can be written
    zeros.setflags(write=False)
    sides = [(zeros, offsets(0, len(zeros))), (zeros[:0], offsets(0, 0))]
    first, second = sides if long == "hypothesis" else sides[::-1]
    with pytest.raises(InputError, match=r"more than 536,870,910 tokens; split the segment$"):
        compiled.match(*first, *second, offsets(0, 1), 4, 1)
    nodes = [np.empty((0, len(tokens)), np.uint32) for tokens, _ in (first, second)]
    with pytest.raises(InputError, match=r"more than 536,870,910 tokens; split the segment$"):
        compiled.multiply_counts(*first, *second, offsets(0, 1), 4, 1, b"", 1.0, *nodes, "none")


def test_a_table_of_more_tokens_than_there_are_ids_is_an_input_error(compiled: ModuleType) -> None:
    with pytest.raises(InputError, match=r"more than 4,294,967,294 distinct tokens"):
        compiled.NgramTable(2**32 - 1)


def test_more_ngrams_than_each_branch_can_number_are_an_input_error(compiled: ModuleType) -> None:
    table = compiled.NgramTable(2**16, 2**16)
    most = (2**32 - 1 - 2**16) // 2**16  # longer n-grams, which are numbered behind the tokens
    tokens = packed([[number for last in range(most + 1) for number in (0, last)]])
    with pytest.raises(InputError, match=r"use one thread, fewer segments or a lower order$"):
        table.count(*tokens, 2)
    assert len(table) == 2**16 + most

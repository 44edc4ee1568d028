"""Information weights computed by hand, from tables and from files, and their errors."""

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Corpus, InputError, Nist
from tallystick.metrics import InformationWeights, References, Tokens, Workspace, tokenizer_named
from tests.metrics.naive import corpus_of, information_ratios, ngrams

TOKENS = st.sampled_from(["a", "b", "c", "0"])
TABLES = st.dictionaries(
    st.lists(TOKENS, min_size=1, max_size=4).map(tuple),
    st.floats(0, 100, allow_nan=False),
    min_size=1,
    max_size=8,
)


def fitted(*references: str, **options: Any) -> InformationWeights:
    return InformationWeights.fit(
        [References.per_segment(list(references))], tokenizer_named("none"), **options
    )


def test_references_without_words_have_no_weights_and_raise_no_warning() -> None:
    corpus = Corpus.from_segments(hypotheses=[["a"]], references=[[[]]])
    assert Nist(order=1).statistics(corpus).total().tolist() == [1, 0, 0, 1, 0]


def test_an_unknown_ngram_has_the_weight_0() -> None:
    weights = fitted("a b")
    assert (weights["x",], weights["a", "x"], weights["b", "a"], weights["a", "b", "a"]) == (0,) * 4


def test_incomplete_weights_omit_ngrams_whose_prefix_occurs_once() -> None:
    weights = fitted("a b a c", order=3, complete=False)
    assert ("b", "a") not in dict(weights.items())
    assert weights["a", "b"] == 1.0


def test_a_string_is_not_an_ngram() -> None:
    with pytest.raises(InputError, match="'ab' is a string; an n-gram is a tuple of tokens"):
        fitted("a b")["ab"]


@given(table=TABLES)
def test_a_table_keeps_its_weights_also_in_a_file(
    tmp_path_factory: pytest.TempPathFactory, table: dict[Any, float]
) -> None:
    path = tmp_path_factory.getbasetemp() / "weights.tsv"
    lines = [f"{' '.join(ngram)}\t{weight!r}\n" for ngram, weight in table.items()]
    path.write_text("".join(lines), encoding="utf-8")
    for weights in (InformationWeights.from_table(table), InformationWeights.read(path)):
        assert {ngram: weights[ngram] for ngram in table} == table
        listed = dict(weights.items())
        assert {ngram: listed[ngram] for ngram in table} == table
        assert all(weight == 0 for ngram, weight in listed.items() if ngram not in table)
        assert weights.order == max(map(len, table))


@given(texts=st.lists(st.lists(TOKENS, min_size=1, max_size=8).map(" ".join), min_size=1))
def test_a_table_of_fitted_weights_gives_the_same_scores(texts: list[str]) -> None:
    nist = Nist(dialect="doddington", tokenize="none")
    corpus = Corpus.from_segments(hypotheses=texts[::-1], references=texts)
    weights = nist.information_weights([corpus.references])
    table = InformationWeights.from_table(dict(weights.items()))
    again = Nist(dialect="doddington", tokenize="none", information=table)
    assert again.statistics(corpus).rows.tobytes() == nist.statistics(corpus).rows.tobytes()
    assert table.fingerprint() == weights.fingerprint()


@given(
    texts=st.lists(st.lists(TOKENS, max_size=6).map(" ".join), min_size=1, max_size=4),
    data=st.data(),
)
def test_the_fingerprint_depends_only_on_the_weights(texts: list[str], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(texts))
    assert fitted(*texts).fingerprint() == fitted(*shuffled).fingerprint()
    assert fitted(*texts, "z z").fingerprint() != fitted(*texts, "z y").fingerprint()


def test_the_fingerprint_distinguishes_an_ngram_from_its_joined_tokens() -> None:
    first = InformationWeights.from_table({("a b",): 1.0})
    second = InformationWeights.from_table({("a", "b"): 1.0})
    assert first.fingerprint() != second.fingerprint()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "the table of information weights is empty"),
        ({(): 1.0}, r"\(\) in the table of information weights is not an n-gram"),
        ({"ab": 1.0}, "'ab' in the table of information weights is not an n-gram"),
        ({("a",): -1.0}, r"weight of \('a',\) is -1.0; expected a number of 0 or more"),
        ({("a",): math.nan}, r"weight of \('a',\) is nan"),
        ({("a",): math.inf}, r"weight of \('a',\) is inf"),
        ({("a",): "1"}, r"\('a',\) in the table of .* has '1', which is not a number"),
        ({("a", 2): 1.0}, r"token 2 of the n-gram \('a', 2\) .* is of type int"),
    ],
    ids=str,
)
def test_an_invalid_table_is_refused(table: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        InformationWeights.from_table(table)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        *(
            (line, "")
            for line in ("a b 1.0", "a\tx", "a\t-1", "a\tnan", "a\tinf", "\t1", "a  b\t1")
        ),
        ("a b\tmuch", r": 'a b\\tmuch' is not an information"),
        ("a\t2.5", ".*'a'|twice"),
    ],
)
def test_the_error_for_a_malformed_line_has_its_number(
    tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "weights.tsv"
    path.write_text(f"a\t1.5\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"weights.tsv, line 2" + message):
        InformationWeights.read(path)


def test_the_error_for_a_missing_file_has_its_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"missing\.tsv"):
        InformationWeights.read(tmp_path / "missing.tsv")


def test_tokens_of_later_systems_do_not_change_the_weights() -> None:
    nist = Nist(tokenize="none")
    corpus = Corpus.from_segments(hypotheses=["x y a b"], references=["a b a c"])
    fit = nist.fit([corpus.references])
    before = dict(fit.weights.items())
    statistics = fit.statistics(corpus)
    for hypothesis in ("u v w", "x x a b", "b q"):
        fit.statistics(Corpus.from_segments(hypotheses=[hypothesis], references=["a b a c"]))
    assert dict(fit.weights.items()) == before
    assert fit.statistics(corpus).rows.tobytes() == statistics.rows.tobytes()
    assert fit.weights["x",] == 0.0


@pytest.mark.parametrize("threads", [2, 5])
def test_the_number_of_threads_does_not_change_the_order_of_ngrams(threads: int) -> None:
    references = References.per_segment([f"w{n % 7} w{n % 5} w{n % 3} w{n}" for n in range(50)])
    weights = InformationWeights.fit(
        [references], tokenizer_named("none"), workspace=Workspace(threads)
    )
    expected = InformationWeights.fit([references], tokenizer_named("none"))
    assert list(weights.items()) == list(expected.items())


def test_the_default_order_is_that_of_mteval() -> None:
    # 7 words; a b c d e is followed by f or by g, each once: log2(2/1) bits in order 6
    weights = fitted("a b c d e f", "a b c d e g")
    assert weights["a", "b", "c", "d", "e"] == 0.0 == weights["a", "b", "c", "d", "e", "f"]
    assert fitted("a b c d e f", "a b c d e g", order=6)["a", "b", "c", "d", "e", "f"] == 1.0


def test_references_stay_in_the_workspace_in_which_they_were_encoded() -> None:
    references, workspace, tokenizer = (
        References.per_segment(["a b"]),
        Workspace(),
        tokenizer_named("none"),
    )
    InformationWeights.fit([references], tokenizer, workspace=workspace)
    assert workspace.has_encoded(references, tokenizer, "none")


@pytest.mark.parametrize("zero_is_no_prefix", [False, True])
def test_rounded_weights_are_quotients_of_logarithms_in_copies_too(zero_is_no_prefix: bool) -> None:
    # 6 words, 0 three times, a twice, b once; 0 a twice, 0 b and a 0 once
    segments = Tokens.from_lists([["0", "a", "0", "a", "0", "b"], ["only", "here"]])
    weights = InformationWeights.fit(
        [References.one_each(segments[:1])],
        tokenizer_named("none"),
        order=2,
        zero_is_no_prefix=zero_is_no_prefix,
    )
    before = 6 if zero_is_no_prefix else 3
    ratios = {("0",): 6 / 3, ("b",): 6, ("0", "a"): before / 2, ("0", "b"): before, ("a", "0"): 1}
    for copied in (weights, pickle.loads(pickle.dumps(weights))):
        rounded = copied.rounded()
        logarithms = {ngram: rounded[copied.ngrams.node_of(ngram)] for ngram in ratios}
        assert logarithms == {ngram: math.log(ratio, 2) for ngram, ratio in ratios.items()}


def test_weights_of_a_table_are_not_rounded() -> None:
    table = InformationWeights.from_table({("a",): 1.1, ("b",): 2.2})
    assert sorted(table.rounded()) == [1.1, 2.2]


def test_references_that_are_not_in_a_list_are_refused() -> None:
    references: Any = References.per_segment(["a b"])
    with pytest.raises(InputError, match=r"a References object or not iterable; expected a list"):
        InformationWeights.fit(references, tokenizer_named("none"))


ORDER = 3
ONE = Fraction(1)
Ngram = tuple[str, ...]
Segment = tuple[list[str], list[list[str]]]


def segments_drawn(generator: random.Random) -> list[Segment]:
    """Return hypotheses with one to three references, of few words, so that many are as good."""

    def text() -> list[str]:
        return generator.choices(["0", "a", "b", "c", "d"], k=generator.randint(0, 6))

    segments = [(text(), [text() for _ in range(generator.randint(1, 3))]) for _ in range(5)]
    return [(["a"], [["a"]]), *segments]


def segments_of(*texts: tuple[str, list[str]]) -> list[Segment]:
    return [(text.split(), [reference.split() for reference in some]) for text, some in texts]


TIES = [
    # 16 words: a occurs 4 times and b once, so a a is worth as much as b: log2(16 / 4) twice
    segments_of(("a a b", ["a a x x", "b"]), ("y", ["a a y y y y y y y"])),
    # 16 words, if 0 is no prefix: 0 a is worth log2(16 / 4), and b c log2(4 / 1)
    segments_of(("0 a b c", ["0 a x x x", "b c"]), ("y", ["b b b 0 a 0 a 0 a"])),
]


def expected(
    segments: list[Segment], value: Callable[[Counter[Ngram]], Fraction]
) -> list[list[list[tuple[Fraction, int, int]]]]:
    """Return value, length and matches with every best reference, by segment and order.

    The best has the highest value; of these the longest.
    """
    rows = []
    for hypothesis, references in segments:
        orders = []
        for order in range(1, ORDER + 1):
            overlaps = [ngrams(hypothesis, order) & ngrams(text, order) for text in references]
            each = [
                (value(overlap), len(text), overlap.total())
                for text, overlap in zip(references, overlaps, strict=True)
            ]
            orders.append([candidate for candidate in each if candidate[:2] == max(each)[:2]])
        rows.append(orders)
    return rows


def check(
    nist: Nist, segments: list[Segment], best: list[list[list[tuple[Fraction, int, int]]]]
) -> None:
    """Compare information (a function of the value), matches and lengths of the references."""
    named = nist.statistics(corpus_of(segments)).split()
    for row, orders in enumerate(best):
        lengths = [some[0][1] for some in orders]
        assert named["reference_length"][row] == pytest.approx(sum(lengths) / ORDER)
        for place, some in enumerate(orders):
            value = some[0][0]
            bits = float(value) if nist.information else math.log2(value)
            assert named["information"][row, place] == pytest.approx(bits, rel=1e-12, abs=1e-12)
            assert named["matches"][row, place] in [matches for *_, matches in some]


@pytest.mark.parametrize("zero_prefix", ["exact", "perl_falsy"])
@pytest.mark.parametrize("counted", ["all", "first"])
def test_the_best_reference_is_that_of_exact_products(zero_prefix: str, counted: str) -> None:
    nist = Nist(
        ORDER,
        f"match=best_reference+reference_length=matched+zero_prefix={zero_prefix}+"
        f"information_references={counted}",
    )
    generator = random.Random(22)
    for segments in [*TIES, *(segments_drawn(generator) for _ in range(60))]:
        number = 1 if counted == "first" else None
        weighed = [text for _, references in segments for text in references[:number]]
        ratios = information_ratios(weighed, ORDER, zero_prefix == "perl_falsy")

        def value(overlap: Counter[Ngram], ratios: Any = ratios) -> Fraction:
            return math.prod((ratios.get(ngram, 1) ** n for ngram, n in overlap.items()), start=ONE)

        check(nist, segments, expected(segments, value))


def test_the_best_reference_is_that_of_exact_sums_of_given_weights() -> None:
    generator = random.Random(5)
    for _ in range(60):
        segments = segments_drawn(generator)
        table = {
            ngram: generator.choice([0.5, 1.0, 1.5, 2.0])
            for _, references in segments
            for reference in references
            for order in range(1, ORDER + 1)
            for ngram in ngrams(reference, order)
        }
        information = InformationWeights.from_table(table)
        dialect = "match=best_reference+reference_length=matched"

        def value(overlap: Counter[Ngram], table: dict[Ngram, float] = table) -> Fraction:
            return sum((Fraction(table[ngram]) * n for ngram, n in overlap.items()), Fraction(0))

        nist = Nist(ORDER, dialect, information=information)
        check(nist, segments, expected(segments, value))


def test_given_weights_are_added_up_without_rounding() -> None:
    # 0.1 + 0.2 is above 0.3 by less than a sum in floating-point arithmetic can be wrong
    table = InformationWeights.from_table({("a",): 0.1, ("b",): 0.2, ("c",): 0.3})
    nist = Nist(1, "match=best_reference+reference_length=matched", information=table)
    corpus = Corpus.from_segments(hypotheses=["a b c"], references=[["c x x", "a b"]])
    statistics = nist.statistics(corpus)
    assert statistics.split()["reference_length"].tolist() == [2]


def test_products_that_differ_in_the_eighth_digit_are_no_tie() -> None:
    # 99 * 101 * 73 * 137 = 99,999,999 and 100 ** 4 = 100,000,000: rarer words are worth more
    counts = dict(zip("abcdefgh", [99, 101, 73, 137, 100, 100, 100, 100], strict=True))
    rest = " ".join(word for word, count in counts.items() for _ in range(count - 1))
    nist = Nist(1, "match=best_reference+reference_length=matched")
    corpus = Corpus.from_segments(
        hypotheses=["a b c d e f g h", "y"],
        references=[["e f g h z z", "a b c d"], [rest, "z " * 100_000]],
    )
    statistics = nist.statistics(corpus)
    assert statistics.split()["reference_length"][0] == 4

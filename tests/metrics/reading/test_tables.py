"""Tables: tab-separated and JSON Lines, one system or several."""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickWarning
from tallystick.metrics import Corpus, Tokens, read_test_set
from tests.metrics.reading.functions import Write

WriteRows = Callable[..., str]


def read_table(path: str | Path, format: str | None = None) -> dict[str, Corpus]:
    return read_test_set(path, format=format).corpora()


@pytest.fixture
def tsv(write: Write) -> WriteRows:
    return partial(write, "table.tsv")


@pytest.fixture
def jsonl(write: Write) -> WriteRows:
    """Write records, of which some are texts already."""

    def write_records(*records: object) -> str:
        lines = (each if isinstance(each, str) else json.dumps(each) for each in records)
        return write("table.jsonl", *lines)

    return write_records


def refusal(path: str) -> str:
    with pytest.raises(InputError) as caught:
        read_table(path)
    return str(caught.value)


TWO = "hypothesis\treference"


class TestTsv:
    def test_columns_are_found_by_their_names(self, tsv: WriteRows) -> None:
        path = tsv(
            "doc\treference:1\tdomain\thypothesis\tsource\treference:2",
            "one\tr1\tnews\th1\ts1\tr2",
            "two\té \tchat\t\ts2\tr4",
        )
        assert read_table(path) == {
            "table": Corpus.from_segments(
                hypotheses=["h1", ""],
                references=[["r1", "r2"], ["é ", "r4"]],
                documents=["one", "two"],
                sources=["s1", "s2"],
                metadata={"domain": ["news", "chat"]},
            )
        }

    def test_missing_and_empty_references_differ(self, tsv: WriteRows) -> None:
        path = tsv("hypothesis\treference:1\treference:2", "a\t\t\\N", "b\t\\N\t", "c\tx\t\\N ")
        corpus = read_table(path)["table"]
        assert list(corpus.references) == [("",), ("",), ("x", r"\N ")]
        assert corpus.references.counts.tolist() == [1, 1, 2]

    def test_labels_of_references_are_free_and_their_order_is_that_of_the_columns(
        self, tsv: WriteRows
    ) -> None:
        path = tsv("reference:B\thypothesis\treference:A", "b\th\ta")
        assert list(read_table(path)["table"].references) == [("b", "a")]

    def test_several_systems_share_one_references_object(self, tsv: WriteRows) -> None:
        path = tsv("hypothesis:online-a\treference\thypothesis:online:b", "a\tr\tb")
        systems = read_table(path)
        assert list(systems) == ["online-a", "online:b"]
        assert systems["online-a"].references is systems["online:b"].references
        assert list(systems["online:b"].hypotheses) == ["b"]

    @pytest.mark.parametrize(
        ("rows", "words"),
        [
            ([], "is empty; expected a header"),
            (["hypothesis"], "no segment"),
            *(
                (
                    [TWO, "a\tb", row, "c\td"],
                    f"table.tsv, line 3: found {fields}, but the header names 2",
                )
                for row, fields in (("a", "1 field"), ("a\tb\tc", "3 fields"), ("", "1 field"))
            ),
            (
                [f"{TWO}\tdoc\treference", "a\tb\tc\td"],
                "line 1: the column 'reference' occurs twice",
            ),
            *(
                ([f"{TWO}\t{base}:1", "a\tb\tc"], f"'{base}' and '{base}:1' exclude each other")
                for base in ("hypothesis", "reference")
            ),
            *(
                ([f"hypothesis:1\t{column}", "a\tb"], "column 2 has no name")
                for column in ("", "reference:", "hypothesis:")
            ),
            (["the cat\ta cat", "a dog\tthe dog"], "found 'the cat', 'a cat'"),
            *(
                (
                    [header, "a\tb"],
                    f"has no '{absent}'; found {present}; say which column it is with --columns "
                    f"{absent}=NAME (columns={{'{absent}': NAME}} in Python)",
                )
                for header, absent, present in (
                    ("x\treference", "hypothesis", "'x', 'reference'"),
                    ("hypothesis\trefs to", "reference", "'hypothesis', 'refs to'"),
                )
            ),
            # no column with a meaning is to be renamed
            (["hypothesis\tsource", "a\tb"], "has no 'reference'; found 'hypothesis', 'source'$"),
            ([TWO, "y\ty", r"\N" "\tx"], r"line 3: column 'hypothesis' is \N"),
            *(
                ([f"{TWO}\t{column}", "y\ty\ty", "x\tx\t\\N"], rf"line 3: column '{column}' is \N")
                for column in ("doc", "source", "domain")
            ),
            (
                ["hypothesis\treference:1\treference:2", "a\tb\t\\N", "c\t\\N\t\\N"],
                "line 3: every reference is missing",
            ),
            (
                ["hypothesis\trefrence:1\treference:2", "a\tb\tc", "a\tb\t\\N"],
                "line 3: the column 'refrence:1' is read as metadata; if hypotheses",
            ),
            (
                ["hypothesis\trefrence:1\treference:2", "a\tb\tc", "a\tb\t\\N"],
                "rename it 'reference:1'. Without it, every reference is missing",
            ),
        ],
    )
    def test_a_table_that_is_wrong_is_refused_with_the_reason(
        self, tsv: WriteRows, rows: list[str], words: str
    ) -> None:
        assert words in f"{refusal(tsv(*rows))}$"

    @pytest.mark.parametrize(
        ("column", "advice"),
        [
            ("hyp:good", "if hypotheses are meant, rename it 'hypothesis:good'"),
            ("HYP:good", "if hypotheses are meant, rename it 'hypothesis:good'"),
            ("ref:2", "if references are meant, rename it 'reference:2'"),
            ("sys:b", "rename it 'hypothesis:b'; if references are meant, rename it 'reference:b'"),
            ("gold", "if references are meant, rename it 'reference'"),
        ],
    )
    def test_a_column_that_looks_misnamed_causes_a_warning(
        self, tsv: WriteRows, column: str, advice: str
    ) -> None:
        path = tsv(f"hypothesis:a\t{column}\treference", "a\tb\tc")
        with pytest.warns(TallystickWarning) as caught:
            assert list(read_table(path)) == ["a"]
        (warning,) = caught
        assert f"the column '{column}' is read as metadata; " in str(warning.message)
        assert str(warning.message).endswith(advice)

    @pytest.mark.parametrize("header", ["domain", "doc\tdocid", "doc\tdocument\tgenre"])
    def test_other_columns_cause_no_warning(
        self, tsv: WriteRows, recwarn: pytest.WarningsRecorder, header: str
    ) -> None:
        row = "\t".join("x" for _ in header.split("\t"))
        read_table(tsv(f"hypothesis\treference\t{header}", f"a\tb\t{row}"))
        assert not list(recwarn)

    FIELD = st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0\t\n\r\ufeff"), max_size=5
    ).filter(lambda field: field != r"\N")

    @given(st.lists(st.tuples(FIELD, FIELD, st.none() | FIELD, FIELD), min_size=1))
    def test_written_rows_are_read_unchanged(
        self, rows: list[tuple[str, str, str | None, str]]
    ) -> None:
        header = "hypothesis:x\treference:1\treference:2\tnote"
        written = ["\t".join(r"\N" if field is None else field for field in row) for row in rows]
        with TemporaryDirectory() as folder:
            path = Path(folder, "table.tsv")
            path.write_bytes("".join(f"{row}\n" for row in [header, *written]).encode())
            content = read_test_set(path, format="tsv-plain")
        assert list(content.systems["x"]) == [row[0] for row in rows]
        assert content.references is not None
        assert list(content.references) == [
            (row[1],) if row[2] is None else (row[1], row[2]) for row in rows
        ]
        assert content.metadata == {"note": tuple(row[3] for row in rows)}


PAIR = {"hypothesis": "a", "reference": "b"}
NO_SYSTEMS: list[object] = ["a", [], {}, None, 3]


class TestJsonLines:
    def test_keys_are_found_by_their_names(self, jsonl: WriteRows) -> None:
        path = jsonl(
            {"hypothesis": "h1", "references": ["r1", None, ""], "doc": "one", "source": "s1"},
            {"source": "s2", "doc": "two", "reference": "a\tb\n\u2028", "hypothesis": ""},
        )
        assert read_table(path) == {
            "table": Corpus.from_segments(
                hypotheses=["h1", ""],
                references=[["r1", ""], ["a\tb\n\u2028"]],
                documents=["one", "two"],
                sources=["s1", "s2"],
            )
        }

    def test_other_keys_are_metadata_with_numbers_as_they_are_written(
        self, jsonl: WriteRows
    ) -> None:
        line = '{"hypothesis": "h", "reference": "r", "a": 1.10, "b": true, "c": "x", "d": 1E400}'
        metadata = read_table(jsonl(line))["table"].metadata
        assert dict(metadata) == {"a": ("1.10",), "b": ("true",), "c": ("x",), "d": ("1E400",)}
        assert all(type(column[0]) is str for column in metadata.values())

    def test_lists_of_strings_are_tokens(self, jsonl: WriteRows) -> None:
        path = jsonl(
            {"hypothesis": ["a b", "c"], "references": [["a", "b"], None, []]},
            {"hypothesis": [], "reference": ["d"]},
        )
        corpus = read_table(path)["table"]
        assert isinstance(corpus.hypotheses, Tokens)
        assert list(corpus.hypotheses) == [("a b", "c"), ()]
        assert list(corpus.references) == [(("a", "b"), ()), (("d",),)]

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("", "is empty"),
            ("   ", "is empty"),
            ('{"hypothesis": "a"', "is not valid JSON at character 19"),
            ("[1]", "is a list; expected an object"),
            ('"a"', "is a string; expected an object"),
            ("null", "is null; expected an object"),
            ('{"hypothesis": "a", "reference": NaN}', "NaN is not JSON"),
            ('{"hypothesis": "a", "hypothesis": "b"}', "the key 'hypothesis' occurs twice"),
            ('{"reference": "a"}', "lacks the key 'hypothesis', which line 1 has"),
            ('{"hypothesis": "a"}', "either every line or no line has the key 'reference'"),
            ({**PAIR, "doc": "c"}, "has the key 'doc', which line 1 lacks"),
            ({**PAIR, "references": []}, "the keys 'reference' and 'references' exclude each"),
            ({**PAIR, "hypotheses": {}}, "the keys 'hypothesis' and 'hypotheses' exclude each"),
            ({**PAIR, "hypothesis": 3}, "the hypothesis is the number 3; expected"),
            ({**PAIR, "hypothesis": None}, "the hypothesis is null; expected a"),
            ({**PAIR, "hypothesis": ["a"]}, "the hypothesis is a list; expected"),
            ({**PAIR, "reference": {}}, "reference 1 is an object; expected a"),
            ({"hypothesis": "a", "references": ["b", True]}, "reference 2 is true; expected a str"),
            ({"hypothesis": "a", "references": "b"}, "the value of 'references' is a string; expe"),
            ({"hypothesis": "a", "references": []}, "there is no reference"),
            ({"hypothesis": "a", "references": [None]}, "there is no reference"),
            ({"hypothesis": "a", "reference": None}, "there is no reference"),
            ('{"hypothesis": "\\ud800", "reference": "b"}', "the hypothesis contains the lone sur"),
            pytest.param("[" * 200_000, "", id="nested too deeply"),
        ],
    )
    def test_a_line_that_is_wrong_is_named(
        self, jsonl: WriteRows, line: str | dict[str, object], words: str
    ) -> None:
        assert f"table.jsonl, line 2: {words}" in refusal(jsonl(PAIR, line))

    @pytest.mark.parametrize(
        ("records", "words"),
        [
            *(
                ([{"hypotheses": given, "reference": "r"}], "line 1: the value of 'hypotheses' is")
                for given in NO_SYSTEMS
            ),
            *(
                ([{**PAIR, key: value}], f"line 1: the value of '{key}' is {kind}")
                for key in ("doc", "source")
                for value, kind in ((None, "null"), ([1], "a list"))
            ),
            ([{**PAIR, "source": {"a": 1}}], "line 1: the value of 'source' is an object"),
            ([{"hypothesis": ["a", 3], "reference": ["b"]}], "has the number 3 as token 2"),
            (
                [{"hypothesis": ["a"], "references": ["b"]}],
                "line 1: reference 1 is a string; expected a list of strings",
            ),
            (
                [{"a": 1, "b": None}],
                "line 1: has no 'hypothesis' or 'reference'; found 'a', 'b'; say which key",
            ),
            ([], "is empty"),
            ([{"x": "a", "reference": "b"}], "has no 'hypothesis'; found 'x', 'reference'; say"),
            ([{"hypothesis": "a"}], "has no 'reference'; found 'hypothesis'"),
            *(
                ([{"hypotheses": {"x": "a", "y": "b"}, "reference": "r"},
                  {"hypotheses": given, "reference": "r"}], words)
                for given, words in (
                    ("a", "line 2: the value of 'hypotheses' is a string; expected an object"),
                    ({}, "line 2: the value of 'hypotheses' is an object"),
                    ({"x": "a"}, "line 2: 'hypotheses' has the systems x, but line 1 has x, y"),
                    ({"x": "a", "z": "b"}, "line 2: 'hypotheses' has the systems x, z, but line 1"),
                )
            ),
        ],
    )  # fmt: skip
    def test_lines_without_the_texts_of_the_same_systems_are_refused(
        self, jsonl: WriteRows, records: list[dict[str, object]], words: str
    ) -> None:
        assert words in refusal(jsonl(*records))

    TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)

    @given(
        st.lists(st.tuples(TEXT, TEXT, st.lists(st.none() | TEXT), TEXT), min_size=1), st.booleans()
    )
    def test_written_records_are_read_unchanged(
        self, rows: list[tuple[str, str, list[str | None], str]], ascii_only: bool
    ) -> None:
        written = [
            json.dumps(
                {"hypothesis": hypothesis, "references": [first, *others], "note": note},
                ensure_ascii=ascii_only,
            )
            for hypothesis, first, others, note in rows
        ]
        with TemporaryDirectory() as folder:
            path = Path(folder) / "mine.jsonl"
            path.write_text("".join(f"{line}\n" for line in written), encoding="utf-8")
            content = read_test_set(path)
        assert list(content.systems["mine"]) == [row[0] for row in rows]
        assert content.references is not None
        assert list(content.references) == [
            (first, *(other for other in others if other is not None))
            for _, first, others, _ in rows
        ]
        assert content.metadata == {"note": tuple(row[3] for row in rows)}


class TestFormats:
    def test_a_table_without_an_ending_is_read_if_its_format_is_given(self, tmp_path: Path) -> None:
        path = tmp_path / "table.txt"
        path.write_bytes(b"hypothesis\treference\na\tb\n")
        with pytest.raises(InputError, match="no hypotheses are given"):
            read_table(path)
        assert list(read_table(path, format="tsv")) == ["table"]

    def test_an_unknown_format_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="the format 'tvs' is not known; did you mean tsv"):
            read_table(tmp_path / "table.tsv", format="tvs")

    def test_standard_input_is_read_by_the_given_format(self, standard_input: Any) -> None:
        data = b'{"hypothesis": "a", "reference": "b"}\n'
        standard_input(data)
        assert list(read_table("-", format="jsonl")) == ["standard input"]


class TestManyColumns:
    def test_a_header_of_very_many_columns_is_refused_at_once(self, tsv: WriteRows) -> None:
        path = tsv("\t".join(f"c{k}" for k in range(200_000)), "x")
        assert "line 1: there are 200,000 columns, but at most 10,000 are read" in refusal(path)

    def test_the_number_of_keys_is_limited_and_a_repeated_key_is_found(
        self, jsonl: WriteRows
    ) -> None:
        keys = ", ".join(f'"k{k}": 1' for k in range(20_000))
        assert "there are 20,000 columns, but at most" in refusal(jsonl(f"{{{keys}}}"))
        assert "the key 'k7' occurs twice" in refusal(jsonl(f'{{{keys}, "k7": 2}}'))

    @pytest.mark.parametrize("form", ["tsv", "jsonl"])
    def test_ten_thousand_columns_take_no_time_that_grows_with_their_square(
        self, tsv: WriteRows, jsonl: WriteRows, form: str
    ) -> None:
        names = ["hypothesis", "reference", *(f"c{k}" for k in range(9_998))]
        if form == "tsv":
            path = tsv("\t".join(names), "\t".join("x" for _ in names))
        else:
            path = jsonl(dict.fromkeys(names, "x"))
        begin = time.process_time()
        assert len(read_table(path)["table"].metadata) == 9_998
        assert time.process_time() - begin < 1  # 1.8 s where every column looks at all before it

    def test_a_message_names_some_of_many_columns(self, tsv: WriteRows) -> None:
        message = refusal(tsv("\t".join(f"c{k}" for k in range(9_000)), "x"))
        assert "'c19' and 8,980 more" in message
        assert len(message) < 1_000

"""Tables with quoted fields: what a program wrote is read back, or refused, and never changed."""

import csv
import io
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import read_test_set, stream_test_set

HEADER = ["hypothesis", "reference", "note"]
Rows = Sequence[Sequence[str]]


def rows_in(path: Path, format: str | None = None, part: int | None = None) -> list[list[str]]:
    """Return the rows that are read, in parts or at once."""
    if part is None:
        whole = read_test_set(path, format=format)
        [corpus] = whole.corpora().values()
        parts = [corpus]
    else:
        streamed = stream_test_set(path, format=format, segments_per_part=part)
        parts = [corpus for each in streamed.parts for _, corpus in each]
    return [
        [str(hypothesis), *map(str, references), note]
        for corpus in parts
        for hypothesis, references, note in zip(
            corpus.hypotheses, corpus.references, corpus.metadata["note"], strict=True
        )
    ]


def plain(rows: Rows) -> str:
    return "".join("\t".join(row) + "\n" for row in [HEADER, *rows])


def by_csv(
    rows: Rows, quoting: int = csv.QUOTE_MINIMAL, delimiter: str = "\t", end: str = "\r\n"
) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end)  # type: ignore[arg-type]
    writer.writerows([HEADER, *rows])
    return file.getvalue()


def read_back(content: str, part: int | None = None, name: str = "t.tsv") -> list[list[str]] | None:
    """Return the rows that are read; None if the file is refused."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content.encode())
        try:
            return rows_in(path, part=part)
        except InputError:
            return None


ROWS = [
    ['He said "no" to me.', 'He told me "no".', "1"],
    ["It rains, again.", "It is raining.", "2"],
    ['"Stop!"', '"Halt!"', "3"],
]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
def test_what_a_csv_writer_writes_with_tabs_is_read_as_it_was(quoting: int, end: str) -> None:
    assert read_back(by_csv(ROWS, quoting, end=end)) == ROWS


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_of_comma_separated_values_have_the_delimiter_of_their_header(
    delimiter: str,
) -> None:
    rows = [*ROWS, ["two\nlines", "a\tb;c,d", "4"]]
    assert read_back(by_csv(rows, delimiter=delimiter), name="t.csv") == rows


@pytest.mark.parametrize(
    "rows",
    [
        [['"Hello," she said.', "Hello.", "1"]],
        [['He said "no".', "x", "1"]],
        [['"Hello, he said.', 'She said "no".', "1"]],
        [['"Yes."', '"Yes."', "1"], ["No, never.", "a b; c", "2"], ["x", "y", "3"]],
        [['""', 'an "', "1"]],
    ],
)
def test_quotation_marks_of_plain_tables_are_text(rows: Rows) -> None:
    assert read_back(plain(rows)) == rows


def test_line_ends_and_tabs_in_quoted_fields_are_text() -> None:
    rows = [["a\nb", "c\td", "1"], ["e\r\nf", "g", "2"], ["h", "\n", "3"], ['"', "i", "4"]]
    assert read_back(by_csv(rows)) == rows
    assert read_back(by_csv(rows), part=2) == rows


@pytest.mark.parametrize(
    "content",
    [
        'hypothesis\treference\tnote\n"Hello"\t"Hello"\t1\n',  # all of a column
        'hypothesis\treference\tnote\n"a, b"\tc\t1\nd\t"e, f"\t2\n',  # those with a comma
        'hypothesis\treference\tnote\na\t""\t1\nb\tc\t2\n',  # an empty one
    ],
)
def test_a_table_that_can_be_read_in_both_ways_is_refused_with_both(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        rows_in(path)
    message = str(caught.value)
    assert "can be read with its quotation marks as text, or as the quoted fields ['" in message
    assert "--table-format tsv-plain (marks are text) or tsv-quoted" in message
    fields = [line.split("\t") for line in content.removesuffix("\n").split("\n")[1:]]
    assert rows_in(path, "tsv-plain") == fields
    assert rows_in(path, "tsv-quoted") == [[field.strip('"') for field in row] for row in fields]


@pytest.mark.parametrize("part", [None, 1, 2, 5])
def test_a_table_with_lines_of_both_kinds_is_refused_wherever_they_are(part: int | None) -> None:
    quoted, text = '"a ""b"""\tc\t1\n', '"Hello," she said.\td\t2\n'
    for rows in (quoted + text, text + quoted, quoted + "x\ty\t3\n" * 4 + text):
        assert read_back("\t".join(HEADER) + "\n" + rows, part) is None


def test_the_refusal_of_both_kinds_names_a_line_of_each(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(plain([["x", "y", "1"], ['"a ""b"""', "c", "2"], ['d "e"', "f", "3"]]))
    with pytest.raises(InputError, match=r"line 3, .* has a quoted field, but in line 4, .* text"):
        rows_in(path)


def test_a_fault_in_a_quoted_table_is_named_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text('hypothesis,reference\n"a\nb",c\n"d"e,f\n')
    with pytest.raises(InputError, match=r"t\.csv, line 4: cannot be split into quoted fields"):
        read_test_set(path)
    path.write_text('hypothesis,reference\n"a\nb",c\nd\n')
    with pytest.raises(InputError, match=r"line 4: found 1 field, but the header names 2 columns"):
        read_test_set(path)
    path.write_text('hypothesis,reference\n"a\nb",c\n\\N,d\n"e"f,g\n')
    with pytest.raises(InputError, match=r"line 4: column 'hypothesis' is \\N"):
        read_test_set(path)


def test_a_field_that_is_too_long_for_the_csv_module_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(plain([[f'"{"a" * 200_000} ""b"""', "c", "1"]]))
    with pytest.raises(InputError, match=r"line 2: cannot be split .* up to 131,072 characters"):
        rows_in(path)


def test_a_header_that_the_csv_module_cannot_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b"hypothesis,reference\rx\na,b\n")
    with pytest.raises(InputError, match=r"line 1: cannot be split into quoted fields .new-line"):
        read_test_set(path)


def test_missing_references_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b'\xef\xbb\xbfhypothesis,reference:1,reference:2\r\n"a ""b""",c,\\N\r\n')
    with pytest.warns(match="byte order mark"):
        [corpus] = read_test_set(path).corpora().values()
    assert (list(corpus.hypotheses), list(corpus.references)) == (['a "b"'], [("c",)])


def test_a_quoted_table_is_read_from_standard_input(standard_input: Any) -> None:
    for end in ("\n", "\r\n"):
        data = by_csv(ROWS, end=end).encode()
        standard_input(data)
        parts = stream_test_set("-", format="tsv", read_again=False, segments_per_part=2)
        texts = [list(corpus.hypotheses) for part in parts.parts for _, corpus in part]
        assert texts == [[ROWS[0][0], ROWS[1][0]], [ROWS[2][0]]]


def test_a_quoted_table_is_read_in_bounded_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.opening.BLOCK", 1 << 10)
    monkeypatch.setattr("tallystick.metrics.reading.tsv.LINES_AT_ONCE", 50)
    path = tmp_path / "t.tsv"
    path.write_text(by_csv([[f'a "b" {k}', "c d e", "1"] for k in range(1_000)]))
    assert len(rows_in(path, part=50)) == 1_000  # and modules are imported
    peaks = []
    for length in (1_000, 50):
        tracemalloc.start()
        for part in stream_test_set(path, segments_per_part=length).parts:
            for _ in part:
                pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] / 2


TEXT = st.text(st.sampled_from('ab ,;"\t\n\r\u2028é') | st.characters(exclude_categories=["Cs"]))
ANY = st.lists(
    st.tuples(*[TEXT.filter(lambda text: text != r"\N" and "\0" not in text)] * 3), min_size=1
)


@given(ANY, st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]), st.sampled_from([None, 1, 2]))
def test_tables_of_a_csv_writer_are_read_as_they_were_or_refused(
    rows: Rows, quoting: int, part: int | None
) -> None:
    content = by_csv(rows, quoting)
    read = read_back(content, part)
    expected = [list(row) for row in rows]
    assert read in (None, expected)
    if quoting == csv.QUOTE_ALL:
        assert read == expected
    assert read_back(by_csv(rows, quoting, ","), part, "t.csv") == expected


LINE = st.text(st.sampled_from('ab ,;"é'), max_size=6)


@given(st.lists(st.tuples(LINE, LINE, LINE), min_size=1), st.sampled_from([None, 1, 2]))
def test_plain_tables_are_read_as_text_unless_a_csv_writer_would_have_written_them(
    rows: Rows, part: int | None
) -> None:
    read = read_back(plain(rows), part)
    if read is not None and read != [list(row) for row in rows]:
        assert by_csv(read, end="\n") == plain(rows)


def test_a_space_before_a_quoted_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "spaced.csv"
    path.write_text('hypothesis,reference,note\n"a b", "a c",""\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"spaced\.csv, line 2: .*a space between ',' and a quot"):
        rows_in(path)
    path.write_text('hypothesis,reference,note\n"a, "" b"," ""c""",\n', encoding="utf-8")
    assert rows_in(path) == [['a, " b', ' "c"', ""]]

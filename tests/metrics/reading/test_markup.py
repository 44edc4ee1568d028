"""WMT's XML, and mteval's SGML and XML."""

import gzip
from pathlib import Path

import pytest

import tallystick
from tallystick import InputError, OptionError
from tallystick.metrics import read_test_set, stream_test_set
from tests.metrics.reading.functions import Write

XML = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="test">
  <collection id="general">
    <doc origlang="de" id="one" domain="news">
      <src lang="de"><p><seg id="1">Größe &amp; Maß</seg><seg id="2">zwei</seg></p></src>
      <ref lang="en" translator="A"><p><seg id="1">size</seg><seg id="2"></seg></p></ref>
      <ref lang="en" translator="B"><p><seg id="2">two</seg><seg id="1">a size</seg></p></ref>
      <hyp system="x" lang="en"><p><seg id="1">big</seg><seg id="2">
        second
        line </seg></p></hyp>
      <hyp system="y" lang="en"><p><seg id="1">large</seg><seg id="2">pair</seg></p></hyp>
    </doc>
    <doc origlang="en" id="two">
      <src lang="de"><p><seg id="1">drei</seg></p></src>
      <ref lang="en" translator="A"><p><seg id="1">three</seg></p></ref>
      <hyp system="y" lang="en"><p><seg id="1">3</seg></p></hyp>
      <hyp system="x" lang="en"><p><seg id="1"> three</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""


def test_xml_gives_systems_references_documents_sources_and_metadata(write: Write) -> None:
    test_set = read_test_set(write("t.xml", XML))
    assert {name: list(text) for name, text in test_set.systems.items()} == {
        "x": ["big", "second line", " three"],
        "y": ["large", "pair", "3"],
    }
    assert test_set.references is not None
    # a translator who left a document out gives no reference, one who left a segment empty does
    assert list(test_set.references) == [("size", "a size"), ("", "two"), ("three",)]
    assert test_set.documents == ("one", "one", "two")
    assert list(test_set.sources or ()) == ["Größe & Maß", "zwei", "drei"]
    assert test_set.metadata == {"origlang": ("de", "de", "en"), "domain": ("news", "news", "")}


def test_systems_and_translators_are_chosen_by_name(write: Write) -> None:
    path = write("t.xml", XML)
    test_set = read_test_set(path, systems=["y"], translators=["A"])
    assert list(test_set.systems) == ["y"]
    assert list(test_set.references or ()) == [("size",), ("",), ("three",)]
    for choice, message in (
        ({"systems": ["z"]}, r"t\.xml: there is no system 'z'; known are x, y"),
        ({"translators": ["C"]}, "no reference by the translator 'C'; found 'A', 'B'"),
    ):
        with pytest.raises(OptionError, match=message):
            read_test_set(path, **choice)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"the document 'two', which is in .*, has no reference"):
        read_test_set(path, translators=["B"])


def test_one_of_several_languages_is_chosen(write: Write) -> None:
    other = XML.replace(
        "</doc>",
        '<hyp system="x" lang="fr"><p><seg id="1">un</seg></p></hyp>'
        '<ref lang="fr"><p><seg id="1">une</seg></p></ref></doc>',
    ).replace('<seg id="2">zwei</seg>', "")
    other = other.replace('<seg id="2"></seg>', "").replace('<seg id="2">two</seg>', "")
    other = other.replace('<seg id="2">pair</seg>', "")
    begin, end = other.index('<seg id="2">'), other.index(" </seg>") + len(" </seg>")
    path = write("t.xml", other[:begin] + other[end:])
    with pytest.raises(OptionError, match="several languages, en, fr; choose one"):
        read_test_set(path)
    french = read_test_set(path, language="fr")
    assert list(french.systems["x"]) == ["un", "un"]
    assert list(read_test_set(path, language="en").systems["x"]) == ["big", " three"]
    with pytest.raises(OptionError, match="there is no language 'de'; found en, fr"):
        read_test_set(path, language="de")


def test_plain_hypotheses_with_xml_are_scored_alone_or_with_selected_systems(write: Write) -> None:
    path, mine = write("t.xml", XML), write("mine.txt", "big", "two", "three")
    assert list(read_test_set(path, mine).systems) == ["mine"]
    assert list(read_test_set(path, mine, systems=["y"]).systems) == ["y", "mine"]
    assert read_test_set(path, mine).corpora()["mine"].documents == ("one", "one", "two")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</p></src>", "</src>", r"t\.xml, line 5: is not well-formed XML \(mismatched tag\)"),
        ('system="x"', 'system="y"', r"line \d+: the hypothesis of the document 'one' by the sys"),
        ('id="two"', 'id="one"', "line 14: the source of the document 'one' occurs twice"),
        ('<seg id="2">pair</seg>', "", "by the system 'y' has no segment '2', which is in t.xml,"),
        ('<seg id="2">zwei</seg>', "", "the source of the document 'one' has no segment '2'"),
        ('<seg id="2">pair', '<seg id="1">pair', "line 11: the segment '1' of the document 'one'"),
        (' id="two"', "", "line 13: a document has no name; give <doc> an id"),
        ("&amp;", "&amb;", "line 5: is not well-formed XML .undefined entity"),
        ('<src lang="de"><p>', "<p>", "line 5: <seg> is outside <src>, <ref>, <hyp>"),
    ],
)
def test_xml_that_does_not_fit_is_named_by_its_line(
    write: Write, old: str, new: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_test_set(write("t.xml", XML.replace(old, new)))


def test_a_system_without_a_document_is_named(write: Write) -> None:
    lines = XML.split("\n")
    content = "\n".join(line for line in lines if '"> three' not in line)
    with pytest.raises(
        InputError, match=r"the system 'x' has no document 'two', which is in t\.xml"
    ):
        read_test_set(write("t.xml", content))


@pytest.mark.parametrize("content", ["<dataset></dataset>", "<html><p>x</p></html>", ""])
def test_xml_without_a_test_set_is_refused(write: Write, content: str) -> None:
    with pytest.raises(InputError, match=r"contains no document with segments|not well-formed"):
        read_test_set(write("t.xml", content))


BOMB = "".join(f'<!ENTITY e{k} "{f"&e{k - 1};" * 10 if k else "ha"}">' for k in range(20))


@pytest.mark.parametrize(
    "declaration",
    [
        f"[{BOMB}]",
        '[<!ENTITY e SYSTEM "secret.txt">]',
        '[<!ENTITY % e SYSTEM "http://localhost/x.dtd"> %e;]',
    ],
)
def test_entities_are_refused_before_they_expand(write: Write, declaration: str) -> None:
    content = XML.replace("<dataset", f"<!DOCTYPE dataset {declaration}>\n<dataset", 1)
    with pytest.raises(InputError, match=r"declares the entity 'e0?', which is not read"):
        read_test_set(write("t.xml", content.replace("drei", "&e19;")))


def test_an_entity_of_an_external_definition_is_not_dropped_silently(write: Write) -> None:
    content = XML.replace("<dataset", '<!DOCTYPE mteval SYSTEM "mteval.dtd">\n<dataset', 1)
    read_test_set(write("t.xml", content))
    with pytest.raises(InputError, match="line 15: the entity &x; is not known"):
        read_test_set(write("t.xml", content.replace("drei", "&x;")))


@pytest.mark.parametrize("where", ["drei", "<src lang"])
def test_a_segment_or_tag_without_end_is_refused(
    write: Write, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:

    monkeypatch.setattr("tallystick.metrics.reading.markup.LONGEST_LINE", 1 << 16)
    monkeypatch.setattr("tallystick.metrics.reading.markup.BLOCK", 1 << 12)
    long = "x" * (1 << 18) if where == "drei" else " " * (1 << 18)
    content = XML.replace(where, f"drei{long}" if where == "drei" else f"<src {long}lang")
    with pytest.raises(InputError, match=r"t\.xml: a line is longer than"):
        read_test_set(write("t.xml", content))


SOURCE = """<srcset setid="t" srclang="de">
<DOC docid="d1"><seg id="1">eins</seg><seg id="2">zwei</seg></DOC>
<DOC docid="d2"><seg id="1">drei</seg></DOC>
</srcset>
"""
REFERENCES = """<!DOCTYPE TSTSET SYSTEM "x">
<REFSET setid="t" srclang="de" trglang="en">
<doc docid="d2" sysid="r1"><seg id="1">AT&T < 5 &quot;x&quot;</seg></doc>
<doc docid="d1" sysid="r1" genre="nw"><hl>
<seg id="1">a  b
c</seg></hl>
<p><SEG id=2>&lt;it&gt; &amp;lt; &apos;</SEG ></p></doc>
<doc sysid=r2 docid='d1'><seg id="2">two</seg><seg id="1"> one\u00a0\u00a01 </seg></doc>
<doc sysid=r2 docid='d2'><seg id="1"></seg></doc>
</REFSET>
"""
SYSTEM = """<tstset setid="t" srclang="de" trglang="en">
<doc docid="d1" sysid="x"><seg id="1">one</seg><seg id="2">two</seg></doc>
<doc docid="d2" sysid="x"><seg id="1">three</seg></doc>
</tstset>
"""


def test_sgml_is_read_by_the_rules_of_mteval(write: Write) -> None:
    test_set = read_test_set(
        write("ref.sgm", REFERENCES),
        [write("x.sgm", SYSTEM), write("y.sgml", SYSTEM.replace('sysid="x"', 'sysid="y"'))],
        sources=write("src.sgm", SOURCE),
    )
    assert list(test_set.references or ()) == [
        ("a b c", "one\u00a0\u00a01"),
        ("<it> &lt; &apos;", "two"),
        ('AT&T < 5 "x"', ""),
    ]
    assert {name: list(text) for name, text in test_set.systems.items()} == {
        "x": ["one", "two", "three"],
        "y": ["one", "two", "three"],
    }
    assert test_set.documents == ("d1", "d1", "d2")
    assert list(test_set.sources or ()) == ["eins", "zwei", "drei"]
    assert test_set.metadata == {"genre": ("nw", "nw", "")}


def test_sgml_without_a_source_has_the_order_of_the_references(write: Write) -> None:
    test_set = read_test_set(write("ref.sgm", REFERENCES), write("x.sgm", SYSTEM))
    assert test_set.documents == ("d2", "d1", "d1")
    assert list(test_set.systems["x"]) == ["three", "one", "two"]
    chosen = read_test_set("ref.sgm", "x.sgm", translators=["r2"])
    assert list(chosen.references or ()) == [("two",), ("one\u00a0\u00a01",), ("",)]


def test_sgml_gives_the_numbers_that_mteval_printed(write: Write) -> None:
    # "two_segments_shared_info" of tests/golden/nist.json, printed by mteval
    system = (
        '<tstset><doc docid="d" sysid="x"><seg id="1">a b c d e</seg><seg id="2">a b q r s</seg>'
    )
    reference = (
        '<refset><doc docid="d" sysid="r"><seg id="1">a b c d x</seg><seg id="2">a b z r s</seg>'
    )
    test_set = read_test_set(
        write("r.sgm", f"{reference}</doc></refset>"), write("x.sgm", f"{system}</doc></tstset>")
    )
    nist = tallystick.nist(hypotheses=test_set.corpora()["x"])
    assert nist.score == pytest.approx(2.5492091425765566, rel=1e-12)


def test_mtevals_xml_is_read_as_xml(write: Write) -> None:
    content = REFERENCES.split("\n", 1)[1].lower().replace("<p>", "").replace("</p>", "")
    content = (
        content.replace("at&t < 5", "at&amp;t").replace("id=2", 'id="2"').replace("seg >", "seg>")
    )
    content = content.replace("sysid=r2", 'sysid="r2"')
    path = write("t.xml", f"<mteval>{content}{SYSTEM}</mteval>")
    test_set = read_test_set(path)
    assert list(test_set.systems) == ["x"]
    assert list(test_set.references or ())[1] == ("a  b c", " one\u00a0\u00a01 ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("two</seg>", "two", r"x\.sgm, line 2: <seg> has no </seg>; close every segment"),
        ("three</seg>", "three", r"x\.sgm, line 3: <seg> has no </seg>; close every segment"),
        ('id="2"', 'id="1"', r"x\.sgm, line 2: the segment '1' of the document 'd1' occurs twic"),
        ('<seg id="2">two</seg>', "", r"x\.sgm, line 2: .* system 'x' has no segment '2', which"),
        ('docid="d2"', 'docid="d3"', "the system 'x' has no document 'd2', which is in ref.sgm, l"),
        ('docid="d2"', "", r"x\.sgm, line 3: a document has no name"),
        ("<tstset", "<testset", r"x\.sgm, line 2: a document has no name|<seg> is outside"),
    ],
)
def test_sgml_that_does_not_fit_is_named_by_its_line(
    write: Write, old: str, new: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_test_set(write("ref.sgm", REFERENCES), write("x.sgm", SYSTEM.replace(old, new)))


def test_systems_without_names_are_called_by_their_files(write: Write) -> None:
    nameless = SYSTEM.replace(' sysid="x"', "")
    test_set = read_test_set(
        write("ref.sgm", REFERENCES), [write("one.sgm", nameless), write("two.sgml", nameless)]
    )
    assert list(test_set.systems) == ["one", "two"]


def test_an_attribute_is_found_by_its_whole_name(write: Write) -> None:
    # mteval takes lpid="9" for the id, so that segments overwrite each other
    test_set = read_test_set(
        write("ref.sgm", REFERENCES), write("x.sgm", SYSTEM.replace("<seg id", '<seg lpid="9" id'))
    )
    assert list(test_set.systems["x"]) == ["three", "one", "two"]


def test_markup_is_one_part_of_a_stream(write: Write) -> None:
    test_set = stream_test_set(write("t.xml", XML))
    assert test_set.systems == ("x", "y")
    assert [[name for name, _ in part] for part in test_set.parts] == [["x", "y"]]


@pytest.mark.parametrize("pair", ["liv-en", "en-zh"])
def test_the_xml_of_wmt22_holds_the_published_text_line_for_line(
    shared_data: Path, pair: str
) -> None:
    test_set = read_test_set(shared_data / "xml" / f"wmttest2022.{pair}.all.xml")
    source, target = pair.split("-")
    references = sorted((shared_data / "references").glob(f"generaltest2022.{pair}.ref.*.{target}"))
    outputs = sorted(
        (shared_data / "system-outputs").glob(f"generaltest2022.{pair}.hyp.*.{target}")
    )
    names = [path.name.split(".hyp.")[1].removesuffix(f".{target}") for path in outputs]
    plain = read_test_set(
        references,
        outputs,
        names=names,
        sources=shared_data / "sources" / f"generaltest2022.{pair}.src.{source}",
    )
    assert sorted(test_set.systems) == names
    for system in names:
        assert test_set.systems[system] == plain.systems[system]
    assert test_set.references == plain.references
    assert test_set.sources == plain.sources
    documents = shared_data / "sources" / f"generaltest2022.{pair}.docid"
    if documents.exists():
        assert test_set.documents == tuple(documents.read_text().split("\n")[:-1])


def test_compressed_xml_is_read_by_its_inner_ending(write: Write, tmp_path: Path) -> None:
    (tmp_path / "t.xml.gz").write_bytes(gzip.compress(XML.encode()))
    assert list(read_test_set("t.xml.gz").systems) == ["x", "y"]

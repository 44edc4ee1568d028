"""WMT's XML, and mteval's SGML and XML, read into one test set.

Entities declared in XML are refused, because a few lines can expand to gigabytes. mteval's SGML is
read by mteval's rules: a run of white space is one space; `&quot;`, `&amp;`, `&lt;` and `&gt;` are
the only entities; tags can be in upper or lower case; and attributes need no quotation marks.
Unlike in mteval, a repeated or missing identifier is an error, and attributes are found by their
full names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NoReturn

from tallystick.errors import InputError, OptionError
from tallystick.metrics.corpus.corpus import References
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.reading.lines import split_lines
from tallystick.metrics.reading.opening import BLOCK, LONGEST_LINE, ByteFile, split_name, too_long
from tallystick.metrics.reading.testset import Choice, TestSet

SOURCE, REFERENCE, HYPOTHESIS = "source", "reference", "hypothesis"
SETS = {"srcset": SOURCE, "refset": REFERENCE, "tstset": HYPOTHESIS}
PARTS = {"src": SOURCE, "ref": REFERENCE, "hyp": HYPOTHESIS}
AUTHOR = {SOURCE: "translator", REFERENCE: "translator", HYPOTHESIS: "system"}
NOT_METADATA = frozenset({"id", "docid", "sysid", "refid"})

SGML = re.compile(
    r"<(?P<open>srcset|refset|tstset|doc)\b(?P<attributes>[^>]*)>"
    r"|</(?P<close>srcset|refset|tstset|doc)\s*>"
    r"|<seg\b(?P<of_seg>[^>]*)>(?:(?P<text>.*?)</seg\s*>)?",
    re.IGNORECASE | re.DOTALL,
)
ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
ENTITY = re.compile("&(quot|amp|lt|gt);")
ENTITIES = {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}


@dataclass(slots=True)
class Part:
    """A document by one author: the texts of its segments by their identifiers."""

    kind: str
    author: str | None
    language: str | None
    document: str
    attributes: Mapping[str, str]
    where: str
    segments: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        by = "" if self.author is None else f" by the {AUTHOR[self.kind]} {self.author!r}"
        return f"the {self.kind} of the document {self.document!r}{by}"


def parse_markup(files: Iterable[tuple[ByteFile, bool]], name: str, choice: Choice) -> TestSet:
    """Read files, each with whether it is XML, into one test set.

    The segments have the order of the source, or else of the first references.
    """
    parts: list[Part] = []
    for file, is_xml in files:
        documents = (_read_xml if is_xml else _read_sgml)(file)
        if not documents:
            expected = "<dataset> or <refset>" if is_xml else "<refset>, <tstset> or <srcset>"
            raise InputError(
                f"{file.name}: contains no document with segments; expected {expected} with <doc> "
                "and <seg> in it"
            )
        for part in documents:
            if part.kind == HYPOTHESIS and not part.author:
                part.author = split_name(file.name)[0]
        parts += documents
    return _assemble(_chosen(parts, name, choice), name)


def _chosen(parts: Sequence[Part], name: str, choice: Choice) -> list[Part]:
    languages = list(
        dict.fromkeys(part.language for part in parts if part.kind != SOURCE and part.language)
    )
    if choice.language is not None and choice.language not in languages:
        raise OptionError(
            f"{name}: there is no language {choice.language!r}; found "
            f"{', '.join(languages) or 'none by name'}"
        )
    if choice.language is None and len(languages) > 1:
        raise OptionError(
            f"{name}: contains translations into several languages, {', '.join(languages)}; choose "
            "one of them as the language"
        )
    known = list(dict.fromkeys(part.author or "" for part in parts if part.kind == REFERENCE))
    translators = known if choice.translators is None else choice.translators
    for translator in translators:
        if translator not in known:
            raise OptionError(
                f"{name}: there is no reference by the translator {translator!r}; found "
                f"{', '.join(map(repr, known)) or 'no reference'}"
            )
    return [
        part
        for part in parts
        if (part.kind == SOURCE or choice.language in (None, part.language))
        and (part.kind != REFERENCE or (part.author or "") in translators)
    ]


def _assemble(parts: Sequence[Part], name: str) -> TestSet:
    columns: dict[str, dict[str | None, dict[str, Part]]] = {
        kind: {} for kind in (SOURCE, REFERENCE, HYPOTHESIS)
    }
    metadata: dict[str, dict[str, str]] = {}
    for part in parts:
        of_author = columns[part.kind].setdefault(part.author, {})
        if part.document in of_author:
            raise InputError(
                f"{part.where}: {part} occurs twice, also in {of_author[part.document].where}; "
                "give it once"
            )
        of_author[part.document] = part
        for attribute, value in part.attributes.items():
            metadata.setdefault(attribute, {}).setdefault(part.document, value)
    layout: dict[str, Part] = {}
    for of_author in (each for of_kind in columns.values() for each in of_kind.values()):
        for document, part in of_author.items():
            _check_segments(part, layout.setdefault(document, part))
    authors = list(columns[REFERENCE].values())
    for author, of_author in columns[HYPOTHESIS].items():
        for document, part in layout.items():
            if document not in of_author:
                raise InputError(
                    f"{name}: the system {author!r} has no document {document!r}, which is in "
                    f"{part.where}; give every system all documents"
                )
    for document, part in layout.items():
        if authors and not any(document in of_author for of_author in authors):
            raise InputError(
                f"{name}: the document {document!r}, which is in {part.where}, has no reference; "
                "give every document at least one"
            )
    places = [(document, segment) for document, part in layout.items() for segment in part.segments]

    def texts(of_author: Mapping[str, Part]) -> Text:
        return Text.from_lines([of_author[document].segments[key] for document, key in places])

    references = [
        [of_author[document].segments[key] for of_author in authors if document in of_author]
        for document, key in places
    ]
    flat = Text.from_lines(list(chain.from_iterable(references)))
    source = next(iter(columns[SOURCE].values()), {})
    return TestSet(
        name=name,
        systems={str(author): texts(own) for author, own in columns[HYPOTHESIS].items()},
        references=References.of_counts(flat, list(map(len, references))) if authors else None,
        documents=tuple(document for document, _ in places),
        sources=texts(source) if source.keys() == layout.keys() else None,
        metadata={
            attribute: tuple(values.get(document, "") for document, _ in places)
            for attribute, values in metadata.items()
        },
        columns=tuple(kind for kind, of_kind in columns.items() if of_kind),
    )


def _check_segments(part: Part, other: Part) -> None:
    if part.segments.keys() == other.segments.keys():
        return
    for one, two in ((part, other), (other, part)):
        for segment in one.segments:
            if segment not in two.segments:
                raise InputError(
                    f"{two.where}: {two} has no segment {segment!r}, which is in {one.where}; "
                    "every segment needs its translation (it may be empty)"
                )


class _Reader:
    """Turns tags and text into parts, independently of the parser."""

    def __init__(self, name: str) -> None:
        self.parts: list[Part] = []
        self._name = name
        self._set: tuple[str, str | None, str | None] | None = None
        self._document: str | None = None
        self._attributes: dict[str, str] = {}
        self._part: Part | None = None
        self._segment = ""
        self._text: list[str] | None = None
        self._length = 0

    def start(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        where = f"{self._name}, line {line:,}"
        if tag in SETS:
            kind = SETS[tag]
            language = attributes.get("srclang" if kind == SOURCE else "trglang")
            self._set = (kind, attributes.get("refid") or attributes.get("sysid"), language)
        elif tag == "doc":
            self._document = attributes.get("id" if self._set is None else "docid")
            if not self._document:
                raise InputError(f"{where}: a document has no name; give <doc> an id (or docid)")
            self._attributes = {
                key: value for key, value in attributes.items() if key not in NOT_METADATA
            }
            if self._set is not None:
                kind, author, language = self._set
                self._begin(kind, attributes.get("sysid") or author, language, where)
        elif tag in PARTS and self._document is not None and self._set is None:
            kind = PARTS[tag]
            self._begin(kind, attributes.get(AUTHOR[kind]), attributes.get("lang"), where)
        elif tag == "seg":
            if self._part is None:
                raise InputError(f"{where}: <seg> is outside <src>, <ref>, <hyp> and <doc>")
            self._segment = attributes.get("id", str(len(self._part.segments) + 1))
            if self._segment in self._part.segments:
                raise InputError(
                    f"{where}: the segment {self._segment!r} of the document "
                    f"{self._part.document!r} occurs twice; give every segment its own id"
                )
            self._text, self._length = [], 0

    def characters(self, text: str) -> None:
        if self._text is not None:
            self._length += len(text)
            if self._length > LONGEST_LINE:
                raise too_long(self._name)
            self._text.append(text)

    def end(self, tag: str) -> None:
        if tag == "seg" and self._text is not None and self._part is not None:
            text = "".join(self._text)
            if "\n" in text:  # a line end is layout: a segment is one line
                text = " ".join(filter(None, map(str.strip, text.split("\n"))))
            self._part.segments[self._segment] = text
            self._text = None
        elif tag == "doc" or tag in PARTS:
            self._part = None
            if tag == "doc":
                self._document = None
        elif tag in SETS:
            self._set = None

    def _begin(self, kind: str, author: str | None, language: str | None, where: str) -> None:
        self._part = Part(kind, author, language, str(self._document), self._attributes, where)
        self.parts.append(self._part)


def _read_xml(file: ByteFile) -> list[Part]:
    from xml.parsers import expat

    reader = _Reader(file.name)
    parser = expat.ParserCreate()

    def refuse(what: str) -> NoReturn:
        raise InputError(f"{file.name}, line {parser.CurrentLineNumber:,}: {what}")

    parser.StartElementHandler = lambda tag, attributes: reader.start(
        tag, attributes, parser.CurrentLineNumber
    )
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.EntityDeclHandler = lambda name, *declared: refuse(
        f"declares the entity {name!r}, which is not read because entities can expand without "
        "bound; replace it by its text"
    )
    parser.SkippedEntityHandler = lambda name, is_parameter: refuse(
        f"the entity &{name}; is not known; write the character itself, in UTF-8"
    )
    fed = 0
    try:
        while block := file.read(BLOCK):
            parser.Parse(block, False)
            fed += len(block)
            if fed - parser.CurrentByteIndex > LONGEST_LINE:  # a tag or comment without end
                raise too_long(file.name)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise InputError(
            f"{file.name}, line {error.lineno:,}: is not well-formed XML "
            f"({expat.ErrorString(error.code)}); if it is mteval's SGML, give it a name that ends "
            "in .sgm"
        ) from None
    return reader.parts


def _read_sgml(file: ByteFile) -> list[Part]:
    content = split_lines(file.read(), file.name).data.decode("utf-8-sig")
    reader = _Reader(file.name)
    line, counted_up_to = 1, 0
    for match in SGML.finditer(content):
        line += content.count("\n", counted_up_to, match.start())
        counted_up_to = match.start()
        if match["open"]:
            reader.start(match["open"].lower(), _attributes(match["attributes"]), line)
        elif match["close"]:
            reader.end(match["close"].lower())
        else:
            text = match["text"]
            if text is None or re.search(r"<seg\b|</?doc\b", text, re.IGNORECASE):
                raise InputError(
                    f"{file.name}, line {line:,}: <seg> has no </seg>; close every segment"
                )
            reader.start("seg", _attributes(match["of_seg"]), line)
            reader.characters(_decoded(" ".join(re.split(r"[ \t\r\n\f\v]+", text)).strip(" ")))
            reader.end("seg")
    return reader.parts


def _attributes(text: str) -> dict[str, str]:
    return {
        match[1].lower(): _decoded(match[2] or match[3] or match[4] or "")
        for match in ATTRIBUTE.finditer(text)
    }


def _decoded(text: str) -> str:
    return ENTITY.sub(lambda match: ENTITIES[match[1]], text)

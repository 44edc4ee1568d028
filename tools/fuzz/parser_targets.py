"""Targets of everything that is read: it gives a result or a TallystickError, and nothing else.

Where there are two ways to read the same, both give the same.
"""

from __future__ import annotations

import gzip
import json
import lzma
import struct
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from drawing import Draw
from files import changed, require, result, written

from tallystick.metrics.arguments.catalogue import DIALECTS, METRICS, TOKENIZERS
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import open_bytes
from tallystick.metrics.reading.read import read_test_set, stream_test_set

LINES_IN_A_PART = 3


# Corpora


def plain(data: bytes) -> None:
    """Plain lines: all at once, in parts, and as Python splits them."""
    head, _, other = data.partition(b"\xff\xfe")
    reference, hypothesis = written("reference", head), written("hypothesis", other or head)
    lines = result(lambda: list(read_text(reference)))
    if lines is not None:
        text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8").split("\n")
        text = text if text[-1] else text[:-1]
        expected = [line.removesuffix("\r") for line in text[:-1]]
        last = [line.removesuffix("\r") if head.endswith(b"\n") else line for line in text[-1:]]
        require(lines, [*expected, *last], "lines")

    require_same_in_parts(reference, hypothesis)


def require_same_in_parts(*paths: str) -> None:
    """Require that files read in parts are those read at once, or are refused, too."""

    def segments(parts: Iterable[Iterable[tuple[str, Corpus]]]) -> dict[str, list[Any]]:
        merged: dict[str, list[Any]] = {}
        for part in parts:
            for system, corpus in part:
                pairs = zip(corpus.hypotheses, corpus.references, strict=True)
                merged.setdefault(system, []).extend(pairs)
        return merged

    whole = result(lambda: segments([read_test_set(*paths).corpora().items()]))
    parts = result(
        lambda: segments(stream_test_set(*paths, segments_per_part=LINES_IN_A_PART).parts)
    )
    require(parts, whole, "in parts")


def compressed(data: bytes) -> None:
    """Compressed files: what is accepted is what the libraries of Python decompress."""
    draw = Draw(data)
    kind, begin = draw.below(4), draw.below(200)
    suffix = (".gz", ".xz", ".gz", ".xz")[kind]
    content = draw.rest()
    if kind >= 2:
        made = bytearray(
            gzip.compress(content, mtime=0) if kind == 2 else lzma.compress(content, preset=0)
        )
        made[begin : begin + (begin % 3)] = content[: begin % 3]
        content = bytes(made)
    path = written(f"compressed{suffix}", content)

    def read() -> bytes:
        with open_bytes(path) as file:
            return b"".join(file.blocks())

    def all_at_once() -> bytes:
        with open_bytes(path) as file:
            return file.read()

    lines = result(read)
    require(lines, result(all_at_once), "all at once")
    if lines is not None:
        try:
            if suffix == ".gz":
                expected = gzip.decompress(content)
            else:
                expected = lzma.decompress(content, lzma.FORMAT_XZ)
        except (OSError, EOFError, lzma.LZMAError, struct.error):
            return  # the library stops at what follows the data, which may be padding
        require(lines, expected, "decompressed")


def table(data: bytes, suffix: str) -> None:
    """A test set in one file of the format of its name."""
    path = written(f"table{suffix}", data)
    require_same_in_parts(path)
    test_set = result(lambda: read_test_set(path))
    if test_set is None:
        return
    for corpus in test_set.corpora().values():
        require(len(list(corpus.hypotheses)), len(list(corpus.references)), "segments")
    for values in test_set.metadata.values():
        require(len(values), len(test_set.references), "metadata")


def tsv(data: bytes) -> None:
    """Tables separated by tabs."""
    table(data, ".tsv")


def csv(data: bytes) -> None:
    """Tables separated by commas, semicolons or tabs."""
    table(data, ".csv")


def utterances(data: bytes) -> None:
    """Transcripts of sclite and Kaldi: no id comes back as a word."""
    head, _, other = data.partition(b"\xff\xfe")
    for suffix in (".trn", ""):
        reference, hypothesis = written(f"reference{suffix}", head), written("text", other or head)
        texts = result(partial(read_test_set, reference, hypothesis))
        if texts is not None and suffix:
            lines = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8").split("\n")
            expected = sum(bool(line.strip()) and not line.startswith(";;") for line in lines)
            require(len(texts), expected, "utterances")
        require_same_in_parts(reference, hypothesis)


def jsonl(data: bytes) -> None:
    """JSON Lines, of any bytes or of objects that are changed."""
    if data[:1] != b"{":
        draw = Draw(data)
        lines = [
            {"hypotheses": {"a": "x y", "b": ["z"]}, "references": ["x", None], "doc": "d", "n": 1},
            {"hypotheses": {"a": "x", "b": "z"}, "references": ["x", "y"], "doc": "d", "n": 1.50},
        ]
        data = "\n".join(json.dumps(line) for line in changed(lines, draw)).encode()
    table(data, ".jsonl")


def json_documents(data: bytes) -> None:
    """JSON documents."""
    table(data, ".json")


def fairseq(data: bytes) -> None:
    """Output of fairseq-generate."""
    table(data, ".fairseq")


def xml(data: bytes) -> None:
    """WMT's XML and mteval's XML."""
    table(data, ".xml")


def sgml(data: bytes) -> None:
    """Files of mteval in SGML: references, hypotheses and sources."""
    head, _, other = data.partition(b"\xff\xfe")
    paths = written("reference.sgm", head), written("hypothesis.sgm", other)
    result(lambda: read_test_set(paths[0], paths[1] if other else ()).corpora())


# What describes a metric


@cache
def dialects() -> tuple[Any, ...]:
    """Return the classes of dialects."""
    return tuple(map(DIALECTS.load, DIALECTS.built_in))


@cache
def names() -> tuple[str, ...]:
    """Return words of specs and signatures."""
    words = [":", ",", "=", "|", "+", "yes", "no", "nan", "inf", "-1", "1e9", "0", "4", "1.5"]
    for name in METRICS.built_in:
        words += [name, *name.split("-")]
    for kind in dialects():
        axes = kind.axes()
        words += axes
        words += [str(value) for axis in axes.values() for value in (axis.values or ())]
    words += TOKENIZERS.built_in
    words += ["nrefs", "case", "lc", "mixed", "eff", "tok", "smooth", "exp", "version", "metric"]
    return tuple(dict.fromkeys(words))


def words(data: bytes) -> str:
    """Return text of known words, or any behind a first byte of 0xFF."""
    if data[:1] == b"\xff":
        return data[1:].decode("utf-8", "ignore")
    draw = Draw(data)
    return "".join(
        draw.choice(names()) if draw.flag() else draw.choice(names()[:14])
        for _ in range(12)
        if draw
    )


def specs(data: bytes) -> None:
    """Specs of metrics, of any text or of known words."""
    from tallystick.metrics.interface.signature import Signature
    from tallystick.metrics.interface.spec import metric_from_spec, several_in, unabbreviated

    text = words(data)
    metric = result(lambda: metric_from_spec(text))
    if metric is not None:
        signature = Signature.of(metric, 1, False)
        again = Signature.parse(str(signature)).metric()
        require(Signature.of(again, 1, False), signature, "signature")
    result(lambda: several_in(text))
    result(lambda: unabbreviated(text))


def signatures(data: bytes) -> None:
    """Signatures, and the metrics that they describe."""
    from tallystick.metrics.interface.signature import Signature

    parsed = result(lambda: Signature.parse(words(data)))
    if parsed is not None:
        require(Signature.parse(str(parsed)), parsed, "parsed again")
        result(parsed.metric)


def dialect_texts(data: bytes) -> None:
    """Dialects as texts."""
    kind = dialects()[len(data) % len(dialects())]
    dialect = result(lambda: kind.parse(words(data)))
    if dialect is not None:
        require(kind.parse(str(dialect)), dialect, "dialect")


def shapes(data: bytes) -> None:
    """How an implementation is called, and what its output says."""
    from tallystick.compat.implementations.given import _checked_line, _metric_given
    from tallystick.compat.implementations.processes.command import (
        number_from,
        score_text,
        with_a_group,
    )
    from tallystick.compat.implementations.shape import parsed

    draw = Draw(data)
    text = draw.raw(draw.below(80)).decode("utf-8", "ignore")
    shape = draw.rest().decode("utf-8", "ignore")
    result(lambda: parsed(text))
    result(lambda: parsed(f"({shape})"))
    result(lambda: number_from(text))
    result(lambda: score_text(with_a_group("x", r"BLEU = (\S*)"), shape))
    result(lambda: _checked_line(text, False))
    result(lambda: _metric_given(words(data)))


# Scores


def given_scores(data: bytes) -> None:
    """Scores of other programs in all their forms."""
    from tallystick.metrics.given_scores.files import ScoreFile, read_given_scores
    from tallystick.metrics.given_scores.metric import kind_of_scores

    draw = Draw(data)
    column, system, suffix = draw.below(3), draw.below(3), draw.below(3)
    path = written(("one", "one.csv", "scores.json")[suffix], draw.rest())
    metric = kind_of_scores(None)("COMET")
    file = ScoreFile(metric, path, (None, "one", "two")[system], (None, "score", "x")[column])
    result(lambda: read_given_scores([file], ["one"]))
    result(lambda: read_given_scores([file], ["one", "two"]))


def human_scores(data: bytes) -> None:
    """Human scores in all their forms."""
    from tallystick.reports.meta_evaluation.human.scores import read_aspects

    draw = Draw(data)
    column, test_set = draw.below(3), draw.below(2)
    path = written("human", draw.rest())
    result(
        lambda: read_aspects(
            [path],
            ["a", "b"],
            3,
            columns=({}, {"score": "score"}, {"score": "z"})[column],
            test_set=(None, "a")[test_set],
        )
    )


def tables_of_ngrams(data: bytes) -> None:
    """Tables of information weights and of document frequencies."""
    from tallystick.metrics.cider.frequencies import DocumentFrequencies
    from tallystick.metrics.nist.information import InformationWeights

    path = written("table", data)
    result(lambda: InformationWeights.read(path))
    ngrams = result(lambda: DocumentFrequencies.read(path))
    if ngrams is not None:
        again = written("again", b"")
        if result(lambda: ngrams.write(again) or True):
            require(
                dict(DocumentFrequencies.read(again).items()), dict(ngrams.items()), "frequencies"
            )


TARGETS: dict[str, Callable[[bytes], None]] = {
    f"read-{target.__name__.replace('_', '-')}": target
    for target in (
        *(
            plain,
            utterances,
            compressed,
            tsv,
            csv,
            jsonl,
            json_documents,
            fairseq,
            xml,
            sgml,
            specs,
            signatures,
            dialect_texts,
            shapes,
        ),
        *(given_scores, human_scores, tables_of_ngrams),
    )
}

"""The inputs from which fuzzing starts: small ones, from the examples and from bytes of a pattern.

A target of the kernel, or of a document that is changed, draws from any bytes.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

from document_targets import SETS, saved_comparison, vector_lines

EXAMPLES = Path(__file__).parents[2] / "examples"
XML = b"""<?xml version="1.0"?><dataset id="x"><doc id="d" origlang="en"><src lang="en">
<p><seg id="1">a &amp; b</seg></p></src><ref lang="de" translator="A"><seg id="1">c</seg></ref>
<hyp system="S" lang="de"><seg id="1">d</seg></hyp></doc></dataset>"""
SGML = b"""<refset setid="x" srclang="en" trglang="de" refid="A"><DOC docid="d" sysid=ref>
<hl><seg id=1> a &quot;b&lt; </seg></hl></DOC></refset>\xff\xfe
<tstset setid="x" trglang="de" sysid="S"><doc docid="d"><seg id=1>c</seg></doc></tstset>"""
SPECS = (
    b"bleu:order=2,lowercase=yes",
    b"nist:dialect=mteval",
    b"nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0",
    b"BLEU|nrefs:1|case:lc|eff:no|tok:13a|smooth:floor[0.1]",
    b"tok=13a+smooth=exp",
)
SHAPES = (
    b"(refs.tokens, hyps.tokens)",
    b"(hyp, ref).score",
    b"sacrebleu",
    b"perl multi-bleu.perl {refs} < {hyp}",
    b"\x04BLEU = 27.31, 60.1/30.2 (BP=1.000, ratio=1.01)",
)
GIVEN = (
    b"0.5\n0.25\n",
    b'{"system": "one", "score": 0.5}\n{"system": "two", "score": 0.25}\n',
    b"system\tscore\none\t0.5\ntwo\t1e-3\n",
    b"one\t0.5\ntwo\t0.25\n",
    b"one.txt\tSegment 0\tscore: 0.9875\none.txt\tscore: 0.9\n",
    b'{"one.txt": [{"COMET": 0.5, "src": "a"}]}',
)
HUMAN = (
    b"system\tsegment\tscore\none\t1\t0.5\ntwo\t1\tNone\n",
    b'{"system": "one", "segment": 1, "score": 0.5}\n',
    b"one 0.5\ntwo 0.25\n",
    b"one\td\t1\trater\tneutral\tMinor\tx\n",
    b"system\tdoc\tseg_id\trater\tseverity\tcategory\none\td\t1\tr\tMajor\tAccuracy/Omission\n",
)
NGRAMS = (b"a b\t1.5\na\t0.25\n", b"segments\t10\na b\t3\na\t5\n")
PATTERNS = tuple(
    bytes((first + place * step) % 256 for place in range(length))
    for first, step, length in ((0, 0, 8), (1, 1, 64), (255, 7, 160), (130, 3, 200), (64, 61, 300))
)


@cache
def of_examples(name: str) -> bytes:
    """Return the first lines of a packaged example."""
    return b"".join((EXAMPLES / name).read_bytes().splitlines(keepends=True)[:4])


def seeds(target: str) -> list[bytes]:
    """Return the inputs that a target starts from."""
    english = of_examples("reference.en.txt")
    own: dict[str, tuple[bytes, ...]] = {
        "read-plain": (english, english + b"\xff\xfe" + english, b"\xef\xbb\xbfa\r\nb\0"),
        "read-compressed": (b"\0\0" + gzip.compress(b"a\nb\n", mtime=0), b"\3\0" + english),
        "read-tsv": (
            of_examples("corpus.tsv"),
            b"hypothesis\treference:1\tdoc\na\t\\N\td\n",
            b'mt\tref\n"a ""b""\nc"\t"d\te"\n',
        ),
        "read-csv": (b'Prediction,gold\r\n"a ""b"", c",d\r\n', b'mt;ref;x\na;"b\nc";\\N\n'),
        "read-utterances": (
            b"a b (s_01)\n;; c\n(s_02)\n\xff\xfes_02 d\ns_01 e\n",
            b"s_01 a\ns_02\n",
        ),
        "read-jsonl": (of_examples("corpus.jsonl"),),
        "read-json-documents": (
            b'[{"mt":"x","ref":"y"},{"mt":"z","ref":"y"}]',
            b'{"a":[{"mt":"x","ref":"y"}],"b":[{"mt":"z","ref":"y"}]}',
            b'{"request_states":[{"instance":{"input":{"text":"w"},"references":[{"output":'
            b'{"text":"y"},"tags":["correct"]}]},"result":{"completions":[{"text":"x"}]}}]}',
        ),
        "read-fairseq": (b"S-1\tx\nT-1\ty\nH-1\t-1\tz\nD-1\t-1\tz\nT-0\ty\nD-0\t-1\tx\nS-0\tw\n",),
        "read-xml": (XML,),
        "read-sgml": (SGML,),
        "read-specs": tuple(b"\xff" + spec for spec in SPECS),
        "read-signatures": tuple(b"\xff" + spec for spec in SPECS),
        "read-dialect-texts": tuple(b"\xff" + spec for spec in SPECS),
        "read-shapes": SHAPES,
        "read-given-scores": tuple(
            b"\0\0" + bytes([kind]) + seed for seed in GIVEN for kind in b"\0\1\2"
        ),
        "read-human-scores": tuple(b"\0\0" + seed for seed in HUMAN),
        "read-tables-of-ngrams": NGRAMS,
        "read-vectors": (b"\xff" + b"\n".join(json.dumps(row).encode() for row in vector_lines()),),
        "read-sets": (SETS,),
    }
    documents = ("read-comparisons", "read-baselines")
    whole = [b"\x0f" + json.dumps(saved_comparison()).encode()] if target in documents else []
    return [*own.get(target, ()), *whole, *PATTERNS]

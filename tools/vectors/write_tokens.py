"""Write the vectors of tokenizers from `lines.toml`.

Tokens are those of the installed programs. Those of the Perl scripts of mteval were recorded on the
lines of tests/golden/tokenizer_cases.json; on further lines, and for tokenizers that only programs
of scores have, they are those of the package.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tallystick import __version__
from tallystick.compat.vectors.vectors import SCHEMA, digest_of
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.tokenizers.protocol import Lowercase

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "compat" / "vectors" / "cases" / "tokenizers.jsonl"

Tokenize = Callable[[str], list[str]]


@dataclass(frozen=True)
class Program:
    """A program that splits lines.

    Attributes:
        name: Its name, which is that of its distribution; that of this package if there is none.
        load: A function that returns its tokenizer.
        source: How its tokens were found.
        lowercase: How it folds case.
    """

    name: str
    load: Callable[[], Tokenize]
    source: str = "recorded run of the program"
    lowercase: Lowercase = "none"

    @property
    def version(self) -> str:
        """The version that is installed."""
        return version(self.name)


def of_sacrebleu(module: str, cls: str, lower: bool = False, **options: bool) -> Program:
    """Return a tokenizer of sacreBLEU as its metrics call it."""

    def load() -> Tokenize:
        made = getattr(import_module(f"sacrebleu.tokenizers.tokenizer_{module}"), cls)(**options)
        return lambda line: str(made((line.lower() if lower else line).rstrip())).split()

    return Program("sacrebleu", load, lowercase="unicode" if lower else "none")


def tercom(**options: bool) -> Program:
    """Return the tokenizer of sacreBLEU's TER."""
    return of_sacrebleu("ter", "TercomTokenizer", case_sensitive=True, **options)


def ours(name: str, source: str, lowercase: Lowercase = "none") -> Program:
    """Return a tokenizer of this package."""
    return Program(
        "tallystick", lambda: lambda line: tokenizer_named(name)(line, lowercase), source, lowercase
    )


def _chrf_words() -> Tokenize:
    tokens: Tokenize = import_module("sacrebleu").CHRF(word_order=2)._remove_punctuation
    return tokens


def _jiwer() -> Tokenize:
    transform = import_module("jiwer.transformations").wer_default
    return lambda line: transform(line)[0] if line.strip() else []


def _nltk_nist() -> Tokenize:
    # its other tokenizer reads tables that are not installed with it; this one has no use for them
    vars(import_module("nltk.corpus"))["perluniprops"] = SimpleNamespace(chars=lambda name: ["0"])
    tokenizer = import_module("nltk.tokenize.nist").NISTTokenizer()
    return lambda line: list(tokenizer.tokenize(line, lowercase=False))


def _rouge_score() -> Tokenize:
    tokenize = import_module("rouge_score.tokenize").tokenize
    return lambda line: list(tokenize(line, None))


MTEVAL = "recorded runs of {} on the lines named mteval-*; on others equal to them by its rules"
LIBRARY = "the definition of white space in {}"

PROGRAMS = {
    "none": of_sacrebleu("none", "NoneTokenizer"),
    "13a": of_sacrebleu("13a", "Tokenizer13a"),
    "intl": of_sacrebleu("intl", "TokenizerV14International"),
    "zh": of_sacrebleu("zh", "TokenizerZh"),
    "char": of_sacrebleu("char", "TokenizerChar"),
    "ja-mecab": of_sacrebleu("ja_mecab", "TokenizerJaMecab"),
    "ko-mecab": of_sacrebleu("ko_mecab", "TokenizerKoMecab"),
    "chrf-words": Program("sacrebleu", _chrf_words),
    "tercom-norm": tercom(normalized=True),
    "tercom-norm-asian": tercom(normalized=True, asian_support=True),
    "tercom-norm-nopunct": tercom(normalized=True, no_punct=True),
    "tercom-norm-nopunct-asian": tercom(normalized=True, no_punct=True, asian_support=True),
    "tercom-nopunct": tercom(no_punct=True),
    "tercom-nopunct-asian": tercom(no_punct=True, asian_support=True),
    "nltk-nist": Program("nltk", _nltk_nist),
    "rouge-score": Program("rouge-score", _rouge_score, lowercase="unicode"),
    "jiwer": Program("jiwer", _jiwer),
    "mteval-11b": ours("mteval-11b", "computed by the rules of mteval-v11b.pl"),
    "mteval-13a": ours("mteval-13a", MTEVAL.format("mteval-v14.pl")),
    "mteval-intl": ours("mteval-intl", MTEVAL.format("mteval-v14.pl")),
    "mteval-14c": ours("mteval-14c", "computed by the rules of mteval-v14c.pl"),
    "ascii-space": ours("ascii-space", LIBRARY.format("Java, which tercom has")),
    "werx": ours("werx", LIBRARY.format("Rust, which werx has")),
    "fastwer": ours("fastwer", "every space ends a word, as in fastwer"),
    "every-space": ours("every-space", "every space ends a word, as in SARI.py"),
    "pltrdy": ours("pltrdy", "the words of rouge 1.0.1 of pltrdy"),
    "unicode-words": ours("unicode-words", "computed by the categories of Unicode"),
    "zh-2": ours("zh-2", "computed by its rules"),
    "13a lowercase": of_sacrebleu("13a", "Tokenizer13a", lower=True),
    "intl lowercase": of_sacrebleu("intl", "TokenizerV14International", lower=True),
    "zh lowercase": of_sacrebleu("zh", "TokenizerZh", lower=True),
    "tercom-norm lowercase": of_sacrebleu("ter", "TercomTokenizer", lower=True, normalized=True),
    "mteval-13a lowercase": ours("mteval-13a", MTEVAL.format("mteval-v14.pl"), "ascii"),
    "mteval-intl lowercase": ours("mteval-intl", MTEVAL.format("mteval-v14.pl"), "unicode"),
    "mteval-14c lowercase": ours("mteval-14c", MTEVAL.format("mteval-v14c.pl"), "ascii"),
}
"""The programs by the name of the tokenizer, and "lowercase" if they fold case."""

OF_LANGUAGE = {"ja-mecab": "japanese-", "ko-mecab": "korean-"}
"""How the ids of the lines begin that a tokenizer of one language is given."""

ALIKE = "mteval-11b mteval-13a mteval-intl mteval-14c nltk-nist 13a intl"
"""The tokenizers that are given the lines on which mteval was run."""


@cache
def lines() -> dict[str, dict[str, str]]:
    """Return the lines by their ids: `text`, and `tests`, which says what they show."""
    made: dict[str, Any] = tomllib.loads(
        (ROOT / "tools" / "vectors" / "lines.toml").read_text("utf-8")
    )
    golden = ROOT / "tests" / "golden" / "tokenizer_cases.json"
    recorded = [case["input"] for case in json.loads(golden.read_text("utf-8"))["cases"]]
    return made | {
        f"mteval-{number}": {"text": text, "tests": "a line that mteval was run on", "only": ALIKE}
        for number, text in enumerate(recorded, 1)
    }


def tokens_of(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the ids of the lines that a tokenizer is given, with their tokens."""
    tokenize = PROGRAMS[name].load()
    for key, line in lines().items():
        tokenizer, _, lowercase = name.partition(" ")
        chosen = "only" not in line or tokenizer in line["only"].split(" ")
        shown = not lowercase or line["text"] != line["text"].lower()
        if chosen and shown and key.startswith(OF_LANGUAGE.get(name, "")):
            yield key, tokenize(line["text"])


def text_of_vectors() -> str:
    """Return the text of the file."""
    columns = {name: dict(tokens_of(name)) for name in PROGRAMS}
    content = "".join(
        json.dumps(
            {
                "id": key,
                "tests": line["tests"],
                "text": line["text"],
                "results": {
                    name: {"tokens": column[key]}
                    for name, column in columns.items()
                    if key in column
                },
            }
        )
        + "\n"
        for key, line in lines().items()
    )
    origins = {
        name: {
            "program": entry.name,
            "version": entry.version,
            "dialect": None,
            "scale": 1.0,
            "source": entry.source,
            **({} if entry.lowercase == "none" else {"options": {"lowercase": entry.lowercase}}),
            "tokenizer": name.partition(" ")[0],
        }
        for name, entry in PROGRAMS.items()
    }
    header = {
        "schema": SCHEMA,
        "metric": "tokenizer",
        "order": None,
        "origins": origins,
        "writer": f"tallystick {__version__}",
        "cases": len(lines()),
        "sha256": digest_of(content),
    }
    return f"{json.dumps(header)}\n{content}"


if __name__ == "__main__":
    TARGET.write_text(text_of_vectors(), encoding="ascii", newline="\n")

"""BLEU of the systems of WMT22 equals the published scores and the installed sacreBLEU."""

import csv
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from tallystick import Bleu, Corpus, References, Workspace
from tests.metrics.kernel.both import kernel

# SWIG's types, which MeCab has, lack __module__; Python 3.12 and later warn of that at import.
pytestmark = pytest.mark.filterwarnings("ignore:builtin type:DeprecationWarning")

PAIRS = [
    *("cs-en", "cs-uk", "de-en", "de-fr", "en-cs", "en-de", "en-hr", "en-ja", "en-liv", "en-ru"),
    *("en-uk", "en-zh", "fr-de", "ja-en", "liv-en", "ru-en", "ru-sah", "sah-ru", "uk-cs", "uk-en"),
    "zh-en",
]
QUICK = ["de-en", "en-liv", "sah-ru"]  # two references; few lines; not Latin
# The scores in the release differ from those of any call of sacreBLEU on its files.
WRONG_IN_THE_RELEASE = {("ru-sah", "Lan-Bridge")}
CLOSE = 1e-9

Read = Callable[[str], list[str]]


def published_tokenizer(pair: str) -> str:
    """Return the organisers' tokenizer; only `char` gives their scores for Japanese."""
    return {"zh": "zh", "ja": "char"}.get(pair.rpartition("-")[2], "13a")


def tokenizer_for(pair: str) -> str:
    """Return the tokenizer that sacreBLEU chooses for the target language."""
    language = pair.rpartition("-")[2]
    if language == "ja" and not (find_spec("MeCab") and find_spec("ipadic")):
        pytest.skip("Japanese needs mecab-python3 and ipadic")
    return {"zh": "zh", "ja": "ja-mecab"}.get(language, "13a")


def names(folder: Path, kind: str, pair: str) -> dict[str, str]:
    """Return the files of the systems or references of a pair, by name."""
    found = {}
    for path in sorted(folder.glob(f"*/generaltest2022.{pair}.{kind}.*")):
        name = path.name.split(f".{kind}.", 1)[1].rpartition(".")[0]
        found[name] = f"{path.parent.name}/{path.name}"
    return found


def streams(pair: str, chosen: Sequence[str], folder: Path, read: Read) -> list[list[str]]:
    files = names(folder, "ref", pair)
    return [read(files[name]) for name in chosen]


def test_the_language_pairs_are_those_of_the_release(shared_data: Path) -> None:
    files = (shared_data / "references").iterdir()
    assert sorted({path.name.split(".")[1] for path in files}) == sorted(PAIRS)


@pytest.mark.parametrize("pair", PAIRS)
def test_published_scores_of_every_system(pair: str, shared_data: Path, wmt22_file: Read) -> None:
    with open(shared_data / "scores" / "automatic-scores.tsv", encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if row["pair"] == pair and row["metric"].startswith("bleu-")
        ]
    if kernel.ACTIVE == "python":
        rows = rows[::9]  # the pure-Python kernel is slow: a sample of every pair
    systems = names(shared_data, "hyp", pair)
    all_references = list(names(shared_data, "ref", pair))
    bleu = Bleu(tokenize=published_tokenizer(pair))
    workspaces = {row["metric"].removeprefix("bleu-"): Workspace() for row in rows}
    packed: dict[str, References] = {}
    differing = {}
    for row in rows:
        references = row["metric"].removeprefix("bleu-")
        chosen = all_references if references == "all" else [references]
        if references not in packed:
            packed[references] = References.from_streams(
                streams(pair, chosen, shared_data, wmt22_file)
            )
        corpus = Corpus.from_segments(
            hypotheses=wmt22_file(systems[row["system"]]), references=packed[references]
        )
        found = bleu.score(bleu.statistics(corpus, workspaces[references])).score
        if found != pytest.approx(float(row["score"]), rel=CLOSE):
            differing[row["system"], row["metric"]] = (found, row["score"])
    assert rows
    assert {key for key in differing if (pair, key[0]) not in WRONG_IN_THE_RELEASE} == set()


def compare_with_sacrebleu(
    pair: str, folder: Path, read: Read, systems: Sequence[str], chosen: Sequence[str]
) -> None:
    sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")
    references = streams(pair, chosen, folder, read)
    theirs = sacrebleu_metrics.BLEU(tokenize=tokenizer_for(pair), references=references)
    bleu = Bleu(tokenize=tokenizer_for(pair))
    files = names(folder, "hyp", pair)
    for system in systems:
        hypotheses = read(files[system])
        corpus = Corpus.from_streams(hypotheses=hypotheses, references=references)
        found = bleu.score(bleu.statistics(corpus))
        expected = theirs.corpus_score(hypotheses, None)
        assert found.score == pytest.approx(expected.score, rel=CLOSE), system
        assert list(found.counts) == expected.counts, system
        assert list(found.totals) == expected.totals, system
        lengths = (expected.sys_len, expected.ref_len)
        assert (found.hypothesis_length, found.reference_length) == lengths, system


def compare_segments(
    pair: str, folder: Path, read: Read, system: str, effective: bool, step: int
) -> None:
    sacrebleu_metrics = pytest.importorskip("sacrebleu.metrics")
    tokenize = tokenizer_for(pair)
    theirs = sacrebleu_metrics.BLEU(tokenize=tokenize, effective_order=effective)
    bleu = Bleu(tokenize=tokenize, effective_order=effective)
    hypotheses = read(names(folder, "hyp", pair)[system])[::step]
    chosen = list(names(folder, "ref", pair))
    references = [stream[::step] for stream in streams(pair, chosen, folder, read)]
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=references)
    found = bleu.formula(bleu.statistics(corpus).rows)
    expected = [
        theirs.sentence_score(line, [stream[i] for stream in references]).score
        for i, line in enumerate(hypotheses)
    ]
    assert found.tolist() == pytest.approx(expected, rel=CLOSE)


@pytest.mark.parametrize("pair", QUICK)
def test_a_sample_equals_the_installed_sacrebleu(
    pair: str, shared_data: Path, wmt22_file: Read
) -> None:
    system = sorted(names(shared_data, "hyp", pair))[0]
    chosen = list(names(shared_data, "ref", pair))
    compare_with_sacrebleu(pair, shared_data, wmt22_file, [system], chosen)


@pytest.mark.parametrize("effective", [False, True])
@pytest.mark.parametrize("pair", QUICK)
def test_a_sample_of_segments_equals_the_installed_sacrebleu(
    pair: str, effective: bool, shared_data: Path, wmt22_file: Read
) -> None:
    system = sorted(names(shared_data, "hyp", pair))[-1]
    compare_segments(pair, shared_data, wmt22_file, system, effective, step=9)


@pytest.mark.thorough
@pytest.mark.parametrize("pair", PAIRS)
def test_every_system_equals_the_installed_sacrebleu(
    pair: str, shared_data: Path, wmt22_file: Read
) -> None:
    systems, references = (list(names(shared_data, kind, pair)) for kind in ("hyp", "ref"))
    compare_with_sacrebleu(pair, shared_data, wmt22_file, systems, references)


@pytest.mark.thorough
@pytest.mark.parametrize("pair", PAIRS)
def test_every_segment_of_two_systems_equals_the_installed_sacrebleu(
    pair: str, shared_data: Path, wmt22_file: Read
) -> None:
    systems = sorted(names(shared_data, "hyp", pair))
    for system, effective in ((systems[0], True), (systems[-1], False)):
        compare_segments(pair, shared_data, wmt22_file, system, effective, step=1)

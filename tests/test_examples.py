"""The packaged corpus can be found, read in every form, and its systems have different scores."""

from __future__ import annotations

import pytest

import tallystick
from tallystick import examples
from tallystick.metrics import Corpus, read_test_set


def plain_corpora() -> dict[str, Corpus]:
    hypotheses = list(examples.system_paths().values())
    names = list(examples.SYSTEMS)
    return read_test_set(examples.reference_paths(), hypotheses, names=names).corpora()


def test_the_metrics_agree_on_the_best_system_and_disagree_about_the_others() -> None:
    scores = {
        system: [score.score for score in tallystick.score(hypotheses=corpus)]
        for system, corpus in plain_corpora().items()
    }
    bleu, nist = (sorted(scores, key=lambda system: -scores[system][k]) for k in (0, 1))
    assert bleu == ["good", "short", "literal"]
    assert nist == ["good", "literal", "short"]


@pytest.mark.parametrize("name", ["corpus.tsv", "corpus.jsonl"])
def test_a_table_holds_the_corpus_of_the_plain_files(name: str) -> None:
    plain = plain_corpora()
    table = read_test_set(examples.example_path(name)).corpora()
    documents = examples.example_path("documents.txt").read_text(encoding="utf-8").split("\n")[:-1]
    assert list(table) == list(plain)
    for system, corpus in table.items():
        assert list(corpus.hypotheses) == list(plain[system].hypotheses)
        assert list(corpus.documents or ()) == documents


def test_both_tables_have_the_same_references_with_some_missing() -> None:
    tsv = read_test_set(examples.example_path("corpus.tsv")).references
    jsonl = read_test_set(examples.example_path("corpus.jsonl")).references
    assert tsv is not None
    assert jsonl is not None
    assert list(tsv) == list(jsonl)
    assert set(tsv.counts.tolist()) == {1, 2}


def test_a_file_that_is_not_there_is_an_error_that_lists_those_that_are() -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no example 'corpus.csv'.*corpus.tsv"):
        examples.example_path("corpus.csv")

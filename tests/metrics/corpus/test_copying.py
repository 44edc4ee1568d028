"""Corpora, metrics and weights can be copied and sent to other processes."""

import copy
import pickle

import pytest

from tallystick import Corpus, Nist
from tallystick.metrics import InformationWeights

CORPUS = Corpus.from_segments(
    hypotheses=[["a", "b"], ["only", "here"]], references=[[["a", "b"], ["a", "c"]], [["b"]]]
)


def test_a_corpus_of_tokens_survives_pickling() -> None:
    again = pickle.loads(pickle.dumps(CORPUS))
    assert list(again.hypotheses) == list(CORPUS.hypotheses)
    assert again.references == CORPUS.references


@pytest.mark.parametrize("complete", [False, True])
def test_fitted_weights_survive_pickling(complete: bool) -> None:
    metric = Nist(order=3, tokenize="none", lowercase="none")
    weights = metric.information_weights([CORPUS.references], complete=complete)
    again = pickle.loads(pickle.dumps(weights))
    assert dict(again.items()) == dict(weights.items())
    assert again[("only",)] == weights[("only",)] == 0  # a word of hypotheses alone
    assert again.fingerprint() == weights.fingerprint()
    metrics = (Nist(information=weights), copy.deepcopy(Nist(information=weights)))
    first, second = (one.score(one.statistics(CORPUS)).score for one in metrics)
    assert first == second


def test_a_table_of_weights_survives_pickling() -> None:
    weights = InformationWeights.from_table({("a", "b"): 1.5, ("c",): 0.5})
    again = pickle.loads(pickle.dumps(weights))
    assert dict(again.items()) == dict(weights.items())


def test_unpickled_arrays_are_read_only() -> None:
    statistics = pickle.loads(pickle.dumps(Nist().statistics(CORPUS)))
    references = pickle.loads(pickle.dumps(CORPUS.references))
    for numbers in (statistics.rows, references.offsets):
        with pytest.raises(ValueError, match="read-only"):
            numbers[0] = 1

"""NIST equals recorded runs of mteval, including mteval-v13a on WMT22."""

import math
from collections.abc import Callable
from typing import Any

import pytest

from tallystick import Corpus, InputError, Nist, References, Workspace, segment_scores
from tests.metrics.kernel.both import kernel

CLOSE = 1e-12
TOKENIZERS = {"ws": "none", "13a": "mteval-13a", "intl": "mteval-intl", "14c": "mteval-14c"}
FOLDING = {"none": "none", "mteval-intl": "unicode"}  # the others fold like mteval: ascii

Golden = Callable[[str], Any]


def approx(value: Any) -> Any:
    return pytest.approx(value, rel=CLOSE, abs=1e-15)


def metric_of(case: dict[str, Any]) -> Nist:
    tokenize = TOKENIZERS[case["tokenizer"]]
    lowercase = FOLDING.get(tokenize, "ascii")
    if case.get("lowercase") is False:
        lowercase = "none"
    return Nist(
        order=case.get("max_order", 5),
        dialect=case["dialect"],
        tokenize=tokenize,
        lowercase=lowercase,  # type: ignore[arg-type]
    )


def corpus_of(case: dict[str, Any]) -> Corpus:
    return Corpus.from_segments(
        hypotheses=[segment["hyp"] for segment in case["segments"]],
        references=[segment["refs"] for segment in case["segments"]],
    )


def test_every_recorded_score_and_its_components_are_reproduced(golden: Golden) -> None:
    recorded = golden("nist")["cases"]
    assert len(recorded) == 54
    for case in recorded:
        nist, corpus, expected = metric_of(case), corpus_of(case), case["expected"]
        if "extra_info_refs" in case:
            extra = References.per_segment(case["extra_info_refs"])
            weights = nist.information_weights([corpus.references, extra])
            nist = Nist(nist.order, nist.dialect, nist.tokenize, nist.lowercase, weights)
        statistics = nist.statistics(corpus)
        if "error" in expected:
            with pytest.raises(InputError, match="all references are empty"):
                nist.score(statistics)
            continue
        score = nist.score(statistics)
        found = {
            "nist": score.score,
            "cum": list(score.cumulative),
            "ind": list(score.individual),
            "penalty": score.length_penalty,
            "sys_len": score.hypothesis_length,
            "ref_len": score.reference_length,
            "hyp_ngrams": list(score.totals),
            "matched_ngrams": list(score.counts),
            "matched_info": list(score.information),
        }
        for part, value in found.items():
            assert value == approx(expected[part]), (case["name"], part)


def test_every_recorded_segment_score_is_reproduced(golden: Golden) -> None:
    undefined = 0
    for case in golden("nist")["cases"]:
        nist, corpus = metric_of(case), corpus_of(case)
        if "extra_info_refs" in case:
            extra = References.per_segment(case["extra_info_refs"])
            weights = nist.information_weights([corpus.references, extra])
            nist = Nist(nist.order, nist.dialect, nist.tokenize, nist.lowercase, weights)
        found = segment_scores(nist, nist.statistics(corpus)).tolist()
        expected = case["expected"]["segment_nist"]
        assert len(found) == len(expected)
        for score, recorded in zip(found, expected, strict=True):
            if recorded is None:
                assert math.isnan(score), case["name"]
                undefined += 1
            else:
                assert score == approx(recorded), case["name"]
    assert undefined == 2


def test_every_recorded_information_weight_is_reproduced(golden: Golden) -> None:
    compared = 0
    for case in golden("nist")["cases"]:
        expected = case["expected"].get("info_weights")
        if expected is None:
            continue
        references = [corpus_of(case).references]
        if "extra_info_refs" in case:
            references.append(References.per_segment(case["extra_info_refs"]))
        weights = metric_of(case).information_weights(references)
        for ngram, weight in expected.items():
            assert weights[tuple(ngram.split(" "))] == approx(weight), (case["name"], ngram)
            compared += 1
        if "extra_info_refs" not in case:  # only some of its n-grams are recorded
            assert len(dict(weights.items())) == len(expected), case["name"]
    assert compared > 500


def test_mteval_on_systems_of_wmt22(golden: Golden, wmt22_file: Callable[[str], list[str]]) -> None:
    rows = golden("nist")["real_data"]
    assert len(rows) == 36
    if kernel.ACTIVE == "python":
        rows = rows[:1]  # the pure-Python kernel is slow, and its matches are equal
    references: dict[tuple[str, str], References] = {}
    workspaces: dict[tuple[str, str], Workspace] = {}
    for row in rows:
        pair, chosen = row["pair"], row["refs"]
        language = pair.rpartition("-")[2]
        key = pair, chosen
        if key not in references:
            references[key] = References.from_streams(
                wmt22_file(f"references/generaltest2022.{pair}.ref.{name}.{language}")
                for name in chosen
            )
            workspaces[key] = Workspace()
        corpus = Corpus.from_segments(
            hypotheses=wmt22_file(
                f"system-outputs/generaltest2022.{pair}.hyp.{row['system']}.{language}"
            ),
            references=references[key],
        )
        mteval = Nist(order=9)
        found = mteval.score(mteval.statistics(corpus, workspaces[key]))
        assert found.individual == approx(row["mteval_v13a_nist_ind"]), row["system"]
        assert found.cumulative == approx(row["mteval_v13a_nist_cum"]), row["system"]
        default = Nist()
        assert default.score(default.statistics(corpus, workspaces[key])).score == approx(
            row["mteval_v13a_nist_cum"][4]
        )
        exact = Nist(dialect="doddington")
        found_exact = exact.score(exact.statistics(corpus, workspaces[key])).score
        assert found_exact == approx(row["nist_exact_zero_prefix"]), row["system"]

"""Presets reproduce recorded runs of their programs, on hand-made cases and on systems of WMT22.

The files in `tests/golden` say what was run. BLEU, NIST, ROUGE and error rates, whose records have
other forms, have tests of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import tallystick
from tallystick import Corpus, InputError, segment_scores
from tallystick.metrics import METRICS, presets_of
from tests.active_kernel import IS_COMPILED
from tests.metrics.recorded_cases import corpus_of_case
from tests.metrics.wmt22 import Read, corpus_of_system

Golden = Callable[[str], Any]

SETTINGS: dict[str, dict[str, str]] = {
    "chrf": {
        "chrf:sacrebleu": "sacrebleu",
        "chrf:sacrebleu-1.5": "sacrebleu-1.5",
        "chrf+:sacrebleu": "sacrebleu,word_order=1",
        "chrf++:sacrebleu": "sacrebleu,word_order=2",
        "chrf:sacrebleu.eps": "sacrebleu-eps",
        "chrf++:sacrebleu.eps": "sacrebleu-eps,word_order=2",
        "chrf:sacrebleu.whitespace": "sacrebleu,whitespace=kept",
        "chrf:sacrebleu.lowercase": "sacrebleu,lowercase=yes",
        "chrf:sacrebleu.beta1": "sacrebleu,beta=1",
        "chrf:sacrebleu.beta3": "sacrebleu,beta=3",
        "chrf:sacrebleu.nc3": "sacrebleu,order=3",
        "chrf:nltk": "nltk",
        "chrf:nltk.beta2": "nltk,beta=2",
        "chrf:nltk.keepspace": "nltk,whitespace=kept",
        "chrf:nltk-3.9.1": "nltk-3.9",
        "chrf:nltk-3.9.1.beta2": "nltk-3.9,beta=2",
        "chrf:nltk-3.9.1.keepspace": "nltk-3.9,whitespace=kept",
        "chrf:chrF++.py": "chrfpp.py,word_order=0",
        "chrf+:chrF++.py": "chrfpp.py,word_order=1",
        "chrf++:chrF++.py": "chrfpp.py",
        "chrf:fastchrf": "fastchrf",
        "chrf:fastchrf.eps": "fastchrf,eps_smoothing=yes",
        "chrf++:torchmetrics": "torchmetrics",
        "chrf:torchmetrics": "torchmetrics,word_order=0",
        "chrf:torchmetrics.whitespace": "torchmetrics,word_order=0,whitespace=kept",
    },
    "cider": {
        "cider:pycocoevalcap": "pycocoevalcap",
        "cider:vrama91.cider": "vrama91-cider",
        "cider:vrama91.ciderD": "vrama91-ciderd",
    },
    "distinct": {f"distinct{order}": f"distinct-n,order={order}" for order in (1, 2, 3)},
    "google_gleu": {
        "gleu:nltk": "nltk",
        "gleu:nltk.1-2": "nltk,order=2",
        "gleu:nltk.2-4": "nltk,min_order=2",
        "gleu:nltk.13a": "evaluate",
    },
    "meteor": {"meteor:nltk": "nltk"},
    "ribes": {"ribes:official": "official-z", "ribes:nltk": "nltk", "ribes:nltk-3.9.1": "nltk-3.9"},
    "sari": {
        "sari:easse": "easse",
        "sari:easse.delP": "easse-p",
        "sari:easse.paper": "easse-paper",
        "sari:evaluate": "evaluate",
        "sari:xu": "xu",
    },
    "sentence_bleu": {"bleu:sacrebleu.sentence-mean": "sacrebleu"},
    "self_bleu": {
        "gram2": "texygen,order=2",
        "gram3": "all-sentences,order=3",
        "gram4": "texygen,order=4",
    },
    "ter": {
        "ter:sacrebleu": "sacrebleu",
        "ter:sacrebleu.case": "sacrebleu,lowercase=none",
        "ter:sacrebleu.nopunct": "sacrebleu,tokenize=tercom-nopunct",
        "ter:sacrebleu.normalized": "sacrebleu,tokenize=tercom-norm",
        "ter:sacrebleu.normalized.asian": "sacrebleu,tokenize=tercom-norm-asian",
        "ter:sacrebleu.normalized.asian.nopunct": "sacrebleu,tokenize=tercom-norm-nopunct-asian",
        "ter:tercom": "tercom",
        "ter:tercom.case": "tercom,lowercase=none",
        "ter:tercom.nopunct": "tercom,tokenize=tercom-nopunct",
        "ter:tercom.normalized": "tercom,tokenize=tercom-norm",
        "ter:tercom.normalized.asian": "tercom,tokenize=tercom-norm-asian",
        "ter:torchmetrics": "torchmetrics-1.9",
        "ter:torchmetrics.normalize": "torchmetrics-1.9,tokenize=tercom-norm",
        "ter:pyter3": "pyter",
    },
}
"""The dialect of each recorded setting of a program, with the options that were set."""

ALIKE = {"cider:pycocoevalcap": "cider-d", "cider:vrama91.cider": "plain"}
"""Dialects that differ from that of a setting only in refusing one segment."""

OTHER_FORMS = ("official", "chrfpp.py-avg")
"""Presets without settings of their own: other forms of presets that have some, tested below."""

UNITS = {
    **dict.fromkeys(
        ["gleu", "ribes", "meteor", "chrf:nltk", "sari:xu", "chrf:sacrebleu-1.5"], 0.01
    ),
    **dict.fromkeys(["distinct", "gram"], 0.01),
    **dict.fromkeys(["chrf:torchmetrics", "chrf++:torchmetrics"], 0.01),
    **dict.fromkeys(["ter:tercom", "ter:torchmetrics", "ter:pyter3"], 0.01),
}
"""What the program returns for a score of 1 here, by how settings begin."""

CLOSE = {
    "chrf": {"abs": 1e-9},
    "chrf:torchmetrics": {"abs": 2e-6},
    "chrf++:torchmetrics": {"abs": 2e-6},
    "ter": {"rel": 1e-6, "abs": 1e-9},
}

# It repeats the counts of the segment before one without a match: the ledger describes it.
REPEATS = "chrF++.py"
# Cases of one segment, or of segments with the same references: the programs give 0.
WITHOUT_WEIGHTS = ("id1", "eh", "co4", "co7")
# Our tokenizers with these options are sacreBLEU's: they split at Unicode white space and keep the
# mark <skipped>, which tercom does not. To tercom, text of which nothing is left is an empty word.
OTHER_TOKENS = {
    "ter:tercom.nopunct": {"pu2", "ws3", "ws4", "ws8", "ws9"},
    "ter:tercom.normalized": {"ws3", "ws4", "ws8", "ws9", "pu9"},
    "ter:tercom.normalized.asian": {"ws3", "ws4", "ws8", "ws9", "pu9"},
}

UNDEFINED = {
    "distinct": "fewer than 2 tokens",
    "ribes": "segment",
    "self_bleu": r"there is only one( in the sample)?; give at least two",
}
"""What the refusal of a corpus says for which a program has no score."""

EVERY_SETTING = pytest.mark.parametrize(
    ("name", "setting"), [(name, setting) for name in SETTINGS for setting in SETTINGS[name]]
)


def of_setting(table: dict[str, Any], setting: str, default: Any) -> Any:
    """Return the entry of a table with the longest beginning of a setting."""
    begins = [key for key in table if setting.startswith(key)]
    return table[max(begins, key=len)] if begins else default


def metric_of(name: str, setting: str) -> Any:
    dialect = SETTINGS[name][setting]
    return tallystick.metric(f"{name.replace('sentence_', 'sent')}:dialect={dialect}")


@pytest.mark.parametrize("name", SETTINGS)
def test_every_recorded_setting_has_a_dialect(name: str, golden: Golden) -> None:
    assert set(golden(name).get("programs", SETTINGS[name])) == set(SETTINGS[name])


@pytest.mark.parametrize("name", [name for name in SETTINGS if name != "sentence_bleu"])
def test_every_preset_said_to_be_run_has_recorded_scores(name: str) -> None:
    recorded = {options.partition(",")[0] for options in SETTINGS[name].values()}
    presets = {preset.name: preset for preset in presets_of(METRICS.load(name).dialects)}
    run = {preset_name for preset_name, preset in presets.items() if preset.verified == "run"}
    # of Hugging Face's evaluate, what it calls was run
    assert run - {*ALIKE.values(), *OTHER_FORMS} == recorded - {"evaluate"} | run & {"evaluate"}


def test_of_the_presets_of_ribes_one_is_not_recorded_but_differs_only_in_empty_references() -> None:
    presets = {
        preset.name: preset.dialect for preset in presets_of(tallystick.metrics.RibesDialect)
    }
    assert set(presets) - set(SETTINGS["ribes"].values()) == {"official"}
    assert list(presets["official"].differences(presets["official-z"])) == ["empty_references"]


def recorded_case(recorded: dict[str, Any], setting: str, case: dict[str, Any]) -> dict[str, Any]:
    if "results" not in recorded:
        return next(group for group in case["expected"] if setting in group["programs"])
    results = recorded["results"].get(setting, recorded["results"])
    figures: dict[str, Any] = results[case["id"]]
    if setting in figures.get("segments", ()):  # the figures are those of several settings
        return {part: of_settings[setting] for part, of_settings in figures.items()}
    return figures


def check(metric: Any, corpus: Corpus, expected: dict[str, Any], setting: str) -> bool:
    """Return whether the scores of segments and corpus, and its components, are those recorded."""
    statistics = metric.statistics(corpus)
    unit, close = of_setting(UNITS, setting, 1.0), of_setting(CLOSE, setting, {"rel": 1e-12})

    def approx(value: Any) -> Any:
        return pytest.approx(math.nan if value is None else value, **close, nan_ok=True)

    wanted = expected["segments"]
    segments = segment_scores(metric, statistics)[: len(wanted)] * unit
    pairs = list(zip(segments.tolist(), wanted, strict=True))
    whole = expected.get("corpus")
    if "fastchrf" in setting and corpus.references.number != 1:
        whole = None  # of several references, the recorded mean is that of the maxima
    if isinstance(whole, dict):  # of SARI
        score = metric.score(statistics)
        pairs += [(score.score * unit, whole.get("mean", whole.get("sari")))]
        if "sari" in whole:
            ours = (score.add, score.keep, score.delete)
            pairs += zip(ours, (whole[part] for part in ("add", "keep", "del")), strict=True)
    elif isinstance(whole, float | int):
        pairs += [(float(metric.formula(statistics.total())) * unit, whole)]
        if pairs[-1][0] == pairs[-1][0]:
            assert metric.score(statistics).score * unit == pairs[-1][0]
    # TER's programs fail, or return infinity, where the record has text
    return all(ours == approx(theirs) for ours, theirs in pairs if not isinstance(theirs, str))


@cache
def corpora_of(golden: Golden, name: str, first_only: bool) -> list[tuple[dict[str, Any], Corpus]]:
    return [(case, corpus_of_case(case, first_only)) for case in golden(name)["cases"]]


@pytest.mark.filterwarnings("ignore:the hypotheses look")
@pytest.mark.usefixtures("recorded_wordnet")
@EVERY_SETTING
def test_a_dialect_reproduces_the_hand_made_cases(name: str, setting: str, golden: Golden) -> None:
    recorded = golden(name)
    first_only = recorded.get("programs", {}).get(setting, {}).get("references") == "first"
    metric, compared, differing = metric_of(name, setting), 0, set()
    # 60 words of two kinds take the pure-Python kernel seconds if no number of candidates ends it
    endless = {"te2"} if not IS_COMPILED and "sacrebleu" not in setting else set()
    for case, corpus in corpora_of(golden, name, first_only):
        expected = recorded_case(recorded, setting, case)
        if (name == "ter" and "error" in expected) or case["id"] in endless:
            continue
        if REPEATS in setting and not metric.statistics(corpus).split()["matches"].any(1).all():
            continue
        if "error" in expected:
            with pytest.raises(InputError):
                metric.statistics(corpus)
            continue
        assert len(expected["segments"]) == len(corpus)
        compared += 1
        if not check(metric, corpus, expected, setting):
            differing.add(case["id"])
        if name in UNDEFINED and expected["corpus"] is None:
            with pytest.raises(InputError, match=UNDEFINED[name]):
                metric.score(metric.statistics(corpus))
    assert compared >= min(len(recorded["cases"]) - 8, 60)
    assert differing == OTHER_TOKENS.get(setting, set())


@pytest.mark.parametrize("setting", ALIKE)
def test_a_dialect_that_refuses_one_segment_differs_in_nothing_else(
    setting: str, golden: Golden
) -> None:
    recorded, metric = golden("cider"), tallystick.Cider(dialect=ALIKE[setting])
    for case in recorded["cases"]:
        expected, corpus = recorded["results"][setting][case["id"]], corpus_of_case(case, False)
        if "error" in expected or case["id"] in WITHOUT_WEIGHTS:
            with pytest.raises(InputError):
                metric.statistics(corpus)
        else:
            assert check(metric, corpus, expected, setting), case["id"]


@pytest.mark.parametrize("words", [0, 1, 2])
def test_the_average_of_chrfpp_is_that_of_the_segments(words: int, golden: Golden) -> None:
    recorded, metric = golden("chrf"), tallystick.Chrf(dialect="chrfpp.py-avg", word_order=words)
    results = recorded["results"][f"chrf{'+' * words}:chrF++.py"]
    for case in recorded["cases"]:
        statistics = metric.statistics(corpus_of_case(case, False))
        if statistics.split()["matches"].any(axis=1).all():
            mean = results[case["id"]]["mean"]
            assert metric.score(statistics).score == pytest.approx(mean, abs=1e-9), case["id"]


QUICK_SYSTEMS = [
    *("chrf en-zh.Online-B", "chrf de-en.Online-A", "cider en-zh.Online-B", "cider de-en.Online-A"),
    *("google_gleu de-en.PROMT", "google_gleu en-zh.Online-B", "ribes de-en.Online-A"),
    *("sari de-en.Online-A", "sari de-en.LT22", "sari en-zh.Online-B", "sari en-zh.DLUT"),
    "sentence_bleu de-en.Online-A",
]
FURTHER_SYSTEMS = [
    *("cider de-en.PROMT", "cider de-en.LT22", "cider en-zh.GTCOM", "cider en-zh.DLUT"),
    *(f"sentence_bleu {system}" for system in ("de-en.LT22", "en-zh.Online-B", "en-zh.DLUT")),
    *("google_gleu de-en.Online-A", "google_gleu de-en.LT22", "google_gleu en-zh.GTCOM"),
    *("google_gleu en-zh.DLUT", "ribes de-en.LT22", "ribes en-zh.Online-B", "ribes en-zh.DLUT"),
]


@pytest.mark.parametrize(
    "system",
    [
        *QUICK_SYSTEMS,
        *(pytest.param(system, marks=pytest.mark.thorough) for system in FURTHER_SYSTEMS),
    ],
)
@pytest.mark.filterwarnings("ignore:the references look Chinese")
def test_a_dialect_reproduces_a_system_of_wmt22(
    system: str, golden: Golden, wmt22_file: Read
) -> None:
    name, system = system.split(" ")
    recorded = golden(name)["wmt22"][system]
    if name == "sentence_bleu":
        recorded = dict.fromkeys(SETTINGS[name], recorded)
    results = list(recorded.get("results", recorded).items())
    if not IS_COMPILED:
        if system == "de-en.Online-A" and name in ("chrf", "cider"):
            return  # its long segments take the pure-Python kernel a minute
        results = results[:1]
    assert results
    source, segments = recorded.get("source"), 200 if name == "sari" else None
    both, first = (
        corpus_of_system(wmt22_file, system, names, source, segments) for names in ("AB", "A")
    )
    for setting, expected in results:
        # a segment has no match; the recorded mean is that of the maxima over references
        if (REPEATS in setting and system == "en-zh.Online-B") or "fastchrf" in setting:
            continue
        whole = expected if name == "sari" else {"segments": [], "corpus": expected}
        corpus = first if "chrf:nltk" in setting else both
        assert check(metric_of(name, setting), corpus, whole, setting), setting

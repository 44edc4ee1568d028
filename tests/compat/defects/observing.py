"""Installed programs, run on the inputs of the ledger: a function for each way to call them.

Each takes a `Defect` and returns what the program makes of it; `observed` gives an error its type.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from tallystick.compat import Defect
from tests.compat.internals import OutcomeOfDefect as Outcome

Observation = Callable[[Defect], Any]


def nltk(name: str) -> Any:
    """Return a function of `nltk.translate`, such as `bleu_score.corpus_bleu`."""
    module, _, function = name.rpartition(".")
    return getattr(import_module(f"nltk.translate.{module}"), function)


def tokens(defect: Defect) -> tuple[list[list[list[str]]], list[list[str]]]:
    """Return references and hypotheses, split at white space."""
    hypotheses = [line.split() for line in defect.hypotheses]
    return [[line.split() for line in lines] for lines in defect.references], hypotheses


def only(defect: Defect) -> tuple[list[list[str]], list[str]]:
    """Return the references and the hypothesis of the only segment."""
    [references], [hypothesis] = tokens(defect)
    return references, hypothesis


def options(defect: Defect) -> dict[str, Any]:
    return dict(defect.options)


def nltk_corpus_bleu(defect: Defect) -> Any:
    given = options(defect)
    if "smoothing_function" in given:
        smoothing = nltk("bleu_score.SmoothingFunction")()
        given["smoothing_function"] = getattr(smoothing, given["smoothing_function"])
    if "weights" in given:
        text = given["weights"]
        weights = [float(word) for word in text.strip("()[]").split(",") if word.strip()]
        given["weights"] = weights if text.startswith("[") else tuple(weights)
    if "auto_reweigh" in given:
        given["auto_reweigh"] = True
    return nltk("bleu_score.corpus_bleu")(*tokens(defect), **given)


def nltk_sentence_chrf(defect: Defect) -> Any:
    [hypothesis], [references] = defect.hypotheses, defect.references
    reference = references[0] if len(references) == 1 else list(references)
    return nltk("chrf_score.sentence_chrf")(reference, hypothesis)


def jiwer_rate(defect: Defect) -> Any:
    [hypothesis], [[reference]] = defect.hypotheses, defect.references
    return getattr(import_module("jiwer"), options(defect)["function"])(reference, hypothesis)


def streams(defect: Defect) -> list[list[str]]:
    """Return as many streams as the first segment has references, each as long as it is given."""
    count = len(defect.references[0]) if defect.references else 1
    return [[of[k] for of in defect.references if k < len(of)] for k in range(count)]


def sacrebleu() -> Any:
    return import_module("sacrebleu")


def sacrebleu_bleu(defect: Defect) -> Any:
    """Return sacreBLEU's BLEU with the options of an entry."""
    given: dict[str, Any] = {"tokenize": "none", **options(defect)}
    for about in ("shown", "references"):  # said of the call, not to the program
        given.pop(about, None)
    if "effective_order" in given:
        given["effective_order"] = True
    return sacrebleu().BLEU(**given)


def scored(metric: Any, defect: Defect, references: Any = None, **further: Any) -> Any:
    """Return the score of a metric of sacreBLEU, by default with each reference in its stream."""
    given = streams(defect) if references is None else references
    return metric.corpus_score(list(defect.hypotheses), given, **further)


def sacrebleu_compute_bleu_twice(defect: Defect) -> Any:
    """Return the second score of the same lists of counts."""
    first = scored(sacrebleu().BLEU(tokenize="none"), defect)
    matches, totals = list(first.counts), list(first.totals)
    lengths = first.sys_len, first.ref_len
    for _ in range(2):
        score = sacrebleu().BLEU.compute_bleu(matches, totals, *lengths, "add-k")
    return score.score


def sacrebleu_signature(defect: Defect) -> Any:
    """Return sacreBLEU's signature of a score, without its version."""
    bleu = sacrebleu_bleu(defect)
    scored(bleu, defect)
    return str(bleu.get_signature()).rpartition("|")[0]


def paired_with_a_copy(defect: Defect) -> Any:
    """Return the result of sacreBLEU's paired test of a system and its copy."""
    systems = [("baseline", list(defect.hypotheses)), ("copy", list(defect.hypotheses))]
    tests = import_module("sacrebleu.significance").PairedTest(
        systems,
        {"BLEU": sacrebleu().BLEU(tokenize="none", references=streams(defect))},
        None,
        test_type=options(defect)["test_type"],
        n_samples=int(options(defect)["n_samples"]),
    )
    return tests()[1]["BLEU"][1]


def sacrebleu_paired_tests_with_seed_0(defect: Defect) -> Any:
    """Say whether five tests under one seed have one mean."""
    with patch.dict("os.environ", {"SACREBLEU_SEED": "0"}):
        means = {float(paired_with_a_copy(defect).mean) for _ in range(5)}
    return "one mean" if len(means) == 1 else "different means"


def bleuscore_compute(defect: Defect) -> Any:
    """Return the BLEU of bleuscore, or what its options ask for."""
    given = options(defect)
    wanted = given.pop("shown", "bleu")
    references = [list(lines) for lines in defect.references]
    compute = import_module("bleuscore").compute
    return compute(references=references, predictions=list(defect.hypotheses), **given)[wanted]


def pycocoevalcap_cider(defect: Defect) -> Any:
    results = {number: [line] for number, line in enumerate(defect.hypotheses)}
    references = {number: list(lines) for number, lines in enumerate(defect.references)}
    cider = import_module("pycocoevalcap.cider.cider").Cider(**options(defect))
    return float(cider.compute_score(references, results)[0])


OBSERVATIONS: Mapping[str, Observation] = MappingProxyType(
    {
        "nltk_corpus_bleu": nltk_corpus_bleu,
        "nltk_sentence_chrf": nltk_sentence_chrf,
        "nltk_corpus_gleu": lambda entry: nltk("gleu_score.corpus_gleu")(*tokens(entry)),
        "nltk_corpus_ribes": lambda entry: nltk("ribes_score.corpus_ribes")(*tokens(entry)),
        "nltk_corpus_nist": lambda entry: nltk("nist_score.corpus_nist")(
            *tokens(entry), **options(entry)
        ),
        "nltk_type_of_score": lambda entry: (
            type(nltk("bleu_score.corpus_bleu")(*tokens(entry))).__name__
        ),
        "nltk_with_a_generator_of_references": lambda entry: nltk("bleu_score.sentence_bleu")(
            iter(only(entry)[0]), only(entry)[1]
        ),
        "nltk_with_a_generator_of_hypotheses": lambda entry: nltk("bleu_score.corpus_bleu")(
            tokens(entry)[0], iter(tokens(entry)[1])
        ),
        "nltk_with_a_reference_not_nested": lambda entry: nltk("bleu_score.sentence_bleu")(
            only(entry)[0][0], only(entry)[1]
        ),
        "nltk_with_text": lambda entry: nltk("bleu_score.sentence_bleu")(
            list(entry.references[0]), entry.hypotheses[0]
        ),
        "sacrebleu_corpus_score": lambda entry: scored(sacrebleu_bleu(entry), entry).score,
        "sacrebleu_with_references_as_given": lambda entry: (
            scored(sacrebleu_bleu(entry), entry, [list(lines) for lines in entry.references]).score
        ),
        "sacrebleu_with_a_flat_list_of_references": lambda entry: (
            scored(
                sacrebleu().BLEU(tokenize="none"),
                entry,
                [line for lines in entry.references for line in lines],
            ).score
        ),
        "sacrebleu_without_a_reference": lambda entry: (
            scored(
                sacrebleu_bleu(entry),
                entry,
                [[lines[0] if lines else None for lines in entry.references]],
            ).score
        ),
        "sacrebleu_compute_bleu_twice": sacrebleu_compute_bleu_twice,
        "sacrebleu_signature": sacrebleu_signature,
        "sacrebleu_ter_of_normalized_text": lambda entry: (
            scored(sacrebleu().TER(normalized=True), entry).score
        ),
        "sacrebleu_ter": lambda entry: scored(sacrebleu().TER(), entry, **options(entry)).score,
        "sacrebleu_chrf": lambda entry: scored(sacrebleu().CHRF(), entry, **options(entry)).score,
        "sacrebleu_tokens_of_zh": lambda entry: import_module(
            "sacrebleu.tokenizers.tokenizer_zh"
        ).TokenizerZh()(entry.hypotheses[0]),
        "sacrebleu_paired_test_with_a_copy": lambda entry: paired_with_a_copy(entry).p_value,
        "sacrebleu_paired_tests_with_seed_0": sacrebleu_paired_tests_with_seed_0,
        "bleuscore_compute": bleuscore_compute,
        "pycocoevalcap_cider": pycocoevalcap_cider,
        "jiwer_rate": jiwer_rate,
    }
)
"""Each way to call a program, by its name."""


def observed(defect: Defect) -> Outcome:
    """Run the program of an entry, which must be installed, on its input."""
    import_module(defect.package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            returned = OBSERVATIONS[defect.observe](defect)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # bleuscore's PanicException is no Exception
            return type(error).__name__
    return returned if isinstance(returned, str) else float(returned)


def programs(defects: Iterable[Defect]) -> list[str]:
    """Return the distributions that entries can be observed with, each once."""
    return sorted({defect.package for defect in defects if defect.package})

"""Installed programs, run on the inputs of the ledger: a function for each way to call them.

Each takes a `Defect` and returns what the program makes of it; `observed` gives an error its type.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tallystick.compat import Defect
from tallystick.compat.defects.defect import Outcome
from tallystick.errors import OptionError


def _tokens(defect: Defect) -> tuple[list[list[str]], list[list[list[str]]]]:
    hypotheses = [line.split() for line in defect.hypotheses]
    return hypotheses, [[line.split() for line in lines] for lines in defect.references]


def _streams(defect: Defect) -> list[list[str]]:
    """Return as many streams as the first segment has references, each as long as it is given."""
    count = len(defect.references[0]) if defect.references else 1
    return [[of[k] for of in defect.references if k < len(of)] for k in range(count)]


def nltk_corpus_bleu(defect: Defect) -> Any:
    """NLTK's corpus_bleu on tokens."""
    bleu_score: Any = import_module("nltk.translate.bleu_score")

    options: dict[str, Any] = dict(defect.options)
    if "smoothing_function" in options:
        smoothing = bleu_score.SmoothingFunction()
        options["smoothing_function"] = getattr(smoothing, options["smoothing_function"])
    if "weights" in options:
        given = options["weights"]
        weights = [float(one) for one in given.strip("()[]").split(",") if one.strip()]
        options["weights"] = weights if given.startswith("[") else tuple(weights)
    if "auto_reweigh" in options:
        options["auto_reweigh"] = True
    hypotheses, references = _tokens(defect)
    return bleu_score.corpus_bleu(references, hypotheses, **options)


def jiwer_rate(defect: Defect) -> Any:
    """A function of jiwer with the only reference of a hypothesis."""
    [hypothesis], [[reference]] = defect.hypotheses, defect.references
    jiwer: Any = import_module("jiwer")
    return getattr(jiwer, str(dict(defect.options)["function"]))(reference, hypothesis)


def nltk_sentence_chrf(defect: Defect) -> Any:
    """NLTK's sentence_chrf with the only reference of a hypothesis, or all as a list."""
    sentence_chrf: Any = import_module("nltk.translate.chrf_score").sentence_chrf

    [hypothesis], [references] = defect.hypotheses, defect.references
    return sentence_chrf(references[0] if len(references) == 1 else list(references), hypothesis)


def nltk_corpus_gleu(defect: Defect) -> Any:
    """NLTK's corpus_gleu on tokens."""
    gleu_score: Any = import_module("nltk.translate.gleu_score")

    hypotheses, references = _tokens(defect)
    return gleu_score.corpus_gleu(references, hypotheses)


def nltk_corpus_ribes(defect: Defect) -> Any:
    """NLTK's corpus_ribes on tokens."""
    ribes_score: Any = import_module("nltk.translate.ribes_score")

    hypotheses, references = _tokens(defect)
    return ribes_score.corpus_ribes(references, hypotheses)


def nltk_type_of_score(defect: Defect) -> Any:
    """The type of NLTK's corpus_bleu."""
    bleu_score: Any = import_module("nltk.translate.bleu_score")

    hypotheses, references = _tokens(defect)
    return type(bleu_score.corpus_bleu(references, hypotheses)).__name__


def nltk_with_a_generator_of_references(defect: Defect) -> Any:
    """NLTK's sentence_bleu with references that can be read once."""
    sentence_bleu: Any = import_module("nltk.translate.bleu_score").sentence_bleu

    [hypothesis], [references] = _tokens(defect)
    return sentence_bleu(iter(references), hypothesis)


def nltk_with_a_generator_of_hypotheses(defect: Defect) -> Any:
    """NLTK's corpus_bleu with hypotheses that can be read once."""
    corpus_bleu: Any = import_module("nltk.translate.bleu_score").corpus_bleu

    hypotheses, references = _tokens(defect)
    return corpus_bleu(references, iter(hypotheses))


def nltk_with_a_reference_not_nested(defect: Defect) -> Any:
    """NLTK's sentence_bleu with one reference where a list of references belongs."""
    sentence_bleu: Any = import_module("nltk.translate.bleu_score").sentence_bleu

    [hypothesis], [[reference]] = _tokens(defect)
    return sentence_bleu(reference, hypothesis)


def nltk_with_text(defect: Defect) -> Any:
    """NLTK's sentence_bleu with text where lists of tokens belong."""
    sentence_bleu: Any = import_module("nltk.translate.bleu_score").sentence_bleu

    [hypothesis], [references] = defect.hypotheses, defect.references
    return sentence_bleu(list(references), hypothesis)


def nltk_corpus_nist(defect: Defect) -> Any:
    """NLTK's corpus_nist on tokens."""
    corpus_nist: Any = import_module("nltk.translate.nist_score").corpus_nist

    options: dict[str, Any] = dict(defect.options)
    hypotheses, references = _tokens(defect)
    return corpus_nist(references, hypotheses, **options)


def _sacrebleu_options(defect: Defect) -> dict[str, Any]:
    options: dict[str, Any] = {"tokenize": "none", **dict(defect.options)}
    for about in ("shown", "references"):  # said of the call, not to the program
        options.pop(about, None)
    if "effective_order" in options:
        options["effective_order"] = True
    return options


def sacrebleu_corpus_score(defect: Defect) -> Any:
    """SacreBLEU's BLEU.corpus_score, each reference in a stream of its place."""
    sacrebleu: Any = import_module("sacrebleu")

    bleu = sacrebleu.BLEU(**_sacrebleu_options(defect))
    return bleu.corpus_score(list(defect.hypotheses), _streams(defect)).score


def sacrebleu_with_references_as_given(defect: Defect) -> Any:
    """SacreBLEU's BLEU.corpus_score with the references of each segment for the streams."""
    sacrebleu: Any = import_module("sacrebleu")

    bleu = sacrebleu.BLEU(**_sacrebleu_options(defect))
    references = [list(lines) for lines in defect.references]
    return bleu.corpus_score(list(defect.hypotheses), references).score


def sacrebleu_with_a_flat_list_of_references(defect: Defect) -> Any:
    """SacreBLEU's BLEU.corpus_score with strings where streams belong."""
    sacrebleu: Any = import_module("sacrebleu")

    references: Any = [line for lines in defect.references for line in lines]
    return sacrebleu.BLEU(tokenize="none").corpus_score(list(defect.hypotheses), references).score


def sacrebleu_without_a_reference(defect: Defect) -> Any:
    """SacreBLEU's BLEU.corpus_score with None where a segment has no references."""
    sacrebleu: Any = import_module("sacrebleu")

    stream: Any = [lines[0] if lines else None for lines in defect.references]
    bleu = sacrebleu.BLEU(**_sacrebleu_options(defect))
    return bleu.corpus_score(list(defect.hypotheses), [stream]).score


def sacrebleu_compute_bleu_twice(defect: Defect) -> Any:
    """SacreBLEU's BLEU.compute_bleu twice with the same lists of counts: the second score."""
    sacrebleu: Any = import_module("sacrebleu")

    first = sacrebleu.BLEU(tokenize="none").corpus_score(list(defect.hypotheses), _streams(defect))
    matches, totals = list(first.counts), list(first.totals)
    for _ in range(2):
        score = sacrebleu.BLEU.compute_bleu(matches, totals, first.sys_len, first.ref_len, "add-k")
    return score.score


def sacrebleu_signature(defect: Defect) -> Any:
    """SacreBLEU's signature of a score, without its version."""
    sacrebleu: Any = import_module("sacrebleu")

    bleu = sacrebleu.BLEU(**_sacrebleu_options(defect))
    bleu.corpus_score(list(defect.hypotheses), _streams(defect))
    return str(bleu.get_signature()).rpartition("|")[0]


def sacrebleu_ter_of_normalized_text(defect: Defect) -> Any:
    """SacreBLEU's TER(normalized=True)."""
    sacrebleu: Any = import_module("sacrebleu")

    return (
        sacrebleu.TER(normalized=True).corpus_score(list(defect.hypotheses), _streams(defect)).score
    )


def sacrebleu_ter(defect: Defect) -> Any:
    """SacreBLEU's TER."""
    sacrebleu: Any = import_module("sacrebleu")

    options: dict[str, Any] = dict(defect.options)
    return sacrebleu.TER().corpus_score(list(defect.hypotheses), _streams(defect), **options).score


def sacrebleu_chrf(defect: Defect) -> Any:
    """SacreBLEU's CHRF."""
    sacrebleu: Any = import_module("sacrebleu")

    options: dict[str, Any] = dict(defect.options)
    chrf = sacrebleu.CHRF()
    return chrf.corpus_score(list(defect.hypotheses), _streams(defect), **options).score


def sacrebleu_tokens_of_zh(defect: Defect) -> Any:
    """SacreBLEU's tokenizer zh on the hypothesis."""
    module: Any = import_module("sacrebleu.tokenizers.tokenizer_zh")

    return module.TokenizerZh()(defect.hypotheses[0])


def sacrebleu_paired_test_with_a_copy(defect: Defect) -> Any:
    """SacreBLEU's paired test of a system and its copy: the p-value."""
    return _paired_with_a_copy(defect).p_value


def sacrebleu_paired_tests_with_seed_0(defect: Defect) -> Any:
    """SacreBLEU's paired test five times under one seed: whether the means are one."""
    from unittest.mock import patch

    with patch.dict("os.environ", {"SACREBLEU_SEED": "0"}):
        means = {float(_paired_with_a_copy(defect).mean) for _ in range(5)}
    return "one mean" if len(means) == 1 else "different means"


def _paired_with_a_copy(defect: Defect) -> Any:
    sacrebleu: Any = import_module("sacrebleu")
    significance: Any = import_module("sacrebleu.significance")

    options: dict[str, Any] = dict(defect.options)
    systems = [("baseline", list(defect.hypotheses)), ("copy", list(defect.hypotheses))]
    tests = significance.PairedTest(
        systems,
        {"BLEU": sacrebleu.BLEU(tokenize="none", references=_streams(defect))},
        None,
        test_type=options["test_type"],
        n_samples=int(options["n_samples"]),
    )
    return tests()[1]["BLEU"][1]


def bleuscore_compute(defect: Defect) -> Any:
    """The BLEU of bleuscore, or what its options ask for."""
    bleuscore: Any = import_module("bleuscore")

    options: dict[str, Any] = dict(defect.options)
    wanted = options.pop("shown", "bleu")
    references = [list(lines) for lines in defect.references]
    return bleuscore.compute(references=references, predictions=list(defect.hypotheses), **options)[
        wanted
    ]


def pycocoevalcap_cider(defect: Defect) -> Any:
    """The class Cider of pycocoevalcap."""
    cider: Any = import_module("pycocoevalcap.cider.cider")

    results = {number: [line] for number, line in enumerate(defect.hypotheses)}
    references = {number: list(lines) for number, lines in enumerate(defect.references)}
    options: dict[str, Any] = dict(defect.options)
    return float(cider.Cider(**options).compute_score(references, results)[0])


OBSERVATIONS: Mapping[str, Callable[[Defect], Any]] = MappingProxyType(
    {
        function.__name__: function
        for function in (
            nltk_corpus_bleu,
            nltk_sentence_chrf,
            nltk_corpus_gleu,
            nltk_corpus_ribes,
            nltk_type_of_score,
            nltk_with_a_generator_of_references,
            nltk_with_a_generator_of_hypotheses,
            nltk_with_a_reference_not_nested,
            nltk_with_text,
            nltk_corpus_nist,
            sacrebleu_corpus_score,
            sacrebleu_with_references_as_given,
            sacrebleu_with_a_flat_list_of_references,
            sacrebleu_without_a_reference,
            sacrebleu_compute_bleu_twice,
            sacrebleu_signature,
            sacrebleu_ter_of_normalized_text,
            sacrebleu_ter,
            sacrebleu_chrf,
            sacrebleu_tokens_of_zh,
            sacrebleu_paired_test_with_a_copy,
            sacrebleu_paired_tests_with_seed_0,
            bleuscore_compute,
            pycocoevalcap_cider,
            jiwer_rate,
        )
    }
)
"""Each way to call a program, by its name."""


def observed(defect: Defect) -> Outcome:
    """Run the program of an entry on its input.

    Raises:
        OptionError: The entry names no function, or none that is here.
        ImportError: The program is not installed.
    """
    function = OBSERVATIONS.get(defect.observe)
    if function is None:
        raise OptionError(
            f"the defect {defect.id} names {defect.observe!r} to observe it; expected a function "
            f"of {__name__}"
        )
    import_module(defect.package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            returned = function(defect)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # bleuscore's PanicException is no Exception
            return type(error).__name__
    return returned if isinstance(returned, str) else float(returned)


def programs(defects: Iterable[Defect]) -> list[str]:
    """Return the distributions that entries can be observed with, each once.

    >>> programs(())
    []
    """
    return sorted({defect.package for defect in defects if defect.package})

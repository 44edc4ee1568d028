"""The functions that are timed.

A contestant takes a case and returns a function without arguments, which is timed and returns
scores. What is not timed: imports, and arranging the input as the program takes it. Peers are
called as in their documentation.
"""

from __future__ import annotations

import pkgutil
import string
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from itertools import product
from typing import Any

from inputs import Inputs

import tallystick
from tallystick.metrics.meteor import wordnet

FEWEST_TOKENS = 4  # with fewer, NLTK counts one n-gram of an order that the hypothesis has none of


@dataclass(frozen=True, eq=False)
class Case:
    """An input and how it is scored.

    Attributes:
        name: The name of the set.
        inputs: Hypotheses and references.
        tokenize: The name of the tokenizer.
    """

    name: str
    inputs: Inputs
    tokenize: str

    def some(self, chosen: Callable[[str], bool], number: int) -> Case:
        """Return the first segments whose hypothesis is chosen."""
        return Case(self.name, self.inputs.some(chosen, number), self.tokenize)

    def of_all_orders(self, number: int) -> Case:
        """Return the first segments that have enough tokens for all orders of BLEU."""
        split = tokenizer(self.tokenize)
        return self.some(lambda hypothesis: len(split(hypothesis)) >= FEWEST_TOKENS, number)


Scores = list[float]
Contestant = Callable[[Case], Callable[[], Scores]]
Segments = list[list[str]]


def tokenizer(name: str) -> Callable[[str], list[str]]:
    """Return a tokenizer of tallystick, which is not imported where a peer runs on its own."""
    from tallystick.metrics.arguments.catalogue import tokenizer_named

    return tokenizer_named(name)


@lru_cache(maxsize=2)
def tokens(case: Case, *, fold: bool = False) -> tuple[Segments, list[Segments]]:
    """Return the tokens of hypotheses and references, in lower case (ASCII) if `fold`."""
    split = tokenizer(case.tokenize)
    lower = str.maketrans(string.ascii_uppercase, string.ascii_lowercase) if fold else {}
    hypotheses, *references = (
        [[token.translate(lower) for token in split(line)] for line in lines]
        for lines in (case.inputs.hypotheses, *case.inputs.references)
    )
    return hypotheses, [list(segment) for segment in zip(*references, strict=True)]


def forget_tokens() -> None:
    """Empty the caches of sacreBLEU's tokenizers."""
    for clear in _caches_of_sacrebleu():
        clear()


@cache
def _caches_of_sacrebleu() -> list[Callable[[], None]]:
    package: Any = import_module("sacrebleu.tokenizers")
    classes = [
        value
        for module in pkgutil.iter_modules(package.__path__, "sacrebleu.tokenizers.")
        for value in vars(import_module(module.name)).values()
        if isinstance(value, type)
    ]
    methods = [method for kind in classes for method in vars(kind).values()]
    return [method.cache_clear for method in methods if hasattr(method, "cache_clear")]


def _sacrebleu(case: Case, **options: Any) -> Any:
    metrics: Any = import_module("sacrebleu.metrics")
    return metrics.BLEU(tokenize=case.tokenize, force=True, **options)


# The score of a corpus


def of_text(
    score: Callable[..., tallystick.Score], case: Case, threads: int = 1
) -> Callable[[], Scores]:
    """A score of strings in tallystick, by `tallystick.bleu` or `tallystick.nist`."""
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments

    def run() -> Scores:
        result = score(
            hypotheses=hypotheses, references=references, tokenize=case.tokenize, threads=threads
        )
        return [result.score]

    return run


bleu_of_text = partial(of_text, tallystick.bleu)
nist_of_text = partial(of_text, tallystick.nist)


def sacrebleu_of_text(case: Case) -> Callable[[], Scores]:
    """BLEU of strings in sacreBLEU."""
    bleu = _sacrebleu(case)
    hypotheses, references = case.inputs.hypotheses, case.inputs.references
    return lambda: [bleu.corpus_score(hypotheses, references).score]


def bleuscore_of_text(case: Case) -> Callable[[], Scores]:
    """BLEU of strings in bleuscore, which uses all cores."""
    bleuscore: Any = import_module("bleuscore")
    references = [list(segment) for segment in zip(*case.inputs.references, strict=True)]
    given = {"references": references, "predictions": case.inputs.hypotheses}
    return lambda: [100 * bleuscore.compute(**given, ref_len_method="closest")["bleu"]]


def chrf_of_text(case: Case, words: int = 0) -> Callable[[], Scores]:
    """The chrF of strings in tallystick, with sacreBLEU's choice among references that tie."""
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments

    def run() -> Scores:
        result = tallystick.chrf(
            hypotheses=hypotheses, references=references, word_order=words, dialect="sacrebleu"
        )
        return [result.score]

    return run


def sacrebleu_chrf(case: Case, words: int = 0) -> Callable[[], Scores]:
    """The chrF of strings in sacreBLEU."""
    metrics: Any = import_module("sacrebleu.metrics")
    chrf = metrics.CHRF(word_order=words)
    hypotheses, references = case.inputs.hypotheses, case.inputs.references
    return lambda: [chrf.corpus_score(hypotheses, references).score]


def ter_of_text(case: Case) -> Callable[[], Scores]:
    """The TER of strings in tallystick."""
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments
    return lambda: [tallystick.ter(hypotheses=hypotheses, references=references).score]


def sacrebleu_ter(case: Case) -> Callable[[], Scores]:
    """The TER of strings in sacreBLEU; a new object, because its tokenizer keeps all lines."""
    metrics: Any = import_module("sacrebleu.metrics")
    hypotheses, references = case.inputs.hypotheses, case.inputs.references
    return lambda: [metrics.TER().corpus_score(hypotheses, references).score]


def chrf_of_segments(case: Case) -> Callable[[], Scores]:
    """The chrF of every segment in tallystick, in one call."""
    chrf = tallystick.Chrf()
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments

    def run() -> Scores:
        corpus = tallystick.Corpus.from_segments(hypotheses=hypotheses, references=references)
        scores: Scores = tallystick.segment_scores(chrf, chrf.statistics(corpus)).tolist()
        return scores

    return run


def fastchrf(case: Case) -> Callable[[], Scores]:
    """The chrF of every segment in fastchrf."""
    library: Any = import_module("fastchrf")
    hypotheses = [[line] for line in case.inputs.hypotheses]
    references = [[line] for line in case.inputs.references[0]]
    return lambda: [score for [[score]] in library.pairwise_chrf(hypotheses, references)]


wer_of_text = partial(of_text, tallystick.wer)


def werx_of_text(case: Case) -> Callable[[], Scores]:
    """WER of strings in werx."""
    werx: Any = import_module("werx")
    hypotheses, [references] = case.inputs.hypotheses, case.inputs.references
    return lambda: [100 * werx.wer(references, hypotheses)]


def jiwer_of_text(case: Case, metric: str = "wer") -> Callable[[], Scores]:
    """WER or CER of strings in jiwer."""
    score: Any = getattr(import_module("jiwer"), metric)
    hypotheses, [references] = case.inputs.hypotheses, case.inputs.references
    return lambda: [100 * score(references, hypotheses)]


def cer_of_text(case: Case) -> Callable[[], Scores]:
    """CER of strings in tallystick."""
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments
    return lambda: [tallystick.cer(hypotheses=hypotheses, references=references).score]


def fastwer_of_characters(case: Case) -> Callable[[], Scores]:
    """CER of strings in fastwer, which rounds to 4 decimals."""
    fastwer: Any = import_module("fastwer")
    hypotheses, [references] = case.inputs.hypotheses, case.inputs.references
    return lambda: [fastwer.score(hypotheses, references, char_level=True)]


def rapidfuzz_of_characters(case: Case) -> Callable[[], Scores]:
    """CER of strings from the distances of RapidFuzz, without the counts of operations."""
    distance: Any = import_module("rapidfuzz.distance").Levenshtein.distance
    hypotheses, [references] = case.inputs.hypotheses, case.inputs.references

    def score() -> Scores:
        edits = sum(map(distance, references, hypotheses))
        return [100 * edits / sum(map(len, references))]

    return score


ROUGE_TYPES = ("rouge1", "rouge2", "rougeL", "rougeLsum")


def rouge_of_text(case: Case, stem: bool = False) -> Callable[[], Scores]:
    """Four types of ROUGE of strings in tallystick."""
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments
    stemmed = "porter" if stem else "none"
    metrics = [tallystick.metric(f"{name}:stem={stemmed}") for name in ROUGE_TYPES]
    return lambda: [
        score.score
        for score in tallystick.score(hypotheses=hypotheses, references=references, metrics=metrics)
    ]


def rouge_scorer_of_text(case: Case, module: str, stem: bool = False) -> Callable[[], Scores]:
    """The same in rouge-score or its port to Rust, and the means of the segments' F."""
    scorer: Any = import_module(module).RougeScorer(list(ROUGE_TYPES), use_stemmer=stem)
    hypotheses, [references] = case.inputs.hypotheses, case.inputs.references

    def run() -> Scores:
        rows = [scorer.score(*pair) for pair in zip(references, hypotheses, strict=True)]
        return [100 * sum(row[name].fmeasure for row in rows) / len(rows) for name in ROUGE_TYPES]

    return run


def bleu_of_tokens(case: Case) -> Callable[[], Scores]:
    """BLEU of token lists in tallystick, with NLTK's conventions."""
    hypotheses, references = tokens(case)

    def run() -> Scores:
        result = tallystick.bleu(hypotheses=hypotheses, references=references, dialect="nltk")
        return [result.score]

    return run


def nltk_bleu(case: Case) -> Callable[[], Scores]:
    """BLEU of token lists in NLTK."""
    nltk: Any = import_module("nltk.translate.bleu_score")
    hypotheses, references = tokens(case)
    return lambda: [100 * nltk.corpus_bleu(references, hypotheses)]


def ribes_of_tokens(case: Case) -> Callable[[], Scores]:
    """RIBES of token lists in tallystick, with NLTK's conventions."""
    hypotheses, references = tokens(case)

    def run() -> Scores:
        result = tallystick.ribes(hypotheses=hypotheses, references=references, dialect="nltk")
        return [result.score]

    return run


def nltk_ribes(case: Case, module: str = "nltk.translate.ribes_score") -> Callable[[], Scores]:
    """RIBES of token lists in NLTK, or in the drop-in replacement for it."""
    nltk: Any = import_module(module)
    hypotheses, references = tokens(case)
    return lambda: [100 * nltk.corpus_ribes(references, hypotheses)]


def cider_of_text(case: Case) -> Callable[[], Scores]:
    """CIDEr-D in tallystick, of strings that are tokenized and joined by spaces before."""
    hypotheses, references = _spaced(case)

    def run() -> Scores:
        return [tallystick.cider(hypotheses=hypotheses, references=references).score]

    return run


def pycocoevalcap_cider(case: Case) -> Callable[[], Scores]:
    """CIDEr-D of the same strings in pycocoevalcap, without its tokenizer in Java."""
    scorer: Any = import_module("pycocoevalcap.cider.cider").Cider()
    hypotheses, references = _spaced(case)
    results = {number: [line] for number, line in enumerate(hypotheses)}
    of_images = dict(enumerate(references))
    return lambda: [float(scorer.compute_score(of_images, results)[0])]


def _spaced(case: Case) -> tuple[list[str], list[list[str]]]:
    """Return hypotheses and references as tokens joined by spaces."""
    hypotheses, references = tokens(case)
    return (
        [" ".join(segment) for segment in hypotheses],
        [[" ".join(reference) for reference in segment] for segment in references],
    )


HYPOTHESES_ALIKE = 100
"""The hypotheses that NLTK compares with each other, in quadratic time."""


def self_bleu_of_tokens(case: Case) -> Callable[[], Scores]:
    """Self-BLEU of the first hypotheses as token lists in tallystick."""
    hypotheses = tokens(case)[0][:HYPOTHESES_ALIKE]
    return lambda: [tallystick.self_bleu(hypotheses=hypotheses).score]


def nltk_self_bleu(case: Case) -> Callable[[], Scores]:
    """The same by NLTK's sentence_bleu, as in Texygen."""
    nltk: Any = import_module("nltk.translate.bleu_score")
    hypotheses = tokens(case)[0][:HYPOTHESES_ALIKE]
    smoothing, weights = nltk.SmoothingFunction().method1, (1 / 3,) * 3

    def run() -> Scores:
        scores = [
            nltk.sentence_bleu(
                hypotheses[:place] + hypotheses[place + 1 :], hypothesis, weights, smoothing
            )
            for place, hypothesis in enumerate(hypotheses)
        ]
        return [100 * sum(scores) / len(scores)]

    return run


def distinct_of_text(case: Case) -> Callable[[], Scores]:
    """Distinct-2 of the hypotheses as strings in tallystick."""
    hypotheses = case.inputs.hypotheses
    return lambda: [tallystick.distinct(hypotheses=hypotheses, tokenize=case.tokenize).score]


def nltk_distinct_of_text(case: Case) -> Callable[[], Scores]:
    """The same by a set of NLTK's bigrams of the words between white space."""
    ngrams: Any = import_module("nltk.util").ngrams
    hypotheses = case.inputs.hypotheses

    def run() -> Scores:
        segments = [line.split() for line in hypotheses]
        distinct = {ngram for words in segments for ngram in ngrams(words, 2)}
        return [100 * len(distinct) / sum(map(len, segments))]

    return run


def mean_distinct_of_tokens(case: Case) -> Callable[[], Scores]:
    """The mean distinct-2 of the hypotheses as token lists in tallystick."""
    hypotheses = tokens(case)[0]
    return lambda: [tallystick.distinct(hypotheses=hypotheses, dialect="distinct-n").score]


def distinct_n(case: Case) -> Callable[[], Scores]:
    """The same in Distinct-N."""
    mean: Any = import_module("distinct_n").distinct_n_corpus_level
    hypotheses = tokens(case)[0]
    return lambda: [100 * mean(hypotheses, 2)]


def nltk_mean_distinct(case: Case) -> Callable[[], Scores]:
    """The same by sets of NLTK's bigrams, as in Distinct-N."""
    ngrams: Any = import_module("nltk.util").ngrams
    hypotheses = tokens(case)[0]

    def run() -> Scores:
        shares = [len(set(ngrams(words, 2))) / len(words) if words else 0.0 for words in hypotheses]
        return [100 * sum(shares) / len(shares)]

    return run


SEGMENTS_TO_ALIGN = 100
"""The segments of which METEOR is computed."""


def missing_wordnet() -> str:
    """Return why METEOR cannot be computed here, or ""."""
    try:
        wordnet.load()
    except (tallystick.InputError, tallystick.MissingExtraError) as error:
        return str(error)
    return ""


@lru_cache(maxsize=1)
def _tokens_to_align(case: Case) -> tuple[Segments, list[Segments]]:
    """Return the tokens of the first segments, whose words NLTK then has read from WordNet."""
    hypotheses, references = tokens(case.some(bool, SEGMENTS_TO_ALIGN))
    tallystick.meteor(hypotheses=hypotheses, references=references, dialect="nltk")
    return hypotheses, references


def meteor_of_tokens(case: Case) -> Callable[[], Scores]:
    """METEOR of the first segments as token lists in tallystick."""
    hypotheses, references = _tokens_to_align(case)
    wordnet.load.cache_clear()  # forgets stems and synonyms

    def run() -> Scores:
        result = tallystick.meteor(hypotheses=hypotheses, references=references, dialect="nltk")
        return [result.score]

    return run


def nltk_meteor(case: Case) -> Callable[[], Scores]:
    """METEOR of the same token lists in NLTK."""
    nltk: Any = import_module("nltk.translate.meteor_score")
    hypotheses, references = _tokens_to_align(case)

    def run() -> Scores:
        scores = list(map(nltk.meteor_score, references, hypotheses))
        return [100 * sum(scores) / len(scores)]

    return run


def gleu_of_text(case: Case) -> Callable[[], Scores]:
    """Google's GLEU of strings in tallystick, with evaluate's choice among references that tie."""
    return of_text(partial(tallystick.google_gleu, dialect="evaluate"), case)


def gleu_of_tokens(case: Case) -> Callable[[], Scores]:
    """Google's GLEU of token lists in tallystick, with NLTK's conventions."""
    hypotheses, references = tokens(case)

    def run() -> Scores:
        gleu = tallystick.google_gleu(hypotheses=hypotheses, references=references, dialect="nltk")
        return [gleu.score]

    return run


def nltk_gleu(case: Case, module: str = "nltk.translate.gleu_score") -> Callable[[], Scores]:
    """Google's GLEU of token lists in NLTK, or in the drop-in replacement for it."""
    nltk: Any = import_module(module)
    hypotheses, references = tokens(case)
    return lambda: [100 * nltk.corpus_gleu(references, hypotheses)]


def nltk_gleu_of_text(case: Case) -> Callable[[], Scores]:
    """Google's GLEU of strings in NLTK with tokens of 13a, like evaluate's google_bleu."""
    nltk: Any = import_module("nltk.translate.gleu_score")
    split: Any = import_module("sacrebleu.tokenizers.tokenizer_13a").Tokenizer13a()
    segments = [list(segment) for segment in zip(*case.inputs.references, strict=True)]

    def run() -> Scores:
        references = [[split(line).split() for line in segment] for segment in segments]
        hypotheses = [split(line).split() for line in case.inputs.hypotheses]
        return [100 * nltk.corpus_gleu(references, hypotheses)]

    return run


def texts_to_simplify(case: Case) -> list[str]:
    """Return sources for SARI: the first references without every fifth word."""
    lines = [line.split() for line in case.inputs.references[0]]
    return [" ".join(word for at, word in enumerate(words) if at % 5 < 4) for words in lines]


def sari_of_text(case: Case) -> Callable[[], Scores]:
    """SARI of strings in tallystick."""
    return of_text(partial(tallystick.sari, sources=texts_to_simplify(case)), case)


def easse_sari(case: Case) -> Callable[[], Scores]:
    """SARI of strings in EASSE."""
    corpus_sari: Any = import_module("easse.sari").corpus_sari
    sources, inputs = texts_to_simplify(case), case.inputs
    return lambda: [corpus_sari(sources, inputs.hypotheses, inputs.references)]


def counted_sari(case: Case) -> Callable[[], Scores]:
    """SARI of strings with tokens of 13a and a counter of n-grams for each text, like EASSE."""
    kind: Any = import_module("sacrebleu.tokenizers.tokenizer_13a").Tokenizer13a
    columns = (texts_to_simplify(case), case.inputs.hypotheses, *case.inputs.references)

    def counted(line: str) -> list[Counter[str]]:
        tokens = kind()(line.lower()).split()
        return [
            Counter(" ".join(tokens[at : at + order]) for at in range(len(tokens) - order + 1))
            for order in (1, 2, 3, 4)
        ]

    def run() -> Scores:
        sums = [[0] * 9 for _ in range(4)]
        for texts in zip(*columns, strict=True):
            source, hypothesis, *references = map(counted, texts)
            for order, sums_of_order in enumerate(sums):
                s, h = (
                    Counter({ngram: number * len(references) for ngram, number in counts.items()})
                    for counts in (source[order], hypothesis[order])
                )
                r: Counter[str] = sum((reference[order] for reference in references), Counter())
                added, to_add = set(h) - set(s), set(r) - set(s)
                numbers = [len(added & to_add), len(added), len(to_add)]
                for done, wanted in ((s & h, s & r), (s - h, s - r)):
                    numbers += [sum(counts.values()) for counts in (done & wanted, done, wanted)]
                for at, number in enumerate(numbers):
                    sums_of_order[at] += number
        # F is twice the correct ones, divided by those done and those wanted
        scores = [
            2 * of_order[at] / max(of_order[at + 1] + of_order[at + 2], 1)
            for of_order in sums
            for at in (0, 3, 6)
        ]
        return [100 * sum(scores) / len(scores)]

    return run


def nist_of_tokens(case: Case) -> Callable[[], Scores]:
    """NIST of token lists in tallystick, with its defaults, which fold case."""
    hypotheses, references = tokens(case)
    return lambda: [tallystick.nist(hypotheses=hypotheses, references=references).score]


def nltk_nist(case: Case, fold: bool = True) -> Callable[[], Scores]:
    """NIST of token lists in NLTK; splitting and folding them is not timed."""
    nltk: Any = import_module("nltk.translate.nist_score")
    hypotheses, references = tokens(case, fold=fold)
    return lambda: [nltk.corpus_nist(references, hypotheses)]


def nist_as_nltk(case: Case) -> Callable[[], Scores]:
    """NIST of token lists in tallystick, with NLTK's conventions."""
    from tallystick.compat.nltk.nist_score import DIALECT

    hypotheses, references = tokens(case)

    def run() -> Scores:
        result = tallystick.nist(hypotheses=hypotheses, references=references, dialect=DIALECT)
        return [result.score]

    return run


# The score of every segment


def segments_at_once(case: Case) -> Callable[[], Scores]:
    """BLEU of every segment in tallystick, in one call."""
    bleu = tallystick.Bleu(effective_order=True, tokenize=case.tokenize)
    hypotheses, references = case.inputs.hypotheses, case.inputs.of_segments

    def run() -> Scores:
        corpus = tallystick.Corpus.from_segments(hypotheses=hypotheses, references=references)
        scores: Scores = tallystick.segment_scores(bleu, bleu.statistics(corpus)).tolist()
        return scores

    return run


def by_bleu_function(case: Case) -> Callable[[], Scores]:
    """BLEU of one segment after another with `tallystick.bleu`."""
    pairs = [([hypothesis], [other]) for hypothesis, other in _sentences(case)]
    return lambda: [
        tallystick.bleu(
            hypotheses=hypothesis,
            references=references,
            effective_order=True,
            tokenize=case.tokenize,
        ).score
        for hypothesis, references in pairs
    ]


def by_score_segment(case: Case) -> Callable[[], Scores]:
    """BLEU of one segment after another with `Bleu.score_segment`."""
    bleu = tallystick.Bleu(effective_order=True, tokenize=case.tokenize)
    pairs = _sentences(case)
    return lambda: [
        bleu.score_segment(hypothesis, references).score for hypothesis, references in pairs
    ]


def by_prepared_references(case: Case) -> Callable[[], Scores]:
    """BLEU of one segment after another with references that are prepared before."""
    prepared = tallystick.PreparedReferences(
        case.inputs.of_segments, metric=tallystick.Bleu(tokenize=case.tokenize)
    )
    for segment in range(len(case.inputs.hypotheses)):
        prepared.segment_score(segment, "")
    return lambda: [
        prepared.segment_score(segment, hypothesis)
        for segment, hypothesis in enumerate(case.inputs.hypotheses)
    ]


def sacrebleu_segments(case: Case, seen_references: bool = False) -> Callable[[], Scores]:
    """BLEU of one segment after another in sacreBLEU, whose cache can have the references."""
    bleu = _sacrebleu(case, effective_order=True)
    pairs = _sentences(case)
    if seen_references:
        for _, references in pairs:
            bleu.sentence_score(references[0], references)
    return lambda: [
        bleu.sentence_score(hypothesis, references).score for hypothesis, references in pairs
    ]


def nltk_segments(case: Case) -> Callable[[], Scores]:
    """BLEU of one list of tokens after another in NLTK, smoothed as sacreBLEU does."""
    nltk: Any = import_module("nltk.translate.bleu_score")
    smooth = nltk.SmoothingFunction().method3
    hypotheses, references = tokens(case)
    return lambda: [
        100 * nltk.sentence_bleu(of_segment, hypothesis, smoothing_function=smooth)
        for hypothesis, of_segment in zip(hypotheses, references, strict=True)
    ]


def _sentences(case: Case) -> list[tuple[str, list[str]]]:
    segments = zip(case.inputs.hypotheses, *case.inputs.references, strict=True)
    return [(hypothesis, references) for hypothesis, *references in segments]


# The scores of all pairs, and of several systems


def matrix(case: Case) -> Callable[[], Scores]:
    """BLEU of every sample against every sample in tallystick."""
    samples, bleu = case.inputs.hypotheses, tallystick.Bleu(tokenize=case.tokenize)
    return lambda: [*map(float, tallystick.score_matrix(samples, metric=bleu).flat)]


def sacrebleu_matrix(case: Case) -> Callable[[], Scores]:
    """BLEU of every sample against every sample in sacreBLEU, one pair after another."""
    bleu = _sacrebleu(case, effective_order=True)
    samples = case.inputs.hypotheses
    return lambda: [
        bleu.sentence_score(hypothesis, [reference]).score
        for hypothesis, reference in product(samples, samples)
    ]


def systems_at_once(case: Case) -> Callable[[], Scores]:
    """BLEU of several systems in tallystick, in one call."""
    systems, references = case.inputs.systems, case.inputs.of_segments
    bleu = tallystick.Bleu(tokenize=case.tokenize)

    def run() -> Scores:
        scored = tallystick.score_systems(systems=systems, references=references, metrics=bleu)
        return [score.score for (score,) in scored.values()]

    return run


def sacrebleu_systems(case: Case) -> Callable[[], Scores]:
    """BLEU of several systems in sacreBLEU, which keeps the references."""

    def run() -> Scores:
        bleu = _sacrebleu(case, references=case.inputs.references)
        return [
            bleu.corpus_score(hypotheses, None).score for hypotheses in case.inputs.systems.values()
        ]

    return run

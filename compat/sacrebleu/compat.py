"""sacreBLEU's functions: one call, one score."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.compat.sacrebleu.metrics.bleu import BLEU, MAX_NGRAM_ORDER, BLEUScore
from tallystick.compat.sacrebleu.metrics.chrf import CHRF, CHRFScore
from tallystick.compat.sacrebleu.metrics.ter import TER, TERScore


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = False,
    *,
    corrected: bool = False,
) -> BLEUScore:
    """Score a corpus.

    Args:
        hypotheses: A string for each segment.
        references: Streams, `references[k][i]` for `hypotheses[i]`; None for a missing reference.
        smooth_method: "exp", "floor", "add-k" or "none".
        smooth_value: The value of "floor" (by default 0.1) or "add-k" (1).
        force: Whether not to warn about text that looks tokenized.
        lowercase: Whether to fold case.
        tokenize: The tokenizer.
        use_effective_order: Whether to leave out orders without n-grams.
        corrected: As for `BLEU`.

    Raises:
        TallystickError: As `BLEU` and its `corpus_score` raise.

    >>> round(corpus_bleu(["a b c d e"], [["a b x d e"]], tokenize="none").score, 4)
    30.2138
    """
    options = lowercase, force, tokenize, smooth_method, smooth_value, MAX_NGRAM_ORDER
    metric = BLEU(*options, use_effective_order, corrected=corrected)
    return metric.corpus_score(hypotheses, references)


def raw_corpus_bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    smooth_value: float | None = BLEU.SMOOTH_DEFAULTS["floor"],
    *,
    corrected: bool = False,
) -> BLEUScore:
    """Score a corpus of tokens with "floor" smoothing and effective order; see `corpus_bleu`.

    White space separates the tokens; `smooth_value` replaces a count of 0.

    >>> round(raw_corpus_bleu(["this is a fest"], [["this is a test"]], 0.01).score, 4)
    22.3607
    """
    options = "floor", smooth_value, True, False, "none", True
    return corpus_bleu(hypotheses, references, *options, corrected=corrected)


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str | None],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = True,
    *,
    corrected: bool = False,
) -> BLEUScore:
    """Score one sentence; None is a missing reference. Other parameters as of `corpus_bleu`.

    >>> sentence_bleu("a", ["a b c"]).score
    13.533528323661276
    """
    options = lowercase, False, tokenize, smooth_method, smooth_value, MAX_NGRAM_ORDER
    metric = BLEU(*options, use_effective_order, corrected=corrected)
    return metric.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
    *,
    corrected: bool = False,
) -> CHRFScore:
    """Score a corpus with chrF; texts are those of `corpus_bleu`, options and errors of `CHRF`.

    With `remove_whitespace`, white space does not belong to the n-grams.

    >>> round(corpus_chrf(["abcde"], [["abcdef"]]).score, 4)
    75.3715
    """
    options = char_order, word_order, beta, False, not remove_whitespace, eps_smoothing
    metric = CHRF(*options, corrected=corrected)
    return metric.corpus_score(hypotheses, references)


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str | None],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
    *,
    corrected: bool = False,
) -> CHRFScore:
    """Score one sentence with chrF; None is a missing reference. Others as of `corpus_chrf`.

    >>> round(sentence_chrf("abcde", ["abcdef"], eps_smoothing=True).score, 4)
    62.5786
    """
    options = char_order, word_order, beta, False, not remove_whitespace, eps_smoothing
    metric = CHRF(*options, corrected=corrected)
    return metric.sentence_score(hypothesis, references)


def corpus_ter(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str | None]],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    *,
    corrected: bool = False,
) -> TERScore:
    """Score a corpus with TER; texts are those of `corpus_bleu`, options and errors of `TER`.

    >>> corpus_ter(["b c a d"], [["a b c d"]]).score
    25.0
    """
    metric = TER(normalized, no_punct, asian_support, case_sensitive, corrected=corrected)
    return metric.corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str | None],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    *,
    corrected: bool = False,
) -> TERScore:
    """Score one sentence with TER; None is a missing reference. Others as of `corpus_ter`.

    >>> sentence_ter("B c a d", ["a b c d"], case_sensitive=True).score
    50.0
    """
    metric = TER(normalized, no_punct, asian_support, case_sensitive, corrected=corrected)
    return metric.sentence_score(hypothesis, references)

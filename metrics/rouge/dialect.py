"""The conventions in which programs that compute ROUGE differ.

They concern points that Lin (ACL 2004 workshop, "ROUGE: A Package for Automatic Evaluation of
Summaries") leaves open, and changes that programs made to it. The type of ROUGE, such as 2 or L, is
not among them: a program has the same conventions for all its types.
"""

from __future__ import annotations

from tallystick.metrics.arguments.options import positive_number
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase

STEMMERS = {
    "none": "no token",
    "porter": "tokens of more than 3 letters, by Porter's stemmer as in NLTK",
}
"""The kinds of stemming and the tokens that they change."""


@dialect_of("ROUGE")
class RougeDialect(Dialect):
    """A full set of conventions for ROUGE.

    The defaults are those of rouge-score without stemming, except that the order of the references
    of a segment does not matter.

    >>> str(RougeDialect(references="pooled", stem="porter"))
    'references=pooled+stem=porter'
    >>> RougeDialect.parse("references=first").references
    'first'
    """

    counting: str = axis(
        "clipped",
        "How often an n-gram or token counts in a text.",
        {"clipped": "as often as it occurs", "once": "once"},
    )
    references: str = axis(
        "best",
        "What several references of a segment contribute.",
        {
            "best": "the one with the highest F; of several, the shortest",
            "best_first": "the one with the highest F; of several, the first",
            "best_recall": "the one with the highest recall; of several, the first",
            "best_each": "the highest precision and the highest recall of any, combined to F",
            "mean": "the means of precision, recall and F over all",
            "pooled": "all, their matches and their n-grams added up",
            "first": "the first",
        },
    )
    beta: float = axes.number(
        1.0, "How many times recall counts as much as precision in F.", check=positive_number
    )
    epsilon: float = axes.number(0.0, "A number added to the denominator of F.")
    average: str = axis(
        "f",
        "What is averaged over segments.",
        {
            "f": "F",
            "precision_recall": "precision and recall, from which F is computed",
            "none": "nothing: F is computed from the matches and n-grams of all segments",
        },
    )
    decimals: int = axes.whole_number(
        16,
        "The decimals to which precision, recall and F of a segment are rounded; 16 for all.",
        low=1,
        high=16,
    )
    empty: str = axis(
        "zero",
        "The score of a segment without tokens in the hypothesis or the reference.",
        {
            "zero": "0",
            "both_one": "1 if both are empty, else 0",
            "error": "none: the program fails",
        },
    )
    stem: str = axis("none", "The tokens that are replaced by their stems.", STEMMERS)
    tokenize: str = axes.tokenizer(
        "rouge-score",
        *("none", "13a", "rouge-score", "unicode-words", "every-space", "pltrdy"),
        documentation="The tokenizer; rouge-score loses all letters but A to Z, and unicode-words "
        "knows those of every script.",
    )
    lowercase: Lowercase = axes.lowercase("unicode")


DEFAULT = RougeDialect()
"""The default of this package."""

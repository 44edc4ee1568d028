"""Drop-in replacement for rouge-score 0.1.2, equal to the last digit except for resampled means.

Change `from rouge_score import rouge_scorer, scoring` to `from tallystick.compat.rouge_score import
rouge_scorer, scoring`. Names, parameters, numbers and types of errors are those of rouge-score,
which need not be installed. One number differs: the middle of `BootstrapAggregator.aggregate()` is
the exact mean of the scores, where rouge-score returns a random number near it;
`BootstrapAggregator(exact=False)` returns that number, too.

>>> from tallystick.compat.rouge_score import rouge_scorer
>>> scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
>>> scorer.score("The quick brown fox jumps", "The brown fox jumping quick")["rougeL"]
Score(precision=0.8, recall=0.8, fmeasure=0.8000000000000002)
"""

from tallystick.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

__all__ = ["rouge_scorer", "scoring", "tokenize", "tokenizers"]

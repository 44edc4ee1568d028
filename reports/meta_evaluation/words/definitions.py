"""What the numbers of a meta-evaluation are, and where they are from."""

from __future__ import annotations

from tallystick.reports.document import Term

KOCMI = "Kocmi and others, To Ship or Not to Ship, WMT 2021"
DEUTSCH_TIES = "Deutsch, Foster and Freitag, Ties Matter, EMNLP 2023"
DEUTSCH_TESTS = (
    "Deutsch, Dror and Roth, A Statistical Analysis of Summarization Evaluation Metrics Using "
    "Resampling Methods, TACL 2021"
)
THOMPSON = (
    "Thompson and others, Improving Statistical Significance in Human Evaluation of Automatic "
    "Metrics via Soft Pairwise Accuracy, WMT 2024"
)
FREITAG = "Freitag and others, Results of WMT23 Metrics Shared Task, WMT 2023"
MATHUR = "Mathur, Baldwin and Cohn, Tangled up in BLEU, ACL 2020"
STUART = (
    "Stuart, The Estimation and Comparison of Strengths of Association in Contingency Tables, "
    "Biometrika 1953"
)
KENDALL = "Kendall, The Treatment of Ties in Ranking Problems, Biometrika 1945"
DODDINGTON = (
    "Doddington, Automatic Evaluation of Machine Translation Quality Using N-gram Co-occurrence "
    "Statistics, HLT 2002"
)
DAVISON_CORRECTED = (
    "Davison and Hinkley, Bootstrap Methods and Their Application, 1997, sections 3.9 and 5.2"
)
DAVISON = "Davison and Hinkley, Bootstrap Methods and Their Application, 1997, section 3.8"
DAVISON_EFFECTS = "Davison and Hinkley, Bootstrap Methods and Their Application, 1997, section 2.7"
WILLIAMS = "Williams, Regression Analysis, 1959; Graham and Baldwin, EMNLP 2014"
WESTFALL = "Westfall and Young, Resampling-Based Multiple Testing, 1993, algorithm 2.8"
MACHACEK = "Macháček and Bojar, Results of the WMT14 Metrics Shared Task, WMT 2014"
BRADLEY = (
    "Bradley and Terry, Rank Analysis of Incomplete Block Designs, Biometrika 1952; Chiang and "
    "others, Chatbot Arena, ICML 2024"
)
KRIPPENDORFF = "Krippendorff, Computing Krippendorff's Alpha-Reliability, 2011"
SHROUT = "Shrout and Fleiss, Intraclass Correlations, Psychological Bulletin 1979"
WILSON = "Wilson, Probable Inference, JASA 1927"

TERMS = (
    Term("pairwise accuracy", "the share of pairs of systems that the metric orders as humans do. "
         "A pair that one of the two ties, and the other does not, is an error.", KOCMI),
    Term("average", "the weighted mean of each statistic on each set, in which coefficients from "
         "-1 to 1 count as from 0 to 1. Ranks are in brackets.", FREITAG),
    Term("significant", "the pairwise accuracy of the pairs of which one system is significantly "
         "better under humans, in a one-sided permutation test of segments without a correction; "
         "of a set, the number of these pairs.", KOCMI),
    Term("soft accuracy", "1 less the mean distance between the one-sided p-values of humans and "
         "of the metric, over pairs of systems, so that 0.5 on both sides agrees fully; the "
         "p-values are those of exchanged segments that both scored, and of their mean scores. "
         "Its interval is about the mean of test sets of this size.", THOMPSON),
    Term("rank", "the best and the worst rank that the metric may have: 1 plus the number of "
         "metrics that are significantly better in pairwise accuracy, and the number of metrics "
         "less that of those that are significantly worse."),
    Term("soft rank", "the same by soft accuracy, whose p-values are approximated by the normal "
         "distribution for this."),
    Term("mean accuracy", "the mean of the pairwise accuracies on the sets, each set with the same "
         "weight. Its interval is that of other sets like these: sets are drawn again.", DAVISON),
    Term("mean rank", "the mean of the metric's ranks by pairwise accuracy on the sets, 1 for the "
         "best metric; equal metrics have the mean of their ranks."),
    Term("best on", "the number of sets on which no metric has a higher accuracy."),
    Term("alone", "the number of sets on which every other metric has a lower accuracy."),
    Term("difference in accuracy (%)", "the difference of two pairwise accuracies, times 100."),
    Term("p-value", "two-sided, of the permutation test that exchanges the standardised scores of "
         "two metrics for random systems (PERM-SYSTEMS).", DEUTSCH_TESTS),
    Term("adjusted", "the p-value corrected for all pairs of metrics by the step-down max-t "
         "procedure.", WESTFALL),
    Term("systems needed", "about how many systems it takes to detect the difference with a power "
         "of 80%, if it is the true one: the standard error under exchanged systems falls with the "
         "square root of their number."),
    Term("Pearson", "Pearson's correlation of the scores of systems with the human ones."),
    Term("Pearson without outliers", "that of systems whose human score is within 2.5 x 1.483 "
         "median absolute deviations of the median.", MATHUR),
    Term("Spearman", "the correlation of their ranks, ties at the mean rank."),
    Term("Kendall", "tau-b: (C - D) / sqrt((C + D + H)(C + D + M)) with the numbers of concordant "
         "(C) and discordant (D) pairs and of those that only humans (H) or only the metric (M) "
         "tie.", KENDALL),
    Term("concordant/discordant", "the pairs of systems that metric and humans order alike, and "
         "those that they order in opposite ways."),
    Term("Kendall within segments", "the p-value of the permutation test that exchanges segments "
         "of two metrics (PERM-INPUTS), for Kendall's tau-b within segments.", DEUTSCH_TESTS),
    Term("within segments", "the mean over segments of a coefficient of the outputs for one "
         "segment: which of several outputs is better? Segments in which humans or the metric "
         "tie everything do not count.", DEUTSCH_TIES),
    Term("within systems", "the mean over systems of a coefficient of the outputs of one system: "
         "which of its outputs are good?"),
    Term("within documents", "the mean over documents of a coefficient of the outputs for one "
         "document, such as several captions of one image."),
    Term("choices", "the share of the choices of humans between two outputs that the metric makes "
         "too, by a higher score; half of those that it ties. Ties of humans do not count."),
    Term("tau-like", "the share of choices that the metric makes too less that in which it makes "
         "the opposite one: Kendall's tau as the metrics tasks of WMT computed it from 2014 to "
         "2016.", MACHACEK),
    Term("won", "the share of the choices between its outputs and others that a system won, a tie "
         "as half."),
    Term("Bradley-Terry score", "the logarithm of the odds that outputs of a system are preferred "
         "to those of an average one, by maximum likelihood, a tie as half a win of both. "
         "Intervals are computed from what each segment, or document, adds.", BRADLEY),
    Term("other judges", "the share of choices that the majority of the other judges of the same "
         "two outputs makes too; half where these are divided. A metric cannot agree with single "
         "judges much more often."),
    Term("all outputs", "the coefficient over all outputs of all systems."),
    Term("tau-b", "Kendall's tau-b of outputs, as that of systems above.", KENDALL),
    Term("tau-c", "(C - D) 2 k / (n^2 (k - 1)) with the numbers of concordant (C) and discordant "
         "(D) pairs and of outputs (n), and the smaller of the numbers of different scores of "
         "humans and the metric (k). Papers on captions report it.", STUART),
    Term("Spearman correlation", "the correlation of the ranks of outputs, ties at the mean rank."),
    Term("Pearson correlation", "the correlation of the scores of outputs."),
    Term("difference of coefficients", "the difference of two metrics' coefficients. Its p-value "
         "is that of a permutation test that reverses the signs of what segments, or documents, "
         "add to it.", DAVISON_EFFECTS),
    Term("units needed", "about how many segments, or documents, it takes to detect the difference "
         "with a power of 80%, if it is the true one."),
    Term("accuracy with ties", "the mean over segments of the share of pairs of outputs for "
         "the segment that the metric orders or ties as humans do. Differences up to a threshold "
         "count as ties; the threshold is the one with the highest accuracy.", DEUTSCH_TIES),
    Term("untied", "the share of concordant pairs among those that neither humans nor the metric "
         "tie."),
    Term("tied", "the share of pairs of outputs to which the metric gives the same score."),
    Term("judged", "the share of segments of systems that humans scored."),
    Term("scores each", "the mean number of human scores of a scored segment."),
    Term("halves agree", "the share of pairs of systems that random halves of the judged segments "
         "order alike: how reliable human scores of half of the segments are. Those of all "
         "segments have less noise, so a metric can agree with them more often."),
    Term("alpha", "Krippendorff's alpha, 1 less the observed over the expected disagreement of "
         "ratings: the square of their difference, or of that of their ranks if ratings are at "
         "most ten whole numbers.", KRIPPENDORFF),
    Term("ICC", "the intraclass correlation of one rating: ICC(2,1) if every rater rated every "
         "output, else ICC(1,1).", SHROUT),
    Term("ICC of means", "the same of the mean of an output's ratings, ICC(2,k) or ICC(1,k).",
         SHROUT),
    Term("one rater", "the coefficient over all outputs of a rater's scores with the mean of the "
         "others', a mean over raters by their numbers of ratings: a metric that is as good as a "
         "rater has it over all outputs."),
    Term("halves", "the coefficient of the means of random halves of the ratings of each output."),
    Term("other scores agree", "the share of pairs of systems that the other human scores order "
         "alike, such as raw scores next to standardised ones."),
    Term("significant pairs", "the pairs of systems that differ significantly under the metric, "
         "two-sided and without a correction."),
    Term("smallest visible difference", "the difference of two systems that a test would detect "
         "with a power of 80%: the median standard error of the pairs times 2.80 at a level of "
         "5%."),
    Term("F-ratio", "the variance of the systems' scores over that of blocks of at least 10 "
         "segments within systems.", DODDINGTON),
    Term("two-way F", "the F of an analysis of variance of systems and blocks, which systems "
         "share.", DODDINGTON),
    Term("Pearson over systems", "the p-value of Williams' test of two correlations with the same "
         "human scores.", WILLIAMS),
    Term("Pearson over outputs", "the p-value of the permutation test that exchanges single "
         "standardised scores of two metrics (PERM-BOTH of mt-metrics-eval).", DEUTSCH_TESTS),
    Term("difference of two systems", "pairs of systems in groups of about the same size, by the "
         "size of their difference under the metric."),
    Term("share", "the share of the pairs of a group that humans order alike, with Wilson's 95% "
         "interval as if pairs were independent.", WILSON),
    Term("milliseconds for 1,000 segments", "the least of three times in which the metric scores "
         "at most 1,000 segments of the first system, with tokenization, on one thread."),
    Term("intervals", "95% intervals, unless another confidence is stated, of bootstrap samples "
         "(2,000 by default) of documents, or of segments if documents are unknown: human scores "
         "and those of the metric are drawn together. Those of coefficients of systems are "
         "corrected for the noise that resampling adds, which makes orders agree less, and are "
         "about the agreement with unlimited segments. Those of coefficients of outputs are "
         "computed from what each segment, or document, adds to them, on the scale of Fisher's z. "
         "JSON also has percentile intervals of resampled systems and segments, which are wider.",
         DAVISON_CORRECTED),
)  # fmt: skip

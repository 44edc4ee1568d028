"""What is timed: the tables of the page, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec

import commands
import contestants
from contestants import Case, Contestant
from inputs import SETS

EQUAL = 1e-9
EXACTLY_EQUAL = 0.0


@dataclass(frozen=True)
class Tool:
    """A contestant of a table.

    Attributes:
        name: Its name in the table.
        contestant: The function.
        threads: How many threads it uses.
        tokenizers: Those that it has, if not all.
        library: A library without which it is left out.
        tolerances: The difference that its scores may have, for the sets where it is not that of
            the table; `Table.note` says why.
    """

    name: str
    contestant: Contestant
    threads: str = "1"
    tokenizers: frozenset[str] | None = None
    library: str = ""
    tolerances: Mapping[str, float] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """A name that no other tool of a table has."""
        return f"{self.name}, threads: {self.threads}"

    def can_run(self, case: Case) -> bool:
        """Return whether it is installed and has the tokenizer."""
        if self.library and find_spec(self.library) is None:
            return False
        return self.tokenizers is None or case.tokenize in self.tokenizers


@dataclass(frozen=True)
class Table:
    """Contestants with equal work on several sets.

    Attributes:
        title: What is computed.
        tools: Ways to compute it with tallystick.
        peers: Other programs.
        cases: Sets and tokenizers, the usual first. Sets that are not available are left out.
        note: What a reader must know, if anything.
        clock: One of `measuring.CLOCKS`.
        calls: If positive, the segments that are scored one by one; times are then of one call.
        turns: The share of the turns of other tables, for slow work.
        tolerance: The relative or absolute difference that scores may have.
        find_missing: Returns why the table is left out, or "".
    """

    title: str
    tools: tuple[Tool, ...]
    peers: tuple[Tool, ...]
    cases: tuple[tuple[str, str], ...]
    note: str = ""
    clock: str = "processor"
    calls: int = 0
    turns: float = 1.0
    tolerance: float = EQUAL
    find_missing: Callable[[], str] = lambda: ""

    def available(self) -> list[Case]:
        """Return the cases whose sets are available."""
        cases = [Case(name, SETS[name](), tok) for name, tok in self.cases if name in SETS]
        return [case.of_all_orders(self.calls) for case in cases] if self.calls else cases


BLEUSCORE = Tool(
    "bleuscore", contestants.bleuscore_of_text, threads="all", tokenizers=frozenset({"13a"})
)

TABLES = (
    Table(
        "BLEU of a corpus, from text",
        (Tool("`tallystick.bleu`", contestants.bleu_of_text),),
        (Tool("sacreBLEU", contestants.sacrebleu_of_text), BLEUSCORE),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("English, short segments", "13a"),
            ("English, paragraphs", "13a"),
            ("Czech", "13a"),
            ("Czech, 2 references", "13a"),
            ("Russian", "13a"),
            ("Russian from Yakut", "13a"),
        ),
    ),
    Table(
        "BLEU of a corpus, from text, international tokenization",
        (Tool("`tallystick.bleu`", contestants.bleu_of_text),),
        (Tool("sacreBLEU", contestants.sacrebleu_of_text),),
        (
            ("English", "intl"),
            ("English, 2 references", "intl"),
            ("Chinese, 2 references", "intl"),
            ("Czech", "intl"),
            ("Russian", "intl"),
            ("Russian from Yakut", "intl"),
        ),
    ),
    Table(
        "BLEU of a corpus, from text, Chinese and Japanese",
        (Tool("`tallystick.bleu`", contestants.bleu_of_text),),
        (Tool("sacreBLEU", contestants.sacrebleu_of_text),),
        (("Chinese", "zh"), ("Japanese", "char"), ("Chinese, 2 references", "zh")),
    ),
    Table(
        "BLEU of a corpus, from text, MeCab",
        (Tool("`tallystick.bleu`", contestants.bleu_of_text),),
        (Tool("sacreBLEU", contestants.sacrebleu_of_text),),
        (("Japanese", "ja-mecab"),),
        note="Most of the time is that of MeCab, a library that both programs call.",
    ),
    Table(
        "BLEU of a corpus, from token lists",
        (Tool("`tallystick.bleu`, `dialect=nltk`", contestants.bleu_of_tokens),),
        (Tool("NLTK", contestants.nltk_bleu),),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("Russian", "13a"),
            ("Chinese", "zh"),
        ),
    ),
    Table(
        "GLEU (Google) of a corpus, from text",
        (Tool("`tallystick.google_gleu`", contestants.gleu_of_text),),
        (Tool("13a and NLTK, as in evaluate", contestants.nltk_gleu_of_text),),
        tuple(
            (name, "13a")
            for name in (
                *("English", "English, 2 references", "English, short segments"),
                *("English, paragraphs", "Czech", "Russian", "Russian from Yakut"),
            )
        ),
        note="Hugging Face evaluate calls NLTK with the tokens of 13a, here those of sacreBLEU.",
    ),
    Table(
        "GLEU (Google) of a corpus, from token lists",
        (
            Tool("`tallystick.google_gleu`, `dialect=nltk`", contestants.gleu_of_tokens),
            Tool(
                "`tallystick.compat.nltk.gleu_score`",
                partial(contestants.nltk_gleu, module="tallystick.compat.nltk.gleu_score"),
            ),
        ),
        (Tool("NLTK", contestants.nltk_gleu),),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("English, paragraphs", "13a"),
            ("Russian", "13a"),
            ("Chinese", "zh"),
            ("Japanese", "char"),
        ),
        tolerance=EXACTLY_EQUAL,
    ),
    Table(
        "RIBES of a corpus, from token lists",
        (
            Tool("`tallystick.ribes`, `dialect=nltk`", contestants.ribes_of_tokens),
            Tool(
                "`tallystick.compat.nltk.ribes_score`",
                partial(contestants.nltk_ribes, module="tallystick.compat.nltk.ribes_score"),
            ),
        ),
        (Tool("NLTK", contestants.nltk_ribes),),
        (
            ("English, short segments", "13a"),
            ("English", "13a"),
            ("Chinese", "zh"),
            ("Russian", "13a"),
            ("Russian from Yakut", "13a"),
            ("Czech", "13a"),
        ),
        turns=0.2,
    ),
    Table(
        "CIDEr-D of a corpus, from tokenized text",
        (Tool("`tallystick.cider`", contestants.cider_of_text),),
        (Tool("pycocoevalcap", contestants.pycocoevalcap_cider, library="pycocoevalcap"),),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("English, short segments", "13a"),
            ("English, paragraphs", "13a"),
            ("Czech", "13a"),
            ("Russian", "13a"),
            ("Chinese", "zh"),
            ("Japanese", "char"),
        ),
        turns=0.2,
    ),
    Table(
        "SARI of a corpus, from text",
        (Tool("`tallystick.sari`", contestants.sari_of_text),),
        (
            Tool("EASSE", contestants.easse_sari, library="easse"),
            Tool("13a and counters of n-grams, as in EASSE", contestants.counted_sari),
        ),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("English, short segments", "13a"),
            ("English, paragraphs", "13a"),
            ("Czech", "13a"),
            ("Russian", "13a"),
            ("Russian from Yakut", "13a"),
            ("Japanese", "13a"),
        ),
        turns=0.2,
        note="The sources are the first references without every fifth word.",
    ),
    Table(
        "Self-BLEU of 100 hypotheses, from token lists",
        (Tool("`tallystick.self_bleu`", contestants.self_bleu_of_tokens),),
        (Tool("NLTK, as in Texygen", contestants.nltk_self_bleu),),
        (
            ("Chinese", "zh"),
            ("English", "13a"),
            ("English, short segments", "13a"),
            ("Czech", "13a"),
            ("Russian", "13a"),
            ("Russian from Yakut", "13a"),
        ),
        note="NLTK takes quadratic time, tallystick linear time.",
        turns=0.4,
    ),
    Table(
        "Distinct-2 of a corpus, from text",
        (Tool("`tallystick.distinct`", contestants.distinct_of_text),),
        (Tool("a set of NLTK's `ngrams`", contestants.nltk_distinct_of_text),),
        (
            ("English", "none"),
            ("English, short segments", "none"),
            ("Czech", "none"),
            ("Russian from Yakut", "none"),
        ),
        turns=0.5,
    ),
    Table(
        "Mean distinct-2 of hypotheses, from token lists",
        (Tool("`tallystick.distinct`, `dialect=distinct-n`", contestants.mean_distinct_of_tokens),),
        (
            Tool("Distinct-N", contestants.distinct_n, library="distinct_n"),
            Tool("sets of NLTK's `ngrams`, as in Distinct-N", contestants.nltk_mean_distinct),
        ),
        (
            ("English", "13a"),
            ("Russian", "13a"),
            ("Chinese", "zh"),
            ("Japanese", "char"),
        ),
        turns=0.5,
    ),
    Table(
        f"METEOR of {contestants.SEGMENTS_TO_ALIGN} segments, from token lists",
        (Tool("`tallystick.meteor`, `dialect=nltk`", contestants.meteor_of_tokens),),
        (Tool("NLTK", contestants.nltk_meteor),),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("English, paragraphs", "13a"),
        ),
        turns=0.5,
        note=(
            "Both programs look up words with NLTK's reader of WordNet, which keeps what it has "
            "read: it reads the words of these segments before the time is taken."
        ),
        find_missing=contestants.missing_wordnet,
    ),
    Table(
        "NIST of a corpus",
        (
            Tool("`tallystick.nist`, text", contestants.nist_of_text),
            Tool("`tallystick.nist`, token lists", contestants.nist_of_tokens),
        ),
        (
            Tool(
                "NLTK, token lists",
                contestants.nltk_nist,
                tolerances={"English": 1e-3, "English, paragraphs": 1e-3},
            ),
        ),
        (
            ("English", "mteval-13a"),
            ("English, short segments", "mteval-13a"),
            ("English, paragraphs", "mteval-13a"),
            ("Czech", "mteval-13a"),
            ("Russian", "mteval-13a"),
            ("Russian from Yakut", "mteval-13a"),
            ("Chinese", "zh"),
        ),
        note=(
            "tallystick folds case, and splits text; NLTK gets tokens that are split and folded "
            "beforehand. Where the references have the token `0`, the default dialect (that of "
            "mteval) differs by design: scores of English are then equal within 1e-3."
        ),
    ),
    Table(
        "NIST of a corpus with two references",
        (Tool("`tallystick.nist`, `dialect=nltk`", contestants.nist_as_nltk),),
        (Tool("NLTK", partial(contestants.nltk_nist, fold=False)),),
        (("English, 2 references", "mteval-13a"), ("Czech, 2 references", "mteval-13a")),
        note="Token lists.",
    ),
    *(
        Table(
            f"{title} of a corpus, from text",
            (Tool("`tallystick.chrf`", partial(contestants.chrf_of_text, words=words)),),
            (Tool("sacreBLEU", partial(contestants.sacrebleu_chrf, words=words)),),
            (
                ("English", "none"),
                ("English, 2 references", "none"),
                ("English, short segments", "none"),
                ("English, paragraphs", "none"),
                ("Czech", "none"),
                ("Russian", "none"),
                ("Russian from Yakut", "none"),
                ("Chinese", "none"),
                ("Chinese, 2 references", "none"),
                ("Japanese", "none"),
            ),
        )
        for title, words in (("chrF", 0), ("chrF++", 2))
    ),
    Table(
        "TER of a corpus, from text",
        (Tool("`tallystick.ter`", contestants.ter_of_text),),
        (Tool("sacreBLEU", contestants.sacrebleu_ter),),
        (
            ("English", "none"),
            ("English, short segments", "none"),
            ("Czech", "none"),
            ("Russian", "none"),
            ("Russian from Yakut", "none"),
        ),
    ),
    Table(
        "chrF of every segment, in one call",
        (Tool("`tallystick.segment_scores`", contestants.chrf_of_segments),),
        (Tool("fastchrf", contestants.fastchrf, library="fastchrf"),),
        (
            ("English", "none"),
            ("English, short segments", "none"),
            ("English, paragraphs", "none"),
            ("Czech", "none"),
            ("Russian", "none"),
            ("Russian from Yakut", "none"),
            ("Chinese", "none"),
            ("Japanese", "none"),
        ),
    ),
    Table(
        "BLEU of every segment, in one call",
        (Tool("`tallystick.segment_scores`", contestants.segments_at_once),),
        (Tool("sacreBLEU, `sentence_score`", contestants.sacrebleu_segments),),
        (
            ("English", "13a"),
            ("Czech", "13a"),
            ("Russian", "13a"),
            ("Russian from Yakut", "13a"),
            ("Chinese", "zh"),
        ),
    ),
    Table(
        "BLEU of one segment a call",
        (
            Tool("`tallystick.bleu`", contestants.by_bleu_function),
            Tool("`Bleu.score_segment`", contestants.by_score_segment),
            Tool("`PreparedReferences.segment_score`", contestants.by_prepared_references),
        ),
        (
            Tool("sacreBLEU", contestants.sacrebleu_segments),
            Tool(
                "sacreBLEU, cached references",
                partial(contestants.sacrebleu_segments, seen_references=True),
            ),
            Tool("NLTK, token lists", contestants.nltk_segments),
        ),
        (
            ("English", "13a"),
            ("English, 2 references", "13a"),
            ("Czech", "13a"),
            ("Russian", "13a"),
            ("Chinese", "zh"),
            ("Japanese", "char"),
        ),
        note=(
            "Times are of one call, the mean over 200 segments of at least four tokens: with "
            "fewer, NLTK counts one n-gram where there is none. NLTK is given tokens, and smooths "
            "as sacreBLEU does (`method3`)."
        ),
        calls=200,
    ),
    Table(
        "BLEU of 100 samples against each other, 10,000 pairs",
        (Tool("`tallystick.score_matrix`", contestants.matrix),),
        (Tool("sacreBLEU, `sentence_score`", contestants.sacrebleu_matrix),),
        (
            ("English, 100 samples", "13a"),
            ("Russian, 100 samples", "13a"),
            ("Chinese, 100 samples", "zh"),
        ),
        turns=0.5,
        note="sacreBLEU keeps the tokens of lines that it has seen.",
    ),
    Table(
        "BLEU of twelve systems",
        (Tool("`tallystick.score_systems`", contestants.systems_at_once),),
        (Tool("sacreBLEU, `references=`", contestants.sacrebleu_systems),),
        (
            ("English, 12 systems", "13a"),
            ("Ukrainian, 12 systems", "13a"),
            ("Chinese, 12 systems", "zh"),
        ),
        turns=0.5,
    ),
    *(
        Table(
            f"{metric} of a larger corpus, with two threads",
            (
                Tool(f"`tallystick.{metric.lower()}`", contestant),
                Tool(f"`tallystick.{metric.lower()}`", partial(contestant, threads=2), "2"),
            ),
            peers,
            (("distinct segments", tokenize),),
            clock="wall",
            turns=0.5,
        )
        for metric, contestant, peers, tokenize in (
            ("BLEU", contestants.bleu_of_text, (BLEUSCORE,), "13a"),
            ("NIST", contestants.nist_of_text, (), "mteval-13a"),
        )
    ),
    *(
        Table(
            f"ROUGE-1, -2, -L and -Lsum of a corpus, from text{title}",
            (Tool("`tallystick.score`", partial(contestants.rouge_of_text, stem=stem)),),
            (
                Tool(
                    "rouge-score-rs",
                    partial(contestants.rouge_scorer_of_text, module="rouge_score_rs", stem=stem),
                    library="rouge_score_rs",
                ),
                Tool(
                    "rouge-score",
                    partial(
                        contestants.rouge_scorer_of_text,
                        module="rouge_score.rouge_scorer",
                        stem=stem,
                    ),
                    library="rouge_score",
                ),
            ),
            tuple(
                (name, "rouge-score")
                for name in (
                    *("English", "English, short segments", "English, paragraphs", "Czech"),
                    *("Russian", "Chinese"),
                )
            ),
            turns=0.5,
            note="Of Russian and Chinese, only digits and Latin words have tokens.",
        )
        for title, stem in (("", False), (", stemmed", True))
    ),
    Table(
        "WER of a corpus, from text",
        (Tool("`tallystick.wer`", contestants.wer_of_text),),
        (
            Tool(
                "werx",
                contestants.werx_of_text,
                tokenizers=frozenset({"werx"}),
                library="werx",
            ),
            Tool(
                "jiwer",
                contestants.jiwer_of_text,
                tokenizers=frozenset({"jiwer"}),
                library="jiwer",
            ),
        ),
        (
            *(
                (name, "werx")
                for name in (
                    *("English", "English, short segments", "English, paragraphs", "Czech"),
                    *("Russian", "Russian from Yakut", "Chinese", "Japanese"),
                )
            ),
            ("English", "jiwer"),
            ("Russian", "jiwer"),
        ),
        note="werx and jiwer differ in what white space separates words.",
    ),
    Table(
        "CER of a corpus, from text",
        (Tool("`tallystick.cer`", contestants.cer_of_text),),
        (
            Tool("fastwer", contestants.fastwer_of_characters, library="fastwer"),
            Tool("jiwer", partial(contestants.jiwer_of_text, metric="cer"), library="jiwer"),
            Tool(
                "RapidFuzz, distances only",
                contestants.rapidfuzz_of_characters,
                library="rapidfuzz",
            ),
        ),
        tuple(
            (name, "char")
            for name in (
                *("English", "English, short segments", "English, 400 characters"),
                *("English, 4,000 characters", "Czech", "Russian", "Russian, 4,000 characters"),
                *("Russian from Yakut", "Chinese", "Japanese"),
            )
        ),
        note="fastwer rounds to four decimals, and does not strip lines.",
        tolerance=1e-4,
    ),
    Table(
        "Command line, one system",
        (
            Tool("`tallystick score -m bleu`", commands.score_command),
            Tool(
                "`tallystick score -m bleu nist`",
                lambda case: commands.score_command(case, "nist"),
            ),
        ),
        (Tool("`sacrebleu`", commands.sacrebleu_command),),
        (("English", "13a"), ("Russian", "13a"), ("Chinese", "zh")),
        clock="child",
    ),
    *(
        Table(
            f"Command line, twelve systems, {test}",
            (
                Tool(
                    f"`tallystick compare {option}`",
                    partial(commands.paired_command, option=option),
                    threads="all",
                ),
            ),
            (
                Tool(
                    f"`sacrebleu {option}`",
                    partial(commands.sacrebleu_paired_command, option=option),
                ),
            ),
            (("English, 12 systems", "13a"),),
            note="1,000 resamples. All p-values are equal, to the last bit.",
            clock="child",
            turns=0.3,
            tolerance=EXACTLY_EQUAL,
        )
        for test, option in (
            ("paired bootstrap", "--paired-bs"),
            ("approximate randomisation", "--paired-ar"),
        )
    ),
)

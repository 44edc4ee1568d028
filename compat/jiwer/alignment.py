"""Alignments and the most frequent errors as text, as jiwer 4.0.0 prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tallystick.compat.jiwer.process import AlignmentChunk, CharacterOutput, WordOutput

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

Output = WordOutput | CharacterOutput
_PREFIXES = ("REF: ", "HYP: ", "     ")
_MARKS = {"equal": " ", "substitute": "S", "delete": "D", "insert": "I"}


def visualize_alignment(
    output: Output,
    show_measures: bool = True,
    skip_correct: bool = True,
    line_width: int | None = None,
) -> str:
    """Return the alignments as text.

    Args:
        output: What `process_words` or `process_characters` returned.
        show_measures: Whether to append the counts and rates.
        skip_correct: Whether to omit sentences without errors.
        line_width: The length at which lines are broken, or None.

    >>> from tallystick.compat.jiwer import process_words
    >>> print(visualize_alignment(process_words("the cat", "the cow")))
    === SENTENCE 1 ===
    <BLANKLINE>
    REF: the cat
    HYP: the cow
               S
    <BLANKLINE>
    === SUMMARY ===
    number of sentences: 1
    substitutions=1 deletions=0 insertions=0 hits=1
    <BLANKLINE>
    mer=50.00%
    wil=75.00%
    wip=25.00%
    wer=50.00%
    <BLANKLINE>
    """
    separator = "" if isinstance(output, CharacterOutput) else " "
    text = ""
    sentences = zip(output.references, output.hypotheses, output.alignments, strict=True)
    for number, (reference, hypothesis, chunks) in enumerate(sentences, start=1):
        if skip_correct and all(chunk.type == "equal" for chunk in chunks):
            continue
        cells = _cells(reference, hypothesis, chunks)
        text += f"=== SENTENCE {number} ===\n\n{_drawn(cells, separator, line_width)}\n"
    return text + _summary(output) if show_measures else text[:-1]


def _cells(
    reference: list[str], hypothesis: list[str], chunks: list[AlignmentChunk]
) -> Iterator[tuple[str, str, str]]:
    """Yield reference, hypothesis and mark of every operation; stars for a missing word."""
    for chunk in chunks:
        words = reference[chunk.ref_start_idx : chunk.ref_end_idx]
        others = hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]
        length = max(len(words), len(others))
        mark = _MARKS[chunk.type]
        for word, other in zip(words or ["*"] * length, others or ["*"] * length, strict=True):
            width = max(len(word), len(other), 1)
            # a reference that is a star is taken for a missing one, and its width filled
            if word == "*":
                word = "*" * width
            elif other == "*":
                other = "*" * width
            yield word.rjust(width), other.rjust(width), mark.rjust(width)


def _drawn(cells: Iterator[tuple[str, str, str]], separator: str, line_width: int | None) -> str:
    done, rows = "", list(_PREFIXES)
    for cell in cells:
        if line_width is not None and len(rows[0]) + len(cell[0]) > line_width:
            done += _closed(rows, separator) + "\n"
            rows = list(_PREFIXES)
        rows = [row + part + separator for row, part in zip(rows, cell, strict=True)]
    return done + _closed(rows, separator)


def _closed(rows: list[str], separator: str) -> str:
    return "".join(f"{row[: len(row) - len(separator)]}\n" for row in rows)


def _summary(output: Output) -> str:
    rates = ("cer",) if isinstance(output, CharacterOutput) else ("mer", "wil", "wip", "wer")
    shown = "\n".join(f"{rate}={getattr(output, rate) * 100:.2f}%" for rate in rates)
    return (
        f"=== SUMMARY ===\nnumber of sentences: {len(output.alignments)}\n"
        f"substitutions={output.substitutions} deletions={output.deletions} "
        f"insertions={output.insertions} hits={output.hits}\n\n{shown}\n"
    )


def collect_error_counts(
    output: Output,
) -> tuple[dict[tuple[str, str], int], dict[str, int], dict[str, int]]:
    """Return how often each text was substituted (by another), inserted and deleted.

    >>> from tallystick.compat.jiwer import process_words
    >>> collect_error_counts(process_words("the cat", "a cat sat"))[0]
    Counter({('the', 'a'): 1})
    """
    substitutions: Counter[tuple[str, str]] = Counter()
    insertions: Counter[str] = Counter()
    deletions: Counter[str] = Counter()
    separator = " " if isinstance(output, WordOutput) else ""
    sentences = zip(output.references, output.hypotheses, output.alignments, strict=True)
    for reference, hypothesis, chunks in sentences:
        for chunk in chunks:
            words = separator.join(reference[chunk.ref_start_idx : chunk.ref_end_idx])
            others = separator.join(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "substitute":
                substitutions[words, others] += 1
            elif chunk.type == "insert":
                insertions[others] += 1
            elif chunk.type == "delete":
                deletions[words] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: int | None = None,
) -> str:
    """Return the most frequent errors as text, all or the first `top_k` of each kind."""
    substitutions, insertions, deletions = collect_error_counts(output)
    parts = [
        f"=== {title} ===\n{_listed(errors, top_k)}"
        for title, errors, is_shown in (
            ("SUBSTITUTIONS", substitutions, show_substitutions),
            ("INSERTIONS", insertions, show_insertions),
            ("DELETIONS", deletions, show_deletions),
        )
        if is_shown
    ]
    return "\n".join(parts).removesuffix("\n")


def _listed(errors: Mapping[Any, int], top_k: int | None) -> str:
    if not errors:
        return "none"
    most = sorted(errors.items(), key=lambda item: item[1], reverse=True)[:top_k]
    width = max(len(text) for key, _ in most for text in ((key,) if isinstance(key, str) else key))
    lines = [
        (f"{key:<{width}}" if isinstance(key, str) else f"{key[0]: <{width}} --> {key[1]:<{width}}")
        + f" = {number}x\n"
        for key, number in most
    ]
    return "".join(lines)

"""Print the tables of `docs/which-metric.md` on human scores, from the report of its first command.

python tools/which_metric.py wmt22.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from tabulate import tabulate

CURVES = ("bleu", "chrf", "nist")
SENSITIVE = ("bleu", "chrf", "chrf:word_order=2", "ter", "nist")


def main() -> None:
    """Read the report and print the tables in the order of the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("report", type=Path, help="a meta-evaluation in JSON")
    report = json.loads(parser.parse_args().report.read_text("utf-8"))
    for table in (systems(report), *curves(report), sensitivity(report), segments(report)):
        print(tabulate(table, headers="keys", tablefmt="github", disable_numparse=True), end="\n\n")


def systems(report: dict[str, Any]) -> list[dict[str, str]]:
    """Return the accuracies of each metric, over all sets and on each."""
    on_set = {(row["metric"], row["set"]): row["accuracy"] for row in report["system_level"]}
    return [
        {
            "metric": titles(report)[row["metric"]],
            "pairwise accuracy [95%]": estimate(row["accuracy"]),
            "significant pairs": number(row["accuracy_significant"]),
            "soft accuracy [95%]": estimate(row["soft_accuracy"]),
            **{
                name: number(on_set[row["metric"], name]["value"])
                for name in (each["name"] for each in report["sets"])
            },
        }
        for row in report["together"]
    ]


def curves(report: dict[str, Any]) -> list[list[dict[str, str]]]:
    """Return for some metrics how many differences of a size agree with humans."""
    return [
        [
            {
                titles(report)[metric]: f"{row['smallest']:.2f} to {row['largest']:.2f}",
                "agree": f"{row['agreeing'] / row['pairs']:.0%} "
                f"[{100 * row['interval']['low']:.0f}, {100 * row['interval']['high']:.0f}]",
            }
            for row in report["difference_curve"]
            if row["metric"] == metric
        ]
        for metric in CURVES
    ]


def sensitivity(report: dict[str, Any]) -> list[dict[str, str]]:
    """Return the smallest visible difference, and the significant pairs, on each set."""
    pairs = {row["name"]: row["pairs"] for row in report["sets"]}
    return [
        {"metric": titles(report)[metric]}
        | {
            row["set"]: f"{row['visible_difference']:.2f} "
            f"({row['significant_pairs']} of {pairs[row['set']]})"
            for row in report["sensitivity"]
            if row["metric"] == metric
        }
        for metric in SENSITIVE
    ]


def segments(report: dict[str, Any]) -> list[dict[str, str]]:
    """Return Kendall's tau-b within segments on each set, and its mean."""
    means = [row for row in report["on_outputs"] if row["grouping"] == "segment"]
    return [
        {"metric": titles(report)[mean["metric"]]}
        | {
            row["set"]: number(row["kendall"]["value"])
            for row in report["segment_level"]
            if (row["metric"], row["grouping"]) == (mean["metric"], "segment")
        }
        | {"mean": number(mean["kendall"]["value"])}
        for mean in means
    ]


def titles(report: dict[str, Any]) -> dict[str, str]:
    """Return the printed name of each metric."""
    return {metric["metric"]: metric["title"] for metric in report["metrics"]}


def estimate(value: dict[str, Any]) -> str:
    """Return a share with its interval."""
    bounds = value["over_segments"]
    return f"{number(value['value'])} [{number(bounds['low'])}, {number(bounds['high'])}]"


def number(value: float) -> str:
    """Return a share as the page writes it, without the zero before the point."""
    return f"{value:.3f}".removeprefix("0")


if __name__ == "__main__":
    main()

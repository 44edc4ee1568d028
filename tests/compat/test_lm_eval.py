"""The standard errors of lm-evaluation-harness are equal with its own bootstrap and with ours."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

STAND_IN = """
import random, statistics
import sacrebleu
def _sacreformat(refs, preds):
    return list(zip(*([ref] if isinstance(ref, str) else ref for ref in refs))), list(preds)
def _by(name, items, **options):
    refs, preds = _sacreformat(*zip(*items))
    return getattr(sacrebleu, f"corpus_{name}")(preds, refs, **options).score
def bleu(items): return _by("bleu", items)
def chrf(items): return _by("chrf", items)
def chrfpp(items): return _by("chrf", items, word_order=2)
def ter(items): return _by("ter", items)
def median(items): return sorted(items)[len(items) // 2]
sample_stddev = statistics.stdev
def bootstrap_stderr(f, xs, iters):
    draws = [random.Random(seed) for seed in range(iters // min(1000, iters))]
    size = min(1000, iters)
    return sample_stddev(
        [f(draw.choices(xs, k=len(xs))) for draw in draws for _ in range(size)]
    )
"""
PROGRAM = """
import json, os, sys
os.environ["DISABLE_MULTIPROC"] = "1"
from tallystick.compat import activate
if sys.argv[1] == "active":
    activate("lm_eval")
from lm_eval.api import metrics
texts = ["the cat sat on the mat", "it rains today , again", "a dog ran home", "two red birds sing"]
items = [([text, "some cat"], text.replace("a", "o", number)) for number, text in enumerate(texts)]
items.append((["x y w v z", "k"], "jj"))  # references that tie: sacreBLEU takes the first
errors = [
    metrics.bootstrap_stderr(getattr(metrics, name), items, 12)
    for name in ("bleu", "chrf", "chrfpp", "ter")
]
errors.append(metrics.bootstrap_stderr(metrics.median, [1, 5, 9, 2], 12))
print(json.dumps([metrics.bootstrap_stderr.__module__, errors]))
"""


@pytest.mark.parametrize("installed", [False, True], ids=["stand-in", "installed"])
def test_standard_errors_are_those_of_scoring_each_resample(
    installed: bool, tmp_path: Path
) -> None:
    environment = dict(os.environ)
    if installed and find_spec("lm_eval") is None:
        pytest.skip("lm_eval is not installed")
    if not installed:
        (tmp_path / "lm_eval" / "api").mkdir(parents=True)
        (tmp_path / "lm_eval" / "api" / "metrics.py").write_text(STAND_IN, encoding="utf-8")
        environment["PYTHONPATH"] = f"{tmp_path}{os.pathsep}{environment.get('PYTHONPATH', '')}"
    (module, ours), (own, theirs) = (
        json.loads(
            subprocess.run(
                [sys.executable, "-c", PROGRAM, state],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split("\n")[-2]
        )
        for state in ("active", "plain")
    )
    assert (module, own) == ("tallystick.compat.lm_eval", "lm_eval.api.metrics")
    assert ours == pytest.approx(theirs, rel=1e-12)
    assert min(theirs) > 0

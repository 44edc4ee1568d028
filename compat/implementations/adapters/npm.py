"""Packages of npm, run by Node: bleu-score, js-rouge and word-error-rate.

They score one sentence against one reference, so the score of a corpus is the mean.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from tallystick.compat.implementations.implementation import Implementation, unknown_version
from tallystick.compat.implementations.processes.json_lines import DEFAULT_LIMITS, Program, Scores

VARIABLE = "TALLYSTICK_NODE_MODULES"
"""The environment variable that names a folder `node_modules`; by default that beside one."""

# the program of `node -e`: a call is an expression in library, hyp, ref and order
_SERVER = """
const [folder, name, call] = process.argv.slice(1);
const library = require(require("path").resolve(folder, name));
const score = new Function("library", "hyp", "ref", "order", "return " + call);
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, op, hyps, refs, params } = JSON.parse(line);
  const mean = () => hyps
    .map((hyp, k) => score(library, hyp, refs[k][0], params.order))
    .reduce((sum, one) => sum + one) / hyps.length;
  let answer = { name, metrics: [name] };
  try {
    if (op === "score") answer = { score: mean() };
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify({ id, ...answer }));
});
"""


def node_modules() -> Path:
    """Return the folder of the packages."""
    return Path(os.environ.get(VARIABLE) or "node_modules")


@dataclass(frozen=True, slots=True)
class _Run:
    package: str
    call: str

    def __call__(self, hypotheses: list[Any], references: list[list[Any]], order: int, /) -> Any:
        program = _program(str(node_modules()), self.package, self.call)
        run = Scores(program, self.package, None, (), has_order=order > 0)
        return run(hypotheses, references, order)


@cache
def _program(folder: str, package: str, call: str) -> Program:
    return Program(package, ("node", "-e", _SERVER, folder, package, call), DEFAULT_LIMITS)


def _missing(package: str) -> str | None:
    if shutil.which("node") is None:
        return "node is not on the search path; install it with: apt-get install nodejs"
    if (node_modules() / package / "package.json").is_file():
        return None
    return (
        f"the npm package {package} is not in {node_modules()}; install it with: npm install "
        f"{package}, and name the folder node_modules in {VARIABLE}"
    )


def _version(package: str) -> str:
    path = node_modules() / package / "package.json"
    return (
        str(json.loads(path.read_text("utf-8"))["version"]) if path.is_file() else unknown_version()
    )


def of_npm(name: str, package: str, call: str, **declared: Any) -> Implementation:
    """Return an implementation that calls a package; see `_SERVER`."""
    return Implementation(
        name=name,
        run=_Run(package, call),
        references="one",
        input="text",
        own_process=True,
        find_version=partial(_version, package),
        find_missing=partial(_missing, package),
        **declared,
    )


# the tokens that other programs are given, instead of js-rouge's own sentences and words
_SPACES = "{ n: order, segmenter: (text) => [text], tokenizer: (text) => text.split(' ') }"


def _js_rouge(kind: str, call: str) -> Implementation:
    return of_npm(
        f"js-rouge-{kind.lower()}",
        "js-rouge",
        call,
        metric="rouge",
        dialect="rouge-score",
        options=(("type", kind), ("tokenize", "every-space"), ("lowercase", "none")),
        order=int(kind) if kind.isdecimal() else 1,
        orders=(int(kind) if kind.isdecimal() else 1,),
        empty_segments=False,  # it refuses them
    )


IMPLEMENTATIONS = (
    of_npm(
        "npm-bleu-score",
        "bleu-score",
        "library.bleu(ref, hyp, order)",
        metric="bleu",
        dialect="npm-bleu-score",
    ),
    _js_rouge("1", f"library.n(hyp, ref, {_SPACES})"),
    _js_rouge("2", f"library.n(hyp, ref, {_SPACES})"),
    _js_rouge("L", f"library.l(hyp, ref, {_SPACES})"),
    # it divides by the length of the longer side, as no dialect does
    of_npm(
        "word-error-rate",
        "word-error-rate",
        "library.wordErrorRate(hyp, ref)",
        metric="wer",
        order=0,
        orders=(),
    ),
)

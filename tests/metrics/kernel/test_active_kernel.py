"""Which kernel is used, and what a missing or broken one leads to."""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import tallystick
from tests.metrics.kernel.both import kernel, twin, uint32

REPORT = (
    "from tallystick.metrics.kernel import kernel; print(kernel.ACTIVE, kernel.match.__module__)"
)
HIDDEN = """
import sys
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name == "tallystick.metrics.kernel._kernel":
            raise {error}
sys.meta_path.insert(0, Hide())
"""
NOT_BUILT = HIDDEN.format(error='ModuleNotFoundError("not built", name=name)')
BROKEN = HIDDEN.format(error='ImportError("undefined symbol: something")')
TWIN = ["python", f"{twin.__name__}.match"]


def run(
    demand: str | None, program: str = REPORT, path: str = ""
) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "TALLYSTICK_KERNEL"}
    if demand is not None:
        environment["TALLYSTICK_KERNEL"] = demand
    if path:
        environment["PYTHONPATH"] = path
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment
    )


@pytest.mark.skipif("TALLYSTICK_KERNEL" not in os.environ, reason="no kernel is required")
def test_the_kernel_under_test_is_the_one_demanded() -> None:
    assert os.environ["TALLYSTICK_KERNEL"] == kernel.ACTIVE


@pytest.mark.parametrize("demand", [None, "", "compiled"])
def test_the_compiled_kernel_is_used_where_it_is_built(
    compiled: ModuleType, demand: str | None
) -> None:
    assert run(demand).stdout.split()[0] == "compiled"


@pytest.mark.parametrize(
    ("demand", "hidden"),
    [("python", ""), ("python", NOT_BUILT), ("python", BROKEN), (None, NOT_BUILT), ("", NOT_BUILT)],
)
def test_the_twin_is_used_where_it_is_demanded_or_no_kernel_is_built(
    demand: str | None, hidden: str
) -> None:
    ended = run(demand, hidden + REPORT)
    assert (ended.stdout.split(), ended.stderr) == (TWIN, "")


@pytest.mark.parametrize(
    ("demand", "hidden", "error"),
    [
        ("compiled", NOT_BUILT, "TALLYSTICK_KERNEL is 'compiled' but this installation has no"),
        (None, BROKEN, "the compiled kernel is present but does not load (undefined symbol"),
        ("compiled", BROKEN, "the compiled kernel is present but does not load (undefined symbol"),
        *(
            (demand, "", f"TALLYSTICK_KERNEL is {demand!r}; expected 'compiled' or 'python', or")
            for demand in ("fast", "Compiled", "0")
        ),
    ],
)
def test_a_missing_or_broken_kernel_or_an_unknown_demand_is_an_error(
    demand: str | None, hidden: str, error: str
) -> None:
    ended = run(demand, hidden + REPORT)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert f"KernelError: {error}" in ended.stderr


def test_a_truncated_kernel_is_an_error(tmp_path: Path) -> None:
    package = Path(tallystick.__file__).parent
    ignored = shutil.ignore_patterns("_kernel.*.so", "_kernel.*.pyd", "_kernel.so", "__pycache__")
    shutil.copytree(package, tmp_path / "tallystick", ignore=ignored, copy_function=os.symlink)
    name = f"_kernel{sysconfig.get_config_var('EXT_SUFFIX')}"
    (tmp_path / "tallystick" / "metrics" / "kernel" / name).write_bytes(b"\x7fELF")
    ended = run(None, path=str(tmp_path))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "KernelError: the compiled kernel is present but does not load" in ended.stderr


def test_both_kernels_have_the_same_names(each_kernel: ModuleType) -> None:
    assert set(twin.__all__) <= set(vars(each_kernel))


GOLDEN_RATIO = 0x9E3779B97F4A7C15
INVERSE = pow(GOLDEN_RATIO, -1, 2**64)


def words_of_one_slot(count: int, product: int = 0) -> list[str]:
    """Words of 8 ASCII characters that belong into one slot of a vocabulary with the seed 0.

    Args:
        count: How many words.
        product: A key times the golden ratio; its first bits are the slot.
    """
    products = np.arange(count * 300, dtype=np.uint64) + np.uint64(product)
    candidates = products * np.uint64(INVERSE) - np.uint64(8)
    candidates ^= candidates >> np.uint64(32)
    octets = candidates.view(np.uint8).reshape(-1, 8)
    ascii_only = octets[(octets < 128).all(axis=1)]
    return [word.tobytes().decode() for word in ascii_only[:count]]


def seconds(kernel: ModuleType, words: list[str]) -> float:
    started = time.thread_time()
    ids, _ = kernel.Vocabulary().encode_tokens([words])
    assert uint32(ids) == list(range(len(words)))
    return time.thread_time() - started


def run_with_seed(seed: str, program: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"TALLYSTICK_HASH_SEED": seed, "TALLYSTICK_KERNEL": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_words_crafted_to_share_a_slot_are_encoded_as_fast_as_others(compiled: ModuleType) -> None:
    crafted = words_of_one_slot(10_000)
    others = [f"{number:08d}" for number in range(10_000)]
    assert len(set(crafted)) == len(others)
    # with the seed 0 they take some hundred times as long
    fastest = min(seconds(compiled, others) for _ in range(3))
    assert min(seconds(compiled, crafted) for _ in range(3)) < 20 * fastest


IDS = """
from array import array
from tallystick.metrics.kernel import _kernel
print(array("I", _kernel.Vocabulary().encode_tokens([{words!r}])[0]).tolist())
"""


@pytest.mark.parametrize("seed", ["0", ""])  # an empty one is random
def test_long_tokens_of_one_hash_remain_two(compiled: ModuleType, seed: str) -> None:
    words = ["collision-number", "02fOpz7v%zfPtKF;", "collision-number"]
    done = run_with_seed(seed, IDS.format(words=words))
    assert (done.stdout, done.stderr) == ("[0, 1, 0]\n", "")


def test_tokens_that_differ_in_nul_bytes_at_their_end_remain_two(compiled: ModuleType) -> None:
    # the slots from that of "a" on are full as far as that of the other, 739 of 8192 behind it
    product = (ord("a") + 1) * GOLDEN_RATIO % 2**64 >> 51 << 51
    crafted = words_of_one_slot(800, product)
    done = run_with_seed("0", IDS.format(words=["a\0\0\0\0\0", *crafted, "a"]))
    assert (done.stdout, done.stderr) == (f"{list(range(802))}\n", "")


RESULTS = """
from array import array
from tallystick import bleu, cider, nist
from tallystick.metrics.kernel import _kernel
words = [f"{n * n % 9973} {'long-token-' * (n % 3)}{n % 89}" for n in range(300)]
scores = [metric(hypotheses=words[2::2], references=words[:-2:2]) for metric in (bleu, cider, nist)]
vocabulary = _kernel.Vocabulary()
ids, ends = vocabulary.encode_tokens([word.split() for word in words])
table = _kernel.NgramTable(len(vocabulary))
table.count(ids, ends, 4)
print(scores, ids.hex(), [part.hex() for part in table.nodes()])
"""


def test_no_result_depends_on_the_seed(compiled: ModuleType) -> None:
    with redirect_stdout(StringIO()) as here:  # where the seed is random
        exec(RESULTS, {})
    other = run_with_seed(str(2**64 - 1), RESULTS)
    assert (other.stdout, other.stderr) == (here.getvalue(), "")


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", " 7", "1x", str(2**64)])
def test_a_seed_that_is_not_a_whole_number_is_an_error(compiled: ModuleType, seed: str) -> None:
    done = run_with_seed(seed, "from tallystick.metrics.kernel import kernel")
    assert f"TALLYSTICK_HASH_SEED is '{seed}'; expected a whole number below 2^64" in done.stderr
    assert "KernelError" in done.stderr

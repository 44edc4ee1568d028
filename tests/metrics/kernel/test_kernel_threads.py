"""Threads that use the compiled kernel at once do no harm, and each can be interrupted."""

import ctypes
import gc
import subprocess
import sys
import sysconfig
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tallystick import TallystickError

SIZE = 1000
IDS = array("I", [number * number % SIZE for number in range(300_000)])
BOUNDS = array("q", [0, len(IDS)])
LONG = 10 * IDS
ONE_EACH = array("q", [0, 1])


# Run by two threads at once, in a separate process because it might crash.
THREADS = """
import sys, threading
from array import array
from tallystick import TallystickError
from tallystick.metrics.kernel import _kernel

sys.setswitchinterval(1e-6)
failures = []

def repeat(action, until):
    while not until.is_set():
        try:
            action()
        except TallystickError as error:
            if "in use by another thread" not in str(error):
                failures.append(error)
        except BaseException as error:
            failures.append(error)

def at_once(*actions):
    over = threading.Event()
    threads = [threading.Thread(target=repeat, args=(action, over)) for action in actions]
    for thread in threads:
        thread.start()
    over.wait(0.25)
    over.set()
    for thread in threads:
        thread.join()
    assert not failures, failures[:3]
"""
VOCABULARY_IN_THREADS = """
from itertools import count
numbers = count()
vocabulary, other = _kernel.Vocabulary(), _kernel.Vocabulary()
other.encode_tokens([[f"o{n}" for n in range(2000)]])

def encode():
    text = " ".join(f"w{next(numbers)}" for _ in range(4000)).encode()
    bounds = array("q", [0]), array("q", [len(text)])
    ids, _ = vocabulary.encode_text(text, *bounds, "13a", "ascii")
    assert len(ids) == 16000

at_once(encode, encode, vocabulary.tokens, lambda: vocabulary.map_from(other, True),
        lambda: other.map_from(vocabulary, False), lambda: vocabulary.encode_tokens([["a", "z"]]),
        lambda: vocabulary.token(0) if len(vocabulary) else None)
tokens = vocabulary.tokens()
assert len(tokens) == len(set(tokens)) == len(vocabulary) > 0
print("fine")
"""
TABLE_IN_THREADS = """
size = 3000
ids = array("I", [n * n % size for n in range(60000)])
offsets = array("q", [0, 30000, 60000])
shared = []

def renew():
    table = _kernel.NgramTable(size)
    shared[:] = [table]
    table.count(ids, offsets, 3)

def insert():
    for table in shared[:]:
        for n in range(2000):
            table.insert([n % size, n * 7 % size, n * 11 % size, n])

def locate():
    for table in shared[:]:
        nodes = table.locate(ids, offsets, 4, array("I", range(size)))
        assert len(nodes) % (4 * len(ids)) == 0

at_once(renew, insert, locate, locate, lambda: [t.nodes() for t in shared],
        lambda: [t.find([1, 1, 1]) for t in shared])
print("fine")
"""


LISTS_IN_THREADS = """
shared = [[f"w{n}" for n in range(300)] for _ in range(40)]
vocabulary = _kernel.Vocabulary()

def renew():
    for tokens in shared:
        tokens.clear()
        tokens.extend(f"w{n}" for n in range(300))

at_once(renew, renew, lambda: vocabulary.encode_tokens(shared),
        lambda: _kernel.Vocabulary().encode_tokens(shared), lambda: _kernel.types(shared[0]),
        lambda: _kernel.pack(shared[0]), lambda: _kernel.exact_strings(shared[0]))
assert set(vocabulary.tokens()) <= {f"w{n}" for n in range(300)}
print("fine")
"""


@pytest.mark.parametrize("program", [VOCABULARY_IN_THREADS, TABLE_IN_THREADS, LISTS_IN_THREADS])
def test_use_by_several_threads_at_once_works_or_is_refused(
    compiled: ModuleType, program: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", THREADS + program], capture_output=True, text=True, timeout=120
    )
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, "fine", "")


def test_a_python_without_the_gil_stays_without_it(compiled: ModuleType) -> None:
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has the GIL")
    program = "import sys, tallystick.metrics.kernel._kernel; print(sys._is_gil_enabled())"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stdout.strip(), run.stderr) == ("False", "")


def test_parallel_encoding_into_separate_vocabularies_is_right(compiled: ModuleType) -> None:
    text = b"a b c a b 1.5 " * 5000

    def encoded(_: int) -> object:
        return compiled.Vocabulary().encode_text(text, *bounds_of(text), "13a", "none")

    with ThreadPoolExecutor(6) as pool:
        assert [*pool.map(encoded, range(6))] == [encoded(0)] * 6


def bounds_of(data: Sequence[object] | bytes) -> tuple[Any, Any]:
    return array("q", [0]), array("q", [len(data)])


def wait_until_in_use(call: Callable[[], object]) -> None:
    """Return once a call that has released the interpreter refuses to share an object."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            call()
        except TallystickError:
            return
    raise AssertionError("nothing was in use for a minute")


class Meanwhile(threading.Thread):
    """Acts once a call refuses to share an object.

    Args:
        refused: Raises TallystickError while the call goes on.
        act: What to do then.
    """

    def __init__(self, refused: Callable[[], object], act: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.refused = refused
        self.act = act
        self.acted = False

    def run(self) -> None:
        wait_until_in_use(self.refused)
        self.act()
        self.acted = True


def test_a_table_does_not_count_while_ngrams_are_located_of_ids_that_change(
    compiled: ModuleType,
) -> None:
    table = compiled.NgramTable(SIZE)
    table.insert([1, 1])
    right = (BOUNDS, 9, array("I", range(SIZE)))
    expected = table.locate(IDS.tobytes(), *right)
    changing, refusals = array("I", IDS), []

    def count_and_change() -> None:
        with pytest.raises(TallystickError, match="in use by another thread"):
            table.count(IDS, BOUNDS, 2)
        refusals.append(1)
        changing[:] = array("I", [2**32 - 1]) * len(IDS)

    other = Meanwhile(lambda: table.insert([1]), count_and_change)
    other.start()
    while not other.acted:
        assert table.locate(changing, *right) == expected
    assert refusals == [1]


def test_a_text_can_be_emptied_while_it_is_encoded(compiled: ModuleType) -> None:
    line = b"a b c a b 1.5 " * 30_000
    expected = compiled.Vocabulary().encode_text(line, *bounds_of(line), "13a", "none")
    vocabulary, text = compiled.Vocabulary(), bytearray()
    other = Meanwhile(vocabulary.tokens, lambda: text.clear())
    other.start()
    while not other.acted:
        text[:] = line
        assert vocabulary.encode_text(text, *bounds_of(line), "13a", "none") == expected


@pytest.mark.parametrize("method", ["find", "insert"])
def test_a_table_that_is_counted_while_an_ngram_is_read_is_refused(
    compiled: ModuleType, method: str
) -> None:
    table = compiled.NgramTable(SIZE)
    counting = threading.Thread(target=table.count, args=(LONG, array("q", [0, len(LONG)]), 5))

    def ngram() -> Iterator[int]:
        counting.start()
        wait_until_in_use(lambda: table.find([1]))
        yield from (1, 2, 3)

    with pytest.raises(TallystickError, match="in use by another thread"):
        getattr(table, method)(ngram())
    counting.join()


def test_a_vocabulary_that_encodes_a_text_while_segments_are_listed_is_refused(
    compiled: ModuleType,
) -> None:
    vocabulary = compiled.Vocabulary()
    text = b" ".join(b"w%d" % number for number in range(500_000))
    given = text, *bounds_of(text), "none", "none"
    encoding = threading.Thread(target=vocabulary.encode_text, args=given)

    def segments() -> Iterator[list[str]]:
        encoding.start()
        wait_until_in_use(vocabulary.tokens)
        yield ["a", "b"]

    with pytest.raises(TallystickError, match="in use by another thread"):
        vocabulary.encode_tokens(segments())
    encoding.join()


IDS_OF_LONG, BOUNDS_OF_LONG = LONG.tobytes(), array("q", [0, len(LONG)]).tobytes()
PAIR_OF_LONG = IDS_OF_LONG, BOUNDS_OF_LONG, IDS_OF_LONG, BOUNDS_OF_LONG, ONE_EACH
NODES = np.empty((0, len(LONG)), np.uint32)
SENTENCES = IDS_OF_LONG, BOUNDS_OF_LONG, ONE_EACH
TEXT, LINES = b"a b c 1.5 " * 100, 300_000
STARTS_AND_ENDS = bytes(8 * LINES), array("q", [len(TEXT)] * LINES)
LONG_CALLS: dict[str, Callable[[ModuleType], object]] = {
    "match": lambda kernel: kernel.match(*PAIR_OF_LONG, 2000, SIZE),
    "count": lambda kernel: kernel.NgramTable(SIZE).count(IDS_OF_LONG, BOUNDS_OF_LONG, 2000),
    "multiply_counts": lambda kernel: kernel.multiply_counts(
        *PAIR_OF_LONG, 2000, SIZE, b"", 1.0, NODES, NODES, "none"
    ),
    "align_by_context": lambda kernel: kernel.align_by_context(*PAIR_OF_LONG, SIZE, True, True),
    "match_subsequences": lambda kernel: kernel.match_subsequences(
        *SENTENCES, *SENTENCES, ONE_EACH, SIZE
    ),
    "encode_text": lambda kernel: kernel.Vocabulary().encode_text(
        TEXT, *STARTS_AND_ENDS, "13a", "none"
    ),
}
"""Calls that take about a second or more."""


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_a_long_call_ends_when_its_thread_is_sent_an_exception(
    compiled: ModuleType, call: Callable[[ModuleType], object], request: pytest.FixtureRequest
) -> None:
    gc.disable()  # an exception that is sent during a callback of the collector is lost
    request.addfinalizer(gc.enable)
    raised: list[BaseException] = []

    def run() -> None:
        try:
            call(compiled)
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    time.sleep(0.1)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
    )
    thread.join(10)
    assert not thread.is_alive()
    assert [type(error) for error in raised] == [SystemExit]

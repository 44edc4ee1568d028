"""What holds for every tokenizer, and for a plain function made into one."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import cast

import pytest

from tallystick import InputError, OptionError, PluginError
from tallystick.metrics import TOKENIZERS, FunctionTokenizer, Lowercase, Tokenizer, fold

WITHOUT_EXTRAS = [
    name
    for name in TOKENIZERS.built_in
    if "mecab" not in name and name not in {"given", "spm", "flores101", "flores200"}
]
WITH_EMPTY_WORDS = {"fastwer", "every-space", "pltrdy"}


@pytest.mark.parametrize("name", WITHOUT_EXTRAS)
def test_a_tokenizer_has_its_registered_name_survives_pickling_and_refuses_unknown_foldings(
    built_in: Callable[[str], Tokenizer], name: str
) -> None:
    tokenizer = built_in(name)
    assert tokenizer.name == name
    by_categories = name.endswith("intl") or name == "unicode-words"
    assert tokenizer.version == (built_in("intl").version if by_categories else None)
    assert pickle.loads(pickle.dumps(tokenizer)) == tokenizer
    with pytest.raises(OptionError, match=r"lowercase='lower'.*'none', 'ascii' or 'unicode'"):
        tokenizer("a", cast("Lowercase", "lower"))


@pytest.mark.parametrize("name", sorted({*WITHOUT_EXTRAS} - WITH_EMPTY_WORDS))
@pytest.mark.parametrize("line", ["", " ", "\u3000\t", "\n"])
def test_a_line_of_white_space_has_no_tokens(
    built_in: Callable[[str], Tokenizer], name: str, line: str
) -> None:
    if name in ("mteval-11b", "ascii-space"):  # know no ideographic space
        line = line.replace("\u3000", "")
    assert built_in(name)(line) == []


def test_the_tokenizer_of_given_tokens_refuses_text(built_in: Callable[[str], Tokenizer]) -> None:
    with pytest.raises(InputError, match="'given' cannot split the text 'a b'; give token lists"):
        built_in("given")("a b")


def test_importing_the_tokenizers_builds_no_tables_and_loads_no_library() -> None:
    program = (
        "import sys, tallystick.metrics.tokenizers as t; "
        "print(*sorted(m for m in sys.modules if m.startswith(t.__name__ + '.')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert [module.rpartition(".")[2] for module in run.stdout.split()] == ["protocol"]


@pytest.mark.parametrize(
    ("lowercase", "folded"), [("none", "AbÄΣ İ"), ("ascii", "abÄΣ İ"), ("unicode", "abäς i\u0307")]
)
def test_folding_lowers_nothing_ascii_letters_or_every_letter(
    lowercase: Lowercase, folded: str
) -> None:
    assert fold("AbÄΣ İ", lowercase) == folded


def test_folding_without_context_lowers_every_character_by_itself() -> None:
    everything = map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1)))
    # all that have another form, and some of the others
    chosen = [one for one in everything if one.lower() != one or ord(one) % 16 == 0]
    line = " ".join(f"A{one}b{one}" for one in chosen)
    assert fold(line, "unicode", in_context=False) == "".join(map(str.lower, line))


def test_a_function_sees_the_folded_line() -> None:
    tokenizer = FunctionTokenizer("words", str.split, "1")
    assert tokenizer("A B", "unicode") == ["a", "b"]
    assert (tokenizer.name, tokenizer.version) == ("words", "1")


@pytest.mark.parametrize("name", ["13a", "zh"])
def test_a_function_takes_no_name_of_a_built_in_tokenizer(name: str) -> None:
    with pytest.raises(OptionError, match=f"'{name}' is the name of a built-in tokenizer"):
        FunctionTokenizer(name, str.split)


@pytest.mark.parametrize("returned", ["a b", ["a", 1], ["a", ""], None])
def test_a_function_that_returns_no_tokens_is_named(returned: object) -> None:
    broken = FunctionTokenizer("broken", cast("Callable[[str], list[str]]", lambda line: returned))
    with pytest.raises(PluginError, match="tokenizer 'broken' returned"):
        broken("a b")

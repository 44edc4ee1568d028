"""Invalid options of all metrics, and what the errors about them say."""

import math
from typing import Any

import pytest

from tallystick import OptionError, UnknownNameError
from tallystick.metrics import METRICS

LESS_THAN_1: dict[str, Any] = {"order": 0}

INVALID: dict[str, list[tuple[dict[str, Any], str]]] = {
    "bleu": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1 to 1000"),
        ({"order": 1001}, "order is 1001; expected"),
        ({"order": "4"}, "order is '4'; expected"),
        ({"order": True}, "order is True; expected"),
        ({"order": 2.0}, "order is 2.0; expected"),
        ({"smooth": "flor"}, "smooth is 'flor'; expected one of none, floor, add-k, exp"),
        ({"smooth": "floor", "smooth_value": "0.1"}, "smooth_value is '0.1'; expected a number"),
        (
            {"smooth": "floor", "smooth_value": -0.1},
            "value is -0.1; expected a number of 0 or more",
        ),
        ({"smooth": "floor", "smooth_value": math.nan}, "smooth_value is nan; expected"),
        ({"smooth": "add-k", "smooth_value": math.inf}, "smooth_value is inf; expected"),
        ({"smooth_value": 0.1}, "smooth_value is 0.1 but smooth=exp takes none"),
        ({"smooth": "none", "smooth_value": 1}, "but smooth=none takes none"),
        ({"weights": (0.5, 0.4)}, r"the weights \(0.5, 0.4\) sum to 0.9; expected"),
        ({"weights": (1.5, -0.5)}, "expected weights of 0 or more that sum to 1"),
        ({"weights": (math.nan, 1.0)}, "expected weights of 0 or more that sum to 1"),
        ({"weights": [1e308] * 4}, "sum to inf; expected weights of 0 or more that sum to 1"),
        ({"weights": ()}, "expected weights of 0 or more that sum to 1"),
        ({"weights": ("x",)}, "expected"),
        ({"weights": 1}, "expected"),
        ({"weights": (0.5, 0.5), "order": 3}, "there are 2 weights but the order is 3"),
        ({"weights": (0.5, 0.5), "order": 4}, "there are 2 weights but the order is 4"),
        ({"lowercase": "upper"}, "lowercase is 'upper'; expected none, ascii or unicode"),
        ({"effective_order": "no"}, "effective_order"),
        ({"tokenize": "13b"}, "no tokenizer is named '13b'; did you mean 13a"),
        ({"dialect": "smooth_from=0"}, "smooth_from"),
        ({"dialect": "unmatched_numerator=x"}, "unmatched_numerator"),
        ({"dialect": "unmatched_denominator=-1"}, "unmatched_denominator"),
        ({"dialect": "torchmetric"}, "did you mean torchmetrics"),
    ],
    "sentbleu": [(LESS_THAN_1, "order is 0")],
    "nist": [
        (LESS_THAN_1, "order is 0; expected"),
        ({"tokenize": "mteval13a"}, "did you mean mteval-13a"),
        ({"information": {"a": 1.0}}, "information"),
        ({"dialect": "mtevl"}, "no dialect of NIST is named 'mtevl'; did you mean mteval"),
        ({"dialect": 3}, "no dialect of NIST is named 3; known are mteval"),
        ({"dialect": "mach=maximum"}, "'mach=maximum' .* is not an axis .*; did you mean match"),
        ({"dialect": "order=4+order=5"}, "the axis 'order' is given twice"),
        ({"dialect": "order=four"}, "order is 'four' in the dialect 'order=four'; expected"),
        ({"dialect": "match=best"}, "match is 'best'; expected one of maximum, best_ref"),
        ({"dialect": "reference_length=matched"}, "give match='best_reference' too"),
        ({"dialect": "beta=0.5"}, "beta is 0.5; expected a number below 0"),
        ({"dialect": "tokenize=13b"}, "'13b', which is not a tokenizer; did you mean 13a"),
    ],
    "chrf": [
        ({"order": -1}, "order is -1; expected a whole number from 0"),
        (LESS_THAN_1, "order and word_order are both 0"),
        ({"word_order": -1}, "word_order is -1; expected a whole number from 0"),
        ({"beta": 1e200}, r"beta is 1e\+200; expected a number from 0 to 1e\+100"),
        ({"beta": -1}, "beta is -1; expected a number of 0 or more"),
        ({"whitespace": "no"}, "whitespace is 'no'"),
        ({"eps_smoothing": 1}, "eps_smoothing is 1; expected True or False"),
    ],
    "ter": [
        ({"dialect": "beam=-1"}, "beam is -1"),
        ({"dialect": "blocks=both"}, "expected one of position, alignment, whole_matches"),
        ({"tokenize": "tercom"}, "tercom-norm"),
    ],
    "cider": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"sigma": 0}, "sigma is 0; expected a number above 0"),
        ({"sigma": 1e-200}, "sigma is 1e-200; expected a number above 1e-100"),
        ({"sigma": "6"}, "sigma is '6'; expected a number"),
        ({"df": {("a",): 1}}, "df is of type dict; expected DocumentFrequencies"),
    ],
    "google_gleu": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"min_order": 0}, "min_order is 0; expected a whole number from 1"),
        ({"min_order": 5}, "min_order is 5 but order is 4, so there are no n-grams"),
    ],
    "ribes": [
        ({"alpha": -0.1}, "alpha is -0.1; expected a number of 0 or more"),
        ({"beta": "0.1"}, "beta is '0.1'; expected a number of 0 or more"),
        ({"dialect": "context=left"}, "context is 'left'; expected one of left_first"),
    ],
    "meteor": [
        ({"dialect": "nltk", "alpha": 1.5}, "alpha is 1.5; expected a number from 0 to 1"),
        ({"dialect": "nltk", "beta": -1}, "beta is -1; expected a number of 0 or more"),
    ],
    "sari": [
        (LESS_THAN_1, "order is 0; expected a whole number from 1"),
        ({"dialect": "precision=each"}, "give average='score'"),
        ({"dialect": "nothing=2"}, "nothing is 2; expected a whole number from 0 to 1"),
    ],
    "rouge1": [
        ({"dialect": "beta=0"}, "expected a number above 0"),
        ({"dialect": "epsilon=-1"}, "expected a number of 0 or more"),
        ({"dialect": "decimals=0"}, "expected a whole number from 1 to 16"),
        ({"dialect": "references=worst"}, "expected one of best"),
        ({"dialect": "stem=snowball"}, "expected one of none, porter"),
    ],
    "rouge": [
        ({"type": kind}, "expected the order of the n-grams, 1 to 1000, L or Lsum")
        for kind in ("0", "S", "-1", "1001", "²", "1.0", "")
    ],
    **{
        name: [({"normalize": form}, "normalize") for form in ("nfx", "nfc+nfc", 3, ["nfc", 3])]
        for name in ("wer", "cer")
    },
}


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [(name, *invalid) for name, several in INVALID.items() for invalid in several],
    ids=str,
)
def test_an_invalid_option_is_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises((OptionError, UnknownNameError), match=message):
        METRICS.load(name)(**options)

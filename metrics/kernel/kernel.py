"""The choice between the compiled kernel and its pure-Python twin.

`TALLYSTICK_KERNEL` selects one: `compiled` (an error if it is missing), `python` (the twin), or
unset (the compiled kernel if it was built, else the twin). A kernel that is present but does not
load is an error unless `python` is selected: a broken build must not look like a slow one.
"""

import os

from tallystick.errors import KernelError
from tallystick.metrics.kernel import UNKNOWN

__all__ = [
    "ACTIVE",
    "COMPILED_TOKENIZERS",
    "UNKNOWN",
    "NgramTable",
    "Vocabulary",
    "align",
    "align_by_context",
    "ascending_pairs",
    "count_by_side",
    "count_hits",
    "count_segments",
    "count_string_edits",
    "count_text_edits",
    "draw_counts",
    "draw_exchanges",
    "exact_strings",
    "exp",
    "log",
    "match",
    "match_places",
    "match_subsequences",
    "multiply_counts",
    "pack",
    "shift_edits",
    "shift_path",
    "types",
    "weighted_sums",
]

_demanded = os.environ.get("TALLYSTICK_KERNEL", "")
if _demanded not in ("", "compiled", "python"):
    raise KernelError(
        f"TALLYSTICK_KERNEL is {_demanded!r}; expected 'compiled' or 'python', or leave it unset"
    )

ACTIVE = "python"
if _demanded != "python":
    try:
        from tallystick.metrics.kernel._kernel import (
            COMPILED_TOKENIZERS,
            NgramTable,
            Vocabulary,
            align,
            align_by_context,
            ascending_pairs,
            count_by_side,
            count_hits,
            count_segments,
            count_string_edits,
            count_text_edits,
            draw_counts,
            draw_exchanges,
            exact_strings,
            exp,
            log,
            match,
            match_places,
            match_subsequences,
            multiply_counts,
            pack,
            shift_edits,
            shift_path,
            types,
            weighted_sums,
        )

        ACTIVE = "compiled"
    except ModuleNotFoundError as error:
        if error.name != "tallystick.metrics.kernel._kernel":
            raise
        if _demanded == "compiled":
            raise KernelError(
                "TALLYSTICK_KERNEL is 'compiled' but this installation has no compiled kernel; "
                "install a C compiler and reinstall tallystick, or unset TALLYSTICK_KERNEL"
            ) from error
    except ImportError as error:
        raise KernelError(
            f"the compiled kernel is present but does not load ({error}); reinstall tallystick, "
            "or set TALLYSTICK_KERNEL=python to use the pure-Python twin"
        ) from error

if ACTIVE == "python":
    from tallystick.metrics.kernel.python import (
        COMPILED_TOKENIZERS,
        NgramTable,
        Vocabulary,
        align,
        align_by_context,
        ascending_pairs,
        count_by_side,
        count_hits,
        count_segments,
        count_string_edits,
        count_text_edits,
        draw_counts,
        draw_exchanges,
        exact_strings,
        exp,
        log,
        match,
        match_places,
        match_subsequences,
        multiply_counts,
        pack,
        shift_edits,
        shift_path,
        types,
        weighted_sums,
    )

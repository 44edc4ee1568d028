"""Base classes of scores and signatures, as in sacreBLEU."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tallystick.compat.sacrebleu.version import EMULATED_VERSION
from tallystick.errors import InputError
from tallystick.metrics.interface.signature import Signature as TallystickSignature


class Score:
    """A score with sacreBLEU's printed form.

    Args:
        name: The metric's name.
        score: The score.
    """

    # so that vars() shows only the attributes of sacreBLEU
    __slots__ = ("__dict__", "__weakref__", "_origin")
    _origin: Callable[[], TallystickSignature] | None

    def __init__(self, name: str, score: float) -> None:
        self._origin = None
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    @property
    def tallystick_signature(self) -> TallystickSignature | None:
        """The complete signature; None for a score computed from counts."""
        return None if self._origin is None else self._origin()

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """Return the score as a line or a JSON object.

        Args:
            width: The number of decimals.
            score_only: Whether to return only the number, with its interval if there is one.
            signature: The text of a signature, which follows the name of the metric.
            is_json: Whether to return JSON, which needs a signature.

        Raises:
            InputError: JSON is requested, and the signature does not consist of `key:value` fields.

        >>> Score("BLEU", 12.345).format(width=1, signature="nrefs:1")
        'BLEU|nrefs:1 = 12.3'
        """
        number = f"{self.score:.{width}f}"
        fields: dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
        shown = number
        if self._mean > 0:
            mean, half_width = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {half_width}"
            shown = f"{number} ({interval})"
            fields["confidence_mean"] = float(mean)
            fields["confidence_var"] = float(half_width)
            fields["confidence"] = interval
        if score_only:
            return shown
        if self._verbose:
            fields["verbose_score"] = self._verbose
        if is_json:
            fields.update(_fields_of(signature))
            return json.dumps(fields, indent=1, ensure_ascii=False)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {shown} {self._verbose}" if self._verbose else f"{name} = {shown}"

    def estimate_ci(self, scores: Sequence[Score]) -> None:
        """Store the mean and half the width of the 95% interval of resampled scores."""
        self._set_interval([score.score for score in scores])

    def _set_interval(self, scores: Sequence[float]) -> None:
        ordered = sorted(scores)
        outside = len(ordered) // 40  # 2.5% at either end
        self._ci = 0.5 * (ordered[len(ordered) - outside - 1] - ordered[outside])
        self._mean = statistics.mean(ordered)

    def __repr__(self) -> str:
        """Return the score as one line."""
        return self.format()


def _fields_of(signature: str) -> dict[str, str]:
    fields = {}
    for part in signature.split("|"):
        pair = part.split(":")
        if len(pair) != 2:
            raise InputError(
                f"{part!r} in the signature {signature!r} is not a field; JSON needs a signature "
                "such as 'nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp'; pass "
                "signature=str(metric.get_signature())"
            )
        fields[pair[0]] = pair[1]
    return fields


class Signature:
    """The signature of a score, with the options that it depends on.

    Args:
        args: The attributes of a metric that has computed a score.

    Raises:
        InputError: The metric has not computed a score.
    """

    def __init__(self, args: Mapping[str, Any]) -> None:
        if "num_refs" not in args:
            raise InputError(
                "the number of references is not known yet; score something with the metric first"
            )
        number = args["num_refs"]
        fields = {
            "version": ("v", EMULATED_VERSION),
            "nrefs": ("#", "var" if number == -1 else number),
            "bs": ("bs", args.get("n_bootstrap")),
            "ar": ("ar", None),
            "seed": ("rs", args.get("seed")),
            "test": ("t", args.get("test_set")),
            "lang": ("l", args.get("langpair")),
            "origlang": ("o", args.get("origlang")),
            "subset": ("S", args.get("subset")),
            **self._fields(args),
        }
        if args.get("corrected"):
            # its numbers can differ from those of sacreBLEU, so its signature must differ
            fields["corrected"] = "corrected", True
        self._abbr = {name: abbreviation for name, (abbreviation, _) in fields.items()}
        self.info = {name: value for name, (_, value) in fields.items()}

    @staticmethod
    def _fields(args: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
        """Return the fields of a metric by name, each with its abbreviation and value."""
        return {}

    def format(self, short: bool = False) -> str:
        """Return the known fields as one line, the version last.

        Args:
            short: Whether to abbreviate the names of the fields.

        Raises:
            KeyError: A field that `update` added has no abbreviation.

        >>> Signature({"num_refs": 2}).format(short=True)
        '#:2|v:2.6.0'
        """
        names = [*(name for name in self.info if name != "version"), "version"]
        return "|".join(
            f"{self._abbr[name] if short else name}:{_word(value)}"
            for name in names
            if (value := self.info[name]) is not None
        )

    def update(self, key: str, value: Any) -> None:
        """Set a field; the value None leaves it out."""
        self.info[key] = value

    def __repr__(self) -> str:
        """Return the signature as one line."""
        return self.format()


def _word(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value

"""The constructors and fields of metrics for type checkers, in `parameters.pyi`; empty classes."""


class Parameters:
    """What a metric inherits for type checkers only."""


def __getattr__(name: str) -> type[Parameters]:
    if not name.endswith("Parameters"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return Parameters

"""The compiled tokenizers: the pure-Python twin has none, and all tokenizers run as Python."""

COMPILED_TOKENIZERS: frozenset[str] = frozenset()

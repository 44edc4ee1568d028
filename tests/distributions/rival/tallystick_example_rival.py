"""Claims the name word-f for something that makes no metric."""


def make_nothing() -> None:
    """Make no metric at all."""

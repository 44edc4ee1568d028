"""Numbers in sentences."""


def counted(number: int, one: str, several: str | None = None) -> str:
    """Return a number with its noun in the singular or plural.

    >>> counted(1, "line"), counted(1984, "line"), counted(2, "entry", "entries")
    ('1 line', '1,984 lines', '2 entries')
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"

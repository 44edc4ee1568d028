"""Numbers in sentences."""


def counted(number: int, one: str, several: str | None = None) -> str:
    """Return a number with its noun in the singular or plural, such as "1,984 lines"."""
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"

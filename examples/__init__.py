"""A small corpus written for this project, so that everything can be tried offline.

46 German sentences in eight documents, two English references of each, and three systems: `good`
translates well, `literal` keeps German words and word order, `short` omits words. BLEU and NIST
agree on the best system and disagree about the other two. The plain files are parallel, one segment
per line; `corpus.tsv` and `corpus.jsonl` contain the same corpus as tables, in which the chats have
no second reference.
"""

from pathlib import Path

from tallystick.errors import InputError

SYSTEMS = ("good", "literal", "short")
"""The systems, in the order that NIST gives them."""


def example_path(name: str) -> Path:
    """Return the path of an example file.

    Args:
        name: Such as "reference.en.txt".

    Raises:
        FileNotFoundError: There is no such file; the message lists the known ones.

    >>> example_path("documents.txt").name
    'documents.txt'
    """
    path = _FOLDER / name
    if not path.is_file():
        known = sorted(file.name for file in _FOLDER.iterdir() if file.suffix in _SUFFIXES)
        raise FileNotFoundError(f"there is no example {name!r}; known are {', '.join(known)}")
    return path


def reference_paths() -> list[Path]:
    """Return the paths of the plain reference files."""
    return [example_path("reference.en.txt"), example_path("reference-2.en.txt")]


def system_paths() -> dict[str, Path]:
    """Return the path of each system's plain file, by system name.

    >>> list(system_paths())
    ['good', 'literal', 'short']
    """
    return {name: example_path(f"system-{name}.en.txt") for name in SYSTEMS}


def copy_examples(folder: str | Path) -> None:
    """Copy all example files into a folder, which is created if it does not exist.

    Raises:
        InputError: The folder cannot be written, or contains a different file of the same name.
    """
    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise InputError(f"{target} is a file; name a folder, or a new one")
    for source in _FOLDER.iterdir():
        if source.suffix not in _SUFFIXES:
            continue
        content, copy = source.read_bytes(), target / source.name
        try:
            target.mkdir(parents=True, exist_ok=True)
            if copy.exists() and copy.read_bytes() != content:
                raise InputError(
                    f"{copy} exists and is not the example of that name; name another folder"
                )
            copy.write_bytes(content)
        except OSError as error:
            raise InputError(
                f"the examples cannot be copied to {copy}: {error.strerror}; name a folder that "
                "can be written"
            ) from error


_FOLDER = Path(__file__).parent
_SUFFIXES = (".txt", ".tsv", ".jsonl")

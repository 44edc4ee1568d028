"""Several systems' hypotheses beside one set of references, which is read once and shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tallystick.errors import InputError
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.reading.content import TableContent, explain_absent
from tallystick.metrics.reading.lines import read_text
from tallystick.metrics.reading.opening import (
    FilePath,
    display_name,
    refuse_second_standard_input,
    split_name,
)
from tallystick.metrics.reading.parallel import (
    all_empty,
    check_line_counts,
    list_paths,
    read_streams,
)
from tallystick.metrics.reading.table import read_content, table_format
from tallystick.metrics.references import References, interleave


def read_references(paths: Sequence[FilePath]) -> References:
    """Read references alone.

    Args:
        paths: Plain text files, each with one reference a line; or one .tsv or .jsonl file with
            the references of every segment, where segments may have different numbers of them.

    Returns:
        The references.

    Raises:
        InputError: A file cannot be read, plain files differ in length, a table stands beside
            other files, holds hypotheses or lacks references.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "references.jsonl")
    >>> with open(path, "w") as file:
    ...     _ = file.write('{"references": ["a", "b"]}\\n{"reference": "c"}\\n')
    >>> list(read_references([path]))
    [('a', 'b'), ('c',)]
    """
    references, _ = _read_reference_content(list_paths(paths))
    return references


def read_systems(
    reference_paths: Sequence[FilePath],
    hypothesis_paths: Sequence[FilePath],
    names: Sequence[str] | None = None,
) -> list[tuple[str, Corpus]]:
    """Read several systems at once; `iterate_systems` reads one after the other.

    Args:
        reference_paths: As for `read_references`.
        hypothesis_paths: One plain text file for each system.
        names: The systems' names; None takes the files' names without folder and endings.

    Returns:
        Name and corpus of each system, all with the same references object.

    Raises:
        InputError: As for `iterate_systems`.
    """
    return list(iterate_systems(reference_paths, hypothesis_paths, names))


def iterate_systems(
    reference_paths: Sequence[FilePath],
    hypothesis_paths: Sequence[FilePath],
    names: Sequence[str] | None = None,
) -> Iterator[tuple[str, Corpus]]:
    """Read the references now and each system's hypotheses when its turn comes.

    Args:
        reference_paths: As for `read_references`.
        hypothesis_paths: One plain text file for each system.
        names: The systems' names; None takes the files' names without folder and endings.

    Returns:
        An iterator over name and corpus of each system, all with the same references object.

    Raises:
        InputError: As for `read_references`; two systems of one name, not one name for each
            system, a table in the place of plain hypotheses, standard input named twice; and, in
            its turn, a hypothesis file that cannot be read or has another number of segments.

    >>> import tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> for name in ("online-a.txt", "online-b.txt", "references.txt"):
    ...     with open(os.path.join(folder, name), "w") as file:
    ...         _ = file.write("the cat")
    >>> paths = [os.path.join(folder, name) for name in ("online-a.txt", "online-b.txt")]
    >>> systems = iterate_systems([os.path.join(folder, "references.txt")], paths)
    >>> [(name, len(corpus)) for name, corpus in systems]
    [('online-a', 1), ('online-b', 1)]
    """
    paths = list_paths(reference_paths)
    if isinstance(hypothesis_paths, str) or len(hypothesis_paths) == 0:
        raise InputError(
            "the hypothesis paths are no list of paths, or an empty one; name one each"
        )
    refuse_second_standard_input([*paths, *hypothesis_paths])
    for path in hypothesis_paths:
        if table_format(path):
            raise InputError(
                f"{display_name(path)}: is a table by its name, where a plain text file of "
                "hypotheses was expected; read it with read_table, or rename it"
            )
    systems = _system_names(hypothesis_paths, names)
    references, content = _read_reference_content(paths)
    return _iterate(paths, references, content, systems, list(hypothesis_paths))


def _read_reference_content(paths: Sequence[FilePath]) -> tuple[References, TableContent]:
    tables = [path for path in paths if table_format(path)]
    if not tables:
        refuse_second_standard_input(paths)
        streams = read_streams(paths)
        if len(streams[0]) == 0:
            raise all_empty(paths)
        references = interleave(streams)
        return references, TableContent({}, references, None, None, {}, ())
    name = display_name(tables[0])
    if len(paths) > 1:
        raise InputError(
            f"{name}: a table of references stands alone, but {len(paths)} reference files are "
            "given; put all references into the table, or give plain text files only"
        )
    content = read_content(tables[0])
    if content.references is None:
        raise InputError(f"{name} {explain_absent(content.names, 'reference')}")
    if content.systems:
        raise InputError(
            f"{name}: holds hypotheses (of {', '.join(content.systems)}) besides the references, "
            "and they would be passed over; read it with read_table, or remove them"
        )
    return content.references, content


def _system_names(paths: Sequence[FilePath], names: Sequence[str] | None) -> list[str]:
    if names is not None and len(names) != len(paths):
        raise InputError(
            f"there are {len(names)} system names for {len(paths)} hypothesis files; give one each"
        )
    systems = [split_name(path)[0] for path in paths] if names is None else list(names)
    for index, system in enumerate(systems):
        earlier = systems.index(system)
        if earlier < index:
            raise InputError(
                f"{display_name(paths[earlier])} and {display_name(paths[index])} would both be "
                f"the system {system!r}; give every system a name of its own"
            )
    return systems


def _iterate(
    reference_paths: Sequence[FilePath],
    references: References,
    content: TableContent,
    systems: Sequence[str],
    paths: Sequence[FilePath],
) -> Iterator[tuple[str, Corpus]]:
    for system, path in zip(systems, paths, strict=True):
        hypotheses = read_text(path)
        if len(hypotheses) != len(references):
            if not table_format(reference_paths[0]):
                check_line_counts([path, reference_paths[0]], [hypotheses, references])
            raise InputError(
                f"{display_name(path)} has {len(hypotheses):,} lines but "
                f"{display_name(reference_paths[0])} has {len(references):,} segments; every "
                "segment needs one hypothesis"
            )
        yield (
            system,
            Corpus(hypotheses, references, content.documents, content.sources, content.metadata),
        )

"""Writing what was rendered into files."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.errors import TallystickError


def write_files(contents: Mapping[str, str | bytes]) -> None:
    """Write files; text as UTF-8, with line feeds alone.

    Args:
        contents: What is to stand in each file, by its path.

    Raises:
        TallystickError: A file cannot be opened or written, or its disk is full. The files before
            it are written.
    """
    for path, content in contents.items():
        data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        try:
            file = open(path, "wb")  # noqa: SIM115 (closed below; what failed is to be told apart)
        except (OSError, ValueError) as error:
            raise TallystickError(
                f"{path}: cannot be opened for writing: "
                f"{getattr(error, 'strerror', None) or error}; choose another name or folder"
            ) from None
        try:
            with file:
                file.write(data)
        except OSError as error:
            raise TallystickError(
                f"{path}: cannot be written: {error.strerror or error}; what is there is not "
                "complete"
            ) from None

"""The kernel that is active, as the program says."""

from tests.command_line.conftest import output_of

IS_COMPILED = "(compiled kernel, " in output_of("--version")

"""All targets by their names."""

from collections.abc import Callable, Mapping

import document_targets
import kernel_targets
import parser_targets

TARGETS: Mapping[str, Callable[[bytes], None]] = {
    **kernel_targets.TARGETS,
    **parser_targets.TARGETS,
    **document_targets.TARGETS,
}

"""Whether perl and the modules that a script needs are here."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache

PACKAGES = {"XML::Twig": "libxml-twig-perl", "Sort::Naturally": "libsort-naturally-perl"}


@cache
def missing_perl(*modules: str) -> str | None:
    """Return None where perl and modules of it are here, else how to install them.

    Args:
        modules: Their names, such as "XML::Twig".
    """
    if shutil.which("perl") is None:
        return "perl is not on the search path; install it with: apt-get install perl"
    for module in modules:
        done = subprocess.run(["perl", f"-M{module}", "-e1"], capture_output=True, check=False)
        if done.returncode != 0:
            return (
                f"perl has no module {module}; install it with: "
                f"apt-get install {PACKAGES.get(module, 'perl')}"
            )
    return None

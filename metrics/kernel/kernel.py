"""The choice between the compiled kernel and its pure-Python twin by `TALLYSTICK_KERNEL`.

A kernel that is present but does not load is an error unless `python` is selected: a broken build
must not look like a slow one.
"""

import os

from tallystick.errors import KernelError
from tallystick.metrics.kernel import UNKNOWN as UNKNOWN

_demanded = os.environ.get("TALLYSTICK_KERNEL", "")
if _demanded not in ("", "compiled", "python"):
    raise KernelError(
        f"TALLYSTICK_KERNEL is {_demanded!r}; expected 'compiled' or 'python', or leave it unset"
    )

ACTIVE = "python"
if _demanded != "python":
    try:
        from tallystick.metrics.kernel._kernel import *  # noqa: F403

        ACTIVE = "compiled"
    except ModuleNotFoundError as error:
        if error.name != "tallystick.metrics.kernel._kernel":
            raise
        if _demanded == "compiled":
            raise KernelError(
                "TALLYSTICK_KERNEL is 'compiled' but this installation has no compiled kernel; "
                "install a C compiler and reinstall tallystick, or unset TALLYSTICK_KERNEL"
            ) from error
    except ImportError as error:
        raise KernelError(
            f"the compiled kernel is present but does not load ({error}); reinstall tallystick, "
            "or set TALLYSTICK_KERNEL=python to use the pure-Python twin"
        ) from error

if ACTIVE == "python":
    from tallystick.metrics.kernel.python import *  # noqa: F403

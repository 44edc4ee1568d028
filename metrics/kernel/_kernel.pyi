"""The compiled kernel has the names and the types of its twin."""

from tallystick.metrics.kernel.python import *  # noqa: F403

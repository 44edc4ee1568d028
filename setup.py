"""Map the rooms at the top level of the repository into the one import namespace."""

import os
from glob import glob

from setuptools import Extension, find_packages, setup

ROOMS = ("metrics", "compat", "reports")  # imported as tallystick.metrics, ...
PATTERNS = [pattern for room in ROOMS for pattern in (room, f"{room}.*")]
CHECKED = bool(os.environ.get("TALLYSTICK_CHECKED_KERNEL"))  # bounds checks and sanitizers
SANITIZERS = ["-fsanitize=address,undefined"] if CHECKED else []
# A fused multiply-add would round otherwise than the pure-Python twin.
FLAGS = [] if os.name == "nt" else ["-std=c11", "-ffp-contract=off", "-O1" if CHECKED else "-O3"]

setup(
    packages=[
        # the links beside the front door lead to the rooms, which are mapped in below
        *find_packages("src", exclude=[f"tallystick.{name}" for name in (*PATTERNS, "examples")]),
        "tallystick.examples",
        *(f"tallystick.{found}" for found in find_packages(include=PATTERNS)),
    ],
    package_dir={"tallystick": "src/tallystick", "tallystick.examples": "examples"}
    | {f"tallystick.{room}": room for room in ROOMS},
    ext_modules=[
        Extension(
            "tallystick.metrics.ngrams._kernel",
            sorted(glob("metrics/ngrams/kernel_source/*.c")),
            depends=sorted(glob("metrics/ngrams/kernel_source/*.h")),
            define_macros=[("TALLYSTICK_CHECKED", "1")] if CHECKED else [],
            extra_compile_args=[*FLAGS, *SANITIZERS],
            extra_link_args=SANITIZERS,
            # Without a C compiler the pure-Python twin serves; our own builds insist on the kernel.
            optional="TALLYSTICK_REQUIRE_KERNEL" not in os.environ,
        )
    ],
)

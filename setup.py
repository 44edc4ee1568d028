"""Map the rooms at the top level of the repository into the one import namespace."""

import gzip
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from glob import glob
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOMS = ("metrics", "compat", "reports")  # imported as tallystick.metrics, ...
PATTERNS = [pattern for room in ROOMS for pattern in (room, f"{room}.*")]
PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
[VERSION] = re.findall(
    r'^__version__ = "(.+)"$', Path("src/tallystick/__init__.py").read_text(encoding="utf-8"), re.M
)
ACTIVATION = "src/tallystick-activation.pth"  # which every Python reads that has the package
CHECKED = bool(os.environ.get("TALLYSTICK_CHECKED_KERNEL"))  # bounds checks and sanitizers
SANITIZERS = ["-fsanitize=address,undefined"] if CHECKED else []
# A fused multiply-add would round otherwise than the pure-Python twin.
EXACT = ["-std=c11", "-ffp-contract=off", "-fvisibility=hidden"]
# Debug information is four fifths of the kernel, and names the folder in which it was built.
RELEASE = ["-O1"] if CHECKED else ["-O3", "-g0"]
FLAGS = ["/std:c11"] if os.name == "nt" else [*EXACT, *RELEASE]
STRIPPED = ["-Wl,--strip-all"] if sys.platform == "linux" and not CHECKED else []
NOT_COMPILED = """
tallystick: the kernel was not compiled, so its pure-Python form is installed. It gives the same
numbers and takes 20 to 100 times as long, for TER some 200 times. To compile the kernel,
install a C compiler, then run (in a checkout, with . instead of the name)
    pip install --force-reinstall --no-deps --no-cache-dir tallystick
"""


def long_description() -> str:
    """Return README.md for a package index, with links to the files of this version."""
    place = f"{PROJECT['urls']['Source']}/{{}}/v{VERSION}/"
    text = Path("README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https:|#)", rf"\1{place.format('raw')}", text)
    return re.sub(r"(\]\()(?!https:|#)", rf"\1{place.format('blob')}", text)


class ReproducibleSource(sdist):
    """Make the same bytes of the same files if SOURCE_DATE_EPOCH is set, as for wheels."""

    def make_archive(self, base_name: str, format: str, *places: str, **options: str) -> str:
        """Write the archive in the order of names, without owners, with one time for all files."""
        if "SOURCE_DATE_EPOCH" not in os.environ or format != "gztar":
            return super().make_archive(base_name, format, *places, **options)
        seconds = int(os.environ["SOURCE_DATE_EPOCH"])

        def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = seconds
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        name = f"{base_name}.tar.gz"
        with (
            gzip.GzipFile(name, "wb", mtime=seconds) as stream,
            tarfile.open(fileobj=stream, mode="w") as archive,
        ):
            archive.add(options["base_dir"], filter=anonymous)
        return name


class BuildAfresh(build):
    """Build in an empty folder: what an earlier build left in `build/` would be packaged again."""

    def initialize_options(self) -> None:
        """Set every option to its default."""
        super().initialize_options()
        self._folder = tempfile.TemporaryDirectory()
        self.build_base = self._folder.name


class BuildModules(build_py):
    """Make the JSON Schemas of reports, whose data models need no other package."""

    def run(self) -> None:
        """Copy the modules; then write the schemas next to them, or into the tree in place."""
        super().run()
        if not self.editable_mode:
            self.copy_file(ACTIVATION, self.build_lib)
        target = "." if self.editable_mode else os.path.join(self.build_lib, "tallystick")
        subprocess.run([sys.executable, "-B", "tools/write_schemas.py", target], check=True)


class BuildKernel(build_ext):
    """Say if the kernel was not compiled, and then remove an earlier one, which would remain."""

    def run(self) -> None:
        """Build the kernel; pip shows the message with --verbose only."""
        super().run()
        if not self.is_compiled():
            print(NOT_COMPILED, file=sys.stderr)

    def is_compiled(self) -> bool:
        """Return whether the build made the kernel."""
        return all(Path(self.get_ext_fullpath(one.name)).exists() for one in self.extensions)

    def copy_extensions_to_source(self) -> None:
        """Copy what was built in place, as an editable install does."""
        for extension in self.extensions:
            package = extension.name.rpartition(".")[0]
            folder = self.get_finalized_command("build_py").get_package_dir(package)
            name = Path(self.get_ext_filename(extension.name)).name
            Path(folder, name).unlink(missing_ok=True)
        super().copy_extensions_to_source()


class MarkWheel(bdist_wheel):
    """Mark a wheel without the kernel.

    It has the name of a wheel that runs everywhere, which pip shows. Published, it would replace
    compilation where no other wheel fits, so it has a classifier with which PyPI refuses it.
    """

    def run(self) -> None:
        """Build, then choose the name and the classifiers."""
        self.run_command("build")
        if not self.get_finalized_command("build_ext").is_compiled():
            self.distribution.ext_modules = []
            self.root_is_pure = True
            metadata = self.distribution.metadata
            metadata.classifiers = [*metadata.get_classifiers(), "Private :: Do Not Upload"]
        super().run()


setup(
    version=VERSION,
    long_description=long_description(),
    long_description_content_type="text/markdown",
    cmdclass={
        "sdist": ReproducibleSource,
        "build": BuildAfresh,
        "build_py": BuildModules,
        "build_ext": BuildKernel,
        "bdist_wheel": MarkWheel,
    },
    packages=[
        # the links beside the front door lead to the rooms, which are mapped in below
        *find_packages("src", exclude=[f"tallystick.{name}" for name in (*PATTERNS, "examples")]),
        "tallystick.examples",
        *(f"tallystick.{found}" for found in find_packages(include=PATTERNS)),
    ],
    py_modules=["_tallystick_pytest"],
    package_dir={"": "src", "tallystick.examples": "examples"}
    | {f"tallystick.{room}": room for room in ROOMS},
    ext_modules=[
        Extension(
            "tallystick.metrics.kernel._kernel",
            sorted(glob("metrics/kernel/c/*/*.c")),
            depends=sorted(glob("metrics/kernel/c/**/*.h", recursive=True)),
            include_dirs=["metrics/kernel/c"],
            define_macros=[("TALLYSTICK_CHECKED", "1")] if CHECKED else [],
            extra_compile_args=[*FLAGS, *SANITIZERS],
            libraries=[] if os.name == "nt" else ["m"],
            extra_link_args=[*SANITIZERS, *STRIPPED],
            # Without a C compiler the pure-Python twin serves; our own builds insist on the kernel.
            optional="TALLYSTICK_REQUIRE_KERNEL" not in os.environ,
        )
    ],
)

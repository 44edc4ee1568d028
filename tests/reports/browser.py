"""Headless Chromium for tests of pages, driven by selenium, if both are installed."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
    # a page takes less processor time with fewer threads and processes
    "--in-process-gpu",
    "--js-flags=--single-threaded",
]
ROOT = Path(__file__).parents[2]


@contextmanager
def chromium(profile: Path) -> Iterator[Any]:
    """Open the browser with an empty profile."""
    webdriver = pytest.importorskip(
        "selenium.webdriver", reason="selenium is not installed; the group `browser` has it"
    )
    program = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if program is None or chromedriver is None:
        pytest.skip("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))
    opened.set_script_timeout(120)  # axe on a large page, and a loaded machine
    try:
        yield opened
    finally:
        opened.quit()


@contextmanager
def screen(driver: Any, width: int, height: int = 900) -> Iterator[None]:
    """Give the browser a screen of a size; a narrow one is that of a phone."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@contextmanager
def theme_of(driver: Any, theme: str) -> Iterator[None]:
    """Let the system prefer a theme."""
    features = [{"name": "prefers-color-scheme", "value": theme}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


THIN = """
for (const parent of document.querySelectorAll("tbody, ul, ol, dl, select, svg, svg g, #cards")) {
  const known = new Set();
  for (const child of [...parent.children]) {
    const kinds = [child, ...child.querySelectorAll("*")].map(
      (each) => each.tagName + " " + each.getAttribute("class") + " " + each.getAttribute("role"));
    if (kinds.every((kind) => known.has(kind))) child.remove();
    kinds.forEach((kind) => known.add(kind));
  }
}
"""
"""Leaves out of rows, entries and the like those with no kind of element that is not above."""


def axe_violations(driver: Any, *parts: str, rules: Sequence[str] = ()) -> list[Any]:
    """Return what axe finds on the page that is open: rules with the elements that break them.

    By default it looks at the whole page, not only at parts, by all rules. What repeats what is
    above it is removed first, for axe takes its time by the element.
    """
    driver.execute_script(_axe() + THIN)
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    violations: list[Any] = driver.execute_async_script(
        "const [parts, options, done] = arguments;"
        "axe.run(parts.length ? { include: parts } : document, options).then((result) => done("
        "result.violations.map((rule) => [rule.id, rule.nodes.map((node) => node.html)])))",
        parts,
        options,
    )
    return violations


def _axe() -> str:
    named = os.environ.get("TALLYSTICK_AXE")
    places = [*([Path(named)] if named else []), ROOT / "node_modules/axe-core/axe.min.js"]
    spec = find_spec("axe_playwright_python")
    if spec is not None and spec.origin is not None:
        places.append(Path(spec.origin).with_name("axe.min.js"))
    for place in places:
        if place.is_file():
            return place.read_text(encoding="utf-8")
    pytest.skip("axe-core is not here; TALLYSTICK_AXE names its axe.min.js")

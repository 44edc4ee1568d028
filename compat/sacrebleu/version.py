"""The version of sacreBLEU that is emulated, under the names that sacreBLEU has for its own."""

EMULATED_VERSION = "2.6.0"
"""As signatures name it: names, numbers and printed lines are those of this release."""

__version__ = version = EMULATED_VERSION

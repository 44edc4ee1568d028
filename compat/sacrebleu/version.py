"""The version of sacreBLEU that the drop-in reproduces, under sacreBLEU's names."""

EMULATED_VERSION = "2.6.0"
__version__ = version = EMULATED_VERSION

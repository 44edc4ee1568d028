"""The version of sacreBLEU that is imitated, under the names that sacreBLEU has for its own."""

IMITATED_VERSION = "2.6.0"
"""What stands in signatures: names, numbers and printed lines are those of this release."""

__version__ = version = IMITATED_VERSION

"""The supported programs, one file each."""

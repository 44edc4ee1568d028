"""Parsing, options, output, progress: what the program is, whatever its commands do."""

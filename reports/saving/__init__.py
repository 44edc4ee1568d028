"""Reports as data for programs, and files that are written whole or not at all."""

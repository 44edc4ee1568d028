"""Read test sets from files: parallel text, tables, WMT's XML and mteval's SGML.

Plain text and tables are UTF-8, and only a line feed, with or without a carriage return before it,
ends a line. `-` is standard input. Files that end in `.gz`, `.xz` or `.zst` are decompressed. Plain
text cannot mark a missing reference (an empty line is an empty reference); all other formats can.
"""

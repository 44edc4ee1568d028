"""A comparison as blocks and tables: for people, for programs and for papers."""

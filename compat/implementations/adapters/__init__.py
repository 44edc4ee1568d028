"""One file for each program: how it is called, and what it declares."""

"""The files of several test sets, for the commands that take `--sets`."""

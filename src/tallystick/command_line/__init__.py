"""The command line: one module a command, each of which parses, calls and prints.

A command is a module with `add_arguments(parser)` and `run(arguments)`; `commands` lists them.
Nothing is imported before the command that needs it is asked for, so that a start stays cheap.
"""

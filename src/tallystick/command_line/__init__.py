"""The command line: one module per command, which parses, calls and prints.

A command is a module with `add_arguments(parser)` and `run(arguments)`; `commands` lists them.
Nothing is imported before the command that needs it, to keep start-up fast.
"""

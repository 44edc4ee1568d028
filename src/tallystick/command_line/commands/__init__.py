"""The commands, each a module with `add_arguments(parser)` and `run(arguments)`."""

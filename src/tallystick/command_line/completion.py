"""`tallystick completion`: completion scripts, written from the parsers themselves."""

from __future__ import annotations

import argparse

USAGE = "{bash,zsh,fish}"
DESCRIPTION = "Print a script that completes commands, options and their values in a shell."
EXAMPLES = """examples:
  bash:  eval "$(tallystick completion bash)"           (in ~/.bashrc)
  zsh:   source <(tallystick completion zsh)            (in ~/.zshrc, behind compinit)
  fish:  tallystick completion fish > ~/.config/fish/completions/tallystick.fish"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"))


def run(arguments: argparse.Namespace) -> None:
    """Print the script."""
    from tallystick.command_line.completion_scripts import completion_script
    from tallystick.command_line.output import write_output

    write_output(completion_script(arguments.shell))

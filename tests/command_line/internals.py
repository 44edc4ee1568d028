"""What the tests of the command line take from below its door, in one place."""

from tallystick.command_line import COMMANDS, LISTS
from tallystick.command_line.inputs.given import REFUSALS, Kind, Refusal, inputs_of
from tallystick.command_line.shell import output
from tallystick.command_line.shell.parser import OF_TEXTS, answers, command_parser
from tallystick.compat.conformance import check as checking
from tallystick.compat.conformance.setting import Setting

"""The reports of commands that list: entries by name, dialects and defects."""

"""Lists of strings become one packed text: hypotheses, references and sources."""

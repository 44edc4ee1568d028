"""What is given: calls, values of options, and names of metrics and tokenizers."""

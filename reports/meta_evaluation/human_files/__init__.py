"""Files of human scores, each format in a module of its own."""

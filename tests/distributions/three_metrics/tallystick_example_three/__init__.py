"""Three metrics, each in a module of its own."""

"""Three metrics, each in a separate module."""

"""Other programs that compute these metrics, with a common interface."""

"""Other programs that compute these metrics, behind a common interface."""

"""Other programs that compute these metrics, each behind the same few declared properties."""

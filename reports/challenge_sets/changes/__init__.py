"""The changes that are planted into texts, and what they are drawn from."""

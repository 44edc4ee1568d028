"""The renderers of formats that show any report."""

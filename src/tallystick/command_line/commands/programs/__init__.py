"""The commands that run another implementation of a metric."""

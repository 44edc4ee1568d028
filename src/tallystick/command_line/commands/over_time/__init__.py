"""Commands that read saved reports."""

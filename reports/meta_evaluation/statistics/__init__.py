"""The statistics of meta-evaluation: pure functions of arrays of scores."""

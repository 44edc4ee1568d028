"""The result of a meta-evaluation in sentences, and what its tables and sentences share."""

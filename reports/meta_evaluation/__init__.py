"""Meta-evaluation: how well the scores of metrics agree with those of humans."""

"""What commands are given: texts, statistics, test sets, scores, and metrics to compute."""

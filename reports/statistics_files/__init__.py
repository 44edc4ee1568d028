"""Files of statistics: the sums that scores are computed from, saved part by part as Parquet."""

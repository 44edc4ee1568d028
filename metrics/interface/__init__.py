"""What a metric is: its members, identity, options, dialects, spec, signature and score."""

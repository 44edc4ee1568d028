"""Agreement of metrics with humans and with each other: on systems, on segments, over sets."""

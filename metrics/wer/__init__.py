"""Word error rates: WER, and MER, WIL and WIP, which read the same statistics."""

"""From a corpus to tokens, n-gram statistics and scores."""

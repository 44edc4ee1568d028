"""CER: the error rate of characters, with the statistics and formula of WER."""

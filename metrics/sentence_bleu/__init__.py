"""Sentence BLEU, averaged."""

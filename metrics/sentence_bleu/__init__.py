"""BLEU of sentences, averaged."""

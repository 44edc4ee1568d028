"""NLTK's translation metrics under NLTK's names, without NLTK: change the import line only."""

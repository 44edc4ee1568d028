"""Drop-ins for modules of NLTK: the same names, arguments, numbers and kinds of errors."""

"""How many segments a comparison needs, and how far to believe one that is finished."""

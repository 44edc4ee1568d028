"""The sentences of a comparison: headline, verdict, caveats and methods."""

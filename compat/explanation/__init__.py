"""Which settings explain a reported score: settings, slips, the search, and what it found."""

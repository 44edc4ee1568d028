"""Challenge sets: how metrics react to planted faults and to harmless changes."""

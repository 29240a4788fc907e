"""From indices on a photo to cards and hands: geometry, pairing, merging, grouping."""

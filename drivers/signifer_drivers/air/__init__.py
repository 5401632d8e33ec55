"""The air between antennas and tags: coils in figures, and how likely a tag is read where it lies (docs/air.md)."""

"""Agreement: what both players together may change, and what follows from it."""

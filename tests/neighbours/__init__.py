"""A bad neighbour: slow, half-open, flooding and lying clients against the real page."""

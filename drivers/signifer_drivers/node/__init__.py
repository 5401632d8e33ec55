"""The host's end of a column node, over USB."""

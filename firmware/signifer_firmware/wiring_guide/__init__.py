"""``signifer wiring``: every wire of a table, computed from its file."""

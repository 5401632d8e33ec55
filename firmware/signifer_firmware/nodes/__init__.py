"""``signifer node``: files onto column nodes, and which of them reads which column."""

"""A game at a table: what is seen and pressed, what the table makes of it, and what it tells."""

"""A table in one file: ``table.toml``, read, checked whole, and changed by programs."""

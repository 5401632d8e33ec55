"""The operating system under a table: what of it is needed, and how it is made ready."""

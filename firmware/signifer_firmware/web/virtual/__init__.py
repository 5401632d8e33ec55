"""The page of the virtual table: hands above it, and the thread that owns it."""

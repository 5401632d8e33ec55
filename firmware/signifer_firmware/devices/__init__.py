"""The devices of a table, built for a Pi or on the twins of a virtual table."""

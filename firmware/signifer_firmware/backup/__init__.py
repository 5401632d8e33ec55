"""Backups of a table: everything that cannot be made again, as one file, and back."""

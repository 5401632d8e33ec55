"""Disks and memory that fail under a store: docs/storms.md, *Store*."""

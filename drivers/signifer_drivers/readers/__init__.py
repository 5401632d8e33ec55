"""Readers as a table sees them: what a visit tells, why a tag is not read, what suits an antenna."""

"""Chips and ports of the table, and the virtual twins that speak the same wire."""

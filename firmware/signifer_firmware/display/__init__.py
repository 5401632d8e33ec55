"""Screens: the panel that each holds, and how it is drawn."""

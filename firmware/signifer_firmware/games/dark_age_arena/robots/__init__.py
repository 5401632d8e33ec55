"""Robots of Dark Age Arena: what they decide, and the gestures of their hands."""

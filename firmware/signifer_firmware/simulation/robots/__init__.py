"""Robots that play with the gestures of people: they choose, lay, lift and press, and make mistakes if they are to."""

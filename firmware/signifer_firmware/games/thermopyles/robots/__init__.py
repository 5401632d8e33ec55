"""A team of robots that plays Thermopyles with the gestures of people, and their mistakes."""

"""Two robots that play Field of Glory with the gestures of people, and their mistakes."""

"""Robots that play Call to Glory, two to four of them, with the gestures of people, and their mistakes."""

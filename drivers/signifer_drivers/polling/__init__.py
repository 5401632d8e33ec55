"""Polling of readers: which antenna is read when, on every bus at once, and what follows for the cards that lie
there."""

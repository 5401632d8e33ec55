"""Rules of the card games that a Signifer table knows: pure functions on frozen values."""

"""The games, each one bundle."""

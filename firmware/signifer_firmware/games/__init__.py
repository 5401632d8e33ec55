"""The games, each with what the table adds to it: words, panels, script words."""

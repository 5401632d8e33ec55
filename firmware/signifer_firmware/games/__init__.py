"""What the table adds to each game: words, panels, script words."""

"""What the table adds to Field of Glory: words, panels, script words."""

"""What the table adds to Thermopyles: words, panels, script words."""

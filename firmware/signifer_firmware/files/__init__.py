"""Files as others have left them: read within bounds, written at once or not at all, no link of others followed."""

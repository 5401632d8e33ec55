"""What the commands take and give back, one module for each group; the work is done elsewhere."""

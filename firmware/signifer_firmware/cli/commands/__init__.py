"""Options and output of the commands, one module for each group; the work is done elsewhere."""

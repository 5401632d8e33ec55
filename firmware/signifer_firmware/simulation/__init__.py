"""Table scripts and robots at the virtual table: run, checked, shown."""

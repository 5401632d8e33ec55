"""Time and the log: the scheduler, virtual and real, the wall clock, lines for the journal."""

"""The session of a table: one machine from what readers and buttons say to what is recorded and shown."""

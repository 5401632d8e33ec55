"""Benchmarks: what reading, showing, judging and a whole table cost, each against a named peer or limit."""

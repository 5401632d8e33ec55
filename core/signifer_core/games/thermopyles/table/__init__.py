"""The game at a table: from cards that lie there to actions, and what is asked for next."""

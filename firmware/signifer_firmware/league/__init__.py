"""The league book: who has played whom, how it ended, and how strong they are by that."""

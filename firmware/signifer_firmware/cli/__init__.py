"""The command ``signifer``, and what only it puts together."""

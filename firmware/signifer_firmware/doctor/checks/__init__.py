"""The checks of `signifer doctor`, by what they look at."""

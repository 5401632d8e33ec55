"""Views of a table for pages: its moments, and what each viewer may know of them."""

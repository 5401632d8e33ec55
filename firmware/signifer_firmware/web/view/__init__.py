"""What a page is told: moments of a table, and what each viewer may know of them."""

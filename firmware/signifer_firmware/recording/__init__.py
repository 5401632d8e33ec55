"""Games that were played, as text, reports, table scripts and moving pictures."""

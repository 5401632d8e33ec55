"""``signifer doctor``: what is wrong with a table, from the kernel to the cards."""

"""What the screens show of it."""

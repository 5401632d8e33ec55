"""The table top: where everything lies on it and under it, drawn to scale, with the jigs that make it."""

"""``signifer enrol``: which tag is on which card."""

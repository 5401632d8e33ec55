"""The hardware as code: what `make hw` makes of the bundled tables. For makers; not part of the wheel."""

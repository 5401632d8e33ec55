"""What runs on a column node: MicroPython on an RP2040, the same reader files as on the Pi, frames on USB."""

"""The program of a column node: MicroPython on an RP2040, the same reader files as on the Pi, frames on USB."""

# A register of the watchdog that a reset leaves alone (RP2040 datasheet, 4.7.6), and what stands there when the host
# has asked for the console.
SCRATCH = 0x4005_800C
CONSOLE_ASKED = 0x5167_6E6F
# The pin that resets all readers.
RESET = 9

# Which files these are: `signifer node install` writes the number beside them; elsewhere nobody asks.
try:
    from signifer_node.build import FIRMWARE as FIRMWARE
except ImportError:
    FIRMWARE = 0

"""Started by MicroPython when a column node gets power. Ctrl-C within the first second leaves it to its console."""

import time

import machine

from signifer_node import CONSOLE_ASKED, RESET, SCRATCH

# First of all: after a start by the watchdog fields may be on, and modules may pull their reset up.
machine.Pin(RESET, machine.Pin.OUT, value=0)

CONSOLE_MS = 1_000
# When the host has asked for the console: as long as it takes to find the port again.
ASKED_CONSOLE_MS = 15_000

asked = machine.mem32[SCRATCH] == CONSOLE_ASKED
machine.mem32[SCRATCH] = 0
time.sleep_ms(ASKED_CONSOLE_MS if asked else CONSOLE_MS)

# Only now: from here on the console is gone and the watchdog runs.
from signifer_node.node import Node  # noqa: E402
from signifer_node.rp2040 import Rp2040  # noqa: E402

board = Rp2040()
try:
    node = Node(board)
    node.begin()
    while True:
        board.rest(node.step())
finally:
    board.fields_off()

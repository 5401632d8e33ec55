"""Started by MicroPython when a column node gets power. Ctrl-C within the first second leaves it to its console."""

import time

from signifer_node.node import Node

CONSOLE_MS = 1000

time.sleep_ms(CONSOLE_MS)

# Only now: from here on the console is gone and the watchdog runs.
from signifer_node.rp2040 import Rp2040  # noqa: E402

board = Rp2040()
try:
    node = Node(board)
    node.begin()
    while True:
        board.rest(node.step())
finally:
    board.fields_off()

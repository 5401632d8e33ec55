# mypy: ignore-errors
"""Runs under MicroPython in the place of main.py: a node is set up, a collection timed, memory counted."""

import gc
import time

from signifer_node.node import Node
from signifer_node.rp2040 import Rp2040

node = Node(Rp2040())
node.begin()
gc.collect()
start = time.ticks_us()
gc.collect()
print("\nprobe", time.ticks_diff(time.ticks_us(), start), gc.mem_alloc(), gc.mem_free(), "end")
while True:
    node._board.feed()
    time.sleep_ms(100)

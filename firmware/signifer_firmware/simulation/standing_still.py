"""A program that stands still: it gets no processor for a while, and the world at its table goes on."""

from __future__ import annotations

from signifer_firmware.devices.virtual import VirtualTable


def stand_still(table: VirtualTable, until_us: int) -> None:
    """Let hands and fingers do all that they have begun until then, while nothing of the program runs. Chips and nodes
    go on by their own clocks, as they are asked the next time."""
    clock, world, fingers = table.clock, table.world, table.fingers
    while (due_us := min(world.step(clock.now_us), fingers.step(clock.now_us))) <= until_us:
        clock.catch_up(due_us)
    clock.catch_up(until_us)

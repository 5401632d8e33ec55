"""How far everything reaches below the top: layer upon layer, each with its height and where that is from.

All lengths are millimetres, from the lower face of the wood downwards. `ASSUMED` is to be measured before battens are
bought.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from .parts import ASSUMED

# Battens stand upright around the lower edge, and carry the table; air between what reaches farthest and the floor.
BATTEN_WIDTH, BATTEN_HEIGHT, FLOOR_AIR = 12.0, 60.0, 5.0
RASPBERRY = "Raspberry Pi's mechanical drawings: board 1.4, stacked USB sockets 16 mm"


@dataclass(frozen=True)
class Layer:
    """Something of a stack, below what comes before it. ``kind``: how it is drawn."""

    name: str
    height: float
    kind: str  # air, board, part or wires
    source: str = ASSUMED


# What hangs at each kind of place. The last layer of each is what reaches farthest down; wires bend within it.
STACKS: dict[str, tuple[Layer, ...]] = {
    "reader module": (
        Layer("tape", 1.0, "air"),
        Layer("module", 1.6, "board"),
        Layer("crystal", 4.0, "part"),
        Layer("lead, bent", 6.0, "wires"),
    ),
    "screen": (
        Layer("glass", 1.5, "part"),
        Layer("board", 1.6, "board"),
        Layer("solder, lead bent", 8.0, "wires"),
    ),
    "button": (Layer("body", 26.0, "part"), Layer("wires, bent", 10.0, "wires")),
    "node": (
        Layer("spacer", 5.0, "air"),
        Layer("board", 1.6, "board"),
        Layer("regulator, Pico in its sockets", 20.0, "part"),
        Layer("plugs' wires, bent", 3.0, "wires"),
    ),
    "main board and Pi": (
        Layer("spacer", 5.0, "air"),
        Layer("main board", 1.6, "board"),
        Layer("plugs, their wires bent", 23.0, "wires"),
        Layer("air", 2.0, "air"),
        Layer("Pi", 1.4, "board", RASPBERRY),
        Layer("USB sockets of the Pi, plug of the ribbon", 17.0, "part", RASPBERRY),
    ),
}
# The spacers of the Pi go through the main board to the wood.
PI_SPACER = fsum(layer.height for layer in STACKS["main board and Pi"][:4])


def depth(stack: str) -> float:
    """How far a stack reaches below the wood."""
    return fsum(layer.height for layer in STACKS[stack])


def too_deep() -> list[str]:
    """What would stand on the floor, or too near to it."""
    room = BATTEN_HEIGHT - FLOOR_AIR
    return [
        f"{name} reaches {depth(name):g} mm below the wood; at most {room:g} mm between battens of {BATTEN_HEIGHT:g}"
        for name in STACKS
        if depth(name) > room
    ]

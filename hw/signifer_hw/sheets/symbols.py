"""The symbols of parts and nets. Each has its pins where the functions say."""

from __future__ import annotations

from .ink import FAINT, INK, PAPER, Ink, width_of

RAIL_FILL, NET_FILL = "#fde2cf", "#eaf1f8"
RESISTOR_W, RESISTOR_H = 56, 15
FLAG_H = 17
# What a wire's colour looks like on paper; white gets an outline.
WIRE = {
    "red": "#d1242f",
    "orange": "#e07a00",
    "black": "#111111",
    "yellow": "#d6b400",
    "blue": "#1f5fbf",
    "green": "#2a8a3e",
    "white": "#ffffff",
    "brown": "#7a4a21",
    "grey": "#8a8a8a",
    "violet": "#8441b5",
}


def flag_width(net: str) -> float:
    return width_of(net, 11) + 18


def is_rail(net: str) -> bool:
    bare = net.split("_", 1)[1] if net[:1] == "N" and net[1:2].isdigit() else net
    return bare.startswith(("3V3", "5V", "VBUS"))


def is_ground(net: str) -> bool:
    return net.endswith("GND")


def flag(ink: Ink, x: float, y: float, net: str, *, left: bool = False) -> float:
    """A net's name in a flag that begins at (x, y) and points away from the part; its width is returned."""
    wide = flag_width(net)
    way = -1 if left else 1
    fill = RAIL_FILL if is_rail(net) else "#e4e4e4" if is_ground(net) else NET_FILL
    tip, far = x + way * 7, x + way * wide
    half = FLAG_H / 2
    ink.shape((x, y), (tip, y - half), (far, y - half), (far, y + half), (tip, y + half), fill=fill)
    ink.text(x + way * (wide + 4) / 2, y + 4, net, anchor="middle")
    return wide


def resistor(ink: Ink, x: float, y: float, ref: str, value: str) -> None:
    """Lying, from (x, y) to (x + RESISTOR_W, y)."""
    ink.box(x, y - RESISTOR_H / 2, RESISTOR_W, RESISTOR_H)
    ink.text(x + RESISTOR_W / 2, y + 4, value, anchor="middle", size=10)
    ink.text(x + RESISTOR_W / 2, y - 11, ref, anchor="middle", size=9, colour=FAINT)


def standing_resistor(ink: Ink, x: float, y: float, ref: str, value: str, height: float = 40) -> None:
    """From (x, y) down to (x, y + height); its words to the right."""
    ink.box(x - 7, y, 14, height)
    ink.text(x + 12, y + height / 2 - 2, ref, size=10, colour=FAINT)
    ink.text(x + 12, y + height / 2 + 11, value, size=10)


def capacitor(
    ink: Ink, x: float, y: float, ref: str, value: str, height: float = 40, *, plus: bool = False
) -> None:
    """Standing, from (x, y) down to (x, y + height); its words to the right; ``plus``: which end matters, + is up."""
    middle = y + height / 2
    if plus:
        ink.text(x - 8, middle - 8, "+", anchor="middle", bold=True)
    ink.line((x, y), (x, middle - 4))
    ink.line((x, middle + 4), (x, y + height))
    for plate in (middle - 4, middle + 4):
        ink.line((x - 11, plate), (x + 11, plate), width=2.4)
    ink.text(x + 16, middle - 2, ref, size=10, colour=FAINT)
    ink.text(x + 16, middle + 11, value, size=10)


def ground(ink: Ink, x: float, y: float) -> None:
    """At the end of a line that comes from above."""
    for step, half in enumerate((11, 7, 3)):
        ink.line((x - half, y + 4 * step), (x + half, y + 4 * step), width=1.8)


def fuse(ink: Ink, x: float, y: float, ref: str, value: str) -> None:
    """Lying, from (x, y) to (x + RESISTOR_W, y)."""
    ink.box(x, y - 7, RESISTOR_W, 14)
    ink.line((x, y), (x + RESISTOR_W, y))
    ink.text(x + RESISTOR_W / 2, y - 11, ref, anchor="middle", size=10, colour=FAINT)
    ink.text(x + RESISTOR_W / 2, y + 20, value, anchor="middle", size=10)


def button(ink: Ink, x: float, y: float) -> None:
    """A normally open contact from (x, y) to (x + 40, y)."""
    ink.line((x, y), (x + 8, y))
    ink.line((x + 32, y), (x + 40, y))
    ink.disc(x + 10, y, 2.5, fill=PAPER)
    ink.disc(x + 30, y, 2.5, fill=PAPER)
    ink.line((x + 7, y - 9), (x + 33, y - 9))
    ink.line((x + 20, y - 9), (x + 20, y - 17))
    ink.line((x + 14, y - 17), (x + 26, y - 17), width=2.4)


def diode(ink: Ink, x: float, y: float, ref: str, value: str) -> None:
    """Standing with its ring up, from (x, y) to (x, y + 40); its words to the left."""
    ink.line((x, y), (x, y + 12))
    ink.line((x, y + 28), (x, y + 40))
    ink.shape((x - 9, y + 28), (x + 9, y + 28), (x, y + 12), fill=INK)
    ink.line((x - 9, y + 12), (x + 9, y + 12), width=2.4)
    ink.text(x - 14, y + 18, ref, anchor="end", size=10, colour=FAINT)
    ink.text(x - 14, y + 31, value, anchor="end", size=10)


def transistor(ink: Ink, x: float, y: float, ref: str, value: str) -> None:
    """NPN, base at (x, y), collector at (x + 30, y - 30), emitter at (x + 30, y + 30); its words to the right."""
    ink.line((x, y), (x + 14, y))
    ink.line((x + 14, y - 14), (x + 14, y + 14), width=3)
    ink.line((x + 14, y - 6), (x + 30, y - 18), (x + 30, y - 30))
    ink.line((x + 14, y + 6), (x + 30, y + 18), (x + 30, y + 30))
    ink.shape((x + 29, y + 17), (x + 20, y + 15), (x + 24, y + 9), fill=INK)
    ink.text(x + 38, y - 2, ref, size=10, colour=FAINT)
    ink.text(x + 38, y + 11, value, size=10)


def wire_mark(ink: Ink, x: float, y: float, colour: str) -> None:
    """A short piece of the wire's colour, 16 wide, beside words about a lead."""
    ink.box(x, y - 3, 16, 6, fill=WIRE[colour], colour=FAINT, line=0.8)

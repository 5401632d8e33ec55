"""Cells of small parts: banks of resistors and capacitors, buttons, the sounder, the fuse, the ground star."""

from __future__ import annotations

from math import fsum

from signifer_firmware.wiring_guide.parts import HEADER, Connection, End

from ..circuit import Circuit, Part
from . import symbols
from .cells import Cell
from .ink import FAINT, Ink, width_of


def pull_bank(circuit: Circuit, pulls: list[tuple[Part, str, str]]) -> Cell:
    """Resistors between lines and one rail or ground, side by side: (part, line, rail)."""
    widths = [max(symbols.flag_width(net) + 14, 78.0) for _, net, _ in pulls]
    rail = pulls[0][2]
    down = symbols.is_ground(rail)

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x, y + 11, f"pulled {'down to' if down else 'up to'} {rail}", size=11, bold=True)
        y += symbols.FLAG_H if down else 0
        bar = y + (94 if down else 24)
        ink.line((x, bar), (x + fsum(widths), bar), width=2.4)
        place = x
        for (part, net, _), wide in zip(pulls, widths, strict=True):
            middle = place + wide / 2 - 14
            ink.line((middle, y + 24), (middle, y + 34))
            symbols.standing_resistor(ink, middle, y + 34, part.ref, part.value)
            ink.line((middle, y + 74), (middle, y + 94))
            _hanging_flag(ink, place + 3, middle, y + (24 if down else 94), net, up=down)
            place += wide

    return Cell(max(fsum(widths), width_of(f"pulled down to {rail}", 11, bold=True)), 124, draw)


def _hanging_flag(ink: Ink, left: float, x: float, y: float, net: str, *, up: bool) -> None:
    """A box with a net's name below (or above) the end of a standing part."""
    wide, high = symbols.flag_width(net) - 4, symbols.FLAG_H
    top = y - high if up else y
    ink.box(left, top, max(wide, x - left + 6), high, fill=symbols.NET_FILL, line=1.2)
    ink.text(left + max(wide, x - left + 6) / 2, top + 12.5, net, anchor="middle")


def capacitor_bank(rail: str, parts: list[Part], point: str) -> Cell:
    """Capacitors from one rail to ground, each with whom it stands beside."""
    names = [_two_lines(part.beside) for part in parts]
    widths = [max(84.0, *(width_of(line, 9) + 12 for line in lines)) for lines in names]

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x, y + 11, f"{rail}{point} to ground, beside", size=11, bold=True)
        ink.line((x, y + 24), (x + fsum(widths), y + 24), width=2.4)
        place = x
        for part, lines, wide in zip(parts, names, widths, strict=True):
            middle = place + 20
            ink.line((middle, y + 24), (middle, y + 30))
            symbols.capacitor(ink, middle, y + 30, part.ref, part.value, plus=bool(part.kind.legs))
            symbols.ground(ink, middle, y + 70)
            for number, line in enumerate(lines):
                ink.text(place + 4, y + 93 + 11 * number, line, size=9, colour=FAINT)
            place += wide

    return Cell(max(fsum(widths), width_of(f"{rail}{point} to ground, beside", 11, bold=True)), 116, draw)


def _two_lines(name: str) -> list[str]:
    """A part's name in at most two lines."""
    if len(name) <= 14:
        return [name]
    words = name.split(" ")
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(name) / 2), default=1)
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def button_cell(circuit: Circuit, name: str, parts: dict[str, Part], wire: Connection, point: str) -> Cell:
    """A button with its three parts. ``parts``: "series", "pull" and "capacitor"; ``wire``: from header to button."""
    wide = 420.0

    def draw(ink: Ink, x: float, y: float) -> None:
        pin = f"{HEADER} {wire.start.pin}"
        ink.text(x, y + 12, f"{circuit.parts[name].ref}  {name}", size=12, bold=True)
        ink.text(x, y + 25, f"{pin}{', ' + point if point else ''}", size=9, colour=FAINT)
        line, node = y + 96, x + symbols.flag_width(wire.net) + 22
        symbols.flag(ink, node - 18, line, wire.net, left=True)
        ink.line((node - 18, line), (node + 50, line))
        ink.disc(node, line)
        ink.line((node, line), (node, line - 10))
        symbols.standing_resistor(ink, node, line - 50, parts["pull"].ref, parts["pull"].value)
        ink.line((node, line - 50), (node, line - 56))
        ink.line((node - 12, line - 56), (node + 12, line - 56), width=2.4)
        ink.text(node + 17, line - 53, "3V3_PI", size=10)
        symbols.capacitor(ink, node, line, parts["capacitor"].ref, parts["capacitor"].value)
        symbols.ground(ink, node, line + 40)
        symbols.resistor(ink, node + 50, line, parts["series"].ref, parts["series"].value)
        start = node + 50 + symbols.RESISTOR_W
        symbols.button(ink, start, line)
        ink.line((start + 40, line), (start + 52, line), (start + 52, line + 22))
        symbols.ground(ink, start + 52, line + 22)
        symbols.wire_mark(ink, node + 74, line + 26, wire.colour)
        ink.text(node + 94, line + 29.5, f"{wire.length_mm} mm", size=9, colour=FAINT)

    return Cell(wide, 150, draw)


def buzzer_cell(circuit: Circuit, series: Part, diode: Part, pin: str, points: dict[str, str]) -> Cell:
    """The sounder with its transistor."""
    sounder, switch = circuit.parts["buzzer"], circuit.parts["transistor"]

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x, y + 12, f"{sounder.ref}  buzzer", size=12, bold=True)
        said = ", ".join(
            f"{net} {points[net]}" for net in ("BUZZER", "BUZZER_BASE", "BUZZER_LOW") if net in points
        )
        ink.text(x, y + 25, f"{sounder.kind.number}, {HEADER} {pin}; {said}", size=9, colour=FAINT)
        line = y + 150
        wide = symbols.flag(ink, x + symbols.flag_width("BUZZER"), line, "BUZZER", left=True)
        ink.line((x + wide, line), (x + wide + 16, line))
        symbols.resistor(ink, x + wide + 16, line, series.ref, series.value)
        base = x + wide + 16 + symbols.RESISTOR_W + 14
        ink.line((base - 14, line), (base, line))
        symbols.transistor(ink, base, line, switch.ref, switch.kind.number)
        joint = base + 30
        symbols.ground(ink, joint, line + 30)
        top, low = y + 56, line - 40
        ink.line((joint, line - 30), (joint, low))
        ink.line((joint - 60, low), (joint + 40, low))
        ink.line((joint - 60, top), (joint + 40, top))
        ink.line((joint + 40, top), (joint + 76, top))
        for middle in (joint - 60, joint + 40):
            ink.line((middle, top), (middle, top + 6))
            ink.line((middle, low - 6), (middle, low))
        symbols.diode(ink, joint - 60, top + 6, diode.ref, diode.value)
        ink.line((joint - 60, top + 46), (joint - 60, low))
        ink.box(joint + 20, top + 6, 40, low - top - 12)
        ink.text(joint + 40, top + 18, "+", anchor="middle")
        ink.text(joint + 40, low - 10, "-", anchor="middle")
        ink.disc(joint, low)
        symbols.flag(ink, joint + 76, top, "5V_BOARD")
        ink.text(joint + 72, top + 34, "leads 150 mm: red to +, violet to -", size=9, colour=FAINT)
        ink.text(joint + 72, line + 22, f"{switch.kind.number}: {switch.kind.legs}", size=9, colour=FAINT)
        ink.text(joint + 72, line + 35, f"{diode.kind.number}: its ring at +", size=9, colour=FAINT)

    return Cell(520, 210, draw)


def fuse_cell(part: Part, before: str, behind: str, point: str) -> Cell:
    """Between two rails; ``point``: the test point before it."""
    first, second = symbols.flag_width(before), symbols.flag_width(behind)
    hold = part.kind.title.removeprefix("resettable fuse ")

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x, y + 12, f"{part.name}: {part.kind.number}, resettable", size=12, bold=True)
        line = y + 50
        symbols.flag(ink, x + first, line, before, left=True)
        ink.text(x, line + 24, point.strip(" ()"), size=9, colour=FAINT)
        ink.line((x + first, line), (x + first + 20, line))
        symbols.fuse(ink, x + first + 20, line, part.ref, hold)
        end = x + first + 20 + symbols.RESISTOR_W
        ink.line((end, line), (end + 20, line))
        symbols.flag(ink, end + 20, line, behind)

    title = width_of(f"{part.name}: {part.kind.number}, resettable", 12, bold=True)
    return Cell(max(title, first + second + 40 + symbols.RESISTOR_W), 84, draw)


def star_cell(circuit: Circuit, star: Part, point: str) -> Cell:
    """Where all grounds meet, with what each of its wires goes to."""
    net = circuit.by_end()[End(star.name, "star")]
    named = [
        str(end)
        for end in circuit.nets[net]
        if circuit.parts[end.part].kind.prefix in ("J", "U", "Q") and end.part != star.name
    ]
    lines = [f"{point}; a wire of its own to each of:", *_wrapped(named, 74)]

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.text(x, y + 12, f"{star.ref}  {star.name} ({net})", size=12, bold=True)
        ink.disc(x + 26, y + 48, 9)
        for dx, dy in ((-22, 0), (22, 0), (-15, -15), (15, -15), (-15, 15), (15, 15), (0, -21), (0, 21)):
            ink.line((x + 26, y + 48), (x + 26 + dx, y + 48 + dy))
        for number, words in enumerate(lines):
            ink.text(x + 60, y + 32 + 13 * number, words, size=9)

    return Cell(60 + max(width_of(words, 9) for words in lines), max(80, 40 + 13 * len(lines)), draw)


def _wrapped(names: list[str], most: int) -> list[str]:
    lines = [""]
    for name in names:
        if lines[-1] and len(lines[-1]) + len(name) + 2 > most:
            lines.append("")
        lines[-1] += f", {name}" if lines[-1] else name
    return lines

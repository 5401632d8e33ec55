"""What to buy for a table: how many of what, part numbers, and an estimate of the cost, which is assumed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from signifer_firmware.wiring_guide.connections import needs_hub
from signifer_firmware.wiring_guide.parts import CABLES, Connection

from .budget import budget
from .circuit import Part, PartKind
from .library import PRICED
from .tables import Design


@dataclass(frozen=True)
class Line:
    """One line of the list; ``price`` is that of one piece, in cents of a euro."""

    count: int
    title: str
    number: str
    where: str
    price: int

    @property
    def cost(self) -> int:
        return self.count * self.price


@dataclass(frozen=True)
class Pi:
    """A board that the table may have, its maker's supply, and what it needs besides; prices in cents, assumed.

    ``own_ma`` is what it takes under full load (assumed), beside what hangs on its header.
    """

    title: str
    price: int
    supply: str
    supply_ma: int
    supply_price: int
    own_ma: int
    besides: tuple[tuple[str, int], ...] = ()


# Supplies as raspberrypi.com recommends them. The lists above reckon with the Pi 4, the wiring files too.
PIS = (
    Pi("Raspberry Pi 3 Model B+", 4000, "micro-USB, 5.1 V 2.5 A", 2500, 900, 1000),
    Pi("Raspberry Pi 4 Model B 2 GB", 4500, "USB-C, 5.1 V 3 A", 3000, 900, 1300),
    Pi("Raspberry Pi 5 2 GB", 5500, "USB-C, 5.1 V 5 A", 5000, 1300, 2400, (("cooler", 500),)),
    Pi(
        "Raspberry Pi Zero 2 W",
        1700,
        "micro-USB, 5.1 V 2.5 A",
        2500,
        900,
        700,
        (("pin strip 2x20", 100), ("adapter from micro-USB to a USB-A socket", 300)),
    ),
)
# What no circuit shows: the Pi and what it needs; one tag a card of the box and some to spare, sleeves in two sizes.
_PI = (
    Line(1, "Raspberry Pi 4 Model B 2 GB (or 3, 5, Zero 2 W)", "SC0193", "main board", 4500),
    Line(1, "USB-C supply 5.1 V 3 A", "Raspberry Pi 15 W", "main board", 900),
    Line(1, "microSD card 32 GB, A1, high endurance", "any", "main board", 1000),
    Line(1, "prototyping board 100x160 mm", "any, 2.54 mm grid", "main board", 500),
    Line(1, "box header 2x20 for the main board", "any, 2.54 mm grid", "main board", 100),
    Line(1, "ribbon of 40 wires, a 2x20 socket at each end, 100 to 150 mm", "any", "main board", 250),
)
_ALWAYS = (
    Line(120, "NTAG213 tag, 25 mm round, dry or wet inlay", "NTAG213", "cards", 12),
    Line(110, "opaque sleeve 66x92 mm", "any, all of one make", "cards", 6),
    Line(25, "opaque sleeve for the square terrain cards", "any that takes 89 mm", "cards", 12),
)
# Three or four readers have the room that they need on the printed board alone; makers sell five for some 15 euros.
_BOARD = Line(1, "node's board 88.9x76.2 mm, made to order", "hw/boards/node/gerber", "nodes", 300)
_PROTOTYPE = Line(1, "prototyping board 50x70 mm", "any, 2.54 mm grid", "nodes", 100)
_PRINTED_READERS = (3, 4)
_PER_NODE = (
    Line(1, "USB cable, A to Micro-B, 1 m, data", "any", "nodes", 250),
    Line(2, "socket strip 1x20 for the Pico", "any, 2.54 mm grid", "nodes", 60),
)
# What goes with a part, by its key.
_WITH = {
    "REGULATOR LD1085V33": ("heat sink for TO-220, 20 K/W or better, and an insulating pad", "any", 120),
    "INLET": ("plug supply 5 V 4 A for the inlet", "GST25A05-P1J", 1400),
}
_PLUGGED = ("READER", "SCREEN", "BUTTON")
_HUB_PRICE, _HUB_A, _DEARER = 3500, 4, 500  # with a supply of 4 A; each more is dearer
_WIRE_PRICE = 25
_WIRE_SPARE = 1.25


def parts_list(design: Design, wires: Iterable[Connection]) -> list[Line]:
    """All lines, modules first, dearest first within the same place."""
    counted: dict[tuple[str, str, str, int], int] = {}
    for board in design.boards:
        where = "nodes" if board in design.nodes else "main board"
        for part in board.parts.values():
            for title, number, price in _bought(part):
                key = (title, number, where, price)
                counted[key] = counted.get(key, 0) + 1
    found = [Line(count, *key) for key, count in counted.items()]
    found += _ALWAYS
    if design.mains:
        found += _PI
    if design.nodes:
        nodes = len(design.nodes)
        found += _node_boards(design)
        found += [Line(nodes * one.count, one.title, one.number, one.where, one.price) for one in _PER_NODE]
        if needs_hub(design.table):
            found.append(_hub(design.wiring.supply["HUB"].most_ma / 1000))
    found += _wire(wires)
    places = ("main board", "nodes", "cards", "wire")
    return sorted(found, key=lambda line: (places.index(line.where), -line.cost, line.title))


def _node_boards(design: Design) -> Iterator[Line]:
    """The boards that nodes are soldered on."""
    readers = [sum(part.kind.key == "READER" for part in board.parts.values()) for board in design.nodes]
    printed = sum(many in _PRINTED_READERS for many in readers)
    for count, one in ((printed, _BOARD), (len(readers) - printed, _PROTOTYPE)):
        if count:
            yield Line(count, one.title, one.number, one.where, one.price)


def _hub(ampere: float) -> Line:
    """The hub whose supply the wiring file names."""
    title = f"USB 3 hub, 7 sockets, supply 5 V {ampere:g} A, no back-feed"
    return Line(1, title, "any", "nodes", _HUB_PRICE + round((ampere - _HUB_A) * _DEARER))


def _bought(part: Part) -> Iterator[tuple[str, str, int]]:
    """Title, number and price of a part, and of what it is of no use without."""
    kind = part.kind
    if kind.number and kind.key != "HEADER":
        yield _title(kind, part.value), kind.number, kind.price
    if kind.key in _WITH:
        yield _WITH[kind.key]
    if kind.key.startswith(_PLUGGED):
        yield f"plug with crimps, and its pin strip, {len(kind.pins)} pins", "any, 2.54 mm grid", 25


def _title(kind: PartKind, value: str) -> str:
    return f"{kind.title} {value}" if kind.key.startswith("R ") else kind.title


def _wire(wires: Iterable[Connection]) -> list[Line]:
    """Stranded wire by colour, in metres, a quarter more than all leads together."""
    metres: dict[str, float] = {}
    for wire in wires:
        if wire.board != CABLES:
            metres[wire.colour] = metres.get(wire.colour, 0.0) + (wire.length_mm or 40) / 1000
    return [
        Line(
            int(length * _WIRE_SPARE) + 1,
            f"stranded wire 0.14 mm² (AWG 26), {colour}, 1 m",
            "any",
            "wire",
            _WIRE_PRICE,
        )
        for colour, length in sorted(metres.items())
    ]


def parts_csv(lines: list[Line]) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(
        ("quantity", "part", "part number", "where", "price EUR, assumed", "cost EUR, assumed", "as of")
    )
    for line in lines:
        rows.writerow(
            (line.count, line.title, line.number, line.where, _euro(line.price), _euro(line.cost), PRICED)
        )
    return text.getvalue()


def parts_markdown(lines: list[Line], design: Design, table: str) -> str:
    rows = [
        f"# What to buy for the {table} table",
        "",
        f"Prices are assumed, in euros, as of {PRICED}, without shipping: to see what it comes to, not to order by.",
        "A part number in words means that any such part does.",
        "",
        "| quantity | part | part number | where | price | cost |",
        "|---:|---|---|---|---:|---:|",
    ]
    rows += [
        f"| {line.count} | {line.title} | {line.number} | {line.where} | {_euro(line.price)} | {_euro(line.cost)} |"
        for line in lines
    ]
    total = sum(line.cost for line in lines)
    rows += ["", f"All together: {_euro(total)} euros, assumed."]
    return "\n".join([*rows, *_other_pis(design, total)]) + "\n"


def _other_pis(design: Design, total: int) -> Iterator[str]:
    """What the table comes to with each Pi: its supply, what it needs besides, what is left of 5 V if every field is on
    by fault."""
    if not design.mains:
        return
    rail = next((row for row in budget(design.boards, design.wiring) if row.net == "5V_PI"), None)
    # A board with an inlet of its own takes nothing from the Pi.
    board_ma = rail.load.fault - design.wiring.supply["5V_PI"].own_ma[2] if rail else 0.0
    yield from (
        "",
        "## With which Pi",
        "",
        "| Pi | its supply | besides | left of 5 V by fault | all together |",
    )
    yield "|---|---|---|---:|---:|"
    usual = sum(line.cost for line in _PI[:2])
    for pi in PIS:
        cost = total - usual + pi.price + pi.supply_price + sum(price for _, price in pi.besides)
        besides = ", ".join(title for title, _ in pi.besides)
        left = pi.supply_ma - pi.own_ma - board_ma
        yield f"| {pi.title} | {pi.supply} | {besides} | {left:.0f} mA | {_euro(cost)} |"


def _euro(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"

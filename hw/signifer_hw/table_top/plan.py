"""Where everything lies: a plan of the top, computed from a table.toml and the sizes of parts.

Millimetres from the middle of the battlefield: x to the right as red sits, y towards red. Blue's half is red's, turned
upside down along the middle line: what stands on red's right stands on blue's left, because both pads are wired to one
Pi, at one end of the table.
"""

from __future__ import annotations

import math

from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS, SIDES
from signifer_drivers.air.places import MIDDLES, PLACES, READ
from signifer_firmware.config.entries import ReaderConfig
from signifer_firmware.config.model import TableConfig

from .boxes import Box, around
from .coils import MODULE, PAIR
from .parts import (
    CARDS,
    HUB_BOX,
    LOOP,
    MAIN_BOARD,
    MAIN_PLUG_Y,
    NODE_BOARD,
    NODE_OF_FIVE,
    NODE_PLUGS,
    READER,
    RULES,
    SCREENS,
    ScreenModule,
    Size,
)
from .placed import TOWARDS, Antenna, Lead, Plan, Push, Screen, Side, Spot

RAIL, RAIL_GAP = 3.0, 2.0  # width of a stop rail, and from the terrain cards to it
RAIL_Y = CARDS.terrain.height / 2 + RAIL_GAP
FIRST_CARD_Y = RAIL_Y + RAIL  # the near edge of the first card
FIRST_TAG_Y = FIRST_CARD_Y + CARDS.sleeve.height / 2
ANTENNA_Y = FIRST_TAG_Y + CARDS.tag_pitch / 2
PAD_X, MAIN_X, DICE_X, BOTH_X, DECKS_X = 312.0, 313.0, -262.0, 270.0, -335.0
BUTTON_Y = 232.0
PI = "Pi and main board"
PILES = ("deck", "discards", "victories")
MOST_DRAWN = 2  # readers of a column's zone
OF_A_PAD = (
    3  # antennas in a row: their modules lie across, a node beside them, and the player's screen beyond that
)
PAD_NODE_X, PAD_NODE_Y = 396.0, 141.0
PAD_INWARD = (
    5.0  # so much nearer to the middle: no terrain lies there, and hands keep away from the third antenna
)


def plan(table: TableConfig) -> Plan:
    """Lay a table out; what does not fit is for rules.faults to say. ConfigError for zones that no top is drawn for."""
    if faults := [fault for zone in _zones(table) for fault in _undrawn(table, zone)]:
        raise ConfigError(faults)
    boards = _boards(table)
    antennas = tuple(_antenna(table, reader) for reader in table.readers)
    out = _out(table)
    players_x = PAD_NODE_X if _has_long_pads(table) else PAD_X
    screens = tuple(_screen(screen.place, SCREENS[screen.chip], out, players_x) for screen in table.oleds)
    buttons = tuple(_button(name, out, players_x) for name in table.pins)
    spots = tuple(spot for zone in _zones(table) for spot in _spots(zone, _readers_of(table, zone)))
    piles = _piles(antennas)
    outline = _outline([*(spot.box for spot in spots), *(box for _, box in boards)], screens, buttons, piles)
    return Plan(
        name=table.name,
        outline=outline,
        thickness=RULES.top_thickness,
        spots=spots,
        terrain=tuple(Box(column_x(column), 0, CARDS.terrain) for column in COLUMNS),
        rails=tuple(_rail(zone, _readers_of(table, zone)) for zone in _zones(table)),
        antennas=antennas,
        screens=screens,
        buttons=buttons,
        piles=piles,
        hands=tuple(_hand(side, outline) for side in TOWARDS),
        boards=boards,
        leads=tuple(_lead(table, antenna, boards) for antenna in antennas),
    )


def column_x(column: str | int) -> float:
    return (int(column) - 3) * RULES.column_pitch


def zone_x(zone: str) -> float:
    place = zone.split()[0]
    return PAD_X if place == "pad" else column_x(place)


def _zones(table: TableConfig) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(zone) for reader in table.readers for zone in reader.zones))


def _readers_of(table: TableConfig, zone: str) -> int:
    return sum(zone in map(str, reader.zones) for reader in table.readers)


def _undrawn(table: TableConfig, zone: str) -> list[str]:
    """Why no top is drawn for so many readers of a zone, there where they hang."""
    many, pad = _readers_of(table, zone), zone.startswith("pad")
    if many > (OF_A_PAD if pad else MOST_DRAWN):
        return [f"{table.name}: no top is drawn for {many} readers of {zone}"]
    if many == OF_A_PAD and any(not r.node for r in table.readers if r.zone == zone):
        return [f"{table.name}: no top is drawn for {many} readers of {zone} on the Pi's SPI; give it a node"]
    of_columns = {reader.node for reader in table.readers if reader.zones[0].column is not None}
    if pad and many < OF_A_PAD and {r.node for r in table.readers if r.zone == zone} - {"", *of_columns}:
        readers = "1 reader" if many == 1 else f"{many} readers"
        return [
            f"{table.name}: no top is drawn for {readers} of {zone} on a node of its own; "
            f"give it {OF_A_PAD}, or the Pi's SPI"
        ]
    return []


def _has_long_pads(table: TableConfig) -> bool:
    return any(_readers_of(table, zone) == OF_A_PAD for zone in _zones(table))


def _out(table: TableConfig) -> float:
    """How much farther out everything beyond the cards lies, where a zone has two antennas."""
    several = any(_readers_of(table, zone) > 1 for zone in _zones(table))
    return CARDS.apart - CARDS.tag_pitch if several else 0.0


def _spots(zone: str, antennas: int) -> tuple[Spot, ...]:
    """The first card at the rail, the second a stagger away; between both, one to the right, and on a pad one left.
    Above several antennas two cards side by side for each, in the order in which they are laid."""
    place, side = zone.split()
    towards = TOWARDS[side]
    places = PLACES[antennas][: {1: 4 if place == "pad" else 3}.get(antennas, READ.get(antennas))]
    first = FIRST_TAG_Y - places[0][1] - _inward(antennas)
    return tuple(
        Spot(
            zone,
            order,
            Box(zone_x(zone) + towards * across, towards * (first + along), CARDS.sleeve),
        )
        for order, (across, along) in enumerate(places, 1)
    )


def _rail(zone: str, antennas: int) -> Box:
    y = TOWARDS[zone.split()[1]] * (RAIL_Y - _inward(antennas) + RAIL / 2)
    return Box(zone_x(zone), y, Size(CARDS.sleeve.width, RAIL))


def _inward(antennas: int) -> float:
    return PAD_INWARD if antennas == OF_A_PAD else 0.0


def _antenna(table: TableConfig, entry: ReaderConfig) -> Antenna:
    """A module below one side's cards, or two, of which the outer one lies across, or three that do; for both sides a
    pair of wound windows, with the module in between."""
    reader, zones = entry.name, tuple(map(str, entry.zones))
    if len(zones) == 1:
        x, towards = zone_x(zones[0]), TOWARDS[zones[0].split()[1]]
        beside = [other.name for other in table.readers if other.zone == entry.zone]
        middles, number = MIDDLES[len(beside)], beside.index(reader)
        first = FIRST_TAG_Y - PLACES[len(beside)][0][1] - _inward(len(beside))
        y = towards * (first + middles[number][1])
        inward = READER.board.height / 2 - READER.coil_middle
        window = Box(x, y, READER.coil)
        if number or len(beside) == OF_A_PAD:
            across = Size(READER.board.height, READER.board.width)
            pins = (x + READER.board.height - READER.coil_middle, y)
            return Antenna(reader, zones, (window,), MODULE, Box(x + inward, y, across), pins, turned=True)
        board = Box(x, y - towards * inward, READER.board)
        pins = (x, y + towards * (READER.coil_middle - READER.board.height))
        return Antenna(reader, zones, (window,), MODULE, board, pins)
    outer = Size(LOOP.window.width + 2 * LOOP.wire, LOOP.window.height + 2 * LOOP.wire)
    windows = tuple(Box(zone_x(zone), TOWARDS[zone.split()[1]] * ANTENNA_Y, outer) for zone in zones)
    board, pins = _crosswise(entry.zone)
    return Antenna(reader, zones, windows, PAIR.air, board, pins, wound=True)


def _crosswise(column: str) -> tuple[Box, tuple[float, float]]:
    """Modules that feed wound pairs lie in two rows below the terrain, with their pins towards the one node."""
    size = Size(READER.board.height, READER.board.width)
    end, row = {
        "1": (-120.0, -30.0), "2": (-40.0, -30.0), "3": (30.0, 30.0), "4": (40.0, -30.0), "5": (120.0, -30.0)
    }[column]  # fmt: skip
    outward = -1 if column in ("1", "2", "3") else 1
    return Box(end + outward * size.width / 2, row, size), (end, row)


def _boards(table: TableConfig) -> tuple[tuple[str, Box], ...]:
    """The Pi on its board between the pads, or below the decks; the hub at that end, too; each node below the middle of
    what it reads; a pad's beside it.
    """
    if not table.has_lines:
        found = []
    elif table.has_pads:
        found = [(PI, Box(MAIN_X, 0, MAIN_BOARD))]
    else:
        found = [(PI, Box(DECKS_X, 0, Size(MAIN_BOARD.height, MAIN_BOARD.width)))]
    if len(table.nodes) > 1:
        found.append(("USB hub", Box(DECKS_X, 0, HUB_BOX)))
    for node in table.nodes:
        mine = [reader for reader in table.readers if reader.node == node.name]
        if mine and mine[0].zones[0].column is None:
            towards = TOWARDS[str(mine[0].zone).split()[1]]
            found.append((node.name, Box(PAD_NODE_X, towards * PAD_NODE_Y, NODE_BOARD)))
            continue
        columns = sorted({reader.zones[0].place for reader in mine if reader.zones[0].column is not None})
        middle = math.fsum(column_x(column) for column in columns) / max(1, len(columns))
        size = NODE_BOARD if len(mine) <= len(NODE_PLUGS) else NODE_OF_FIVE
        found.append((node.name, Box(middle, -29.0 if len(columns) > 1 else 0.0, size)))
    return tuple(found)


def _lead(table: TableConfig, antenna: Antenna, boards: tuple[tuple[str, Box], ...]) -> Lead:
    reader = next(reader for reader in table.readers if reader.name == antenna.reader)
    name = reader.node or PI
    board = dict(boards)[name]
    x, y = _plug(table, reader)
    plug = (board.x + x, board.y + y)
    length = abs(plug[0] - antenna.pins[0]) + abs(plug[1] - antenna.pins[1]) + RULES.lead_slack
    return Lead(
        antenna.reader, name, math.ceil(length), RULES.node_lead if reader.node else RULES.pi_lead, plug
    )


def _plug(table: TableConfig, reader: ReaderConfig) -> tuple[float, float]:
    """Where the lead of a reader ends, from the middle of the board: there, but for those of a zone of several."""
    if _readers_of(table, reader.zone) == 1 or len(reader.zones) > 1:
        return (0.0, 0.0)
    if reader.node:
        # The fifth reader of a node has none: that one is no board to be ordered.
        return (*NODE_PLUGS, (0.0, 0.0))[reader.chip_select]
    return (0.0, TOWARDS[str(reader.zones[0]).split()[1]] * MAIN_PLUG_Y)


def _screen(place: str, module: ScreenModule, out: float, players_x: float) -> Screen:
    """A column's below its cards, a player's below their pad or its node, one for both at the end, a quarter turned."""
    if place == "both":
        board = Box(BOTH_X, 0, Size(module.board.height, module.board.width))
        return Screen(place, module, board, "end")
    column, _, side = place.rpartition(" ")
    facing: Side = "red" if side == "red" else "blue"
    x = column_x(column) if column else players_x
    near = FIRST_CARD_Y + CARDS.sleeve.height + CARDS.tag_pitch + out + RULES.gap
    y = math.ceil(near + module.board.height / 2)
    return Screen(place, module, Box(x, TOWARDS[side] * y, module.board), facing)


def _button(name: str, out: float, players_x: float) -> Push:
    if name == "dice":
        return Push(name, DICE_X, 0, None)
    kind, *_, side = name.split()
    x = players_x if kind == "ok" else column_x(name.split()[1])
    return Push(name, x, TOWARDS[side] * (BUTTON_Y + out), "red" if side == "red" else "blue")


def _piles(antennas: tuple[Antenna, ...]) -> tuple[tuple[str, Box], ...]:
    """At the end without pads, crosswise, as far from the antennas as they have to be."""
    lefts = [window.left for antenna in antennas for window in antenna.windows]
    edge = min(lefts, default=column_x(1)) - RULES.hands_away
    size = Size(CARDS.sleeve.height, CARDS.sleeve.width)
    x = math.floor(edge) - size.width / 2
    return tuple(
        (f"{pile} {side}", Box(x, TOWARDS[side] * (41 + at * (size.height + 6)), size))
        for side in SIDES
        for at, pile in enumerate(reversed(PILES))
    )


def _hand(side: str, outline: Box) -> tuple[str, Box]:
    """Where a player holds their cards: before the edge of the top."""
    size = Size(500, 90)
    edge = outline.bottom if side == "red" else outline.top
    return f"hand {side}", Box(0, edge + TOWARDS[side] * size.height / 2, size)


def _outline(
    things: list[Box],
    screens: tuple[Screen, ...],
    buttons: tuple[Push, ...],
    piles: tuple[tuple[str, Box], ...],
) -> Box:
    """Around everything, with its edge, to whole fives; the battlefield's middle line stays the top's.

    A table without pads keeps the room of pads, so that it may have them one day.
    """
    inside = around(
        (
            *things,
            *(screen.board for screen in screens),
            *(push.head for push in buttons),
            *(box for _, box in piles),
            Box(PAD_X, 0, MAIN_BOARD),
        )
    )
    left, right = -_five(RULES.edge - inside.left), _five(inside.right + RULES.edge)
    half = _five(max(-inside.top, inside.bottom) + RULES.edge)
    return Box((left + right) / 2, 0, Size(right - left, 2 * half))


def _five(length: float) -> float:
    return math.ceil(length / 5) * 5.0

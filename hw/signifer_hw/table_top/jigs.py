"""Jigs and templates, each a sheet of A4 at 1:1: tags, stagger, reader modules, wound coils, field probe, screens."""

from __future__ import annotations

import math

from signifer_drivers.air.places import TAG_SPOTS

from .coils import ALONE, MODULE, PAIR, PROBE, Coil, seen_by_tag
from .dims import across, along
from .drawing import Drawing, Pen, number
from .parts import ASSUMED, CARDS, LOOP, READER, SCREENS, ScreenModule, Size
from .sheets import COIL, CUT, HIDDEN, THIN
from .tiles import A4_PORTRAIT, rule

LEFT, TOP = 25.0, 50.0
PLAY = 0.5  # of a card in a jig, on each side
TAG_HOLE = CARDS.tag_diameter + 0.5
FENCE = 12.0
CENTRE = Pen(0.2, "#999999", (6, 2, 1, 2))


def jigs() -> dict[str, Drawing]:
    """All sheets by the name of their file."""
    return {
        "jig-tag": tag(),
        "jig-stagger": stagger(),
        "jig-reader": reader(),
        "jig-coil": coil(),
        "jig-probe": probe(),
        "jig-screens": screens(),
        "jig-spots": spots(),
    }


def _sheet(title: str, words: tuple[str, ...]) -> Drawing:
    """A sheet with its title, its rule, and what to do at its foot."""
    drawing = Drawing(title, *A4_PORTRAIT)
    drawing.text(LEFT, 25, title, 7)
    rule(drawing, LEFT, 286)
    drawing.lines(LEFT, 272 - 5.4 * len(words), words, 3.7)
    return drawing


def tag() -> Drawing:
    """A fence around a card's corner, and a hole where the tag goes: the middle, so that no way of lying matters."""
    card = CARDS.unit
    drawing = _sheet(
        "Jig 1: the tag in the middle of a card",
        (
            "Glue the sheet on 2 mm card, cut along the thick lines; glue strips behind the shaded edges (fence).",
            "Lay it over the card's back, the fence against two of its edges; drop the tag through the hole; press.",
            "Who does not want glue on cards sticks the tag on a slip of paper of their size, behind them.",
            "The middle is the same spot whichever way round, face up or face down, a card lies.",
            f"Unit cards {number(card.width)} x {number(card.height)} mm. For terrain cards mark their own middle: "
            "fold a paper of their size twice.",
            "A tag through an opaque sleeve marks no card: check that none shows or can be felt.",
        ),
    )
    x, y = LEFT + 30, TOP + 15
    width, height = _fence(drawing, x, y)
    middle_x, middle_y = x + card.width / 2, y + card.height / 2
    drawing.circle(middle_x, middle_y, TAG_HOLE, CUT)
    drawing.cross(middle_x, middle_y, 8, CENTRE)
    drawing.text(middle_x, middle_y - 16, "cut out", 3.5, "middle")
    across(drawing, x, middle_x, y + height + 10, from_y=y + height, size=4, text=number(card.width / 2))
    across(drawing, x, x + card.width, y + height + 20, from_y=y + height, size=4)
    along(drawing, y, middle_y, x + width + 12, from_x=x + width, size=4)
    along(drawing, y, y + card.height, x + width + 22, from_x=x + width, size=4)
    drawing.text(middle_x + 1, middle_y + 19, f"{number(TAG_HOLE)} mm wide", 3.5, "middle")
    return drawing


def _fence(drawing: Drawing, x: float, y: float) -> Size:
    """The outline of a card with its fence along two edges; how large the card's room is."""
    width, height = room = Size(CARDS.unit.width + PLAY, CARDS.unit.height + PLAY)
    drawing.rect(x, y, width, height, CUT)
    outer = ((x - FENCE, y + height), (x - FENCE, y - FENCE), (x + width, y - FENCE))
    drawing.shape((x, y), (x, y + height), *outer, (x + width, y), pen=CUT, fill="#e5d9c0")
    drawing.text(x + 4, y - 4.5, "fence", 4)
    return room


def spots() -> Drawing:
    """Jig 1 for printed coils: one hole beside the middle. A card turned round has its tag in the other spot."""
    drawing = _sheet(
        "Jig 7: tags beside the middle of a card",
        (
            "Only where every reader has a printed coil of 56 x 86 mm (hw/boards): above a module's own coil",
            "such tags are not read, and jig 1 is right. So a deck bulges by half, or a quarter, of its tags.",
            "Make one of both as jig 1. Shuffle the deck first, so that no spot tells which card it is.",
            "Left, two spots: every second card goes in turned round by half a turn.",
            "Right, four spots: the same; for the second half of the deck take another copy of this sheet,",
            "and cut out the dashed hole.",
            "Spots change places where a card is turned round or over: the table need not know which it is.",
        ),
    )
    for x, (aside, along_it), other in (
        (LEFT + 14, TAG_SPOTS[2][0], False),
        (LEFT + 108, TAG_SPOTS[4][0], True),
    ):
        y = TOP + 15
        _fence(drawing, x, y)
        middle_x, middle_y = x + CARDS.unit.width / 2, y + CARDS.unit.height / 2
        drawing.cross(middle_x, middle_y, 8, CENTRE)
        hole_x, hole_y = middle_x + aside, middle_y - along_it
        if other:
            drawing.circle(middle_x - aside, hole_y, TAG_HOLE, HIDDEN)
        drawing.circle(hole_x, hole_y, TAG_HOLE, CUT)
        drawing.cross(hole_x, hole_y, 5, CENTRE)
        low = y + CARDS.unit.height + PLAY
        drawing.text(middle_x, y + 9, f"{number(TAG_HOLE)} mm wide", 3.5, "middle")
        across(drawing, x, middle_x, low + 10, from_y=low, size=4, text=number(CARDS.unit.width / 2))
        across(drawing, middle_x, hole_x, low + 20, from_y=middle_y, size=4, text=number(aside))
        if along_it:
            side = x + CARDS.unit.width + PLAY + 6
            along(drawing, hole_y, middle_y, side, from_x=hole_x, size=4, text=number(along_it))
    return drawing


def stagger() -> Drawing:
    """Three steps that are held against the rail: the edges of the first, the middle and the second card."""
    drawing = _sheet(
        "Jig 2: how cards lie at a rail",
        (
            "Cut out, glue on wood or card. Hold the upper edge against the rail.",
            f"The first card lies at 0; the second at {number(CARDS.tag_pitch)} mm; a third half-way, "
            f"{number(CARDS.aside)} mm to its owner's right;",
            "on pads a fourth as far to the left. So no tag lies upon another: stacked exactly, tags fall silent.",
            f"Two are read within {number(CARDS.play)} mm in each direction; more than two by one module are not sure.",
        ),
    )
    x, y = LEFT + 20, TOP + 5
    third, second = CARDS.tag_pitch / 2, CARDS.tag_pitch
    drawing.shape(
        (x, y), (x + 100, y), (x + 100, y + second), (x + 75, y + second), (x + 75, y + third), (x + 45, y + third),
        (x + 45, y + 8), (x, y + 8),
        pen=CUT, fill="#f3ecdd",
    )  # fmt: skip
    drawing.text(x + 50, y - 3, "this edge against the rail", 4, "middle")
    drawing.text(x + 60, y + third - 2, "third", 4, "middle")
    drawing.text(x + 87.5, y + second - 2, "second", 4, "middle")
    along(drawing, y, y + third, x + 112, from_x=x + 75, size=4)
    along(drawing, y, y + second, x + 122, from_x=x + 100, size=4)
    _staggered(drawing, x + 50, y + 52)
    return drawing


def _staggered(drawing: Drawing, x: float, y: float) -> None:
    """The four places of a pad, with the coil of a module."""
    width, height = CARDS.sleeve
    drawing.rect(x - width / 2, y - 3, width, 3, CUT, "#8a6a3c")
    drawing.text(x, y - 5, "rail", 4, "middle")
    for at, (aside, out) in enumerate(
        (
            (0.0, 0.0),
            (0.0, CARDS.tag_pitch),
            (CARDS.aside, CARDS.tag_pitch / 2),
            (-CARDS.aside, CARDS.tag_pitch / 2),
        )
    ):
        pen = CUT if at < 2 else HIDDEN
        drawing.rect(x + aside - width / 2, y + out, width, height, pen)
        drawing.circle(x + aside, y + out + height / 2, CARDS.tag_diameter, pen)
        drawing.text(
            x + aside,
            y + out + height / 2 + (1.4 if at > 1 else (-6 if at == 0 else 8)),
            f"{at + 1}",
            5,
            "middle",
        )
    coil = READER.coil
    middle = y + height / 2 + CARDS.tag_pitch / 2
    drawing.rect(x - coil.width / 2, middle - coil.height / 2, coil.width, coil.height, COIL)
    across(drawing, x, x + CARDS.aside, y + height + CARDS.tag_pitch + 8, size=4)


def reader() -> Drawing:
    """Where a module comes below the top: its coil's middle half-way between the tags of two cards."""
    drawing = _sheet(
        "Template 3: a reader module below the top",
        (
            "Cut out along the board's edge. Lay it below the top, the cross on the coil's middle of the template,",
            "the pins towards the terrain; mark the holes. Nylon screws or double-sided tape: no metal within 20 mm.",
            f"The board is {number(READER.board.width)} x {number(READER.board.height)} mm as sold. Its holes: "
            "two makers' drawings agree. The coil's edge is",
            f"{ASSUMED}: {number(READER.coil.width)} x {number(READER.coil.height)} mm, "
            f"its middle {number(READER.coil_middle)} mm from the end without pins.",
            "A coil of 38 mm square reads both cards at their worst places, one of 36 does not, nor one of 40 x 35:",
            "take another module, or template 4 (docs/air.md).",
        ),
    )
    x, y = LEFT + 60, TOP + 20
    width, height = READER.board
    drawing.rect(x, y, width, height, CUT)
    middle_x, middle_y = x + width / 2, y + READER.coil_middle
    drawing.rect(middle_x - READER.coil.width / 2, middle_y - READER.coil.height / 2, *READER.coil, COIL)
    drawing.cross(middle_x, middle_y, 14, Pen(0.3, "#c26a00"))
    for apart, down, diameter in READER.holes:
        for side in (-1, 1):
            drawing.circle(middle_x + side * apart / 2, y + down, diameter, CUT)
            drawing.cross(middle_x + side * apart / 2, y + down, 5, THIN)
    for pin in range(8):
        drawing.circle(middle_x + (pin - 3.5) * 2.54, y + height - 3, 1, CUT)
    drawing.text(middle_x, y + height - 6, "pins", 3.5, "middle")
    for tag_y in (-CARDS.tag_pitch / 2, CARDS.tag_pitch / 2):
        drawing.circle(middle_x, middle_y + tag_y, CARDS.tag_diameter, HIDDEN)
    (inner, high, _), (outer, low, _) = READER.holes
    across(drawing, middle_x - inner / 2, middle_x + inner / 2, y - 8, from_y=y + high, size=4)
    across(drawing, middle_x - outer / 2, middle_x + outer / 2, y + height + 12, from_y=y + low, size=4)
    across(drawing, x, x + width, y + height + 22, from_y=y + height, size=4)
    along(drawing, y + high, y + low, x + width + 12, from_x=middle_x + outer / 2, size=4)
    along(drawing, y, y + height, x + width + 24, from_x=x + width, size=4)
    along(drawing, y, middle_y, x - 16, from_x=middle_x, size=4)
    along(
        drawing,
        middle_y - CARDS.tag_pitch / 2,
        middle_y + CARDS.tag_pitch / 2,
        x - 26,
        from_x=middle_x,
        size=4,
    )
    drawing.text(LEFT, middle_y + 46, "dashed circles: the tags of two cards", 3.5)
    return drawing


def _coil_words(coil: Coil) -> str:
    field = seen_by_tag(coil.air, 0, coil.apart_mm / 2)
    return (
        f"{coil.name}: {coil.turns} turns{' in each of 2 windows' if coil.windows > 1 else ''}, "
        f"{number(coil.conductor_mm)} mm, {coil.inductance_nh / 1000:.2f} uH, {field:.0f} A/m for 1 A"
    )


def coil() -> Drawing:
    """A wound loop: pegs at its corners, and what it comes to beside a module's own coil."""
    drawing = _sheet(
        "Template 4: a wound coil",
        (
            "For tables where one reader reads both sides (starter), and where a module's own coil is too small.",
            f"Pegs (nylon, 3 mm) at the corners, {number(LOOP.wire)} mm enamelled copper wire around them, each next",
            f"turn {number(LOOP.pitch_alone)} mm further inside, in a pair of windows "
            f"{number(LOOP.pitch_in_pair)} mm; then glue.",
            f"A module's own coil: {MODULE.inductance_nh / 1000:.2f} uH, {seen_by_tag(MODULE):.0f} A/m for 1 A.",
            _coil_words(ALONE) + f"; {ALONE.wire_mm / 1000:.1f} m of wire.",
            _coil_words(PAIR) + ";",
            f"    in series, wound the same way round, {number(LOOP.feed)} mm of twisted feed; "
            f"{PAIR.wire_mm / 1000:.1f} m.",
            "Computed (docs/air.md), not measured. The inductance is the module's own within a tenth, so that its",
            "matching parts may stay. Cut both ends of the printed coil, solder the loop to them, and the middle of",
            "the wire (between the windows; half-way round) to ground where the printed coil has its tap.",
            "Make one, and play a column with it, before you make five.",
        ),
    )
    x, y = LEFT + 45, TOP + 15
    width, height = LOOP.window
    drawing.rect(x, y, width, height, COIL)
    for dx in (0, width):
        for dy in (0, height):
            drawing.circle(x + dx, y + dy, 3, CUT)
    drawing.cross(x + width / 2, y + height / 2, 10, CENTRE)
    for tag_y in (-CARDS.tag_pitch / 2, CARDS.tag_pitch / 2):
        drawing.circle(x + width / 2, y + height / 2 + tag_y, CARDS.tag_diameter, HIDDEN)
    across(drawing, x, x + width, y - 8, from_y=y, size=4)
    along(drawing, y, y + height, x + width + 12, from_x=x + width, size=4)
    drawing.line(x + width / 2 - 3, y + height, x + width / 2 - 3, y + height + 14, Pen(0.5, "#c26a00"))
    drawing.line(x + width / 2 + 3, y + height, x + width / 2 + 3, y + height + 14, Pen(0.5, "#c26a00"))
    drawing.text(x + width / 2, y + height + 19, "to the module, twisted", 3.5, "middle")
    drawing.text(x + width + 24, y + 10, "line: the middle of the wire", 3.5)
    drawing.text(x + width + 24, y + 16, "circles: tags of two cards", 3.5)
    return drawing


def probe() -> Drawing:
    """The field probe: a coil that resonates with a capacitor, a light, and a diode that keeps the light alive."""
    made = PROBE
    drawing = _sheet(
        "Template 5: a field probe with a light",
        (
            f"Wind {made.turns} turns of {number(made.wire_mm)} mm enamelled wire on a tube of "
            f"{number(made.diameter_mm)} mm ({made.wire_length_mm / 1000:.2f} m); "
            f"{number(made.capacitor_pf)} pF (C0G) across its ends,",
            "a red LED (low current) across both, a 1N4148 the other way round beside it. No battery.",
            f"Computed: {made.inductance_nh / 1000:.2f} uH, resonance {made.resonance_mhz:.2f} MHz "
            "with that capacitor; the card readers'",
            "carrier is 13.56 MHz. LED and hand pull it off a little: squeeze the turns until it is brightest.",
            "Lay it flat over an antenna while its reader is asked: it glows. Between two antennas, and over decks, it",
            "stays dark. Bright all the time over an antenna that nobody asks: that field stays on (docs/faults.md).",
        ),
    )
    x, y = LEFT + 40, TOP + 40
    for turn in range(made.turns):
        drawing.circle(
            x, y, made.diameter_mm + 2 * turn * made.wire_mm, COIL if turn == 0 else Pen(0.3, "#c26a00")
        )
    drawing.cross(x, y, 6, CENTRE)
    across(drawing, x - made.diameter_mm / 2, x + made.diameter_mm / 2, y + 27, from_y=y, size=4)
    drawing.text(x, y - 22, "tube, 1:1", 3.5, "middle")
    _probe_circuit(drawing, LEFT + 90, TOP + 20)
    return drawing


def _probe_circuit(drawing: Drawing, x: float, y: float) -> None:
    """Coil, capacitor, LED and diode, all side by side between two lines."""
    pen, low = Pen(0.4), y + 40
    drawing.line(x, y, x + 60, y, pen)
    drawing.line(x, low, x + 60, low, pen)
    drawing.line(x, y, x, y + 8, pen)
    for bump in range(4):
        points = [
            (x + 3 * math.sin(math.pi * step / 8), y + 8 + 6 * bump + 6 * step / 8) for step in range(9)
        ]
        drawing.path(*points, pen=pen)
    drawing.line(x, y + 32, x, low, pen)
    drawing.line(x + 20, y, x + 20, y + 19, pen)
    drawing.line(x + 16, y + 19, x + 24, y + 19, Pen(0.6))
    drawing.line(x + 16, y + 21, x + 24, y + 21, Pen(0.6))
    drawing.line(x + 20, y + 21, x + 20, low, pen)
    for at, down in ((40, True), (60, False)):
        tip, base = (y + 24, y + 16) if down else (y + 16, y + 24)
        drawing.line(x + at, y, x + at, low, pen)
        drawing.shape((x + at, tip), (x + at - 4, base), (x + at + 4, base), pen=pen, fill="#ffffff")
        drawing.line(x + at - 4, tip, x + at + 4, tip, Pen(0.6))
    drawing.line(x + 45, y + 15, x + 49, y + 11, pen)
    drawing.line(x + 46, y + 19, x + 50, y + 15, pen)
    drawing.text(x, low + 6, f"{PROBE.turns} turns", 3.5, "middle")
    drawing.text(x + 20, low + 6, f"{number(PROBE.capacitor_pf)} pF", 3.5, "middle")
    drawing.text(x + 40, low + 6, "LED", 3.5, "middle")
    drawing.text(x + 60, low + 6, "1N4148", 3.5, "middle")


def screens() -> Drawing:
    """The openings for both screens, with their boards."""
    drawing = _sheet(
        "Template 6: openings for screens",
        (
            "Whole line: the opening, chamfered from above by 45 degrees so that one can look in from the side.",
            "Dashed: the board below the top. It is held by strips of wood or card glued beside it, or by its holes.",
            *(
                f"    {module.name}: {module.board_source}."
                for module in (SCREENS["sh1106"], SCREENS["ssd1309"])
            ),
            f"    {SCREENS['sh1106'].name}, picture: {SCREENS['sh1106'].picture_source}.",
            f"Holes and the picture's place on the board are {ASSUMED}:",
            "    hold the module against this sheet first.",
            "The arrow points away from the player who reads the screen.",
        ),
    )
    _screen(drawing, SCREENS["sh1106"], LEFT + 45, TOP + 35)
    _screen(drawing, SCREENS["ssd1309"], LEFT + 60, TOP + 115)
    return drawing


def _screen(drawing: Drawing, module: ScreenModule, x: float, y: float) -> None:
    board, window = module.board, module.window
    drawing.rect(x - board.width / 2, y - board.height / 2, *board, HIDDEN)
    up = y - module.glass_up
    drawing.rect(x - window.width / 2, up - window.height / 2, *window, CUT)
    drawing.cross(x, up, 6, CENTRE)
    for hole_x, hole_y in module.holes:
        drawing.circle(x + hole_x, y + hole_y, module.hole_diameter, HIDDEN)
    drawing.text(x, up + 6, module.name, 3.5, "middle")
    drawing.path((x - 3, up - 2), (x, up - 5), (x + 3, up - 2), pen=Pen(0.3))
    across(drawing, x - window.width / 2, x + window.width / 2, y - board.height / 2 - 6, from_y=up, size=4)
    across(drawing, x - board.width / 2, x + board.width / 2, y - board.height / 2 - 14, from_y=y, size=4)
    right = x + board.width / 2
    along(
        drawing,
        up - window.height / 2,
        up + window.height / 2,
        right + 8,
        from_x=x + window.width / 2,
        size=4,
    )
    along(drawing, y - board.height / 2, y + board.height / 2, right + 18, from_x=right, size=4)
    left = x - board.width / 2
    along(drawing, up, y + board.height / 2, left - 8, from_x=left, size=4)

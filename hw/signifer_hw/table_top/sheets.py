"""Two dimensioned drawings of a top: seen from above, with cards, and seen from below, with what is fixed there."""

from __future__ import annotations

from dataclasses import dataclass

from .boxes import Box
from .dims import across, along, ordinates_x, ordinates_y
from .drawing import Drawing, Pen, number
from .parts import BUTTON, CARDS, RULES
from .placed import TOWARDS, Plan, Screen
from .plan import FIRST_CARD_Y, RAIL_Y

MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 60.0, 76.0, 60.0, 112.0
SIDE_FILL = {"red": "#f8e4e0", "blue": "#e0e8f8"}
TERRAIN_FILL, WOOD, DARK = "#f1ecdd", "#8a6a3c", "#22262b"
COIL = Pen(0.7, "#c26a00", (4, 2))
COIL_THIN = Pen(0.35, "#c26a00", (2, 1.5))
CUT, EDGE, THIN, HIDDEN = Pen(0.6), Pen(0.9), Pen(0.25, "#777777"), Pen(0.3, "#777777", (3, 2))


@dataclass(frozen=True)
class View:
    """A plan on a sheet: where its middle lies, and whether it is seen from below."""

    drawing: Drawing
    plan: Plan
    below: bool = False

    def x(self, x: float) -> float:
        """Mirrored within the same outline when seen from below."""
        outline = self.plan.outline
        return MARGIN_LEFT + (outline.right - x if self.below else x - outline.left)

    def y(self, y: float) -> float:
        return MARGIN_TOP + y - self.plan.outline.top

    def box(self, box: Box, pen: Pen | None = None, fill: str | None = None) -> None:
        left = self.x(box.right if self.below else box.left)
        self.drawing.rect(left, self.y(box.top), box.size.width, box.size.height, pen, fill)

    def circle(
        self, x: float, y: float, diameter: float, pen: Pen | None = None, fill: str | None = None
    ) -> None:
        self.drawing.circle(self.x(x), self.y(y), diameter, pen, fill)

    def text(self, x: float, y: float, text: str, size: float = 6, colour: str = "#000000") -> None:
        """A text whose middle lies at a place of the plan."""
        self.drawing.text(self.x(x), self.y(y) + 0.35 * size, text, size, "middle", colour=colour)


def _sheet(plan: Plan, title: str, *, below: bool = False) -> View:
    size = plan.outline.size
    drawing = Drawing(
        title, MARGIN_LEFT + size.width + MARGIN_RIGHT, MARGIN_TOP + size.height + MARGIN_BOTTOM
    )
    view = View(drawing, plan, below)
    drawing.text(MARGIN_LEFT, 22, title, 11)
    view.box(plan.outline, EDGE, "#fdfbf6")
    return view


def from_above(plan: Plan) -> Drawing:
    """Cards, openings, buttons, rails, decks and hands; the antennas below dashed."""
    view = _sheet(plan, f"Table top, {plan.name}: seen from above")
    for at, box in enumerate(plan.terrain, 1):
        view.box(box, THIN, TERRAIN_FILL)
        view.text(box.x, 0, f"terrain {at}", 8)
    _cards(view)
    for rail in plan.rails:
        view.box(rail, CUT, WOOD)
    _piles(view)
    for screen in plan.screens:
        _screen_from_above(view, screen)
    for push in plan.buttons:
        view.circle(push.x, push.y, BUTTON.head, CUT, "#ffd34d")
        _button_name(view, push.name, push.x, push.y)
    _dimensions_from_above(view)
    _notes(
        view,
        (
            "Dashed orange: antennas below the top. Circles in cards: where the tag is (in the card's middle).",
            _stagger(plan),
            f"Top: {number(plan.outline.size.width)} x {number(plan.outline.size.height)}, "
            f"{number(plan.thickness)} mm birch plywood, no metal; about {plan.weight_kg:.1f} kg. "
            "All lengths in mm, from the middle of the battlefield.",
        ),
    )
    return view.drawing


def _stagger(plan: Plan) -> str:
    """How cards are laid."""
    if len(plan.antennas_of(plan.zones[0])) > 1:
        pad = f" On a pad {number(CARDS.pad_apart)} mm, three deep." if _is_long(plan) else ""
        return (
            f"First card against the rail, {number(CARDS.beside)} mm to the left, the second {number(CARDS.apart)} mm "
            f"farther out and as far to the right, others (dashed) beside them.{pad}"
        )
    return (
        f"First card against the rail, the second {number(CARDS.tag_pitch)} mm farther out, others (dashed) "
        f"half-way between, {number(CARDS.aside)} mm to the side."
    )


def _is_long(plan: Plan) -> bool:
    """Whether a pad has three antennas in a row."""
    return any(len(plan.antennas_of(zone)) > 2 for zone in plan.zones)


def _button_name(view: View, name: str, x: float, y: float) -> None:
    if name == "dice":
        view.text(x, y + BUTTON.head / 2 + 6, name, 6)
    else:
        short = name.removeprefix("column ")
        view.drawing.text(view.x(x) + BUTTON.head / 2 + 3, view.y(y) + 2.1, short, 6)


def _cards(view: View) -> None:
    for spot in view.plan.spots:
        side = spot.zone.split()[1]
        if spot.order <= 2:
            view.box(spot.box, THIN, SIDE_FILL[side] if spot.order == 1 else None)
        else:
            view.box(spot.box, HIDDEN)
    for antenna in view.plan.antennas:
        for window in antenna.windows:
            view.box(window, COIL)
    for spot in view.plan.spots:
        pen = Pen(0.3, "#b0301c") if spot.order <= 2 else Pen(0.25, "#b0301c", (1.5, 1.5))
        view.circle(spot.box.x, spot.box.y, CARDS.tag_diameter, pen)
    for zone in view.plan.zones:
        first = next(spot for spot in view.plan.spots if spot.zone == zone)
        side = zone.split()[1]
        view.text(first.box.x, first.box.y - TOWARDS[side] * (CARDS.sleeve.height / 2 - 7.5), zone, 9)


def _piles(view: View) -> None:
    for name, box in view.plan.piles:
        view.box(box, THIN, SIDE_FILL[name.split()[1]])
        view.text(box.x, box.y, name, 8)
    for name, box in view.plan.hands:
        side = name.split()[1]
        edge = box.top if side == "red" else box.bottom
        shown = Box(box.x, edge + TOWARDS[side] * 13, box.size._replace(height=26))
        view.box(shown, HIDDEN)
        view.text(box.x, shown.y, f"{side} sits here, cards in hand", 9, "#555555")


def _screen_from_above(view: View, screen: Screen) -> None:
    view.box(screen.board, HIDDEN)
    view.box(screen.window, CUT, DARK)
    degrees = {"red": 0, "blue": 180, "end": 90}[screen.facing]
    x, y = view.x(screen.window.x), view.y(screen.window.y)
    size = 7 if screen.module.picture.width > 40 else 6
    shift = {"red": (0, 0.35), "blue": (0, -0.35), "end": (0.35, 0)}[screen.facing]
    view.drawing.text(
        x + shift[0] * size, y + shift[1] * size, screen.place, size, "middle", degrees, "#ffffff"
    )


def _dimensions_from_above(view: View) -> None:
    drawing, plan = view.drawing, view.plan
    top, bottom = view.y(plan.outline.top), view.y(plan.outline.bottom)
    left, right = view.x(plan.outline.left), view.x(plan.outline.right)
    across(drawing, left, right, top - 34, from_y=top, size=7)
    along(drawing, top, bottom, left - 44, from_x=left, size=7)
    xs = {box.x for box in plan.terrain} | {push.x for push in plan.buttons}
    xs |= {plan.outline.left, plan.outline.right, *(screen.window.x for screen in plan.screens)}
    ordinates_x(drawing, ((view.x(x), x) for x in xs), bottom, bottom + 34)
    ys = {
        RAIL_Y, FIRST_CARD_Y,
        *(window.y for antenna in plan.antennas for window in antenna.windows if window.y > 0),
        *(screen.window.y for screen in plan.screens if screen.window.y > 0),
        *(push.y for push in plan.buttons if push.y > 0),
    }  # fmt: skip
    ordinates_y(drawing, ((view.y(y), y) for y in (0, *ys)), right - 4, right + 12)
    one, two = view.x(plan.terrain[0].x), view.x(plan.terrain[1].x)
    across(drawing, one, two, view.y(-12), size=7)
    box = plan.terrain[2]
    across(drawing, view.x(box.left), view.x(box.right), view.y(30), size=7)
    first, second = (spot for spot in plan.spots if spot.zone == "1 red" and spot.order <= 2)
    stagger = second.box.y - first.box.y
    near = view.x(first.box.left) - 5
    along(drawing, view.y(first.box.bottom), view.y(first.box.bottom + stagger), near, size=6)
    along(drawing, view.y(first.box.top), view.y(first.box.bottom), near - 9, size=6)
    window = plan.antennas[0].windows[0]
    pile = plan.piles[0][1]
    coil = min(box.left for antenna in plan.antennas for box in antenna.windows)
    across(drawing, view.x(pile.right), view.x(coil), view.y(window.y + 12), size=6)


def _notes(view: View, notes: tuple[str, ...]) -> None:
    bottom = view.y(view.plan.outline.bottom)
    view.drawing.lines(MARGIN_LEFT, bottom + 66, notes, 7)
    view.drawing.text(
        view.drawing.width_mm - MARGIN_RIGHT,
        view.drawing.height_mm - 8,
        "Signifer; made by: make hw",
        6,
        "end",
        colour="#555555",
    )


def from_below(plan: Plan) -> Drawing:
    """Readers, coils, nodes, Pi, screens and buttons from below, with the length of every lead."""
    view = _sheet(plan, f"Table top, {plan.name}: seen from below", below=True)
    drawing = view.drawing
    for box in plan.terrain:
        view.box(box, HIDDEN)
    for antenna in plan.antennas:
        if antenna.wound:
            _feed(view, antenna.board, antenna.windows)
        _lead(view, antenna.reader)
    for antenna in plan.antennas:
        view.box(antenna.board, CUT, "#dfeadf")
        _lead_length(view, antenna.reader)
        for window in antenna.windows:
            view.box(window, COIL)
            drawing.cross(view.x(window.x), view.y(window.y), 10, Pen(0.3, "#c26a00"))
    for name, box in plan.boards:
        view.box(box, CUT, "#d9e4ef")
        words = name.split() if box.size.width < 30 else [name]
        for at, word in enumerate(words):
            view.text(box.x, box.y + (at - (len(words) - 1) / 2) * 7, word, 6)
    for screen in plan.screens:
        view.box(screen.board, CUT, "#e8e8ee")
        view.box(screen.window, HIDDEN)
        view.text(screen.board.x, screen.board.y, screen.place, 6)
    for push in plan.buttons:
        view.circle(push.x, push.y, BUTTON.hole, CUT, "#ffffff")
        drawing.cross(view.x(push.x), view.y(push.y), 6, Pen(0.25))
        _button_name(view, push.name, push.x, push.y)
    _dimensions_from_below(view)
    _notes(
        view,
        (
            "Mirrored: red's edge is below, red's right is on the left. Orange: the edge of a coil, and its middle.",
            f"Leads (black) go straight along and across; at most {number(RULES.node_lead)} mm to a node, "
            f"{number(RULES.pi_lead)} mm to the Pi, plugs and bends counted.",
            f"Metal keeps {number(RULES.metal_away)} mm from coils: nylon screws or double-sided tape for the readers.",
        ),
    )
    return drawing


def _feed(view: View, board: Box, windows: tuple[Box, ...]) -> None:
    """The wires from a module to both windows of its pair."""
    start_x = board.left if abs(board.left) > abs(board.right) else board.right
    x = windows[0].x
    near = start_x if abs(start_x - x) < abs((board.left + board.right) / 2 - x) else board.x
    pen = Pen(0.5, "#c26a00")
    view.drawing.line(view.x(near), view.y(board.y), view.x(x), view.y(board.y), pen)
    for window in windows:
        end = window.top if window.y > 0 else window.bottom
        view.drawing.line(view.x(x), view.y(board.y), view.x(x), view.y(end), pen)


def _lead(view: View, reader: str) -> None:
    plan = view.plan
    antenna = next(antenna for antenna in plan.antennas if antenna.reader == reader)
    lead = next(lead for lead in plan.leads if lead.reader == reader)
    (x, y), (end_x, end_y), pen = antenna.pins, lead.plug, Pen(0.6)
    view.drawing.path(
        (view.x(x), view.y(y)), (view.x(x), view.y(end_y)), (view.x(end_x), view.y(end_y)), pen=pen
    )


def _lead_length(view: View, reader: str) -> None:
    antenna = next(antenna for antenna in view.plan.antennas if antenna.reader == reader)
    lead = next(lead for lead in view.plan.leads if lead.reader == reader)
    x, y = antenna.pins
    across_board = antenna.board.size.width > antenna.board.size.height
    name = f"{reader}: {number(lead.length)}"
    if across_board:
        view.text(antenna.board.x, antenna.board.y, name, 6)
    else:
        towards = TOWARDS[antenna.zones[0].split()[1]]
        view.text(x, y + towards * 8, name, 6)


def _dimensions_from_below(view: View) -> None:
    drawing, plan = view.drawing, view.plan
    top, bottom = view.y(plan.outline.top), view.y(plan.outline.bottom)
    left, right = view.x(plan.outline.right), view.x(plan.outline.left)
    across(drawing, left, right, top - 34, from_y=top, size=7)
    along(drawing, top, bottom, left - 44, from_x=left, size=7)
    xs = {window.x for antenna in plan.antennas for window in antenna.windows}
    ordinates_x(drawing, ((view.x(x), x) for x in xs), bottom, bottom + 34)
    windows = [window for antenna in plan.antennas for window in antenna.windows if window.y > 0]
    boards = [screen.board for screen in plan.screens if screen.board.y > 0]
    ys = {box.y for box in (*windows, *boards)} | {push.y for push in plan.buttons if push.y > 0}
    ordinates_y(drawing, ((view.y(y), y) for y in (0, *ys)), right - 4, right + 12)
    one = windows[0]
    two = next(window for window in windows if window.x != one.x)
    height = view.y(one.bottom + 16)
    across(drawing, view.x(max(one.x, two.x)), view.x(min(one.x, two.x)), height, size=7)
    along(drawing, view.y(-one.y), view.y(one.y), view.x(-234), size=7)

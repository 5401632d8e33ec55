"""A side view: what stands above the top and hangs below it, each kind of place once, with heights. Twice the size."""

from __future__ import annotations

from .dims import across, along
from .drawing import Drawing, Pen, number
from .heights import BATTEN_HEIGHT, BATTEN_WIDTH, PI_SPACER, STACKS, Layer, depth
from .parts import AIR, BUTTON, CARDS, MAIN_BOARD, NODE_BOARD, READER, RULES, SCREENS
from .plan import RAIL
from .sheets import COIL, CUT, DARK, THIN, WOOD

SCALE = 2.0  # heights and widths alike
LEFT, TOP_Y, WIDTH, HEIGHT = 40.0, 96.0, 1024.0, 336.0
GAP = 24.0  # between places, as far as they are wide on the sheet
SIZE = 6.0
FILL: dict[str, str | None] = {"air": None, "board": "#d9e4ef", "part": "#dfeadf", "wires": None}
RAIL_HEIGHT, HEAD_HEIGHT, FELT = 3.0, 3.0, 3.0
PI, PI_FROM = 85.0, 40.0  # long; from the main board's end
USB_BELOW, PLUG = 20.0, 25.0  # the Pico's socket below the wood, a plug's length
# How wide each is drawn, in millimetres: of large boards a part.
WIDE = {
    "reader module": READER.board.width,
    "screen": SCREENS["sh1106"].board.width,
    "button": BUTTON.hole,
    "node": NODE_BOARD.width,
    "main board and Pi": MAIN_BOARD.width,
}
WIRE, CABLE = Pen(0.9, "#b0301c"), Pen(2.2, "#444444")


def side() -> Drawing:
    """The sheet; the same for every table that has a Pi."""
    drawing = Drawing("Table top: seen from the side, 2:1", WIDTH, HEIGHT)
    drawing.text(LEFT, 22, drawing.title, 11)
    wood = TOP_Y + SCALE * RULES.top_thickness
    right = WIDTH - LEFT
    drawing.rect(LEFT, TOP_Y, right - LEFT, wood - TOP_Y, CUT, "#efe3c8")
    _batten(drawing, LEFT, wood)
    x = LEFT + SCALE * BATTEN_WIDTH + GAP
    for name, layers in STACKS.items():
        wide = SCALE * WIDE[name]
        _stack(drawing, name, layers, x, wood)
        _above(drawing, name, x, x + wide)
        x += wide + GAP + (70 if name == "button" else 14)
    floor = wood + SCALE * (BATTEN_HEIGHT + FELT)
    drawing.line(10, floor, WIDTH - 10, floor, THIN)
    drawing.lines(
        LEFT,
        floor + 18,
        (
            f"Battens of {number(BATTEN_WIDTH)} x {number(BATTEN_HEIGHT)} mm stand upright around the edge; "
            f"what reaches farthest is the Pi, {number(depth('main board and Pi'))} mm below the wood.",
            "Boards hang with their parts downwards, on nylon spacers; tape holds modules, strips hold screens.",
            f"The Pi hangs below the main board, its parts downwards, too, on spacers of {number(PI_SPACER)} mm; "
            "a ribbon joins them, pin 1 to pin 1.",
            "A node's USB cable passes below the next node's edge: plugs of 25 mm, bends of 10 mm and more.",
            "All heights but the Pi's are assumed: hold what you have bought against them before you buy battens.",
        ),
        SIZE + 1,
    )
    drawing.text(right, HEIGHT - 8, "Signifer; made by: make hw", SIZE, "end", colour="#555555")
    return drawing


def _batten(drawing: Drawing, x: float, wood: float) -> None:
    height = SCALE * BATTEN_HEIGHT
    drawing.rect(x, wood, SCALE * BATTEN_WIDTH, height, CUT, WOOD)
    drawing.rect(x, wood + height, SCALE * BATTEN_WIDTH, SCALE * FELT, CUT, "#666666")
    along(drawing, wood, wood + height, x - 10, from_x=x, size=SIZE, text=number(BATTEN_HEIGHT))
    along(drawing, TOP_Y, wood, x - 22, from_x=x, size=SIZE, text=number(RULES.top_thickness))


def _stack(drawing: Drawing, name: str, layers: tuple[Layer, ...], x: float, wood: float) -> None:
    """Layer below layer, its name within it where there is room, the height of all at the right."""
    wide = SCALE * WIDE[name]
    y = wood
    for layer in layers:
        low = y + SCALE * layer.height
        left, width = _extent(name, layer, x, wide)
        if layer.name == "spacer":
            for at in (x + 4, x + wide - 10):
                drawing.rect(at, y, 6, low - y, CUT, "#ffffff")
        elif layer.kind == "wires":
            _bent(drawing, left, width, y, low)
        elif FILL[layer.kind]:
            drawing.rect(left, y, width, low - y, CUT, FILL[layer.kind])
        if low - y > 1.3 * SIZE and layer.kind != "air":
            drawing.text(left + width / 2, (y + low) / 2 + 0.35 * SIZE, layer.name, SIZE, "middle")
        y = low
    if name == "reader module":
        coil = wood + SCALE * layers[0].height
        drawing.line(x, coil, x + SCALE * READER.coil.width, coil, COIL)
    elif name == "node":
        _cable(drawing, x, wood + SCALE * USB_BELOW)
    elif name == "main board and Pi":
        _pi(drawing, x, wood)
    along(drawing, wood, y, x + wide + 9, from_x=x + wide, size=SIZE, text=number(depth(name)))


def _extent(name: str, layer: Layer, x: float, wide: float) -> tuple[float, float]:
    """Where a layer begins, and how wide it is: parts are narrower than their board, a Pi than the main board."""
    if name == "main board and Pi" and (layer.name == "Pi" or layer.kind == "part"):
        return x + SCALE * PI_FROM, SCALE * PI
    if layer.kind == "part" and name == "reader module":
        return x + wide / 4, wide / 2
    if layer.kind == "part" and name == "node":
        return x + SCALE * 2.5, wide * 0.8
    return x, wide


def _bent(drawing: Drawing, left: float, width: float, y: float, low: float) -> None:
    """Three wires of a lead that leave downwards and turn aside."""
    for at in range(3):
        x, turn = left + 4 + 4 * at, low - 2 * at
        drawing.path((x, y), (x, turn), (left + 4 + 0.18 * width, turn), pen=WIRE)


def _cable(drawing: Drawing, x: float, y: float) -> None:
    """A USB plug in the Pico's socket at the board's edge, and its cable."""
    drawing.rect(x - SCALE * PLUG + 5, y - 7, SCALE * PLUG, 14, CUT, "#bbbbbb")
    end = x - SCALE * PLUG + 5
    drawing.path((end, y), (end - 6, y + 2), (end - 9, y + 10), (end - 9, y + 30), pen=CABLE)
    drawing.text(end - 14, y + 28, "USB", SIZE, "end")


def _pi(drawing: Drawing, x: float, wood: float) -> None:
    """The Pi's own spacers, through the main board to the wood, and the ribbon from one to the other."""
    low = wood + SCALE * PI_SPACER
    for at in (PI_FROM + 3, PI_FROM + 61):
        drawing.rect(x + SCALE * at, wood, 6, low - wood, CUT, "#ffffff")
    along(drawing, wood, low, x + SCALE * (PI_FROM + 75), size=SIZE, text=number(PI_SPACER))
    board = wood + SCALE * 6.6
    left, end = x + SCALE * PI_FROM, low + SCALE * 10
    drawing.path((left - 16, board), (left - 16, end), (left, end), pen=Pen(2.6, "#999999"))
    drawing.text(left - 21, (board + end) / 2 + 16, "ribbon", SIZE, "end")


def _above(drawing: Drawing, name: str, left: float, right: float) -> None:
    """What is above the wood there, the name of the place, and how wide it is."""
    middle = (left + right) / 2
    drawing.text(middle, 44, name, SIZE + 1, "middle")
    thick = SCALE * RULES.top_thickness
    if name == "reader module":
        _cards(drawing, left)
        return
    width = WIDE[name]
    if name == "screen":
        width = SCREENS["sh1106"].window.width
        drawing.rect(middle - width, TOP_Y, SCALE * width, thick, CUT, "#ffffff")
    elif name == "button":
        head = SCALE * BUTTON.head
        drawing.rect(left, TOP_Y, right - left, thick, CUT, DARK)
        drawing.rect(
            middle - head / 2, TOP_Y - SCALE * HEAD_HEIGHT, head, SCALE * HEAD_HEIGHT, CUT, "#ffd34d"
        )
    across(drawing, middle - width, middle + width, 78, from_y=TOP_Y, size=SIZE, text=number(width))


def _cards(drawing: Drawing, left: float) -> None:
    """Two cards against their rail, as far above the coil as the model of the air has them."""
    tape, card = STACKS["reader module"][0].height, SCALE * AIR.card_mm
    coil = TOP_Y + SCALE * (RULES.top_thickness + tape)
    lowest = coil - SCALE * AIR.lid_mm
    for at in range(2):
        low = lowest - at * card
        drawing.rect(left - 4 + 26 * at, low - card, SCALE * CARDS.sleeve.width / 2, card, THIN, "#f8e4e0")
    rail = SCALE * RAIL
    drawing.rect(left - 4 - rail, TOP_Y - SCALE * RAIL_HEIGHT, rail, SCALE * RAIL_HEIGHT, CUT, WOOD)
    along(drawing, lowest, coil, left - 20, from_x=left, size=SIZE, text=number(AIR.lid_mm))
    drawing.text(
        left + SCALE * READER.board.width / 2, 60, f"coil to first tag {number(AIR.lid_mm)}", SIZE, "middle"
    )

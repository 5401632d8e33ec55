"""``signifer wiring``: the header of the Pi and every connection of a table as lines of a terminal, 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from .header import HeaderPin
from .parts import Connection

WIDTH = 80
_USE = 27
# Names of colours that a wire may have, as a terminal has them; black and white need a ground of their own.
_STYLES = {
    "red": "bold red",
    "orange": "color(208)",
    "black": "color(245)",
    "yellow": "yellow",
    "blue": "bold blue",
    "green": "green",
    "white": "bold white",
    "brown": "color(130)",
    "grey": "color(250)",
    "violet": "magenta",
}
_SUPPLIES = {"5V": "bold red", "3V3": "color(208)", "GND": "color(245)"}
_SHORT = (("left free: the serial console", "free: serial console"), ("chip select ", "CS "))
_FREE = "-"
_DIM = "dim"
_INDENT = " " * 6


def header_lines(pins: Sequence[HeaderPin]) -> Iterator[Text]:
    """The 40 pins as they lie, odd ones on the left: what each is for, its name, its number."""
    yield Text("header (pin 1 is next to the SD card's edge; odd pins on the left)", "bold")
    for left, right in zip(pins[::2], pins[1::2], strict=True):
        line = Text("  ")
        line.append(f"{_use(left):>{_USE}}", _style(left))
        line.append(f" {_name(left):>6} ", _style(left))
        line.append(f"{left.number:>2}", "bold")
        line.append(" │ ")
        line.append(f"{right.number:<2}", "bold")
        line.append(f" {_name(right):<6} ", _style(right))
        line.append(_use(right), _style(right))
        line.rstrip()
        yield line


def _use(pin: HeaderPin) -> str:
    if pin.bcm is None:
        return ""
    use = pin.use or _FREE
    for long, short in _SHORT:
        use = use.replace(long, short)
    return use if len(use) <= _USE else use[: _USE - 1] + "…"


def _name(pin: HeaderPin) -> str:
    return pin.name.partition(" ")[0]


def _style(pin: HeaderPin) -> str:
    if pin.bcm is None:
        return _SUPPLIES.get(pin.name, "")
    if not pin.use or pin.use.startswith("left free"):
        return _DIM
    return "green" if pin.use.startswith(("button", "buzzer")) else "cyan"


def chosen(connections: Iterable[Connection], of: Sequence[str]) -> list[Connection]:
    """Those at a part whose name begins so, or on a board that is called so; all of them without ``of``."""
    if not of:
        return list(connections)
    return [
        wire
        for wire in connections
        if any(
            name.startswith(start) for start in of for name in (wire.start.part, wire.end.part, wire.board)
        )
    ]


def connection_lines(connections: Sequence[Connection]) -> Iterator[Text]:
    """Board by board: from, to, colour, length, and below that what stands in the line or beside it."""
    board = ""
    starts = max((len(str(wire.start)) for wire in connections), default=0)
    ends = max((len(str(wire.end)) for wire in connections), default=0)
    for wire in connections:
        if wire.board != board:
            board = wire.board
            yield Text()
            yield Text(board, "bold")
        style = _STYLES.get(wire.colour, "")
        line = Text("  ")
        line.append(f"{wire.start!s:<{starts}}")
        line.append(" → ", style)
        line.append(f"{wire.end!s:<{ends}}")
        line.append(f"  {wire.colour:<6}", style)
        line.append(f" {wire.length_mm:>4} mm" if wire.length_mm else f" {'':>4}   ")
        line.rstrip()
        yield line
        remark = ", ".join(filter(None, (wire.through and f"{wire.through} in the line", wire.note)))
        for part in textwrap.wrap(remark, WIDTH - len(_INDENT)):
            yield Text(_INDENT + part, _DIM)


def summary(connections: Sequence[Connection]) -> Text:
    """How many, and how much wire of each colour is cut."""
    metres: dict[str, int] = {}
    for wire in connections:
        if wire.length_mm and wire.board != "cables":
            metres[wire.colour] = metres.get(wire.colour, 0) + wire.length_mm
    cut = ", ".join(f"{colour} {length / 1000:.1f} m" for colour, length in metres.items())
    told = f"{len(connections)} connections{'; wire: ' + cut if cut else ''}"
    return Text("\n" + textwrap.fill(told, WIDTH, subsequent_indent=_INDENT))

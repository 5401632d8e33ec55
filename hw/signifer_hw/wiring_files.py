"""The wiring lists: every wire with its ends, colour and length, to be ticked off while soldering."""

from __future__ import annotations

import csv
import io

from signifer_firmware.wiring_guide.connections import Connection

_COLUMNS = ("board", "from", "to", "net", "through", "net behind it", "colour", "length mm", "note")


def wiring_csv(wires: tuple[Connection, ...]) -> bytes:
    """One line a wire, with a head line; a length of 0 is a line on the board itself."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for wire in wires:
        behind = wire.net_end if wire.through else ""
        rows.writerow(
            [
                wire.board,
                wire.start,
                wire.end,
                wire.net,
                wire.through,
                behind,
                wire.colour,
                wire.length_mm,
                wire.note,
            ]
        )
    return text.getvalue().encode()

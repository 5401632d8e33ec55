"""What hands do in a storm, as statements of a table script."""

from __future__ import annotations

from collections.abc import Iterable

from signifer_core.presses import Press
from signifer_firmware.scripting import statements as st

# What hands do only because of what the weather did: in calm weather they would not.


class Answer(st.Press):
    """That a card was lifted, which no reader could tell."""


class PutAgain(st.Put):
    """A card that was moved unseen is laid again."""


class TakeAgain(st.Take):
    """A card that was moved unseen is lifted again."""


# What hands do with cards.
Move = st.Put | st.Take | st.Brush


def button(press: Press) -> st.Button:
    return st.Button(str(press.button), press.player, press.column)


def in_any_order(moves: Iterable[Move]) -> tuple[list[Move], list[Move]]:
    """The first of these moves, which may happen in any order, and those after them: which card lies uppermost on a pad
    counts."""
    first, pads = [], set()
    left = list(moves)
    while left:
        move = left[0]
        if isinstance(move, st.Put) and move.zone.column is None:
            if move.zone in pads:
                break
            pads.add(move.zone)
        first.append(left.pop(0))
    return first, left

"""Only what lies at the table of Dark Age Arena waits for `ok`: no `ok` takes a card that is asked back."""

from __future__ import annotations

from signifer_core.asking import back_first
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Zone
from signifer_core.presses import Button, Press, PressKind

from .hands import drafting


def test_da_4_no_ok_takes_what_waits_for_it_and_is_asked_back() -> None:
    hands = drafting().lay("red/knight-1", "1 red")
    spot = ("red/knight-1", Zone("1", "red"))
    swept = replace(hands.table, returning=frozenset({spot}))
    oks = [back_first(hands.procedure, swept, Press(PressKind.PRESS, Button.OK, side)) for side in SIDES]
    assert oks == [{spot}, frozenset()], "of whose it is alone"
    assert not back_first(hands.procedure, swept, Press(PressKind.HOLD, Button.OK, "red")), "it gives up"
    assert not back_first(hands.procedure, swept, Press(PressKind.PRESS, Button.COLUMN, "red", 1))
    assert not back_first(hands.procedure, hands.table, Press(PressKind.PRESS, Button.OK, "red"))

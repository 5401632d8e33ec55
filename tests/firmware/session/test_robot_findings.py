"""What robots' hands have brought to light, each once more by itself."""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import owner_of
from signifer_core.layout import Zone
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.session.observation import COVER_US, Sight

COLUMN, PAD = Zone("3", "red"), Zone("pad", "red")
CARDS = {b"a": "red/spear-1", b"b": "red/spear-2", b"c": "red/spear-3"}
LATER_US = 10 * COVER_US


def test_a_card_that_is_read_elsewhere_lies_under_nothing() -> None:
    """Two cards of pad and column change places: the one from the pad was found silent there just as the other came."""
    sight = Sight({"3 red": (COLUMN,), "pad red": (PAD,)}, CARDS, owner_of)
    sight.changed([Change(Finding.PRESENT, "pad red", b"a")], 0, ())
    sight.changed([Change(Finding.PRESENT, "3 red", b"a")], LATER_US, ())
    sight.changed([Change(Finding.PRESENT, "pad red", b"b")], LATER_US, ())
    sight.changed([Change(Finding.ABSENT, "pad red", b"a")], LATER_US + 1, ())
    assert (sight.seen[PAD], sight.seen[COLUMN]) == (("red/spear-2",), ("red/spear-1",))


def test_a_card_thought_to_be_covered_or_asked_about_is_not_there_once_it_is_read_elsewhere() -> None:
    sight = Sight({"3 red": (COLUMN,), "pad red": (PAD,)}, CARDS, owner_of)
    sight.changed([Change(Finding.PRESENT, "pad red", b"a"), Change(Finding.PRESENT, "pad red", b"b")], 0, ())
    sight.changed(
        [Change(Finding.COVERED, "pad red", b"a"), Change(Finding.COVERED, "pad red", b"b")], LATER_US, ()
    )
    sight.changed([Change(Finding.PRESENT, "3 red", b"a")], LATER_US, ())
    assert sight.in_question == (("red/spear-2", PAD),)
    sight.changed([Change(Finding.PRESENT, "pad red", b"c")], 2 * LATER_US, ())
    assert (sight.seen[PAD], sight.seen[COLUMN]) == (("red/spear-2", "red/spear-3"), ("red/spear-1",))

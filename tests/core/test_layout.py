"""Zones and layouts as values, and what differs from what is due."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.layout import COLUMNS, PAD, SIDES, ZONES, Due, Layout, Zone, difference, zone

CARDS = [f"red/spear-{number}" for number in range(1, 5)]
EVENTS = st.lists(st.tuples(st.booleans(), st.sampled_from(CARDS), st.sampled_from(ZONES)), max_size=20)


def laid(events: list[tuple[bool, str, Zone]]) -> Layout:
    layout = Layout()
    for lays, card, at in events:
        layout = layout.laid(card, at) if lays else layout.lifted(card, at)
    return layout


def test_every_zone_reads_back() -> None:
    assert len(ZONES) == 12
    assert [zone(str(at)) for at in ZONES] == list(ZONES)
    assert zone("3 red") == Zone("3", "red")
    assert zone("pad blue") == Zone(PAD, "blue")
    assert [at.column for at in ZONES if at.side == "red"] == [*COLUMNS, None]


@pytest.mark.parametrize(
    "text", ["", "3", "red", "0 red", "6 red", "3 green", "pad", "3  red", "red 3", "3 red ", "³ red"]
)
def test_other_texts_are_no_zone(text: str) -> None:
    with pytest.raises(ValueError, match="no zone"):
        zone(text)


@given(st.text())
def test_any_text_is_a_zone_or_a_value_error(text: str) -> None:
    try:
        assert str(zone(text)) == text
    except ValueError:
        assert text not in map(str, ZONES)


def test_a_layout_is_a_value() -> None:
    three = zone("3 red")
    empty = Layout()
    one = empty.laid("red/spear-1", three)
    assert empty == Layout()
    assert empty[three] == ()
    assert one[three] == ("red/spear-1",)
    assert one.laid("red/spear-1", three) is one
    assert one.lifted("red/spear-1", three) == empty
    assert one.lifted("red/spear-2", three) == one
    assert hash(one.lifted("red/spear-1", three)) == hash(empty)
    assert one != "Layout"
    assert repr(one) == "Layout({'3 red': ('red/spear-1',)})"


def test_cards_stand_in_the_order_laid_and_zones_in_the_tables_order() -> None:
    layout = laid([(True, card, zone(at)) for at in ("pad red", "3 red", "1 blue") for card in CARDS[:2]])
    assert [(str(at), card) for at, card in layout.items()] == [
        (at, card) for at in ("1 blue", "3 red", "pad red") for card in CARDS[:2]
    ]
    assert set(layout.zones_of(CARDS[0])) == {zone("1 blue"), zone("3 red"), zone("pad red")}
    assert layout.zones_of(CARDS[3]) == ()


@given(EVENTS, EVENTS)
def test_layouts_are_equal_if_the_same_lies_there(
    first: list[tuple[bool, str, Zone]], second: list[tuple[bool, str, Zone]]
) -> None:
    one, two = laid(first), laid(second)
    assert (one == two) == all(one[at] == two[at] for at in ZONES)
    if one == two:
        assert hash(one) == hash(two)


@given(EVENTS, EVENTS, st.sets(st.sampled_from(ZONES)))
def test_the_difference_is_what_makes_the_two_agree(
    lying: list[tuple[bool, str, Zone]], wanted: list[tuple[bool, str, Zone]], may: set[Zone]
) -> None:
    seen, due = laid(lying), Due(laid(wanted), frozenset(may))
    found = difference(seen, due)
    mended = seen
    for at, card in found.extra:
        assert at not in may
        mended = mended.lifted(card, at)
    for at, card in found.missing:
        mended = mended.laid(card, at)
    for at in ZONES:
        if at in may:
            assert set(due.must[at]) <= set(mended[at])
        else:
            assert set(mended[at]) == set(due.must[at])
    again = difference(mended, due)
    assert (again.extra, again.missing) == ((), ())


def test_both_players_have_every_place() -> None:
    assert {at.side for at in ZONES} == set(SIDES)

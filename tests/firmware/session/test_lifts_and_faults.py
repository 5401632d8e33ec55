"""A reader that fails just after it has told of a lift may have told its own failing: that lift does not count."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from signifer_core.layout import Layout, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, ChangeKind, Finding
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import readers_failing
from signifer_firmware.storage.store import Store

from tests.firmware.session.keepers import ANTENNAS, SETTLE_US, SETUP, TAGS, UIDS, keeper
from tests.firmware.states import fog

CARD, HERE, THERE = "red/spear-1", Zone("3", "red"), Zone("4", "red")
READER = str(HERE)


class Watched:
    """A keeper at whose table one card lies, and what it has told its presence to believe again."""

    def __init__(self, folder: Path, antennas: Mapping[str, tuple[Zone, ...]] = ANTENNAS) -> None:
        self.store = store = Store(folder / "s")
        store.bind(TAGS)
        self.believed: list[tuple[str, bytes]] = []
        self.keeper: Keeper = keeper(store, random.Random(1), antennas)
        self.keeper.believe_again = lambda lift: self.believed.append((lift.reader, lift.uid))
        self.keeper.begin(SETUP | {"units": [[3, "red", [CARD]]], "step": "actions"}, 0)
        self.now_us = 0
        self.tell(Finding.PRESENT, next(name for name, zones in antennas.items() if HERE in zones))
        self.rest()

    def tell(self, kind: ChangeKind, reader: str) -> None:
        uid = b"" if kind in (Finding.FAULT, Finding.OK) else UIDS[CARD]
        self.keeper.change(Change(kind, reader, uid, "why" if kind == Finding.FAULT else ""), self.now_us)
        self.keeper.step(self.now_us)

    def rest(self) -> None:
        self.now_us += 3 * SETTLE_US
        self.keeper.step(self.now_us)

    @property
    def lifted(self) -> bool:
        """Whether the table has taken the card for lifted."""
        assert self.keeper.table is not None
        return not fog(self.keeper.table.state).column(3).units("red")


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    found = Watched(tmp_path)
    yield found
    found.store.close()


def test_a_lift_that_a_fault_follows_at_once_does_not_count(watched: Watched) -> None:
    watched.tell(Finding.ABSENT, READER)
    watched.tell(Finding.FAULT, READER)
    watched.rest()
    assert (watched.lifted, watched.keeper.seen) == (False, Layout({HERE: (CARD,)}))
    assert watched.believed == [(READER, UIDS[CARD])], "its silence is heard again when the reader is back"
    watched.tell(Finding.OK, READER)
    watched.tell(Finding.ABSENT, READER)
    watched.rest()
    assert watched.lifted, "and then it counts"


def test_a_lift_that_a_fault_follows_does_not_count_while_the_menu_is_open_either(watched: Watched) -> None:
    watched.keeper.press(Press(PressKind.HOLD, Button.AGREE), watched.now_us)
    watched.rest()
    assert watched.keeper.outlook.agreement is not None
    watched.tell(Finding.ABSENT, READER)
    watched.tell(Finding.FAULT, READER)
    watched.rest()
    assert (watched.keeper.seen, watched.believed) == (Layout({HERE: (CARD,)}), [(READER, UIDS[CARD])])
    watched.tell(Finding.OK, READER)
    watched.tell(Finding.ABSENT, READER)
    watched.rest()
    watched.tell(Finding.FAULT, READER)
    assert watched.keeper.seen == Layout(), "hands had settled"


def test_a_lift_that_has_settled_is_not_taken_back_by_a_later_fault(watched: Watched) -> None:
    watched.tell(Finding.ABSENT, READER)
    watched.rest()
    assert watched.lifted
    watched.tell(Finding.FAULT, READER)
    watched.rest()
    assert (watched.lifted, watched.believed) == (True, [])


def test_a_card_that_lies_elsewhere_by_now_stays_there(watched: Watched) -> None:
    watched.tell(Finding.ABSENT, READER)
    watched.tell(Finding.PRESENT, str(THERE))
    watched.tell(Finding.FAULT, READER)
    assert watched.keeper.seen == Layout({THERE: (CARD,)})


def test_another_readers_fault_takes_no_lift_back(watched: Watched) -> None:
    watched.tell(Finding.ABSENT, READER)
    watched.tell(Finding.FAULT, str(THERE))
    watched.rest()
    assert watched.lifted


def test_a_press_waits_for_news_that_is_on_its_way(watched: Watched) -> None:
    """A visit that began before the press ends after it: a card that it finds lifted must not count for the press."""
    keeper, press = watched.keeper, Press(PressKind.PRESS, Button.OK, "red")
    pressed_us, found_us = watched.now_us + 100, watched.now_us + 150
    keeper.change(Change(Finding.ABSENT, READER, UIDS[CARD]), found_us)
    keeper.press(press, pressed_us)
    assert keeper.step(pressed_us) <= found_us
    assert (keeper.take_answered(), keeper.seen) == ([], Layout({HERE: (CARD,)}))
    keeper.step(found_us)
    assert (keeper.take_answered(), keeper.seen) == ([press], Layout())


def test_two_readers_of_a_zone_are_one_zone(tmp_path: Path) -> None:
    """A lift that one has told does not count if the other one fails at once; both have a name of their own."""
    left, right = f"{HERE} a", f"{HERE} b"
    watched = Watched(tmp_path, {left: (HERE,), right: (HERE,), str(THERE): (THERE,)})
    keeper = watched.keeper
    watched.tell(Finding.PRESENT, right)
    assert keeper.seen == Layout({HERE: (CARD,)})
    watched.tell(Finding.ABSENT, right)
    watched.tell(Finding.FAULT, left)
    watched.rest()
    assert (watched.lifted, keeper.seen) == (False, Layout({HERE: (CARD,)}))
    assert watched.believed == [(right, UIDS[CARD])]
    assert keeper.cause_of(left) == keeper.cause_of(READER) == "why"
    assert keeper.cause_of(right) == ""
    assert [part for part, _ in keeper.outlook.faults] == [f"reader {left}"]
    assert readers_failing(keeper.outlook, READER) == (f"reader {left}",)
    assert readers_failing(keeper.outlook, str(THERE)) == ()
    assert keeper.believed() == [(left, UIDS[CARD])], "whichever of them: all are asked"
    watched.store.close()

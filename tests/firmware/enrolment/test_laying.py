"""Enrolment at a table that runs, without readers: what is laid, taken back, moved, refused; and a full disk."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_drivers.polling.findings import Change, Finding
from signifer_firmware.enrolment.decks import Deck
from signifer_firmware.enrolment.laying import ALONE_US, NEVER, Laying

CATALOGUE = standard_deck().catalogue
CARDS = tuple(CATALOGUE)[:4]
DECK = Deck("field-of-glory", CATALOGUE, CARDS)
READER = "1 red"


class Tags:
    """Tags in memory, and what the table was told of those that lie there."""

    def __init__(self) -> None:
        self.known: dict[bytes, str] = {}
        self.replaced: dict[bytes, str] = {}
        self.lying: set[str] = set()
        self.trouble = ""

    def change(
        self, tags: Mapping[bytes, str], forgotten: tuple[bytes, ...], replaced: Mapping[bytes, str]
    ) -> str:
        for uid in forgotten:
            del self.known[uid]
        for uid in (*tags, *replaced):
            self.known.pop(uid, None)
            self.replaced.pop(uid, None)
        self.known.update(tags)
        self.replaced.update(replaced)
        return self.trouble

    def lies(self, reader: str, uid: bytes, *, there: bool) -> None:
        card = self.known.get(uid) or (f"old {self.replaced[uid]}" if uid in self.replaced else "tag")
        (self.lying.add if there else self.lying.remove)(card)


class Sitting:
    """A sitting, and hands that lay tags there; time passes by what they do."""

    def __init__(self) -> None:
        self.tags, self.now_us, self.told = Tags(), 0, 0
        self.laying = Laying(DECK, self.tags, self._changed)

    def _changed(self) -> None:
        self.told += 1

    def lay(self, number: int, length: int = 7) -> str:
        """What is said of a tag that is laid, and lies alone."""
        uid = bytes([4, *[number] * (length - 1)])
        if not self.laying.laid(Change(Finding.PRESENT, READER, uid), self.now_us):
            self.tags.lies(READER, uid, there=True)
        self.now_us += ALONE_US
        assert self.laying.step(self.now_us) == NEVER
        return str(self.laying.said.get("key", ""))

    def lift(self, number: int) -> None:
        uid = bytes([4, *[number] * 6])
        if not self.laying.laid(Change(Finding.ABSENT, READER, uid), self.now_us):
            self.tags.lies(READER, uid, there=False)


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


def test_cards_are_asked_for_in_order_until_all_have_a_tag(sitting: Sitting) -> None:
    for number, card in enumerate(CARDS):
        assert sitting.laying.wanted == card
        assert sitting.lay(number) == "bound"
    assert (sitting.laying.wanted, sitting.laying.have) == ("", 4)
    assert sitting.lay(9) == "all"
    assert sitting.tags.lying == {*CARDS}, "the table has them by their names"
    assert sitting.told == 5, "each is shown as it happens"


def test_undo_gives_back_what_was(sitting: Sitting) -> None:
    sitting.lay(0)
    sitting.lay(1)
    sitting.laying.undo()
    assert (sitting.laying.wanted, len(sitting.tags.known)) == (CARDS[1], 1)
    sitting.laying.undo()
    sitting.laying.undo()
    assert (sitting.laying.wanted, sitting.tags.known, sitting.tags.lying) == (CARDS[0], {}, set())
    # Both still lie there: they count when they are laid again.
    sitting.lift(1)
    assert sitting.lay(1) == "bound"
    assert sitting.tags.known == {bytes([4, *[1] * 6]): CARDS[0]}


def test_a_tag_moves_only_with_a_yes_and_undo_moves_it_back(sitting: Sitting) -> None:
    sitting.lay(0)
    sitting.lay(1)
    sitting.lift(0)
    assert sitting.lay(0) == "known"
    sitting.laying.answer(yes=False)
    assert sitting.tags.known[bytes([4, *[0] * 6])] == CARDS[0]
    sitting.laying.answer(yes=True)
    assert sitting.tags.known[bytes([4, *[0] * 6])] == CARDS[0], "nothing is asked any more"
    sitting.lift(0)
    sitting.lay(0)
    sitting.laying.answer(yes=True)
    assert sitting.tags.known[bytes([4, *[0] * 6])] == CARDS[2]
    assert sitting.tags.lying == {CARDS[1], CARDS[2]}
    sitting.laying.undo()
    assert sitting.tags.known[bytes([4, *[0] * 6])] == CARDS[0]
    assert sitting.tags.lying == {CARDS[0], CARDS[1]}


def test_what_is_no_tag_for_cards_is_said(sitting: Sitting) -> None:
    assert sitting.lay(3, length=4) == "foreign"
    assert sitting.laying.wanted == CARDS[0]


def test_a_card_that_has_a_tag_gets_another_in_its_place(sitting: Sitting) -> None:
    sitting.lay(0)
    sitting.laying.choose(CARDS[0])
    assert sitting.lay(1) == "bound"
    first, second = bytes([4, *[0] * 6]), bytes([4, *[1] * 6])
    assert (sitting.tags.known, sitting.tags.replaced) == ({second: CARDS[0]}, {first: CARDS[0]})
    assert sitting.tags.lying == {CARDS[0], f"old {CARDS[0]}"}
    sitting.laying.undo()
    assert sitting.tags.lying == {CARDS[0]}
    assert (sitting.tags.known, sitting.tags.replaced) == ({first: CARDS[0]}, {})


def test_an_old_tag_goes_to_another_card_only_with_a_yes_and_undo_makes_it_old_again(
    sitting: Sitting,
) -> None:
    old = bytes([4, *[0] * 6])
    sitting.lay(0)
    sitting.laying.choose(CARDS[0])
    sitting.lay(1)
    sitting.lift(0)
    assert (sitting.laying.wanted, sitting.lay(0)) == (CARDS[1], "old")
    asks = {"card": CARDS[0], "tag": old.hex().upper(), "old": True}
    assert sitting.laying.view()["asks"] == asks
    sitting.laying.skip()
    assert sitting.laying.view()["asks"] == asks, "that it is an old one, too, until it is answered"
    sitting.laying.choose(CARDS[1])
    sitting.laying.answer(yes=False)
    assert (sitting.laying.said["key"], old in sitting.tags.known) == ("left", False)
    sitting.lift(0)
    sitting.lay(0)
    sitting.laying.answer(yes=True)
    assert (sitting.tags.known[old], sitting.tags.replaced) == (CARDS[1], {})
    sitting.laying.undo()
    assert (old in sitting.tags.known, sitting.tags.replaced) == (False, {old: CARDS[0]})


def test_an_old_tag_may_be_that_of_its_card_again(sitting: Sitting) -> None:
    sitting.lay(0)
    sitting.laying.choose(CARDS[0])
    sitting.lay(1)
    sitting.lift(0)
    sitting.laying.choose(CARDS[0])
    assert sitting.lay(0) == "bound"
    first, second = bytes([4, *[0] * 6]), bytes([4, *[1] * 6])
    assert (sitting.tags.known, sitting.tags.replaced) == ({first: CARDS[0]}, {second: CARDS[0]})


def test_a_full_disk_is_said_and_the_tag_kept(sitting: Sitting) -> None:
    sitting.tags.trouble = "disk full"
    assert sitting.lay(0) == "unwritten"
    assert sitting.laying.said["why"] == "disk full"
    assert sitting.laying.wanted == CARDS[1]


def test_what_was_skipped_comes_the_next_time(sitting: Sitting) -> None:
    for _ in CARDS:
        sitting.laying.skip()
    assert sitting.laying.wanted == ""
    assert Laying(DECK, sitting.tags, lambda: None).wanted == CARDS[0]

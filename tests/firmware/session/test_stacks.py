"""Cards that lie upon each other on a pad: lower ones fall silent, and are heard again once upper ones are lifted."""

from __future__ import annotations

from signifer_core.layout import Zone
from signifer_drivers.polling.findings import UNREAD, Change, Finding
from signifer_firmware.session.observation import COVER_US, Sight

PAD = Zone("pad", "red")
CARDS = {bytes([number]): f"farmer-{number}" for number in range(1, 6)}
STACK = frozenset((card, PAD) for card in CARDS.values())
LATER_US = 10 * COVER_US


def present(*numbers: int) -> list[Change]:
    return [Change(Finding.PRESENT, "pad red", bytes([number])) for number in numbers]


def together(*numbers: int) -> list[Change]:
    return [Change(Finding.COVERED, "pad red", bytes([number])) for number in numbers]


def absent(*numbers: int, cause: str = "") -> list[Change]:
    return [Change(Finding.ABSENT, "pad red", bytes([number]), cause=cause) for number in numbers]


def lying(*numbers: int) -> Sight:
    sight = Sight({"pad red": (PAD,)}, CARDS, lambda card: None)
    sight.changed(present(*numbers), 0, (), STACK)
    return sight


def test_several_of_a_stack_that_fall_silent_lie_under_the_others_and_nobody_is_asked() -> None:
    sight = lying(1, 2, 3, 4)
    sight.changed(together(1, 2), LATER_US, (), STACK)
    assert (len(sight.seen[PAD]), sight.in_question) == (4, ())
    sight.changed(absent(4), 2 * LATER_US, (), STACK)  # one of them alone is lifted
    assert set(sight.seen[PAD]) == {"farmer-1", "farmer-2", "farmer-3"}


def test_of_other_cards_that_fall_silent_together_people_are_asked() -> None:
    sight = lying(1, 2, 3, 4)
    sight.changed(together(1, 2), LATER_US, ())
    assert len(sight.in_question) == 2


def test_what_no_reader_finds_when_the_power_comes_lies_under_the_others() -> None:
    sight = lying()
    sight.seen = lying(1, 2, 3, 4).seen  # as recorded
    sight.changed([*present(4), *absent(1, 2, 3, cause=UNREAD)], LATER_US, (), STACK)
    assert len(sight.seen[PAD]) == 4
    sight.changed(absent(4), 2 * LATER_US, (), STACK)
    assert sight.seen[PAD] == (), "with the last one that is read the whole stack has gone"


def test_a_lower_card_that_is_heard_covers_nothing() -> None:
    """The top card was lifted, and the one below is heard: it was not laid on top."""
    for lower, left in ((STACK, {"farmer-5"}), (frozenset[tuple[str, Zone]](), {"farmer-4", "farmer-5"})):
        sight = lying(4)
        sight.changed(present(5), LATER_US, (), (), lower)
        sight.changed(absent(4), LATER_US + 1, (), (), lower)
        assert set(sight.seen[PAD]) == left

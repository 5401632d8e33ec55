"""What has just happened is shown until the game goes on: terrain cards to be turned, dice that have fallen."""

from __future__ import annotations

from typing import Any, cast

from signifer_core.layout import Zone
from signifer_core.procedure import Correction, Roll, Table
from signifer_core.rules import Verb
from signifer_firmware.display.highlights import Recent
from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.session.outlook import Outlook

DICE = Outlook(rolls=(Roll("red", "free", 6),))
UNTIDY = Outlook(corrections=(Correction(Verb.TAKE, "red/pike-1", Zone("3", "red")),))


class Turning:
    """A game whose states are texts of who controls which column: "r-b" has red in 1 and blue in 3."""

    def turned(self, before: str, after: str) -> frozenset[int]:
        pairs = enumerate(zip(before, after, strict=True), 1)
        return frozenset(number for number, (was, now) in pairs if was != now)


GAME = cast(AnyBundle, Turning())


def table(state: str) -> Table[Any]:
    return Table(state)


def test_what_has_turned_is_told_until_the_next_change() -> None:
    recent = Recent[AnyState]()
    told = []
    for state in ("---", "r--", "r--", "r-b", "rrb"):
        recent.look(GAME, table(state), Outlook())
        told.append(sorted(recent.turned))
    assert told == [[], [1], [1], [3], [2]]


def test_what_turned_before_is_told_as_long_as_cards_are_to_be_put_right() -> None:
    recent = Recent[AnyState]()
    recent.look(GAME, table("---"), Outlook())
    recent.look(GAME, table("r--"), UNTIDY)
    recent.look(GAME, table("rb-"), Outlook())
    assert recent.turned == {1, 2}
    recent.look(GAME, table("rbb"), Outlook())
    assert recent.turned == {3}


def test_dice_are_shown_until_the_game_goes_on_and_again_when_they_fall_again() -> None:
    recent = Recent[AnyState]()
    recent.look(GAME, table("---"), Outlook())
    assert recent.look(GAME, table("---"), DICE).rolls == DICE.rolls
    assert recent.look(GAME, table("r--"), DICE).rolls == ()
    once_more = Outlook(rolls=(Roll("red", "free", 6),))
    assert once_more == DICE
    assert recent.look(GAME, table("r--"), once_more).rolls == DICE.rolls


def test_after_a_power_cut_the_last_dice_are_shown() -> None:
    assert Recent[AnyState]().look(GAME, table("r--"), DICE).rolls == DICE.rolls

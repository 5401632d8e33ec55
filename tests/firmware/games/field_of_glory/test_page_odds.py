"""The odds on the page: what the asker knows of their own cards is certain, and nothing hidden is used."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.json_values import Json, as_list, as_object
from signifer_core.layout import zone
from signifer_firmware.games.field_of_glory.page.odds import attacks
from signifer_firmware.simulation.piles import DECK as DECK_PILE
from signifer_firmware.simulation.piles import HAND, Piles

from tests.core.field_of_glory.states import DECK, Hands, position

WEAK = ("light-cavalry-1", "archer-1", "medium-infantry-1", "medium-infantry-2", "medium-infantry-3")
TOPS = ("cavalry-4", "cavalry-5")


class Evening:
    """Red with a hand that they know, and one unit in column 3 against one of blue; each with a deck of two."""

    def __init__(
        self, hand: tuple[str, ...] = WEAK, blue: tuple[str, ...] = WEAK, defending: str = "pike-1"
    ) -> None:
        ours, theirs = (Counts(hand=len(held), deck=len(TOPS)) for held in (hand, blue))
        units = {"3 red": "heavy-infantry-1", "3 blue": defending}
        self.hands = Hands(position(units=units, red=ours, blue=theirs))
        cards = {
            ("red", HAND): hand,
            ("blue", HAND): blue,
            ("red", DECK_PILE): TOPS,
            ("blue", DECK_PILE): TOPS,
        }
        named = {pile: [f"{pile[0]}/{card}" for card in held] for pile, held in cards.items()}
        self.piles = Piles(named, random.Random(1))

    def lay(self, card: str, place: str) -> None:
        self.hands.lay(card, place)
        self.piles.put(card, zone(place))

    def press(self, gesture: str) -> None:
        assert self.hands.press(gesture) == ()

    def chances(self, viewer: str, attacking: str, defending: str = "deck") -> Sequence[Json]:
        """In per cent, of winning, a tie and losing, of the one attack that is told."""
        (told,) = attacks(DECK, self.hands.table, viewer, self.piles)
        ways = [as_object(way) for way in as_list(told["ways"])]
        (way,) = [way for way in ways if (way["attacking"], way["defending"]) == (attacking, defending)]
        return as_list(way["chances"])


def test_a_hand_that_is_known_stays_known_while_units_are_laid_and_cards_lie_on_the_pad() -> None:
    evening = Evening()
    at_first = evening.chances("red", "hand")
    evening.lay("red/light-cavalry-1", "2 red")
    assert evening.hands.state.unpaid
    assert evening.chances("red", "hand") == at_first
    evening.press("press ok red")
    evening.lay("red/archer-1", "pad red")
    assert evening.chances("red", "hand") == at_first


@pytest.mark.parametrize(("card", "better"), [("commander-1", True), ("archer-1", False)])
def test_a_confirmed_bonus_card_of_the_own_hand_is_certain_to_its_player_alone(
    card: str, better: bool
) -> None:
    evening = Evening((*WEAK, "commander-1"))
    best, unseen = evening.chances("red", "hand"), [evening.chances(who, "hand") for who in ("blue", "both")]
    evening.press("press column 3 red")
    evening.lay(f"red/{card}", "pad red")
    assert evening.chances("red", "hand") == best
    evening.press("press ok red")
    assert (evening.chances("red", "hand") == best) == better
    assert [evening.chances(who, "hand") for who in ("blue", "both")] == unseen


def test_a_confirmed_bonus_card_of_the_defender_is_certain_to_them() -> None:
    evening = Evening(blue=(*WEAK, "commander-1"), defending="pike-1 pike-2")
    best = evening.chances("blue", "deck", "hand")
    evening.press("press column 3 red")
    evening.lay("red/cavalry-5", "pad red")
    evening.press("hold ok red")
    evening.lay("blue/commander-1", "pad blue")
    evening.press("press ok blue")
    assert evening.hands.state.step == "lead"
    assert evening.chances("blue", "deck", "hand") == best


def test_a_bonus_card_from_the_deck_stays_unknown_to_who_laid_it() -> None:
    evening = Evening()
    evening.press("press column 3 red")
    before, hand = evening.chances("red", "deck"), evening.chances("red", "hand")
    evening.piles.take("red/archer-1", ("red", "out"))
    unknown = evening.chances("red", "hand")
    evening.lay(evening.piles.top("red"), "pad red")
    # One of the hand is astray: what lies on the pad is not taken for it.
    assert evening.chances("red", "hand") == unknown
    evening.piles.take("red/archer-1", ("red", HAND))
    assert (evening.chances("red", "deck"), evening.chances("red", "hand")) == (before, hand)
    evening.press("hold ok red")
    assert evening.chances("red", "deck") == before

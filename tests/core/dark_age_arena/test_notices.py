"""What players are told beside what they are asked: invented decks, text done by hand, empty stocks, points, crowds."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck import Deck, training
from signifer_core.games.dark_age_arena.deck.both import joined
from signifer_core.games.dark_age_arena.state import Spot
from signifer_core.games.dark_age_arena.table.procedure import DarkAgeArenaProcedure
from signifer_core.games.dark_age_arena.table.spots import MOST_HEARD
from signifer_core.layout import SIDES, Layout
from signifer_core.rules import Figures

from .hands import Hands, at_table, table
from .states import RULES, deck_with, position

Told = list[tuple[str, Figures]]


def told(hands: Hands, side: str = "red", seen: Layout | None = None) -> Told:
    found = hands.procedure.notices(hands.table, hands.seen if seen is None else seen)
    assert {each.step for each in found} <= {hands.state.step}
    return [(each.key, each.figures) for each in found if each.player == side]


# Invented decks


class ModestHands(Hands):
    """Blue plays an invented deck, red a real one."""

    procedure = DarkAgeArenaProcedure(
        Deck(joined(replace(training("training-iron"), invented=False), training("training-ash")))
    )


def test_invented_decks_are_named_as_the_game_begins() -> None:
    both = at_table(RULES.table_game())
    for side in SIDES:
        assert told(both, side) == [("invented", (("decks", "training-iron, training-ash"),))]
    one = at_table(ModestHands.procedure.rules.table_game(), None, ModestHands)
    assert told(one) == [("invented", (("decks", "training-ash"),))]
    both.pressed("press ok red", "press ok blue")
    assert told(both) == []


# By hand (DA-43)

NOTED = (
    'omen = { sort = "instant", name = "Omen", count = 2, at = "any", note = "Look at a hand." }\n'
    'seer = { sort = "character", name = "Seer", count = 1, control = 2, life = 1, note = "Sees." }\n'
    'oath = { sort = "victory", name = "Oath", count = 1, as = "A", points = 2, when = ["ask"], note = "Kneel." }\n'
)
LEADER = '{ name = "Ulf", recruitment = 2, attack = 1, defence = 2, min_hand = 5, note = "Howls." }'
PLACES = '[{ name = "Gate", note = "Creaks." }, { name = "Hall" }, { name = "Mill" }]'


class NotedHands(Hands):
    """Some of red's cards have text that no line can say."""

    procedure = DarkAgeArenaProcedure(deck_with(NOTED, leader=LEADER, places=PLACES).deck)


def noted(*args: object, **more: object) -> Hands:
    state = position(*args, rules=NotedHands.procedure.rules, **more)  # type: ignore[arg-type]
    return at_table(state, None, NotedHands)


def by_hand(card: str, note: str) -> tuple[str, Figures]:
    return "by-hand", (("card", card), ("note", note))


def test_da_43_by_hand_an_instants_note_stands_while_it_is_played_until_it_is_taken_away() -> None:
    hands = noted("prepare", "militia-1 1", hands=("omen-1", ""))
    assert told(hands) == []
    hands.lay("red/omen-1", "5 red")
    for side in SIDES:
        assert told(hands, side) == [by_hand("red/omen-1", "Look at a hand.")]
    hands.press("press ok red")
    assert hands.corrections_told() == ["take red/omen-1 5 red"]
    assert told(hands) == [by_hand("red/omen-1", "Look at a hand.")]
    hands.lift("red/omen-1")
    assert told(hands) == []


def test_da_43_by_hand_a_characters_note_stands_until_its_draft_is_settled() -> None:
    hands = noted("draft", hands=("seer-1", ""))
    hands.lay("red/seer-1", "1 red")
    assert told(hands) == [by_hand("red/seer-1", "Sees.")]
    hands.press("press ok red")
    assert told(hands) == [by_hand("red/seer-1", "Sees.")], "its roll is due"
    hands.roll(5)
    assert (hands.state.standing("red/seer-1") is not None, told(hands)) == (True, [])


def test_da_43_by_hand_a_solitary_fighter_of_the_hand_is_told_of() -> None:
    hands = noted("declare", hands=("seer-1", ""))
    hands.press("press column 4 red")
    hands.lay("red/seer-1", "4 red").press("press ok red")
    assert hands.state.combat is not None
    assert (hands.state.combat.alone, told(hands)) == ("red/seer-1", [by_hand("red/seer-1", "Sees.")])


def test_da_43_by_hand_a_face_down_card_says_nothing_before_it_is_shown() -> None:
    hands = noted(
        "bluff",
        "knight-1 0",
        "scout-1 1",
        hands=("oath-1", ""),
        combat=Combat("red", 1, attackers=("red/knight-1",)),
    )
    hands.lay("red/oath-1", "pad red")
    assert told(hands) == []
    hands.press("press ok red")
    assert (hands.state.step, told(hands)) == ("target", [])
    combat = Combat("red", 1, 1, attackers=("red/knight-1",), asked="red/oath-1")
    hands.table = replace(hands.table, state=replace(hands.state, step="spoils", combat=combat))
    assert told(hands) == [by_hand("red/oath-1", "Kneel.")]
    hands.pressed("press ok red", "press ok blue")
    assert hands.corrections_told() == ["take red/oath-1 pad red"]
    assert told(hands) == [by_hand("red/oath-1", "Kneel.")], "until it is taken away"


def test_da_43_by_hand_a_bluff_is_not_played() -> None:
    hands = noted(
        "bluff",
        "knight-1 0",
        "scout-1 1",
        hands=("omen-1", ""),
        combat=Combat("red", 1, attackers=("red/knight-1",)),
    )
    hands.lay("red/omen-1", "pad red").press("press ok red")
    hands.pressed("press column 2 red", "press ok red", "press ok blue")
    assert (hands.state.step, hands.corrections_told()) == ("home", ["take red/omen-1 pad red"])
    assert told(hands) == []


def test_da_43_by_hand_discards_of_the_stock_phase_are_not_being_played() -> None:
    hands = noted("stock", hands=("omen-1", ""))
    hands.lay("red/omen-1", "pad red")
    hands.press("press ok red")
    assert hands.corrections_told() == ["take red/omen-1 pad red"]
    assert told(hands) == []


def test_da_43_by_hand_a_leaders_note_stands_as_the_game_begins_and_a_places_while_it_is_attacked() -> None:
    begun = at_table(NotedHands.procedure.rules.table_game(), None, NotedHands)
    assert by_hand("leader red", "Howls.") in told(begun, "blue")
    attacked = Combat("blue", 1, 1, attackers=("blue/scout-1",))
    more = {"active": "red", "initiative": "blue", "attackers": ("blue",)}
    hands = noted("react", "knight-1 1", "scout-1 0", hands=("omen-1", ""), combat=attacked, **more)
    assert told(hands) == [by_hand("1 red", "Creaks.")]
    hands = noted(
        "react", "knight-1 1", "scout-1 0", hands=("omen-1", ""), combat=replace(attacked, target=2), **more
    )
    assert told(hands) == []


# Stocks, points


def test_da_21_an_empty_stock_is_told_of_to_both() -> None:
    hands = table("prepare", "knight-1 1", stock=0)
    assert (
        told(hands)
        == told(hands, "blue")
        == [("stock-empty", (("player", "red"),)), ("stock-empty", (("player", "blue"),))]
    )
    under = table("prepare", "knight-1 1", stock=0, has={"red": {"under": ("red/militia-1",)}})
    assert told(under) == [("stock-empty", (("player", "blue"),))]


@pytest.mark.parametrize(
    ("points", "supply", "near"), [(6, None, 0), (7, None, 7), (6, "red/granary-1", 7), (9, None, 9)]
)
def test_da_1_seven_points_are_near_the_end_a_supply_included(
    points: int, supply: str | None, near: int
) -> None:
    spots = (Spot(supply=supply), Spot(), Spot())
    hands = table("prepare", "knight-1 1", has={"red": {"points": points, "spots": spots}})
    wanted: Told = [("near-ten", (("player", "red"), ("points", near)))] if near else []
    assert told(hands) == told(hands, "blue") == wanted


def test_nothing_is_told_of_a_game_that_is_over() -> None:
    hands = table("over", has={"red": {"points": 12}}, stock=0, winner="red")
    assert told(hands) == []


# Crowded columns


def test_a_crowded_column_is_told_of_on_its_own_side() -> None:
    hands = table("prepare", "knight-1 2")
    cards = [card for card in hands.procedure.deck.cards("red") if card != "red/knight-1"]
    seen = hands.seen
    for card in cards[: MOST_HEARD - 1]:
        seen = seen.laid(card, next(zone for zone, each in hands.seen.items() if each == "red/knight-1"))
    assert told(hands, seen=seen) == []
    seen = seen.laid(
        cards[MOST_HEARD], next(zone for zone, each in hands.seen.items() if each == "red/knight-1")
    )
    assert told(hands, seen=seen) == [("crowded", (("column", 2), ("limit", MOST_HEARD)))]
    assert told(hands, "blue", seen) == []

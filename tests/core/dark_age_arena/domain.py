"""Actions of Dark Age Arena of every kind, as wrong as may be, for tests."""

from __future__ import annotations

from itertools import product

from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.deck import side_of_card
from signifer_core.layout import SIDES

from .states import DECK

SOME = [card for card in DECK.catalogue if card.endswith(("-1", "-2"))]
PEOPLE = [
    card
    for card in SOME
    if card.partition("/")[2].startswith(("militia", "raider", "mara", "knight", "scout"))
]
PLACES = (1, 2, 3)
DOMAIN: tuple[act.Action, ...] = (
    *(kind(side) for side in SIDES for kind in (act.Keep, act.Reject, act.Done, act.Pay, act.GiveUp)),
    *(kind(side) for side in SIDES for kind in (act.Exchange, act.Buy)),
    *(act.Marker(side, use) for side in SIDES for use in ("roll", "com", "log")),
    *(act.Bid(side, log) for side in SIDES for log in range(7)),
    *(act.Declare(side, way) for side in SIDES for way in ("1", "2", "3", "solitary", "none")),
    *(act.Judge(side, answer) for side in SIDES for answer in ("yes", "no")),
    *(act.Rolled(1), act.Rolled(6, 1)),
    *(act.Target(place) for place in PLACES),
    *(kind(side, None) for side in SIDES for kind in (act.Muster, act.Bluff)),
    *(kind(card) for card in SOME for kind in (act.Drawn, act.Discard, act.Play, act.Alone)),
    *(kind(card, place) for card in SOME for place in PLACES for kind in (act.Artifact, act.Enlist, act.Lay)),
    *(kind(card, place) for card in PEOPLE for place in PLACES for kind in (act.Assign, act.Move)),
    *(act.Bluff(side_of_card(card), card) for card in SOME),
    *(act.Muster(side_of_card(card), (card,)) for card in SOME),
    *(act.Muster(side_of_card(one), (two, one)) for one, two in product(PEOPLE, PEOPLE) if one != two),
    *(act.Attach(card, each) for card in SOME for each in PEOPLE),
    *(act.Play(card, each) for card in SOME for each in PEOPLE[:2]),
    *(kind(one, two) for one, two in product(PEOPLE, PEOPLE) for kind in (act.Aim, act.Pair)),
    *(act.Assist(card, number) for card in PEOPLE for number in (1, 2, 3)),
)

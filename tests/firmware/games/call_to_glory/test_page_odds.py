"""The odds that the page is told: those of the core, kind by kind, in per cent."""

from __future__ import annotations

import json

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.deck import KINDS
from signifer_core.games.call_to_glory.odds import odds
from signifer_core.games.call_to_glory.state import Cards, Hand
from signifer_core.procedure import Table
from signifer_firmware.games.call_to_glory.game import GAME
from signifer_firmware.games.call_to_glory.page.odds import chances
from signifer_firmware.texts.terms import per_cent

from tests.core.call_to_glory.states import DECK, RULES, begun, position

BUNDLE = GAME.bundle()


def test_each_kind_is_told_from_the_commonest_on() -> None:
    state = position(("", "", ""), sets={"1": {"farmer": 3}, "3": {"emperor": 4}}, step="draw", unseen=43)
    hand = Hand(Cards(20))
    state = replace(state, hands=(hand, hand, hand), piles=(22, 21))
    told = chances(BUNDLE, Table(state))
    assert [each["kind"] for each in told] == list(KINDS)
    farmer = odds(DECK, state, "farmer")
    assert told[0] == {
        "kind": "farmer",
        "owner": "1",
        "size": 3,
        "needed": 4,
        "left": 17,
        "unseen": 17,
        "top": 0,
        "tooFew": False,
        "held": per_cent(farmer.held, 1),
        "soon": per_cent(farmer.soon, 1),
        "chance": per_cent(farmer.chance, 1),
        "players": {"2": per_cent(farmer.players[0][1], 1), "3": per_cent(farmer.players[1][1], 1)},
        "turns": [[player, per_cent(chance, 1)] for player, chance in farmer.turns],
        "assumed": ["unseen-cards-exchangeable", "others-collect", "piles-estimated"],
    }
    emperor = told[-1]
    assert (emperor["owner"], emperor["needed"], emperor["left"], emperor["tooFew"]) == ("3", 5, 2, True)
    assert (emperor["held"], emperor["chance"]) == (0, 0)
    assert json.loads(json.dumps(told)) == told


def test_none_are_told_while_no_cards_are_played_or_the_counts_cannot_be_right() -> None:
    assert chances(BUNDLE, Table(RULES.table_game())) == []
    state = begun()
    assert len(chances(BUNDLE, Table(state))) == len(KINDS)
    assert chances(BUNDLE, Table(replace(state, stock=Cards(7)))) == []

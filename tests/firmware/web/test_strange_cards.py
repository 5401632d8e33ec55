"""What is no card of the game lies anywhere on the virtual table: pages are told of it, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import ZONES
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import TWO, WATCH

from tests.firmware.states import fog
from tests.firmware.web.table import Played, played

STRANGERS = ("tag/16", "thermopyles:spartan-3", "call-to-glory:daimyo-3")
AT_GAMES = [
    (name, card) for name in registry.names() for card in STRANGERS if not card.startswith(f"{name}:")
]
# The robots of each game have begun by then: they draw or lay cards, or find out what they play with.
GESTURES = 3
# Red has no deck left to draw from.
EMPTY = (
    "terrain plain plain plain plain plain",
    "first red",
    "count red deck 0",
    "count red discard 8",
    "count red hand 5",
    "begin draw",
)


def lay_all_over(game: Played, card: str) -> None:
    """Hands lay the card at each place in turn, then wait for what the table says; pages are told all of it."""
    live = game.live
    for zone in ZONES:
        live.hands.piles.put(card, zone)
        live.run.table.world.put(card, zone)
        live.sight.remember()
        lying = live.hands.piles.layout[zone]
        for role in (HAND, SPECTATOR):
            told = game.view(role)["cards"][str(zone)]
            assert told == len(lying) or card in told, (role, zone)
    game.wait(1)
    assert any(fix["verb"] == "take" for fix in game.view()["corrections"])


@pytest.mark.parametrize(("name", "card"), AT_GAMES)
def test_pages_are_told_of_a_strange_card_at_each_place(name: str, card: str, tmp_path: Path) -> None:
    with played(tmp_path, WATCH, game=name) as game:
        for _ in range(GESTURES):
            assert game.live.play.plays()
        lay_all_over(game, card)


@pytest.mark.parametrize("card", STRANGERS)
def test_a_strange_card_is_none_of_the_discards_that_wait_to_be_shuffled(card: str, tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=EMPTY, game=DEFAULT_GAME) as game:
        game.press("ok red")
        assert fog(game.live.state).step == "shuffle"
        assert game.do(do="shuffle", player="red")["type"] == "done"
        lay_all_over(game, card)
        assert game.view()["owed"]["red"] == 0

"""Call to Glory on the page: what hands and helping hands do with cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.games.call_to_glory import standard_deck
from signifer_core.games.call_to_glory.state import SEATS
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.games.call_to_glory.page.drawing import lacks
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.view.viewers import SPECTATOR

from tests.firmware.web.at_call_to_glory import (
    BOTH_PADS,
    FOUR,
    TWO,
    ask,
    at_table,
    give,
    let,
    now,
    state,
    view,
)
from tests.firmware.web.table import Played


def displaced(game: Played, *laid: str) -> None:
    """Red lays more emperors than blue has."""
    cards = laid or ("emperor-3", "emperor-4", "emperor-5")
    give(game, "1", *cards)
    for card in cards:
        game.put(card, "3 red")
    game.press("ok red")
    assert now(game)["displaced"]["kind"] == "emperor"
    assert now(game)["deciders"] == ["2"]


def test_the_rest_of_a_displaced_set_follows_its_first_card(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *TWO, *BOTH_PADS) as game:
        displaced(game)
        let(game, most=3)
        fixes = view(game)["corrections"]
        assert [(fix["verb"], fix["card"], fix["to"]) for fix in fixes] == [
            ("take", "emperor-1", ""),
            ("take", "emperor-2", ""),
        ]
        assert view(game)["cards"]["1 blue"] == ["emperor-1"]
        game.put("emperor-2", "pad blue")
        (left,) = view(game)["corrections"]
        assert (left["card"], left["to"]) == ("emperor-1", "pad blue")
        let(game, "step == 'draw'")
        assert view(game)["cards"]["pad blue"] == ["farmer-8", "emperor-2", "emperor-1"]
        assert now(game)["pads"]["blue"] == {"number": 3, "top": ["emperor-1", "emperor-2"]}


def test_a_displaced_set_is_carried_where_there_is_no_choice(tmp_path: Path) -> None:
    with at_table(tmp_path, "two", *TWO, BOTH_PADS[0]) as game:
        displaced(game)
        let(game, "step == 'draw'")
        assert view(game)["cards"]["pad blue"] == ["emperor-1", "emperor-2"]


def test_what_was_laid_is_not_drawn_again(tmp_path: Path) -> None:
    """Cards that lie in front of a player, read or not, are still counted in the hand."""
    with at_table(tmp_path, "two", *TWO) as game:
        before = len(game.live.hands.piles.cards("left", "deck"))
        give(game, "1", "monk-1", "monk-2")
        piles = game.live.hands.piles
        game.put("monk-1", "4 red")
        piles.put("monk-2", next(zone for zone in PAGE.places("monk-2", "red") if zone.place == "5"))
        assert lacks(state(game), piles, "1") == 0
        let(game, most=3)
        assert len(piles.cards("left", "deck")) == before


def test_a_card_is_drawn_from_a_pad_by_hand_and_known_to_all(tmp_path: Path) -> None:
    position = ("players 2", "begin draw", *BOTH_PADS)
    with at_table(tmp_path, "two", *position) as game:
        game.put("farmer-9", "hand 1")
        assert now(game)["drawn"] == ["red"]
        game.press("column 5 red")
        let(game, "step == 'play'")
        let(game, most=3)
        told = view(game, SPECTATOR)
        assert told["game"]["seats"][0]["seen"] == ["farmer-9"]
        assert told["cards"]["hand 1"] == 5
        assert len(game.live.hands.piles.cards("right", "deck")) == state(game).piles[1]


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ({"do": "move", "card": "{3}", "to": "1 red"}, "robots"),
        ({"do": "move", "card": "{2}", "to": "hand 1"}, "robots"),
        ({"do": "move", "card": "{1}", "to": "hand 3"}, "robots"),
        ({"do": "draw", "player": "left", "to": "hand 2"}, "robots"),
        ({"do": "move", "card": "{deck}", "to": "hand 1"}, "in-deck"),
        ({"do": "move", "card": "{1}", "to": "box"}, "wrong-pile"),
        ({"do": "move", "card": "{mission}", "to": "deck left"}, "wrong-pile"),
        ({"do": "move", "card": "{1}", "to": "stock red"}, "no-such-place"),
        ({"do": "button", "name": "ok blue", "down": True}, "robots"),
    ],
)
def test_against_robots_hands_take_their_own_cards_alone(
    tmp_path: Path, deed: dict[str, Any], reason: str
) -> None:
    with at_table(tmp_path, "robots-3", *FOUR) as game:
        game.live.step()
        piles = game.live.hands.piles
        names = {seat: sorted(set(game.hand(seat)) & {*standard_deck().characters})[0] for seat in SEATS}
        names["deck"] = min(piles.cards("left", "deck"))
        names["mission"] = next(card for card in game.hand("1") if card.startswith("mission"))
        before = piles.everything
        filled = {
            key: names.get(value[1:-1], value) if str(value)[0] == "{" else value
            for key, value in deed.items()
        }
        assert game.do(**filled)["reason"] == reason
        assert piles.everything == before


def test_hints_are_told_of_ones_own_hand_alone(tmp_path: Path) -> None:
    with at_table(tmp_path, "robots-3", *FOUR) as game:
        game.live.step()
        give(game, "1", "monk-3")
        places = ask(game, "red", "hint", card="monk-3")["places"]
        assert set(places) == {*(f"{column} red" for column in range(1, 6)), "pad red", "pad blue"}
        assert "refusal" not in places["1 red"]
        for card in (game.hand("3")[0], "monk-1", min(game.live.hands.piles.cards("left", "deck"))):
            with pytest.raises(CannotError, match="no-such-card"):
                ask(game, "red", "hint", card=card)


def test_between_rounds_all_cards_are_shuffled_and_split_again(tmp_path: Path) -> None:
    position = (
        *("players 2", "begin play"),
        "setup 1 red farmer-1 farmer-2 monk-1 monk-2 envoy-1 envoy-2",
        "setup 2 red ninja-1 ninja-2 samurai-1 samurai-2",
        "setup pad red emperor-1",
    )
    with at_table(tmp_path, "two", *position) as game:
        give(game, "1", "shogun-1", "shogun-2")
        for card in ("shogun-1", "shogun-2"):
            game.put(card, "3 red")
        game.press("ok red")
        assert now(game)["step"] == "score"
        # What lies on a discard pile is no answer to what is asked.
        prompts = [(each["player"], each["key"]) for each in game.view()["prompts"]]
        assert prompts == [("red", "read-scores"), ("blue", "read-scores")]
        assert now(game)["seats"][0]["points"] == 20 + 18 + 16 + 14 + 12 + 9
        game.press("ok red")
        game.press("ok blue")
        let(game, "step == 'deal'")
        piles = game.live.hands.piles
        assert len(piles.cards("left", "deck")) == len(piles.cards("right", "deck")) == 55
        assert not list(piles.layout.items())
        assert now(game)["seat"] == "2"
        game.press("ok blue")
        let(game, most=3)
        assert [len(game.hand(seat)) for seat in "12"] == [3, 3]

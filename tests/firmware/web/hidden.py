"""Games in which a card lies hidden, to be played with one after another, and all that somebody is told of them."""

from __future__ import annotations

import json
from collections.abc import Callable

from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.layout import SIDES
from signifer_firmware.web.play import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.states import fog
from tests.firmware.web.table import Played

DECK = standard_deck()
PLAIN = ("terrain plain plain plain plain plain", "first red")
ATTACK = (
    *PLAIN,
    "begin actions",
    "setup 3 red heavy-infantry-5",
    "setup 3 blue heavy-infantry-6",
)
ON_TABLE = ("red/heavy-infantry-5", "blue/heavy-infantry-6")
Play = Callable[[Played], None]


def answers(game: Played, viewer: str) -> list[str]:
    """All answers to what ``viewer`` may ask: how it was at each moment, the record, the odds."""
    live, run = game.live, game.owner.run
    first, last = game.view(viewer)["past"]
    questions: list[msg.Question] = [
        msg.Look(run=run, n=1, do="look", at=at) for at in range(first, last + 1)
    ]
    found = []
    questions += [
        msg.Export(run=run, n=1, do="export"),
        msg.Odds(run=run, n=1, do="odds"),
        msg.Pad(run=run, n=1, do="pad"),
    ]
    for question in questions:
        try:
            found.append(json.dumps(answer(live, viewer, question)))
        except CannotError as error:
            found.append(error.code)
    return found


def empty_hands(game: Played, *kept: str) -> None:
    """No card but ``kept`` is anywhere near the table: what is not there cannot be told."""
    piles = game.live.hands.piles
    for player in SIDES:
        for card in DECK.army(player):
            if card not in (*ON_TABLE, *kept) and isinstance(piles.where(card), tuple):
                piles.take(card, (player, "out"))
    for card in kept:
        piles.take(card, (card.partition("/")[0], "hand"))


def some_kinds(player: str) -> list[str]:
    """A card of each sort that the rules treat otherwise: units, what pays, what is played."""
    return [f"{player}/{kind}-1" for kind in ("spear", "elephant", "commander", "overlap", "reserves")]


def attacks_with(card: str) -> Play:
    """Red attacks, and adds ``card`` from their hand; blue thinks."""

    def play(game: Played) -> None:
        empty_hands(game, card)
        game.press("column 3 red")
        game.press("column 3 blue", 1.1)  # the odds
        game.put(card, "pad red")
        game.press("ok red")
        game.wait(3)
        assert fog(game.live.state).step == "bonus"
        attack = fog(game.live.state).attack
        assert attack is not None
        assert attack.bonus is not None

    return play


def defends_with(card: str, against: str = "red/commander-1") -> Play:
    """Red has added a card; blue lays ``card`` and thinks, lifts it, and lays it again."""

    def play(game: Played) -> None:
        empty_hands(game, card, against)
        game.press("column 3 red")
        game.put(against, "pad red")
        game.press("ok red")
        for place in ("pad blue", "hand blue", "pad blue"):
            game.put(card, place)
            game.wait(0.5)
        attack = fog(game.live.state).attack
        assert attack is not None
        assert attack.defending_bonus is None

    return play


def differs(was: str, now: str) -> str:
    parts = [json.loads(text).get("view", {}) if text.startswith("{") else text for text in (was, now)]
    if isinstance(parts[0], dict) and isinstance(parts[1], dict):
        names = [
            name for name in parts[0].keys() | parts[1].keys() if parts[0].get(name) != parts[1].get(name)
        ]
        return "; ".join(f"{name}: {parts[0].get(name)} / {parts[1].get(name)}" for name in names)[:600]
    return f"{was[:200]} / {now[:200]}"


def offers(card: str) -> Play:
    """Red lays a unit, and ``card`` to pay with it; lifts that again, and lays it once more."""

    def play(game: Played) -> None:
        empty_hands(game, card, "red/light-infantry-5")
        game.put("red/light-infantry-5", "2 red")
        for place in ("pad red", "hand red", "pad red"):
            game.put(card, place)
            game.wait(0.5)
        assert fog(game.live.state).due

    return play


def pays_with(card: str) -> Play:
    """Red pays with ``card``, which the table then asks to be taken off the pad; it lies there for a while."""

    def play(game: Played) -> None:
        offers(card)(game)
        game.press("ok red")
        game.wait(2)
        told = game.live.run.appliance.keeper.outlook.corrections
        assert [(fix.verb, fix.card, str(fix.zone)) for fix in told] == [("take", card, "pad red")]
        game.put(card, "discard red")
        game.wait(2)

    return play

"""Nobody who looks on can tell a hidden card: whatever lies hidden, all bytes of the whole connection are the same.

Each test plays the same game several times, with another card hidden each time, and compares every message that a
spectator, the other player's phone and the other player are sent until the card is shown.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.layout import SIDES, Side
from signifer_firmware.web.game import CannotError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.view.view import PHONES, SPECTATOR
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.session.agreeing import choose
from tests.firmware.states import fog
from tests.firmware.web.table import Played, played

DECK = standard_deck()
PLAIN = ("terrain plain plain plain plain plain", "first red")
ATTACK = (
    *PLAIN,
    "begin actions",
    "setup 3 red heavy-infantry-5",
    "setup 3 blue heavy-infantry-6",
)
ON_TABLE = ("red/heavy-infantry-5", "blue/heavy-infantry-6")
OTHER: dict[Side, Side] = {"red": "blue", "blue": "red"}
Play = Callable[[Played], None]


def strangers_to(player: Side) -> tuple[str, ...]:
    """Who may not know what ``player`` hides."""
    return SPECTATOR, PHONES[OTHER[player]], OTHER[player]


def sent(folder: Path, viewers: tuple[str, ...], play: Play, position: tuple[str, ...] = ATTACK) -> list[str]:
    """All bytes that pages of ``viewers`` are sent while ``play`` goes on: each message of news, each whole picture."""
    folder.mkdir()
    with played(folder, roles=viewers, position=position) as game:
        game.live.helping = False
        keeper = game.live.run.appliance.keeper
        choose(keeper, ("recall on", "odds on"), game.live.run.now_us)
        game.owner.run = "same"
        game.wait(0.5)
        play(game)
        game.wait(0.5)
        told = [text for frame in game.audience.frames for text in (frame.role, frame.news, frame.full)]
        return [*told, *(text for viewer in viewers for text in answers(game, viewer))]


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


def every_card(player: str) -> list[str]:
    return [card for card in DECK.army(player) if card not in ON_TABLE]


# Bonus cards


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


def the_same(
    tmp_path: Path, player: Side, plays: dict[str, Play], position: tuple[str, ...] = ATTACK
) -> None:
    """All ``plays``, each with its own hidden card, are sent as the same bytes; and none names its card."""
    first: list[str] = []
    for number, (card, play) in enumerate(plays.items()):
        messages = sent(tmp_path / str(number), strangers_to(player), play, position)
        assert len(messages) > 30
        assert card not in "".join(messages), f"{card} is named"
        first = first or messages
        for was, now in zip(first, messages, strict=True):
            assert now == was, f"with {card}: {_differs(was, now)}"


def _differs(was: str, now: str) -> str:
    parts = [json.loads(text).get("view", {}) if text.startswith("{") else text for text in (was, now)]
    if isinstance(parts[0], dict) and isinstance(parts[1], dict):
        names = [
            name for name in parts[0].keys() | parts[1].keys() if parts[0].get(name) != parts[1].get(name)
        ]
        return "; ".join(f"{name}: {parts[0].get(name)} / {parts[1].get(name)}" for name in names)[:600]
    return f"{was[:200]} / {now[:200]}"


@pytest.mark.slow
def test_an_attackers_bonus_card(tmp_path: Path) -> None:
    the_same(tmp_path, "red", {card: attacks_with(card) for card in some_kinds("red")})


@pytest.mark.slow
def test_a_defenders_bonus_card(tmp_path: Path) -> None:
    the_same(tmp_path, "blue", {card: defends_with(card) for card in some_kinds("blue")})


@pytest.mark.soak
@pytest.mark.parametrize("player", SIDES)
def test_every_bonus_card(tmp_path: Path, player: Side) -> None:
    play = attacks_with if player == "red" else defends_with
    the_same(tmp_path, player, {card: play(card) for card in every_card(player)})


# Hands and decks, payments and discards


# Discarded, which the rules have done face up: the same cards in every game.
DOWN = ("red/archer-1", "red/spear-2", "red/commander-3")


def goes_on_with(seed: int) -> Play:
    """Red draws three, discards down, and blue attacks with the top card of their deck: whatever hands and decks
    hold."""

    def play(game: Played) -> None:
        piles, rng = game.live.hands.piles, random.Random(seed)
        for player in SIDES:
            numbers = {pile: len(piles.cards(player, pile)) for pile in ("hand", "deck")}
            cards = [card for card in DECK.army(player) if card not in (*ON_TABLE, *DOWN)]
            rng.shuffle(cards)
            for card in cards:
                piles.take(card, (player, "out"))
            cards += DOWN if player == "red" else ()
            for pile in (pile for pile, number in numbers.items() for _ in range(number)):
                piles.take(cards.pop(), (player, pile))
        game.press("ok red", 1.1)
        game.press("ok red")
        for _ in range(3):
            game.do(do="draw", player="red", to="hand red")
        for place in ("pad red", "discard red"):
            for card in DOWN:
                game.put(card, place)
            game.press("ok red")
        game.wait(1)
        game.press("column 3 blue")
        game.do(do="draw", player="blue", to="pad blue")
        game.press("ok blue", 1.1)
        game.wait(2)
        assert fog(game.live.state).active == "blue"
        assert fog(game.live.state).attack is not None

    return play


@pytest.mark.slow
def test_what_hands_and_decks_hold(tmp_path: Path) -> None:
    first: list[str] = []
    for seed in range(2):
        messages = sent(tmp_path / str(seed), (SPECTATOR,), goes_on_with(seed))
        assert "bonus-from-deck" in "".join(messages)
        first = first or messages
        for was, now in zip(first, messages, strict=True):
            assert now == was, _differs(was, now)


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


@pytest.mark.slow
def test_a_card_that_is_to_pay(tmp_path: Path) -> None:
    """Until its `ok` only the CP are told, which decide whether it pays; then it is discarded, face up by the rules."""
    two_points = [f"red/{kind}-1" for kind in ("spear", "elephant", "overlap")]
    the_same(tmp_path, "red", {card: offers(card) for card in two_points})


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


@pytest.mark.slow
def test_a_card_that_has_paid(tmp_path: Path) -> None:
    """What the record keeps to its owner, the request to take it away does not tell, nor a copy of their screen."""
    first: list[str] = []
    for number, card in enumerate(f"red/{kind}-1" for kind in ("spear", "elephant")):
        told = sent(tmp_path / str(number), (SPECTATOR, PHONES["blue"]), pays_with(card))
        assert card not in "".join(told)
        first = first or told
        for was, now in zip(first, told, strict=True):
            assert now == was, _differs(was, now)


@pytest.mark.slow
def test_this_test_sees_what_is_shown(tmp_path: Path) -> None:
    """The card's owner is sent other bytes; so is everybody once both cards are shown."""
    told = [
        sent(tmp_path / f"own-{number}", (PHONES["red"], "red"), attacks_with(card))
        for number, card in enumerate(("red/commander-1", "red/spear-1"))
    ]
    assert told[0] != told[1]

    def shown(game: Played) -> None:
        defends_with("blue/spear-1")(game)
        game.press("ok blue")

    for viewer in strangers_to("red"):
        assert "red/commander-1" in "".join(sent(tmp_path / viewer, (viewer,), shown))

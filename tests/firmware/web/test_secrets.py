"""Nobody who looks on can tell a hidden card: whatever lies hidden, all bytes of the whole connection are the same.

Each test plays the same game several times, with another card hidden each time, and compares every message that a
spectator, the other player's phone and the other player are sent until the card is shown.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.layout import SIDES, Side
from signifer_firmware.web.view.viewers import PHONES, SPECTATOR

from tests.firmware.session.agreeing import choose
from tests.firmware.states import fog
from tests.firmware.web.hidden import (
    ATTACK,
    DECK,
    ON_TABLE,
    Play,
    answers,
    attacks_with,
    defends_with,
    differs,
    empty_hands,
    offers,
    pays_with,
    some_kinds,
)
from tests.firmware.web.table import Played, played

OTHER: dict[Side, Side] = {"red": "blue", "blue": "red"}


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


def every_card(player: str) -> list[str]:
    return [card for card in DECK.army(player) if card not in ON_TABLE]


# Bonus cards


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
            assert now == was, f"with {card}: {differs(was, now)}"


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
            assert now == was, differs(was, now)


@pytest.mark.slow
def test_a_card_that_is_to_pay(tmp_path: Path) -> None:
    """Until its `ok` only the CP are told, which decide whether it pays; then it is discarded, face up by the rules."""
    two_points = [f"red/{kind}-1" for kind in ("spear", "elephant", "overlap")]
    the_same(tmp_path, "red", {card: offers(card) for card in two_points})


@pytest.mark.slow
def test_a_card_that_has_paid(tmp_path: Path) -> None:
    """What the record keeps to its owner, the request to take it away does not tell, nor a copy of their screen."""
    first: list[str] = []
    for number, card in enumerate(f"red/{kind}-1" for kind in ("spear", "elephant")):
        told = sent(tmp_path / str(number), (SPECTATOR, PHONES["blue"]), pays_with(card))
        assert card not in "".join(told)
        first = first or told
        for was, now in zip(first, told, strict=True):
            assert now == was, differs(was, now)


def needless(card: str) -> Play:
    """Red lays a card on their pad that nothing asks for, and says `ok`."""

    def play(game: Played) -> None:
        empty_hands(game, card)
        game.put(card, "pad red")
        game.press("ok red")
        game.wait(0.5)
        assert [refusal.code for refusal in game.live.run.appliance.keeper.outlook.refusals] == [
            "nothing-due"
        ]

    return play


@pytest.mark.slow
def test_a_card_that_is_refused_on_a_pad(tmp_path: Path) -> None:
    the_same(tmp_path, "red", {card: needless(card) for card in ("red/spear-1", "red/elephant-1")})


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

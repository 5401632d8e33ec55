"""At devices of their own nobody can tell another's hidden card: whatever it is, all bytes that they are sent are the
same, with the answers to all they may ask. The same games as in `test_secrets`, each hand's deeds from its own page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from signifer_core.layout import Side, Zone
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import SeatDeed
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.owner import Owner

from tests.firmware.session.agreeing import choose
from tests.firmware.web.hidden import (
    ATTACK,
    Play,
    answers,
    attacks_with,
    defends_with,
    differs,
    offers,
    pays_with,
    some_kinds,
)
from tests.firmware.web.seated import SEAT_2, Apart, apart

# Whose page it is that may not know what a side hides.
STRANGER = {"red": SEAT_2, "blue": HAND}
VIEWER = {HAND: "red", SEAT_2: "blue"}
SEATS_OF_FOUR = {HAND: "1", SEAT_2: "2", "seat 3 2": "3", "seat 4 3": "4", SPECTATOR: SPECTATOR}


def sent(folder: Path, role: str, play: Play, position: tuple[str, ...] = ATTACK) -> list[str]:
    """All bytes that the pages of ``role`` are sent, and all answers to what they may ask."""
    with apart(folder, (role,), position=position) as game:
        choose(game.live.run.appliance.keeper, ("recall on", "odds on"), game.live.run.now_us)
        game.wait(0.5)
        game.audience.frames.clear()
        play(game)
        game.wait(0.5)
        told = [text for frame in game.audience.frames for text in (frame.news, frame.full)]
        return [*told, *answers(game, VIEWER[role])]


def the_same(tmp_path: Path, player: Side, plays: dict[str, Play]) -> None:
    first: list[str] = []
    for number, (card, play) in enumerate(plays.items()):
        told = sent(tmp_path / str(number), STRANGER[player], play)
        assert len(told) > 10
        assert card not in "".join(told), f"{card} is named"
        first = first or told
        for was, now in zip(first, told, strict=True):
            assert now == was, f"with {card}: {differs(was, now)}"


def test_an_attackers_bonus_card(tmp_path: Path) -> None:
    the_same(tmp_path, "red", {card: attacks_with(card) for card in ("red/spear-1", "red/commander-1")})


@pytest.mark.slow
def test_a_defenders_bonus_card(tmp_path: Path) -> None:
    the_same(tmp_path, "blue", {card: defends_with(card) for card in some_kinds("blue")})


@pytest.mark.soak
@pytest.mark.parametrize("player", ["red", "blue"])
def test_bonus_cards_of_all_sorts(tmp_path: Path, player: Side) -> None:
    play = attacks_with if player == "red" else defends_with
    the_same(tmp_path, player, {card: play(card) for card in some_kinds(player)})


@pytest.mark.slow
@pytest.mark.parametrize("play", [offers, pays_with], ids=lambda play: play.__name__)
def test_a_card_that_pays(tmp_path: Path, play: Any) -> None:
    the_same(tmp_path, "red", {card: play(card) for card in ("red/spear-1", "red/elephant-1")})


def test_this_test_sees_what_is_shown(tmp_path: Path) -> None:
    """The card's owner is sent other bytes."""
    cards = ("red/commander-1", "red/spear-1")
    told = [sent(tmp_path / f"own-{at}", HAND, attacks_with(card)) for at, card in enumerate(cards)]
    assert told[0] != told[1]


def test_hands_of_call_to_glory(tmp_path: Path) -> None:
    """Whatever player 2 holds, a mission or the best card, players 1, 3 and 4 are told the same."""
    found: dict[str, list[list[str]]] = {role: [] for role in SEATS_OF_FOUR}
    how = {"mode": "four", "game": "call-to-glory", "position": ("players 4", "begin play", "first 1")}
    for card in ("farmer-1", "emperor-1"):
        with apart(tmp_path / card, tuple(SEATS_OF_FOUR), **how) as game:
            piles = game.live.hands.piles
            for held in sorted(piles.cards("2", "hand") | {"farmer-1", "emperor-1"}):
                piles.take(held, ("", "out"))
            piles.take(card, ("2", "hand"))
            game.wait(0.5)
            game.audience.frames.clear()
            lays(game)
            for role, viewer in SEATS_OF_FOUR.items():
                frames = [frame for frame in game.audience.frames if frame.role == role]
                told = [text for frame in frames for text in (frame.news, frame.full)]
                found[role].append([*told, *answers(game, viewer), *reasons(game, role, viewer)])
    for role, (was, now) in found.items():
        assert len(was) > 5, role
        assert (was == now) == (role != SEAT_2), role


def reasons(game: Apart, role: str, seat: str) -> list[str]:
    """What is said against moving, swapping and bumping each card that is neither in one's hand nor on the table."""
    piles, told = game.live.hands.piles, list[dict[str, Any]]()
    if role == SPECTATOR:
        return []
    mine = sorted(piles.cards(seat, "hand"))[0]
    for card, where in sorted(piles.everything.items()):
        if isinstance(where, Zone) or where == (seat, "hand"):
            continue
        for deed in (
            {"do": "move", "card": card, "to": f"hand {seat}"},
            {"do": "swap", "away": card, "instead": mine},
            {"do": "bump", "card": card},
        ):
            parsed = msg._READER.validate_python({"run": game.owner.run, "n": 7} | deed)
            assert isinstance(parsed, msg.Seated)
            wanted = parsed if role == HAND else SeatDeed(parsed, role)
            game.time.deeds.put((wanted, told.append))
    game.wait(0.5)
    assert len(told) > 100
    return [json.dumps(answer) for answer in told]


def lays(game: Apart) -> None:
    """Player 1 lays a set; meanwhile nobody moves."""
    piles = game.live.hands.piles
    for number in range(2, 6):
        piles.take(f"farmer-{number}", ("1", "hand"))
        game.put(f"farmer-{number}", "2 red")
    game.press("ok red")
    game.wait(1)


def test_the_owner_is_no_better_off(tmp_path: Path) -> None:
    """Who opens a second page at the owner's machine has the owner's hands, not the guest's."""
    with apart(tmp_path / "it", (HAND,), position=ATTACK) as game:
        owner: Owner = game.owner
        assert owner.view(HAND)["cards"] != owner.view(SEAT_2)["cards"]
        assert isinstance(game.view()["cards"]["hand blue"], int)
        assert isinstance(game.view("seat 2 7")["cards"]["hand blue"], int), "a role that nobody has"

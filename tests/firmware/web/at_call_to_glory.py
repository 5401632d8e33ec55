"""Tables of Call to Glory for tests of its page: positions, what is asked there, hands that work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from signifer_core.games.call_to_glory.state import State
from signifer_firmware.games.call_to_glory.page import PAGE
from signifer_firmware.web.play import WATCH
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.virtual.answers import answer

from tests.firmware.web.table import Played, on_page, played

GAME = "call-to-glory"
# Four play with everything, in the middle of a round; 1 is to play. Two hands hold cards that everybody saw.
FOUR = (
    "players 4",
    "variant both",
    "begin play",
    "setup 2 red monk-1 monk-2",
    "setup 3 red ninja-1 ninja-2 ninja-3",
    "owner ninja 3",
    "setup 2 blue samurai-1 samurai-2 samurai-3",
    "setup pad red farmer-9 monk-5",
    "setup pad blue empress-5",
    "figures 3 1",
    "figures 1 1",
    "seen 2 monk-7",
    "seen 3 emperor-5",
    "count 1 hand 7",
)
# Blue's two emperors are about to be displaced by red.
TWO = ("players 2", "begin play", "first 1", "setup 1 blue emperor-1", "setup 2 blue emperor-2")
BOTH_PADS = ("setup pad red farmer-9", "setup pad blue farmer-8")
MODES = {mode: robots for mode, robots in PAGE.modes.items() if mode != WATCH}


@contextmanager
def at_table(
    folder: Path,
    mode: str = "two",
    *position: str,
    by_hand: bool = False,
    variant: str = "",
    seed: int = 4,
    practice: bool = False,
) -> Iterator[Played]:
    with played(
        *(folder, mode, seed),
        position=position,
        by_hand=by_hand,
        game=GAME,
        variant=variant,
        practice=practice,
    ) as game:
        yield game


def view(game: Played, role: str = HAND) -> Any:
    return game.view(role)


def now(game: Played) -> Any:
    return view(game)["game"]


def state(game: Played) -> State:
    found = game.live.state
    assert isinstance(found, State)
    return found


def let(game: Played, until: str = "", most: int = 40) -> None:
    """Let helping hands and robots work until something holds of the position, or nothing more is done."""
    for _ in range(most):
        game.live.step()
        game.wait(0.3)
        if until and eval(until, {}, now(game)):
            return
    assert not until, (until, now(game))


def ask(game: Played, viewer: str, do: str, **fields: Any) -> Any:
    question = msg.parse(json.dumps({"run": game.owner.run, "n": 1, "do": do} | fields))
    assert isinstance(question, msg.Ask)
    return on_page(answer(game.live, viewer, question))


def give(game: Played, seat: str, *cards: str) -> None:
    """Have these cards in a hand, for others of it."""
    piles = game.live.hands.piles
    for card in cards:
        where = piles.where(card)
        if where == (seat, "hand"):
            continue
        assert isinstance(where, tuple)
        old = min(one for one in piles.cards(seat, "hand") - {*cards} if not one.startswith("mission"))
        piles.take(card, (seat, "hand"))
        piles.take(old, where)


def discard(game: Played, card: str) -> None:
    """Lay a card on a pad that takes it."""
    game.put(card, "pad red")
    if view(game)["refusals"]:
        game.put(card, "pad blue")

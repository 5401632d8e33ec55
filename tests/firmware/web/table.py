"""A table with its owner, in a test's own time: nothing sleeps, and no thread is needed."""

from __future__ import annotations

import json
import queue
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from signifer_core.json_values import Json
from signifer_core.layout import Side, Zone, side_of
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import Reply, Wanted
from signifer_firmware.web.server.telling import HAND, Frame
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.live import TWO, Choice, Live
from signifer_firmware.web.virtual.owner import Owner

STEP_S = 0.05


def on_page(told: Json) -> Any:
    """What was told, as a page has it."""
    return json.loads(json.dumps(told))


class Watching:
    """An audience that keeps every frame."""

    def __init__(self, *roles: str) -> None:
        self.wanted = dict.fromkeys(roles, 1)
        self.frames: list[Frame] = []
        self.lost: list[str] = []
        self.kept = frozenset[Side]()

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)

    def begun(self, paired: Collection[Side]) -> None:
        self.frames.clear()
        self.kept = frozenset(paired)

    def unpaired(self, player: Side) -> None:
        self.lost.append(player)

    def unseated(self, role: str) -> None:
        self.lost.append(role)


class Ticking:
    """Time that passes by a step whenever somebody waits."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.deeds: queue.SimpleQueue[tuple[Wanted, Reply]] = queue.SimpleQueue()

    def monotonic(self) -> float:
        return self.now_s

    def take(self, timeout_s: float) -> tuple[Wanted, Reply] | None:
        if timeout_s > 0:
            self.now_s += STEP_S
        return None if self.deeds.empty() else self.deeds.get()


class Played:
    """A game of an owner whose loop the test itself turns."""

    def __init__(self, owner: Owner, time: Ticking, audience: Watching) -> None:
        self.owner, self.time, self.audience = owner, time, audience

    @property
    def live(self) -> Live:
        return self.owner.live

    def do(self, **deed: Any) -> dict[str, Any]:
        """Send a deed, and let the table take it in; the answer."""
        answers: list[dict[str, Any]] = []
        parsed = msg._READER.validate_python({"run": self.owner.run, "n": 7} | deed)
        assert isinstance(parsed, msg.Deed)
        self.time.deeds.put((parsed, answers.append))
        self.wait(0.6)
        return answers[0]

    def put(self, card: str, to: str) -> dict[str, Any]:
        return self.do(do="move", card=card, to=to)

    def press(self, name: str, for_s: float = 0.15) -> None:
        """Press a button for so long."""
        assert self.do_now(do="button", name=name, down=True)["type"] == "done"
        self.wait(for_s)
        self.do(do="button", name=name, down=False)

    def do_now(self, **deed: Any) -> dict[str, Any]:
        answers: list[dict[str, Any]] = []
        parsed = msg._READER.validate_python({"run": self.owner.run, "n": 7} | deed)
        assert isinstance(parsed, msg.Deed)
        self.time.deeds.put((parsed, answers.append))
        self.wait(0.01)
        return answers[0]

    def wait(self, seconds: float) -> None:
        until_us = self.live.run.now_us + round(seconds * 1e6)
        self.owner.pump(lambda: self.live.run.now_us >= until_us)

    def view(self, role: str = HAND) -> Any:
        """What pages of ``role`` are told now, as it comes to them."""
        return on_page(self.owner.view(role))

    def hand(self, player: str) -> list[str]:
        return sorted(self.live.hands.piles.cards(player, "hand"))


@contextmanager
def played(
    folder: Path,
    mode: str = TWO,
    seed: int = 4,
    roles: tuple[str, ...] = (HAND, SPECTATOR),
    position: tuple[str, ...] = (),
    by_hand: bool = False,
    game: str = DEFAULT_GAME,
    variant: str = "",
    table: str = "direct",
    lesson: str = "",
    apart: bool = False,
    level: int = 0,
    practice: bool = False,
    decks: tuple[str, ...] = (),
) -> Iterator[Played]:
    """A table at which the game, or a lesson of it, has begun, with a page of each role. Without nodes, which cost
    twice as much."""
    time, audience = Ticking(), Watching(*roles)
    choice = Choice(
        *(mode, by_hand),
        seed=seed,
        position=position,
        game=game,
        variant=variant,
        lesson=lesson,
        apart=apart,
        level=level,
        practice=practice,
        decks=decks,
    )
    owner = Owner(load_table(table), choice, audience, monotonic=time.monotonic, take=time.take, log=_fail)
    owner.begin(choice, folder)
    try:
        yield Played(owner, time, audience)
    finally:
        owner.live.close()


def _fail(line: str) -> None:
    raise AssertionError(line)


def put_in_hand(live: Live, player: str, card: str) -> None:
    """Have ``card`` in the hand, from wherever it is."""
    live.hands.piles.take(card, (player, "hand"))


def zone(text: str) -> Zone:
    place, _, side = text.partition(" ")
    return Zone(place, side_of(side))

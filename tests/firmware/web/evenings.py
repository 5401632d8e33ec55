"""Evenings at a virtual table with a shelf, in a test's own time: hands do their deeds, then the program ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from signifer_firmware.config.model import load_table
from signifer_firmware.web.game import page_of
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import Reply, Wanted
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual.kept import Kept
from signifer_firmware.web.virtual.live import Choice
from signifer_firmware.web.virtual.owner import Again, Owner
from signifer_firmware.web.virtual.shelf import Shelf

from .table import STEP_S, Watching, on_page

# Between two deeds, and after the last one: nothing moves any more.
WAITS = 40

SEED = 4
GAMES = ("field-of-glory", "thermopyles", "call-to-glory", "dark-age-arena")


def choice_of(game: str = GAMES[0], mode: str = "") -> Choice:
    """Two people, or as many as a game has at one screen, at a table that is always the same."""
    modes = [mode for mode, robots in page_of(game).modes.items() if not robots]
    return Choice(mode or modes[0], seed=SEED, game=game)


def fail(line: str) -> None:
    """Nothing should be said."""
    raise AssertionError(line)


def lay(owner: Owner) -> dict[str, Any]:
    """Red lays a unit in the middle."""
    cards = sorted(card for card in owner.live.hands.piles.cards("red", "hand") if "infantry" in card)
    return {"do": "move", "card": cards[0], "to": "3 red"}


@dataclass
class Evening:
    """A run of the program on ``shelf``: ``deeds`` are done one after the other, and `end` is how pages saw it then.
    Deeds that are functions are called with the owner, and give deeds."""

    shelf: Shelf
    choice: Choice
    deeds: Iterable[Any] = ()
    goes_on: Callable[[Choice], bool] = lambda choice: True
    answers: list[dict[str, Any]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    now_s: float = 0.0
    waits: int = WAITS
    kept: Kept | None = None
    _waited: int = 0

    def played(self) -> Evening:
        """Let it take place."""
        self._left = iter(self.deeds)
        self.owner = Owner(
            load_table("direct"),
            self.choice,
            Watching(HAND, SPECTATOR),
            shelf=self.shelf,
            goes_on=self.goes_on,
            monotonic=lambda: self.now_s,
            take=self._take,
            log=self.said.append,
        )
        if self.kept is None:
            self.owner.loop()
        else:
            with suppress(Again):
                self.owner.begin(self.kept.choice, self.shelf.now, self.kept)
                self.owner._game()
        return self

    def _take(self, timeout_s: float) -> tuple[Wanted, Reply] | None:
        if timeout_s <= 0:
            return None
        self.now_s += STEP_S
        self._waited += 1
        if self._waited < self.waits:
            return None
        self._waited = 0
        deed = next(self._left, None)
        while callable(deed):
            deed = deed(self.owner)
        if deed is None:
            self.end = {role: on_page(self.owner.view(role)) for role in (HAND, SPECTATOR)}
            self.piles = self.owner.live.hands.piles.in_order
            self.state = self.owner.live.state
            self.left = self.owner.live.choice
            self.owner.stop()
            return None
        parsed = msg._READER.validate_python({"run": self.owner.run, "n": 7} | deed)
        assert isinstance(parsed, msg.Deed)
        return parsed, self.answers.append

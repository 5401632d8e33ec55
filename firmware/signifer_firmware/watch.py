"""``signifer play --watch``: two robots play a whole game on the virtual table, shown as scripts are."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from signifer_core.errors import ConfigError
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.layout import PAD, PLAYERS

from .config import TableConfig, load_table
from .pictures import images_of
from .play import READING_S, View, worth_showing
from .robots.deals import deal
from .robots.gestures import decider
from .robots.match import Match
from .robots.slips import Clumsy
from .robots.wire import WireBoard
from .script_files import OK


def watch(seed: int, *, table: str | None, speed: float, terminal: View) -> int:
    """Show a game from the empty table to its winner; ``speed`` as in `play`. ConfigError for a table without pads."""
    config = load_table(table or "standard")
    _check(config)
    deck, rng = standard_deck(), random.Random(seed)
    game = deal(FieldOfGlory(deck), rng)
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        board = WireBoard(config, Path(folder), seed, lambda news: None)
        frames = _Frames(board, speed, terminal)
        try:
            clumsy = Clumsy(random.Random(rng.getrandbits(64)))
            winner = Match(board, game, deck, rng, slips=clumsy, watch=frames.show).play()
        finally:
            board.close()
    terminal.show(f"{winner} wins" if winner in PLAYERS else "a draw", frames.last)
    return OK


def _check(config: TableConfig) -> None:
    zones = {zone for reader in config.readers for zone in reader.zones}
    if not all(any(zone == (PAD, player) for zone in zones) for player in PLAYERS):
        raise ConfigError(
            [f"{config.name}: has no pads, and robots pay on pads; watch them on another table"]
        )


class _Frames:
    """A frame for each gesture."""

    def __init__(self, board: WireBoard, speed: float, terminal: View) -> None:
        self._run, self._speed, self._terminal = board.run, speed, terminal
        self._shown = images_of(self._run)
        self._since_us = self._run.now_us
        self.last = list(self._shown.items())[:1]

    def show(self, match: Match, text: str) -> None:
        now = images_of(self._run)
        changed = [place for place, image in now.items() if image.tobytes() != self._shown[place].tobytes()]
        self.last = worth_showing(self._run, now, changed, decider(match.state))
        self._terminal.show(text, self.last)
        passed_s = (self._run.now_us - self._since_us) / 1e6
        self._shown, self._since_us = now, self._run.now_us
        if self._speed > 0:
            time.sleep(max(READING_S, passed_s) / self._speed)

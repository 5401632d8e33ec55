"""``signifer play --watch``: robots play a whole game on the virtual table, shown as scripts are."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.search import Thought

from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.game_api.needs import lacks, shares_sides
from signifer_firmware.i18n.words import readers_of
from signifer_firmware.simulation.files import OK
from signifer_firmware.simulation.pictures import images_of
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.game import AnyRobots, robot
from signifer_firmware.simulation.robots.match import Match
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.simulation.setup import bundle_of
from signifer_firmware.texts.reasons import reason_text

from .play import READING_S, View, worth_showing

TOLD = 16


def watch(
    seed: int,
    *,
    game: str = registry.DEFAULT_GAME,
    level: int | None = None,
    table: str | None,
    speed: float,
    terminal: View,
    why: bool = False,
) -> int:
    """Show a game from the empty table to its winner; ``speed`` as in `play`. With ``why`` robots of a level say of
    each decision what they thought of it: who looks on sees their hands anyway. ConfigError for a table that lacks what
    ``game`` or its robots need, and for a ``level`` that they have not."""
    config, robots = load_table(table or "standard"), robot(game)
    bundle = bundle_of(config, game)
    _check(config, game, robots)
    may_slip = not shares_sides([reader.zones for reader in config.readers])
    if not may_slip:
        sys.stderr.write(f'no slips: the table "{config.name}" does not tell on which side a card lies\n')
    if level is not None and level > robots.levels:
        has = f"levels 1 to {robots.levels}" if robots.levels else "no levels"
        raise ConfigError([f"--level {level}: the robots of {game} have {has}; leave it out, or say another"])
    rng = random.Random(seed)
    dealt = robots.deal(bundle, rng, level=level)
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        board = WireBoard(config, Path(folder), seed, lambda news: None, game=game)
        reasons = _Reasons(bundle, config) if why else None
        frames = _Frames(board, robots, speed, terminal, reasons)
        try:
            clumsy = robots.clumsy(random.Random(rng.getrandbits(64)))
            match = robots.match(
                *(bundle, board, dealt, rng),
                slips=clumsy if may_slip else None,
                watch=frames.show,
                level=level,
            )
            winner = match.play()
        except HandsError as error:
            raise SigniferError(
                f'the robots of {game} do not get on at the table "{config.name}": watch another --seed than {seed}, '
                "and tell who made this program of this one"
            ) from error
        finally:
            board.close()
    terminal.show(robots.ended(winner), frames.last)
    return OK


def _check(config: TableConfig, game: str, robots: AnyRobots) -> None:
    if lacking := lacks(game, registry.game(game).traits, config):
        raise ConfigError([f"--game {game}: {lacking}; name another table"])
    if not robots.has_pads(config):
        raise ConfigError(
            [f"{config.name}: has no pads, and robots lay cards on pads; watch them on another table"]
        )


class _Reasons:
    """Why robots do what they do: a sentence for each decision, in the language of its side of the table."""

    def __init__(self, bundle: AnyBundle, config: TableConfig) -> None:
        self._bundle, called = bundle, bundle.telling.called(bundle.deck)
        self._words = readers_of({"red": config.languages.red, "blue": config.languages.blue}, called)
        # More than the thoughts of one decision, which hands may do twice.
        self._told = deque[object](maxlen=TOLD)

    def of(self, thoughts: Sequence[Thought[tuple[object, ...]]], side: str) -> str:
        """The sentences, each once for each thought; "" where all were told, or nobody thought."""
        untold = [thought for thought in thoughts if not any(thought is told for told in self._told)]
        self._told.extend(untold)
        written = self._bundle.procedure.rules.notation.write
        said = (reason_text(thought, written, self._words[side], self._bundle.name) for thought in untold)
        return " ".join(said)


class _Frames:
    """A frame for each gesture."""

    def __init__(
        self, board: WireBoard, robots: AnyRobots, speed: float, terminal: View, reasons: _Reasons | None
    ) -> None:
        self._run, self._robots, self._speed, self._terminal = board.run, robots, speed, terminal
        self._reasons = reasons
        self._shown = images_of(self._run)
        self._since_us = self._run.now_us
        self.last = list(self._shown.items())[:1]

    def show(self, match: Match, text: str) -> None:
        now = images_of(self._run)
        changed = [place for place, image in now.items() if image.tobytes() != self._shown[place].tobytes()]
        side = self._robots.decider(match.state)
        self.last = worth_showing(self._run, now, changed, side)
        if self._reasons is not None and (reason := self._reasons.of(match.thoughts, side)):
            text = f"{text}. {reason}"
        self._terminal.show(text, self.last)
        passed_s = (self._run.now_us - self._since_us) / 1e6
        self._shown, self._since_us = now, self._run.now_us
        if self._speed > 0:
            time.sleep(max(READING_S, passed_s) / self._speed)

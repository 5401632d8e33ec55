"""The virtual table under robots' hands: cards and fingers move in its world, and only wires lead to the firmware."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from signifer_core.dice import Record
from signifer_core.layout import Layout, Zone
from signifer_core.presses import Press, PressKind
from signifer_core.procedure import Correction, Prompt, Roll, Table
from signifer_core.rules import Refusal
from signifer_core.tags import is_tag, uid_of

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.game import AnyState
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import PowerCut
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun

from .game import robot

# Between two moves of hands that do not wait for the table.
HASTE_US = 30_000


class RunBoard:
    """A `Board` at the table of a ``run``, which others may use, too; ``seed`` is of how hands follow one another."""

    def __init__(self, run: ScriptRun, seed: int) -> None:
        self.run = run
        self._rng = random.Random(seed)
        self._move_us = 0

    def put(self, card: str, zone: Zone) -> None:
        self._at(lambda: self.run.table.world.put(card, zone))

    def take(self, card: str) -> None:
        self._at(lambda: self.run.table.world.take(card))

    def press(self, press: Press) -> None:
        words = (press.button, press.column, press.player)
        name = " ".join(str(word) for word in words if word is not None)
        fingers = self.run.table.fingers

        def push() -> None:
            (fingers.hold if press.kind == PressKind.HOLD else fingers.press)(name)
            self.run.scheduler.wake(fingers, self.run.now_us)

        self._at(push)

    def rest(self) -> None:
        self.run.rest()

    @property
    def table(self) -> Table[AnyState]:
        table = self.run.appliance.keeper.table
        assert table is not None
        return table

    @property
    def corrections(self) -> tuple[Correction, ...]:
        told = self.run.appliance.keeper.outlook.corrections
        return tuple(replace(fix, card=self._named(fix.card)) for fix in told)

    @property
    def said(self) -> tuple[Prompt, ...]:
        return self.run.appliance.keeper.outlook.said

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return self.run.appliance.keeper.outlook.refusals

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return self.run.appliance.keeper.outlook.rolls

    @property
    def ceremony(self) -> bool:
        return True

    @property
    def record(self) -> Record:
        """The dice of the game, as they stand in its journal."""
        return self.run.appliance.keeper.record

    @property
    def doubted(self) -> frozenset[tuple[str, Zone]]:
        world = self.run.table.world
        sight = self.run.appliance.keeper.sight
        silent = {(self._named(card), zone) for card, zone in sight.in_question + sight.covered}
        return frozenset((card, zone) for card, zone in silent if world.where(card) != zone)

    @property
    def seen(self) -> Layout:
        """What the firmware believes to lie there, each card by its name in the world."""
        layout = Layout()
        for zone, card in self.run.appliance.keeper.seen.items():
            layout = layout.laid(self._named(card), zone)
        return layout

    def power_cut(self) -> None:
        """Pull the plug and switch on again."""
        self.run.run(PowerCut())

    def _named(self, card: str) -> str:
        """A foreign tag is known to the firmware by its UID only."""
        return self.run.table.world.known_tags()[uid_of(card)] if is_tag(card) else card

    def _at(self, move: Callable[[], None]) -> None:
        """Hands do one thing after the other, even if they do not wait."""
        self._move_us = max(self.run.now_us, self._move_us + self._rng.randrange(HASTE_US))
        self.run.table.world.at(self._move_us, move)
        self.run.scheduler.wake(self.run.table.world, self._move_us)


class WireBoard(RunBoard):
    """A `Board` on an empty table of its own. ``tell`` hears all news of the firmware; close it after the game.
    ``game`` is the name of a game of the registry: its robots' strangers are enrolled."""

    def __init__(
        self,
        config: TableConfig,
        folder: Path,
        seed: int,
        tell: Callable[[News], None],
        *,
        game: str = DEFAULT_GAME,
    ) -> None:
        script = parse_script(f"game {game}\nseed {seed}\n", file="robots")
        super().__init__(ScriptRun(script, config, folder, tell), seed)
        enrol(self.run, robot(game).strangers)
        self.run.begin()

    def close(self) -> None:
        self.run.close()


def enrol(run: ScriptRun, strangers: Iterable[str]) -> None:
    """Cards of other games lie beside the table, which knows them; tags that nobody knows are no cards."""
    world = run.table.world
    run.appliance.enrol({world.tag(card).uid: card for card in strangers if not card.startswith("tag/")})

"""A board for robots without wires: the referee is fed layouts and presses as the keeper would feed it."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.judgement import Judgement
from signifer_core.layout import Layout, Zone
from signifer_core.presses import Press
from signifer_core.procedure import Correction, Prompt, Roll, Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Entry

DECK_OF_CARDS = standard_deck()
BUNDLE = FIELD_OF_GLORY.bundle()
PROCEDURE = BUNDLE.procedure
RULES = FieldOfGlory(BUNDLE.deck)


class RefereeBoard:
    """Judges as the keeper does: unsettled after a change, settled at rest; ``rng`` says when readers have looked."""

    def __init__(self, rng: random.Random, bundle: AnyBundle = BUNDLE.unnamed) -> None:
        self.bundle = bundle
        self.referee: Referee[Any, Any] = Referee(bundle.procedure)
        setup = bundle.fresh(pads=True)
        self.start = bundle.begin(setup)
        self.seen = Layout()
        self._record = [Entry(0, "begin", {"setup": setup})]
        self._table: Table[Any] = Table(self.start)
        self._corrections: tuple[Correction, ...] = ()
        self.laid: tuple[Refusal, ...] = ()
        self.pressed: tuple[Refusal, ...] = ()
        self._said: tuple[Prompt, ...] = ()
        self._rolls: tuple[Roll, ...] = ()
        self._unsettled = False
        self._rng = rng
        self._keep(self.referee.begin(self._table, self.seen))

    @property
    def table(self) -> Table[Any]:
        return self._table

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return self._corrections

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return (*self.laid, *self.pressed)

    @property
    def said(self) -> tuple[Prompt, ...]:
        return self._said

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return self._rolls

    @property
    def ceremony(self) -> bool:
        return False  # it is the keeper's

    @property
    def doubted(self) -> frozenset[tuple[str, Zone]]:
        return frozenset()  # layouts are fed whole

    def put(self, card: str, zone: Zone) -> None:
        self._change(self.seen.laid(card, zone))

    def take(self, card: str) -> None:
        for zone in self.seen.zones_of(card):
            self._change(self.seen.lifted(card, zone))

    def press(self, press: Press) -> None:
        self._judge(settled=True)
        judgement = self.referee.press(self._table, press, self.seen)
        self._keep(judgement)
        self._said, self.pressed = judgement.prompts, judgement.refusals
        if judgement.rolls:
            self._roll(judgement.rolls)
        self._judge(settled=True)

    def _roll(self, rolls: tuple[Roll, ...]) -> None:
        """Dice fall; the record has them before the table goes on."""
        rolled = tuple(replace(roll, value=self._rng.randint(1, 6)) for roll in rolls)
        judgement = self.referee.rolled(self._table, rolled, self.seen)
        self._write(Entry(0, "roll", [journal.roll_body(roll) for roll in rolled]))
        self._rolls = rolled
        self._keep(judgement)
        self._said = judgement.prompts

    def rest(self) -> None:
        if self._unsettled:
            self._judge(settled=True)
        assert not self._unsettled

    def _change(self, seen: Layout) -> None:
        self.seen, self._unsettled, self.pressed = seen, True, ()
        if self._rng.random() < 0.5:
            self._judge(settled=False)

    def _judge(self, *, settled: bool) -> None:
        judgement = self.referee.judge(self._table, self.seen, settled=settled)
        self._keep(judgement)
        self._unsettled = judgement.unsettled
        if not judgement.unsettled:
            self.laid, self._corrections = judgement.refusals, judgement.corrections

    def _keep(self, judgement: Judgement[Any, Any]) -> None:
        for entry in journal.entries(self.bundle, lambda: self._table, judgement, 0):
            self._write(entry)
        assert self._table == judgement.table, "the record tells what was judged"

    def _write(self, entry: Entry) -> None:
        """A line of the record: the table is what it tells."""
        self._record.append(entry)
        self._table = journal.after(self.bundle, self.referee, self._table, entry)

    @property
    def journal(self) -> list[tuple[str, object]]:
        """What was written: kind and body of each entry."""
        return [(entry.kind, entry.body) for entry in self._record]

    def replayed(self) -> Table[Any]:
        """The table as its journal tells it, after a way through JSON."""
        read = [Entry(entry.at_us, entry.kind, json.loads(json.dumps(entry.body))) for entry in self._record]
        return journal.replayed(self.bundle, read)

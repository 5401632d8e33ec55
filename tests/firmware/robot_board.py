"""A board for robots without wires: the referee is fed layouts and presses as the keeper would feed it."""

from __future__ import annotations

import random
from dataclasses import replace

from signifer_core.games.field_of_glory.actions import Action, notation, parse
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.procedure import FieldOfGloryProcedure
from signifer_core.games.field_of_glory.setup import begin
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import Layout, Zone
from signifer_core.procedure import Correction, Held, Press, Prompt, Table
from signifer_core.referee import Judgement, Referee
from signifer_core.rules import Refusal
from signifer_firmware.robots.match import Deal

DECK_OF_CARDS = standard_deck()
PROCEDURE = FieldOfGloryProcedure(DECK_OF_CARDS)
RULES = PROCEDURE.rules


class RefereeBoard:
    """Judges as the keeper does: unsettled after a change, settled at rest; ``rng`` says when readers have looked."""

    def __init__(self, game: Deal, rng: random.Random) -> None:
        self.referee: Referee[State, Action] = Referee(PROCEDURE)
        self.start = begin(RULES, game.setup)
        self.seen = Layout()
        self.journal: list[tuple[str, object]] = []
        self._table = Table(self.start)
        self._corrections: tuple[Correction, ...] = ()
        self.refusals: tuple[Refusal, ...] = ()
        self.pressed: tuple[Refusal, ...] = ()
        self._said: tuple[Prompt, ...] = ()
        self._unsettled = False
        self._rng = rng
        self._keep(self.referee.begin(self._table, self.seen))

    @property
    def table(self) -> Table[State]:
        return self._table

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return self._corrections

    @property
    def said(self) -> tuple[Prompt, ...]:
        return self._said

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
        self._judge(settled=True)

    def rest(self) -> None:
        if self._unsettled:
            self._judge(settled=True)
        assert not self._unsettled

    def _change(self, seen: Layout) -> None:
        self.seen, self._unsettled = seen, True
        if self._rng.random() < 0.5:
            self._judge(settled=False)

    def _judge(self, *, settled: bool) -> None:
        judgement = self.referee.judge(self._table, self.seen, settled=settled)
        self._keep(judgement)
        self._unsettled = judgement.unsettled
        if not judgement.unsettled:
            self.refusals, self._corrections = judgement.refusals, judgement.corrections

    def _keep(self, judgement: Judgement[State, Action]) -> None:
        before, self._table = self._table, judgement.table
        for done in judgement.actions:
            self.journal.append(("gesture" if done.gesture else "action", notation(done.action)))
        if judgement.undone:
            self.journal.append(("undo", judgement.undone))
        if judgement.table.held != before.held:
            self.journal.append(("held", judgement.table.held))

    def replayed(self) -> Table[State]:
        """The table as its record tells it, apart from corrections."""
        table = Table(self.start)
        for kind, body in self.journal:
            if kind in ("gesture", "action"):
                table = self.referee.replayed(table, parse(str(body)), gesture=kind == "gesture")
            elif kind == "undo":
                table = self.referee.set_back(table)
            else:
                assert isinstance(body, Held)
                table = replace(table, held=body)
        return table

"""Odds of a column on request: shown to both players until the next gesture that means something, or their menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Prompt

from .mode import Mode
from .outlook import Outlook, has_to_see

if TYPE_CHECKING:
    from .machine import Session


class Odds(Mode):
    """Who holds the button of a column of which there are odds asks for them, where that means nothing else."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._of: object = None
        self._column: int | None = None

    def close(self) -> None:
        """None are shown."""
        self._of = None

    def press(self, press: Press, now_us: int) -> bool:
        state = self.state
        assert state.table is not None
        if press.player is None or (press.kind, press.button) != (PressKind.HOLD, Button.COLUMN):
            return False
        columns = state.bundle.odds_columns(state.table, press.player, allowed=state.settings.odds)
        if press.column not in columns:
            return False
        self._asked(press.player, press.column, now_us)
        return True

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if any(has_to_see(player, outlook, before) for player in SIDES) or self._of != self._moment(outlook):
            self.close()
        return replace(outlook, odds=None if self._of is None else self._column)

    def _moment(self, outlook: Outlook) -> object:
        """What odds hold for: the next gesture that means something ends them."""
        assert self.state.table is not None
        return self.state.table.state, self.state.table.held, outlook.rolls, outlook.said

    def _asked(self, player: Side, column: int | None, now_us: int) -> None:
        """Show the odds of a column to both, or no longer; if not both have allowed them, say so to who asked."""
        outlook = self.state.outlook
        self.session.play.unsay()
        if not self.state.settings.odds:
            step = outlook.prompts[0].step if outlook.prompts else ""
            self.session.look(now_us, said=(Prompt(player, step, "odds-off"),))
            return
        shown = self._of is not None and self._column == column
        self._of = None if shown else self._moment(replace(outlook, said=()))
        self._column = column
        self.session.look(now_us)

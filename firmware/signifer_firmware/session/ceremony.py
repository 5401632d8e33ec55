"""The ceremony of the dice at the table: whether it is offered, its presses, and what is said of the dice."""

from __future__ import annotations

from signifer_core.presses import Press
from signifer_core.procedure import Prompt

from . import dice
from .state import State


class Ceremony:
    """The ceremony of the game of ``state``; ``has_buttons`` tells that the table has the column buttons for it."""

    def __init__(self, state: State, *, has_buttons: bool) -> None:
        self._state = state
        self._has_buttons = has_buttons
        # The last press has ended the offer.
        self.offer_ended = False

    @property
    def is_offered(self) -> bool:
        """Whether the ceremony is offered now."""
        state = self._state
        if state.table is None or not self._has_buttons or not dice.offered(state.recorded.dice):
            return False
        return state.bundle.procedure.opening(state.table)

    def column_pressed(self, press: Press, now_us: int) -> tuple[Prompt, ...]:
        """A column for the ceremony, whoever is ready already. What is said to it."""
        assert press.player is not None
        assert press.column is not None
        state = self._state
        entries = dice.pressed(state.recorded.dice, press.player, press.column, now_us)
        state.record(*entries)
        step = state.outlook.prompts[0].step if state.outlook.prompts else ""
        return dice.answers(state.recorded.dice, press.player, step, taken=bool(entries))

    def notes(self) -> tuple[dice.Note, ...]:
        """What the screens say of the dice now."""
        return dice.notes(self._state.recorded.dice, self._phase())

    def _phase(self) -> str:
        if self._state.table is None:
            return ""
        if self._state.is_over:
            return dice.OVER
        if self.is_offered:
            return dice.OFFERED
        return dice.BEGUN if self.offer_ended else ""

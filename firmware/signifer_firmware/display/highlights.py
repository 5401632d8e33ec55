"""Highlights of what has just happened, until the next thing does: terrain cards to be turned, dice that have
fallen."""

from __future__ import annotations

from dataclasses import replace
from typing import Generic

from signifer_core.procedure import Table

from signifer_firmware.game_api.game import Action, Bundle, Deck, State
from signifer_firmware.session.outlook import Outlook


class Recent(Generic[State]):
    """Compares each moment with the one before. It forgets with the power: the state itself shows control as well."""

    def __init__(self) -> None:
        self.turned: frozenset[int] = frozenset()
        self._before: tuple[Table[State], Outlook] | None = None
        self._rolled_on: State | None = None

    def look(self, bundle: Bundle[Deck, State, Action], table: Table[State], outlook: Outlook) -> Outlook:
        """Take in a moment; return what of it is to be shown: dice only until the game has gone on.

        ``turned`` are from now on the columns whose control has changed with the last change of the state, and those
        that changed before as long as cards were still to be put right.
        """
        state = table.state
        if self._before is None:
            self._rolled_on = state
        else:
            before, seen = self._before
            if before.state != state:
                kept = self.turned if seen.corrections else frozenset[int]()
                self.turned = kept | bundle.turned(before.state, state)
            if outlook.rolls is not seen.rolls:
                self._rolled_on = state
        self._before = (table, outlook)
        return outlook if state == self._rolled_on else replace(outlook, rolls=())

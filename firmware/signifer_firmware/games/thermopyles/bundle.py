"""Thermopyles as the appliance knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from signifer_core.games.thermopyles import actions
from signifer_core.games.thermopyles.deck import Deck, standard_deck, thermopyles_catalogue
from signifer_core.games.thermopyles.procedure import ThermopylesProcedure
from signifer_core.games.thermopyles.setup import Setup, begin
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles import asked
from signifer_firmware.games.thermopyles.account import account
from signifer_firmware.games.thermopyles.combat import COMBAT_COLUMN, fight_of, laid
from signifer_firmware.games.thermopyles.help import help_text
from signifer_firmware.games.thermopyles.names import called
from signifer_firmware.games.thermopyles.panels import Panels
from signifer_firmware.games.thermopyles.why import why
from signifer_firmware.screens.panels import Panel
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.words import Called, Words


class ThermopylesBundle:
    """Rules, procedure and panels of the game, with the figures of one deck. The team sits on red's side."""

    name = "thermopyles"
    needs_pads = True
    one_side = True

    def __init__(self, corrections: str = "", *, file: str = "corrections") -> None:
        """``corrections`` is the text of an owner's file, read from ``file``; ConfigError with all its faults."""
        catalogue = thermopyles_catalogue()
        self.corrections = corrections
        self.deck = Deck(catalogue.overlaid(corrections, file=file)) if corrections else standard_deck()
        self.procedure = ThermopylesProcedure(self.deck)

    def corrected(self, corrections: str) -> ThermopylesBundle:
        """The game as it was begun: with the corrections that its journal holds."""
        return self if corrections == self.corrections else ThermopylesBundle(corrections)

    @property
    def called(self) -> Mapping[str, Called]:
        """The names of its cards, with their figures."""
        return called(self.deck)

    @property
    def cards(self) -> tuple[str, ...]:
        """Spartans, Persians and supports."""
        return tuple(self.deck.catalogue)

    def begin(self, setup: Mapping[str, Any]) -> State:
        return begin(self.procedure.rules, Setup.from_json(dict(setup)))

    def fresh(self, *, pads: bool) -> Mapping[str, Any]:
        """Who plays is said at the table."""
        if not pads:
            raise ValueError("Thermopyles needs pads: ask needs_pads before")
        return Setup().to_json()

    def notation(self, action: actions.Action) -> str:
        return actions.notation(action)

    def parse(self, text: str) -> actions.Action:
        return actions.parse(text)

    def active(self, state: State) -> str:
        """The team, whichever of them has the turn."""
        return SPARTANS

    def lying(self, state: State) -> frozenset[str]:
        """The row, and the Spartan who fights."""
        return frozenset((*state.row, *((state.fight.spartan,) if state.fight else ())))

    def account(self, state: State) -> Mapping[str, str]:
        """Red's are the Spartans and the supports, blue's the Persians."""
        return account(state)

    def total(self, table: Table[State], column: int, player: str) -> int | None:
        """The total of the combat as far as dice have fallen; before it, of the Spartan who is laid, and after it as
        long as it is read. In the second column once it meets who lies there (TH-7)."""
        fight = fight_of(self.deck, table, column) if player == SPARTANS else None
        return fight.total if fight is not None else None

    def lead(self, table: Table[State], column: int, player: str) -> str | None:
        """The Spartan who fights, or is laid to."""
        if (column, player) != (COMBAT_COLUMN, SPARTANS):
            return None
        return table.state.fight.spartan if table.state.fight else laid(table)

    def turned(self, before: State, after: State) -> frozenset[int]:
        """No card of this game is turned."""
        return frozenset()

    def help(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """What the team may do in this step."""
        return help_text(self.deck, table, player, words)

    def why(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """The sum of the last combat, and what it did."""
        return why(self.deck, table, words)

    def discards(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """The Spartans, or on the Persians' side the repelled, as far as they were seen."""
        return asked.discards(table.state, player, words)

    def odds_column(self, table: Table[State]) -> int | None:
        """The first one while a Spartan is laid, or dice are still to fall."""
        return asked.odds_column(table)

    def odds(self, table: Table[State], words: Words, viewer: str = "") -> tuple[str, ...]:
        """The odds of the combat at hand, for every number of supports: nothing of it is hidden from any viewer."""
        return asked.odds(self.deck, table, words)

    def panels(
        self,
        table: Table[State],
        outlook: Outlook,
        reason: int = 0,
        turned: frozenset[int] = frozenset(),
        *,
        readers: Mapping[str, Words],
    ) -> dict[str, Panel]:
        """The ten column screens and the two players' screens."""
        return Panels(self.deck, table, outlook, reason, readers).all()


BUNDLE = ThermopylesBundle
CATALOGUE = thermopyles_catalogue

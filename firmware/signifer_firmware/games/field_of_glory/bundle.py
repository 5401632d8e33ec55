"""Field of Glory as the appliance knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from signifer_core.games.field_of_glory import actions
from signifer_core.games.field_of_glory.deck import (
    Deck,
    field_of_glory_catalogue,
    standard_deck,
)
from signifer_core.games.field_of_glory.procedure import FieldOfGloryProcedure
from signifer_core.games.field_of_glory.setup import Setup, begin
from signifer_core.games.field_of_glory.state import ARMY, State
from signifer_core.games.field_of_glory.totals import shown_total, under_way
from signifer_core.layout import COLUMNS, PLAYERS
from signifer_core.procedure import Table

from signifer_firmware.games.field_of_glory import asked
from signifer_firmware.games.field_of_glory.account import account
from signifer_firmware.games.field_of_glory.help import help_text
from signifer_firmware.games.field_of_glory.names import called
from signifer_firmware.games.field_of_glory.panels import Panels
from signifer_firmware.games.field_of_glory.why import why
from signifer_firmware.screens.panels import Panel
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.words import Called, Words


class FieldOfGloryBundle:
    """Rules, procedure and panels of the game, with the figures of one deck."""

    name = "field-of-glory"
    needs_pads = False
    one_side = False

    def __init__(self, corrections: str = "", *, file: str = "corrections") -> None:
        """``corrections`` is the text of an owner's file, read from ``file``; ConfigError with all its faults."""
        catalogue = field_of_glory_catalogue()
        self.corrections = corrections
        self.deck = Deck(catalogue.overlaid(corrections, file=file)) if corrections else standard_deck()
        self.procedure = FieldOfGloryProcedure(self.deck)

    def corrected(self, corrections: str) -> FieldOfGloryBundle:
        """The game as it was begun: with the corrections that its journal holds."""
        return self if corrections == self.corrections else FieldOfGloryBundle(corrections)

    @property
    def called(self) -> Mapping[str, Called]:
        """The names of its cards, with their figures."""
        return called(self.deck)

    @property
    def cards(self) -> tuple[str, ...]:
        """Both armies and the terrain."""
        return (*self.deck.army("red"), *self.deck.army("blue"), *self.deck.terrain_cards)

    def begin(self, setup: Mapping[str, Any]) -> State:
        return begin(self.procedure.rules, Setup.from_json(dict(setup)))

    def fresh(self, *, pads: bool) -> Mapping[str, Any]:
        return Setup(terrain=(), first=None, unseen=not pads).to_json()

    def notation(self, action: actions.Action) -> str:
        return actions.notation(action)

    def parse(self, text: str) -> actions.Action:
        return actions.parse(text)

    def lead(self, table: Table[State], column: int, player: str) -> str | None:
        """The unit of ``player`` in ``column`` that leads, or is selected to."""
        if table.state.attack is None:
            return None
        fight = under_way(table, table.state.attack)
        lead = fight.lead if player == table.state.active else fight.defending_lead
        return lead if lead in table.state.column(column).units(player) else None

    def active(self, state: State) -> str:
        return state.active

    def lying(self, state: State) -> frozenset[str]:
        """The units in all columns."""
        return frozenset(card for column in state.columns for card in (*column.red, *column.blue))

    def account(self, state: State) -> Mapping[str, str]:
        """The account of each player's army."""
        return {player: account(state, player) for player in PLAYERS}

    def total(self, table: Table[State], column: int, player: str) -> int | None:
        """The total that the column's screens show for ``player``."""
        return shown_total(self.deck, table, column, player)

    def turned(self, before: State, after: State) -> frozenset[int]:
        """The columns whose control has changed, and with it the way that their terrain card lies.

        None does before armies are drafted: the game before has ended, and its terrain cards are gone.
        """
        if after.step == ARMY:
            return frozenset()
        return frozenset(
            number for number in COLUMNS if before.column(number).control != after.column(number).control
        )

    def help(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """What may be done in this step, for him who decides and for the other one."""
        return help_text(self.procedure.rules, table, player, words)

    def why(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """Both sums of the last attack, and what came of it."""
        return why(table, player, words)

    def discards(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        """The cards that were seen going to his discard pile, and how many were not."""
        return asked.discards(table.state, player, words)

    def odds_column(self, table: Table[State]) -> int | None:
        """That of an attack from its declaration to the reveal."""
        return asked.odds_column(table.state)

    def odds(self, table: Table[State], words: Words, viewer: str = "") -> tuple[str, ...]:
        """The odds of the attack under way, from what both may know, or a player as ``viewer``."""
        return asked.odds(self.deck, table, words, viewer)

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
        return Panels(self.deck, table, outlook, reason, turned, readers).all()


BUNDLE = FieldOfGloryBundle
CATALOGUE = field_of_glory_catalogue

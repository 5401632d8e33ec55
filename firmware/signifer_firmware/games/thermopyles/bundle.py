"""Thermopyles as the appliance knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from signifer_core.games.thermopyles import actions
from signifer_core.games.thermopyles.deck import Deck, standard_deck, thermopyles_catalogue
from signifer_core.games.thermopyles.procedure import ThermopylesProcedure
from signifer_core.games.thermopyles.setup import Setup, begin
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.layout import COLUMNS, PLAYERS
from signifer_core.procedure import Table

from signifer_firmware.games.thermopyles.account import account
from signifer_firmware.news import Outlook
from signifer_firmware.screens.panels import Panel, Player, PlayerPanel, RefusalPanel, StartPanel
from signifer_firmware.terms import step_name
from signifer_firmware.texts import correction_text, fix_of, prompt_text, refusal_text
from signifer_firmware.words import Words

COMBAT_COLUMN = 1


class ThermopylesBundle:
    """Rules, procedure and panels of the game, with the figures of one deck. The team sits on red's side."""

    name = "thermopyles"
    needs_pads = True

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
        """The total of the combat as far as dice have fallen; before it, of the Spartan who is laid."""
        if (column, player) != (COMBAT_COLUMN, SPARTANS):
            return None
        if table.state.fight is not None:
            return table.state.fight.total
        spartan = self._laid(table)
        return None if spartan is None else self.deck.battle(spartan)

    def _laid(self, table: Table[State]) -> str | None:
        """The Spartan who is laid and does not charge yet."""
        return next((card for card, _ in table.held.laid), None)

    def lead(self, table: Table[State], column: int, player: str) -> str | None:
        """The Spartan who fights, or is laid to."""
        if (column, player) != (COMBAT_COLUMN, SPARTANS):
            return None
        return table.state.fight.spartan if table.state.fight else self._laid(table)

    def turned(self, before: State, after: State) -> frozenset[int]:
        """No card of this game is turned."""
        return frozenset()

    def help(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        return ()

    def why(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        return ()

    def discards(self, table: Table[State], player: str, words: Words) -> tuple[str, ...]:
        return ()

    def odds_column(self, table: Table[State]) -> int | None:
        """The first one while a Spartan is laid, or dice are still to fall."""
        fight = table.state.fight
        asked = self._laid(table) is not None if fight is None else bool(fight.due)
        return COMBAT_COLUMN if asked else None

    def odds(self, table: Table[State], words: Words, viewer: str = "") -> tuple[str, ...]:
        return ()

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
        panels: dict[str, Panel] = {
            f"{column} {player}": StartPanel(f"{column}") for column in COLUMNS for player in PLAYERS
        }
        sides: tuple[Player, ...] = ("red", "blue")
        return panels | {side: _player(table, outlook, side, reason, readers[side]) for side in sides}


def _player(table: Table[State], outlook: Outlook, side: Player, reason: int, words: Words) -> PlayerPanel:
    refusals = outlook.refusals_of(side)
    prompts = [prompt for prompt in (*outlook.said, *outlook.prompts) if prompt.player == side]
    refusal = None
    if refusals:
        number = reason % len(refusals)
        wrong = refusals[number]
        refusal = RefusalPanel(
            refusal_text(wrong, words), wrong.ruling, fix_of(wrong, words), number + 1, len(refusals)
        )
    return PlayerPanel(
        player=side,
        title=step_name(table.state.step, words),
        active=side == SPARTANS,
        headline=prompt_text(prompts[0], words) if prompts else "",
        refusal=refusal,
        corrections=tuple(
            correction_text(fix, words) for fix in outlook.corrections if fix.zone.side == side
        ),
    )


BUNDLE = ThermopylesBundle
CATALOGUE = thermopyles_catalogue

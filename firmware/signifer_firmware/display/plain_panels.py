"""The panels of a game that draws none of its own: what lies in the columns, what is asked, refused and to be done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Generic

from signifer_core.layout import Side, Zone

from signifer_firmware.game_api.game import Action, Bundle, Deck, State
from signifer_firmware.i18n.words import Words
from signifer_firmware.texts.terms import card_names

from .game_panels import GamePanels, is_unread
from .panels import PlayerPanel, SidePanel, UnitMark


@dataclass(frozen=True)
class PlainPanels(GamePanels[Deck, State], Generic[Deck, State, Action]):
    """The panels of any game, by what its procedure and its bundle tell."""

    bundle: Bundle[Deck, State, Action] = field(kw_only=True)

    def side(self, number: int, player: Side, words: Words) -> SidePanel:
        """The cards that are due there."""
        bundle, table = self.bundle, self.table
        lead = bundle.lead(table, number, player)
        units = tuple(
            UnitMark(
                bundle.deck.catalogue[card].kind,
                card_names((card,), words)[0],
                lead="confirmed" if card == lead else "",
            )
            for card in bundle.procedure.due(table).must[Zone(str(number), player)]
        )
        total = bundle.total(table, number, player)
        return SidePanel(player, units, total, is_unread(self.outlook, number, player))

    def player(self, player: Side) -> PlayerPanel:
        """Of a plain game nothing is counted."""
        return replace(super().player(player), counted=False)

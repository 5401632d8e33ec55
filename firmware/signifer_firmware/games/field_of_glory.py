"""Field of Glory as the appliance knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from signifer_core.games.field_of_glory import actions, attacking
from signifer_core.games.field_of_glory.deck import (
    Deck,
    field_of_glory_catalogue,
    kind_of,
    standard_deck,
)
from signifer_core.games.field_of_glory.procedure import FieldOfGloryProcedure
from signifer_core.games.field_of_glory.setup import Setup, begin
from signifer_core.games.field_of_glory.state import OVER, State, other
from signifer_core.games.field_of_glory.totals import shown_cards, shown_total, under_way
from signifer_core.layout import COLUMNS, PLAYERS
from signifer_core.procedure import Table
from signifer_core.rules import Refusal

from signifer_firmware.agreement_panels import menu_panels
from signifer_firmware.keeper import Outlook
from signifer_firmware.screens.panels import (
    ColumnPanel,
    Panel,
    Player,
    PlayerPanel,
    RefusalPanel,
    SidePanel,
    UnitMark,
)
from signifer_firmware.texts import (
    AGREEMENT_BUTTONS,
    STEPS,
    TERRAINS,
    correction_text,
    fix_of,
    kind_name,
    note_text,
    offered_text,
    prompt_text,
    refusal_text,
    shown_text,
)

NOTICES = {
    "not-a-unit": "No unit",
    "column-full": "Column full",
    "mixed-kinds": "Mixed kinds",
    "not-your-turn": "Not your turn",
    "wrong-phase": "Wrong step",
    "wrong-side": "Wrong side",
    "cannot-move": "Units stay",
    "unknown-tag": "Unknown tag",
    "wrong-game": "Other game",
    "card-elsewhere": "Seen elsewhere",
    "count-wrong": "Count wrong",
    "discard-needs-placement": "Place here",
}


def _player(name: str) -> Player:
    return "red" if name == "red" else "blue"


class FieldOfGloryBundle:
    """Rules, procedure and panels of the game, with the figures of one deck."""

    name = "field-of-glory"

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
    def cards(self) -> tuple[str, ...]:
        """Both armies and the terrain."""
        return (*self.deck.army("red"), *self.deck.army("blue"), *self.deck.terrain_cards)

    def begin(self, setup: Mapping[str, Any]) -> State:
        return begin(self.procedure.rules, Setup.from_json(dict(setup)))

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

    def total(self, table: Table[State], column: int, player: str) -> int | None:
        """The total that the column's screens show for ``player``."""
        return shown_total(self.deck, table, column, player)

    # Panels

    def panels(self, table: Table[State], outlook: Outlook, reason: int = 0) -> dict[str, Panel]:
        """The ten column screens and the two players' screens."""
        panels: dict[str, Panel] = {}
        for number in COLUMNS:
            for player in PLAYERS:
                panels[f"{number} {player}"] = self._column(table, outlook, number, player)
        if outlook.agreement is not None:
            return {**panels, **menu_panels(outlook.agreement)}
        for player in PLAYERS:
            panels[player] = self._player(table, outlook, player, reason)
        return panels

    def _column(self, table: Table[State], outlook: Outlook, number: int, facing: str) -> ColumnPanel:
        state = table.state
        column = state.column(number)
        place = str(number)
        notice, fix = self._notice(outlook, place, facing)
        faults = dict(outlook.faults)
        fault = next((f"reader {at}" for at in (f"{place} {facing}", place) if f"reader {at}" in faults), "")
        placed = [laid for laid in state.unpaid if laid.column == number]
        return ColumnPanel(
            column=number,
            facing=_player(facing),
            terrain=column.terrain,
            terrain_name=TERRAINS[column.terrain],
            control=_player(column.control) if column.control else None,
            own=self._side(table, outlook, number, facing),
            enemy=self._side(table, outlook, number, other(facing)),
            cost=placed[-1].cost if placed and facing == state.active else None,
            cost_label="cost",
            notice=notice,
            fix=fix,
            fault=f"{fault}: no answer" if fault else "",
        )

    def _side(self, table: Table[State], outlook: Outlook, number: int, player: str) -> SidePanel:
        state = table.state
        laid = {placement.card for placement in state.unpaid}
        units = tuple(
            UnitMark(kind_of(card), kind_name(kind_of(card)).capitalize(), card in laid)
            for card in state.column(number).units(player)
        )
        parts = dict(outlook.faults)
        unknown = f"reader {number} {player}" in parts or f"reader {number}" in parts
        return SidePanel(_player(player), units, self.total(table, number, player), unknown)

    def _notice(self, outlook: Outlook, place: str, facing: str) -> tuple[str, str]:
        """The first thing that is wrong on this side of the column, and what hands do about it; while people overrule
        the table, what the column's buttons do, unless it is about the ground that this would cover."""
        if outlook.agreement is not None:
            about_ground = "column" in dict(outlook.agreement.entry.figures)
            return "" if about_ground else AGREEMENT_BUTTONS[int(place)], ""
        here = [fix for fix in outlook.corrections if (fix.zone.place, fix.zone.side) == (place, facing)]
        cards = {fix.card for fix in here}
        for refusal in outlook.refusals:
            open_place = refusal.code == "discard-needs-placement" and str(refusal.figure("column")) == place
            if refusal.card in cards or (open_place and refusal.player == facing):
                words = NOTICES.get(refusal.code, refusal.code.replace("-", " ").capitalize())
                return words, correction_text(here[0]) if here else ""
        return "", correction_text(here[0]) if here else ""

    def _player(self, table: Table[State], outlook: Outlook, player: str, reason: int) -> PlayerPanel:
        state = table.state
        side = state.side(player)
        said = [prompt for prompt in (*outlook.said, *outlook.prompts) if prompt.player == player]
        due = state.due if player == state.active and state.unpaid else None
        return PlayerPanel(
            player=_player(player),
            title=STEPS[state.step],
            active=player == state.active and state.step != OVER,
            headline=prompt_text(said[0]) if said else "",
            hand=side.hand,
            deck=side.deck,
            discard=side.discard,
            points=side.points,
            shuffles=side.shuffles,
            due=due,
            paid=state.paid if due is not None else None,
            refusal=self._refusal(outlook.refusals_of(player), reason),
            corrections=tuple(correction_text(fix) for fix in outlook.corrections if fix.zone.side == player),
            faults=tuple(part for part, _ in outlook.faults),
            dice=tuple(roll.value for roll in outlook.rolls if roll.player == player and roll.value),
            info=self._info(table, outlook, player),
            notes=tuple(map(note_text, outlook.notes)),
        )

    def _info(self, table: Table[State], outlook: Outlook, player: str) -> str:
        """In an attack, how many cards lie on the pad; after it, both bonus cards (FG-C1)."""
        if attacking.hides(table.state):
            cards = dict(outlook.offers).get(player, 0)
            return offered_text(cards) if cards else ""
        return shown_text(shown_cards(self.deck, table))

    def _refusal(self, reasons: tuple[Refusal, ...], reason: int) -> RefusalPanel | None:
        if not reasons:
            return None
        index = reason % len(reasons)
        shown = reasons[index]
        return RefusalPanel(refusal_text(shown), shown.ruling, fix_of(shown), index + 1, len(reasons))

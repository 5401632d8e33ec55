"""The panels of a game that draws none of its own: what lies in the columns, what is asked, refused and to be done."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.procedure import Table, step_of

from signifer_firmware.game_api.game import Action, Bundle, Deck, State
from signifer_firmware.i18n.words import Words
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.sentences import correction_text, note_text, prompt_text
from signifer_firmware.texts.terms import card_names, step_name

from .agreement_panels import menu_panels
from .game_panels import column_fault, column_notice, is_unread, player_of, refusal_panel
from .panels import ColumnPanel, Panel, PlayerPanel, SidePanel, UnitMark


def panels(
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    reason: int,
    readers: Mapping[str, Words],
) -> dict[str, Panel]:
    """The ten column screens and the two players' screens, by place."""
    found: dict[str, Panel] = {
        f"{number} {player}": _column(bundle, table, outlook, number, player, readers[player])
        for number in COLUMNS
        for player in SIDES
    }
    if outlook.agreement is not None:
        return found | menu_panels(outlook.agreement, readers, bundle.name)
    return found | {player: _player(bundle, table, outlook, player, reason, readers) for player in SIDES}


def _column(
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    number: int,
    facing: str,
    words: Words,
) -> ColumnPanel:
    """A column as ``facing`` reads it: its cards as the table believes, and what hands are to do there."""
    other = next(player for player in SIDES if player != facing)
    notice, fix = column_notice(outlook, number, facing, words)
    return ColumnPanel(
        column=number,
        facing=player_of(facing),
        terrain="",
        terrain_name="",
        own=_side(bundle, table, outlook, number, facing, words),
        enemy=_side(bundle, table, outlook, number, other, words),
        notice=notice,
        fix=fix,
        fault=column_fault(outlook, number, facing, words),
    )


def _side(
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    number: int,
    player: str,
    words: Words,
) -> SidePanel:
    cards = bundle.procedure.due(table).must[Zone(str(number), player)]
    lead = bundle.lead(table, number, player)
    units = tuple(
        UnitMark(
            bundle.deck.catalogue[card].kind,
            card_names((card,), words)[0],
            lead="confirmed" if card == lead else "",
        )
        for card in cards
    )
    total = bundle.total(table, number, player)
    return SidePanel(player_of(player), units, total, is_unread(outlook, number, player))


def _player(
    bundle: Bundle[Deck, State, Action],
    table: Table[State],
    outlook: Outlook,
    player: str,
    reason: int,
    readers: Mapping[str, Words],
) -> PlayerPanel:
    """A player's own screen: the step, what is asked or was answered, a refusal, what to do."""
    words = readers[player]
    asked = [prompt for prompt in (*outlook.said, *outlook.prompts) if prompt.player == player]
    headlines = [prompt_text(prompt, words, bundle.name) for prompt in asked]
    return PlayerPanel(
        player=player_of(player),
        title=step_name(step_of(table.state), words),
        active=player in bundle.procedure.deciders(table.state),
        headline=headlines[0] if headlines else "",
        refusal=refusal_panel(outlook.refusals_of(player), reason, words),
        corrections=tuple(
            correction_text(fix, words) for fix in outlook.corrections if fix.zone.side == player
        ),
        faults=tuple(fault_text(part, cause, words) for part, cause in outlook.faults),
        dice=tuple(roll.value for roll in outlook.rolls if roll.player == player and roll.value),
        info=headlines[1] if len(headlines) > 1 else "",
        notes=tuple(note_text(note, words) for note in outlook.notes),
        counted=False,
    )

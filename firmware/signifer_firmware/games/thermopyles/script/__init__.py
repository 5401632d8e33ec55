"""Table scripts of Thermopyles: what they say beside what its positions are."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.decks import CardDeck
from signifer_core.games.thermopyles.state import FULL_ONLY, PERSIANS, SPARTANS, STEPS, State
from signifer_core.games.thermopyles.table.procedure import COMBAT, FIRST, PLACES, SECOND
from signifer_core.layout import Zone
from signifer_core.procedure import Table

from signifer_firmware.scripting.game import ScriptGame
from signifer_firmware.scripting.positions import form, hand_forms

FORMS = (
    form(
        "begin STEP",
        "begin act",
        "replenish lays the row, act is a turn; start: no game is on, only its picture. Without players, one plays",
    ),
    *hand_forms("spartan-2", "spartan-1", "act"),
    form("expect due PLAYER N", "expect due red 2", "dice that are still to be rolled"),
    form("expect total ZONE TOTAL", "expect total 1 red 17", "the Spartan and the dice that have fallen"),
    form("expect units ZONE KINDS", "expect units 1 blue persian", "the row, the Spartan, and the piles"),
    form("expect lead ZONE NAME", "expect lead 1 red spartan-2", "the Spartan laid, charging or not"),
    form("expect refused CODE", "expect refused must-retreat"),
    form("expect correction take|put CARD SPOT", "expect correction put persian-3 1"),
)


class ThermopylesScript(ScriptGame[State]):
    """Dice that are due, and who lies in the row and in combat."""

    piles = frozenset(PLACES.values())

    def expected(self, deck: CardDeck, table: Table[State]) -> Mapping[str, str]:
        fight = table.state.fight
        return {f"due {SPARTANS}": str(fight.due if fight else 0), f"due {PERSIANS}": "0"}

    def units(self, table: Table[State], zone: Zone) -> tuple[str, ...]:
        """The row, and the Spartan who fights or is laid."""
        state = table.state
        if zone == COMBAT:
            laid = tuple(card for card, _ in table.held.laid)
            return (state.fight.spartan,) if state.fight is not None else laid
        card = {FIRST: state.first, SECOND: state.second}.get(zone)
        return () if card is None else (card,)


SCRIPT: ThermopylesScript = ThermopylesScript(
    "thermopyles",
    forms=FORMS,
    steps=tuple(step for step in STEPS if step not in FULL_ONLY),
    example="spartan-2",
    stranger="field-of-glory:red/spear-2",
)

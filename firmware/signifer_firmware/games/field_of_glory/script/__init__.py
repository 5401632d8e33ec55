"""Table scripts of Field of Glory: what they say beside what its positions are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from signifer_core.decks import CardDeck
from signifer_core.games.field_of_glory.deck import TERRAIN_KINDS, UNIT_KINDS, UnitKind, standard_deck
from signifer_core.games.field_of_glory.state import STEPS, State
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import Table

from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import ScriptGame
from signifer_firmware.scripting.positions import Finding, form


class FieldOfGloryScript(ScriptGame[State]):
    """What is to be paid, units, and what the box cannot lay, though people may agree on it."""

    def contradictions(self, found: Sequence[st.Statement]) -> Iterator[Finding]:
        yield from super().contradictions(found)
        stacks: dict[Zone, list[UnitKind]] = {}
        for said in found:
            match said:
                case st.Given(what="terrain", value=kinds):
                    yield from _terrain(said, kinds.split())
                case st.Setup(zone=zone, cards=cards):
                    yield from _mixed(said, stacks.setdefault(zone, []), cards)
                case ex.ExpectThat(value=number) if said.what.startswith("shuffle ") and int(number) > 2:
                    yield said.line, f"{said.what} is {number}; write 0, 1 or 2"

    def expected(self, deck: CardDeck, table: Table[State]) -> Mapping[str, str]:
        state = table.state
        return {f"due {side}": str(state.due if side == state.active else 0) for side in SIDES}

    def units(self, table: Table[State], zone: Zone) -> tuple[str, ...]:
        assert zone.column is not None
        return table.state.column(zone.column).units(zone.side)


def _terrain(said: st.Statement, kinds: Sequence[str]) -> Iterator[Finding]:
    cards = standard_deck().terrain_cards
    have = {kind: sum(card.startswith(f"terrain/{kind}-") for card in cards) for kind in TERRAIN_KINDS}
    for kind, number in Counter(kinds).items():
        if number > have[kind]:
            yield (
                said.line,
                f"{number} of {kind}, and there is only {have[kind]}; write another kind of terrain",
            )


def _mixed(said: st.Setup, stack: list[UnitKind], cards: tuple[str, ...]) -> Iterator[Finding]:
    """What lies there already keeps FG-P2, as if it had been placed."""
    for card in cards:
        unit = standard_deck().unit(card)
        if unit is not None and not all(unit.may_stand_with(other) for other in stack):
            yield (
                said.line,
                f"{card} cannot share {said.zone} with what lies there (FG-P2); write another unit",
            )
        stack += [unit] if unit is not None else []


SCRIPT: FieldOfGloryScript = FieldOfGloryScript(
    "field-of-glory",
    forms=(form("expect due PLAYER N", "expect due red 5", "what is still to be paid"),),
    steps=STEPS,
    kinds=UNIT_KINDS,
    example="red/spear-2",
    stranger="thermopyles:spartan-3",
)

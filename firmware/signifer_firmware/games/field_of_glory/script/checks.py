"""What can be wrong with a position that a script of Field of Glory describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from signifer_core.games.field_of_glory.deck import TERRAIN_KINDS, UNIT_KINDS, UnitKind, standard_deck
from signifer_core.games.field_of_glory.position import BEGIN_STEPS
from signifer_core.games.field_of_glory.state import ARMY_SIZE, HAND_SIZE, UNITS_A_COLUMN
from signifer_core.layout import SIDES, Zone

from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.game import MOST_COUNTED, START, Finding, Script

from .words import Control, Terrain

_MOST_SHUFFLES = 2


def contradictions(found: Sequence[st.Statement]) -> Iterator[Finding]:
    """Across statements: terrain, cards and counts that no box and no army has."""
    yield from _terrain(found)
    yield from _cards(found)
    yield from _counts(found)


def _terrain(found: Sequence[st.Statement]) -> Iterator[Finding]:
    cards = standard_deck().terrain_cards
    have = {kind: sum(card.startswith(f"terrain/{kind}-") for card in cards) for kind in TERRAIN_KINDS}
    for said in found:
        if not isinstance(said, Terrain):
            continue
        for kind, number in Counter(said.kinds).items():
            if number > have[kind]:
                yield (
                    said.line,
                    f"{number} of {kind}, and there is only {have[kind]}; write another kind of terrain",
                )


def _cards(found: Sequence[st.Statement]) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for said in found:
        if not isinstance(said, st.Setup):
            continue
        for card in said.cards:
            owner, _, name = card.partition("/")
            if owner != said.zone.side:
                yield (
                    said.line,
                    f"{card} is no card of {said.zone.side}; write one of the zone's own army",
                )
            elif name.rpartition("-")[0] not in UNIT_KINDS:
                yield said.line, f"{card} never lies in a column; write a unit"
            if card in first:
                yield said.line, f"{card} lies there already since line {first[card]}; write another card"
            first.setdefault(card, said.line)


def _counts(found: Sequence[st.Statement]) -> Iterator[Finding]:
    for said in found:
        shuffles = isinstance(said, st.Count | st.ExpectCount) and said.what == "shuffle" and said.number
        if shuffles > _MOST_SHUFFLES:
            yield said.line, f"shuffle is {shuffles}; write 0, 1 or 2"
    for player in SIDES:
        total = _cards_of(player, found)
        if total > ARMY_SIZE:
            line = max(said.line for said in found if _concerns(said, player))
            yield (
                line,
                f"{player} has {total} cards by now, {total - ARMY_SIZE} more than the {ARMY_SIZE} of an army; "
                "write fewer",
            )


def _cards_of(player: str, found: Sequence[st.Statement]) -> int:
    """How many cards a player has by the set-up; an unstated hand is the usual one, an unstated deck gives way."""
    stated = {
        said.what: said.number for said in found if isinstance(said, st.Count) and said.player == player
    }
    laid = sum(len(said.cards) for said in found if isinstance(said, st.Setup) and said.zone.side == player)
    return laid + stated.get("hand", HAND_SIZE) + stated.get("deck", 0) + stated.get("discard", 0)


def _concerns(said: st.Statement, player: str) -> bool:
    if isinstance(said, st.Setup):
        return said.zone.side == player
    return isinstance(said, st.Count) and said.player == player and said.what in ("hand", "deck", "discard")


def unplayable(script: Script) -> Iterator[Finding]:
    """Why play cannot begin there: what is missing, what no placing could reach (FG-P2), what no screen shows."""
    given = {type(statement) for statement in script.statements}
    if Terrain not in given and st.Begin not in given:
        for needs, word in ((st.Setup, "setup"), (Control, "control"), (st.First, "first")):
            if needs in given:
                yield (
                    1,
                    f'"{word}" needs a battlefield; write the line: terrain plain plain plain plain plain',
                )
    if st.First not in given and st.Begin not in given and {st.Setup, Control} & given:
        yield 1, "the first player is missing; write the line: first red"
    stacks: dict[Zone, list[UnitKind]] = {}
    for statement in script.statements:
        match statement:
            case st.Setup(zone=zone, cards=cards):
                yield from _stack(statement, stacks.setdefault(zone, []), cards)
            case st.Count(what=what, number=number) if number > MOST_COUNTED:
                yield (
                    statement.line,
                    f"{what} {number} is more than a screen shows; write {MOST_COUNTED} or less",
                )
            case st.Begin(step=step) if step not in (START, *BEGIN_STEPS):
                known = ", ".join((START, *BEGIN_STEPS))
                yield (
                    statement.line,
                    f'play cannot begin at "{step}" in this version; write one of {known}',
                )


def _stack(statement: st.Setup, stack: list[UnitKind], cards: tuple[str, ...]) -> Iterator[Finding]:
    """What lies there already keeps FG-P2, as if it had been placed."""
    for card in cards:
        unit = standard_deck().unit(card)
        assert unit is not None, "the parser takes units only"
        zone = statement.zone
        if len(stack) == UNITS_A_COLUMN:
            yield statement.line, f"{card} is one too many: {zone} takes {UNITS_A_COLUMN} units (FG-P2)"
        elif not all(unit.may_stand_with(other) for other in stack):
            yield statement.line, f"{card} cannot share {zone} with what lies there (FG-P2)"
        stack.append(unit)

"""The combat that screens show: the one under way, the one that a Spartan who is laid would begin, or the last one."""

from __future__ import annotations

from signifer_core.games.thermopyles import Deck, State
from signifer_core.games.thermopyles.rules.combat import due_pile
from signifer_core.games.thermopyles.state import SPARTANS, Fight
from signifer_core.games.thermopyles.table.procedure import PLACES
from signifer_core.procedure import Table

COMBAT_COLUMN, SECOND_COLUMN = 1, 2


def laid(table: Table[State]) -> str | None:
    """The Spartan who lies there and does not charge yet."""
    return next((card for card, _ in table.held.laid), None)


def shown_fight(table: Table[State]) -> Fight | None:
    """The combat under way; else the last one, until another gesture goes on with the game."""
    state = table.state
    if state.fight is not None:
        return state.fight
    last = state.result
    if last is None or laid(table) is not None:
        return None
    read = last.turn == state.turn or (state.step == "act" and last.turn == state.turn - 1)
    return last if read else None


def fight_of(deck: Deck, table: Table[State], column: int) -> Fight | None:
    """The combat whose total the screens of ``column`` show: in the first column; after the first Persian's defeat in
    the second one as well, as the same total meets who lies there (TH-7)."""
    if column == COMBAT_COLUMN:
        spartan = laid(table)
        if table.state.fight is None and spartan is not None:
            return Fight(spartan, deck.battle(spartan), table.state.turn)
        return shown_fight(table)
    meets_second = column == SECOND_COLUMN and table.state.first is None
    return table.state.fight if meets_second else None


def total(deck: Deck, table: Table[State], column: int, player: str) -> int | None:
    """The total of the combat as far as dice have fallen; before it, of the Spartan who is laid, and after it as
    long as it is read. In the second column once it meets who lies there (TH-7)."""
    fight = fight_of(deck, table, column) if player == SPARTANS else None
    return fight.total if fight is not None else None


def lead(table: Table[State], column: int, player: str) -> str | None:
    """The Spartan who fights, or is laid to."""
    if (column, player) != (COMBAT_COLUMN, SPARTANS):
        return None
    return table.state.fight.spartan if table.state.fight else laid(table)


def due_column(deck: Deck, state: State) -> int | None:
    """The column of the pile to which the defeated Persian is to be laid now (TH-5, TH-6); None if none is."""
    return int(PLACES[due_pile(deck, state)]) if state.step == "result" else None

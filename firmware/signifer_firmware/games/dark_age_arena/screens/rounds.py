"""What columns show in the rounds of a combat: column k has fighter k of both sides, or confrontation k.

Column 5 also has those for whom there is no column.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from signifer_core.games.dark_age_arena import Deck
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.deck.effects import Sign
from signifer_core.games.dark_age_arena.rolls import Due, Fallen, Round
from signifer_core.games.dark_age_arena.rules.effects import has_trait, life, values
from signifer_core.games.dark_age_arena.state import ROUND_STEPS, State
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.games.dark_age_arena.table.facing import BY_FIGHTER, Group
from signifer_core.layout import COLUMNS, SIDES, Side
from signifer_core.procedure import Table

from signifer_firmware.games.dark_age_arena.texts import screens as phrases
from signifer_firmware.i18n.words import ENGLISH, Words, words_of
from signifer_firmware.texts.terms import card_name

from .bands import LEFT, Cell, Row, packed, room
from .places import Entry, wounds_cell
from .signs import LIST_OF

LAST = COLUMNS[-1]
LISTS: tuple[Sign, ...] = ("()", "[]", "{}", "<>")


@dataclass(frozen=True)
class Rounds:
    """A round: of each side the ``groups`` by number, a fighter or a confrontation; the ``throws``; ``acting`` is for
    whom somebody is chosen. ``over``: hits have become wounds, and some fighters are dead."""

    deck: Deck
    state: State
    words: Words
    round: Round
    groups: dict[Side, tuple[Group, ...]] = field(hash=False)
    throws: tuple[Fallen, ...] = ()
    acting: str | None = None
    over: bool = False
    left: int = LEFT

    @property
    def combat(self) -> Combat:
        combat = self.state.latest_combat
        assert combat is not None
        return combat

    def numbers(self, column: int) -> range:
        """Which groups a column shows: the last one all for whom there is none."""
        most = max(len(self.groups[side]) for side in SIDES)
        return range(column, most + 1) if column == LAST else range(column, min(column, most) + 1)

    def of(self, number: int, side: Side) -> Group:
        return next(iter(self.groups[side][number - 1 : number]), ())

    def column_of(self, card: str) -> int | None:
        """The column in which a fighter is shown."""
        for number in range(1, 1 + max(len(self.groups[side]) for side in SIDES)):
            if any(card in self.of(number, side) for side in SIDES):
                return min(number, LAST)
        return None

    def rolling(self, column: int, wanted: Due | None) -> Due | None:
        """The roll that is due, if it is a fighter's of this column."""
        if self.over or wanted is None or wanted.card is None or wanted.purpose not in LIST_OF.values():
            return None
        return wanted if self.column_of(wanted.card) == column else None

    # Sides

    def entries(self, column: int, side: Side) -> tuple[list[Entry], str]:
        """What a column shows of a side, and the hits that it has made there."""
        numbers = [number for number in self.numbers(column) if self.of(number, side)]
        several = len(self.numbers(column)) > 1
        found: list[Entry] = []
        figure = ""
        for number in numbers:
            hits = self.hits(number, side)
            if len(numbers) == 1 and hits is not None:
                figure = str(hits)
            found += self._group(self.of(number, side), number if several else 0, room(figure, self.left))
        return found, figure

    def hits(self, number: int, side: Side) -> int | None:
        """The hits of a side there, once somebody has rolled."""
        there = self.of(number, side)
        rolled = [each for each in self.throws if each.card in there and each.against is not None]
        return sum(each.count for each in rolled) if rolled else None

    def _group(self, group: Group, number: int, wide: int) -> Iterator[Entry]:
        first, *supporters = group
        name = card_name(first, self.words)
        name = f"{number} {name}" if number else name
        row = Row(name, ends=(self._wounds(first),), lit=first == self.acting)
        yield (row, *packed(self._cells(first), wide))
        for card in supporters:
            ends = tuple(self._throws(card)) or tuple(self._lists(card))[:1]
            yield (Row(card_name(card, self.words), ends=ends, mark="support"),)

    def _wounds(self, card: str) -> Cell:
        """Wounds of life; or that it is dead."""
        standing = self.state.standing(card)
        if standing is None:
            return Cell(sign="dies")
        return wounds_cell(standing.wounds, life(self.deck, self.state, card))

    def _cells(self, card: str) -> list[Cell]:
        """Whom a fighter aims at or confronts, and what it has rolled; before that its lists."""
        facing, thrown = [*self._facing(card)], [*self._throws(card)]
        if thrown or self.over or (facing and self.state.step != "shoot"):
            return [*facing, *thrown]
        return [*facing, *self._lists(card)]

    def _facing(self, card: str) -> Iterator[Cell]:
        """Whom a fighter aims at or confronts, where that is not the one before it."""
        if not self.over and self.round != "ranged" and self.state.step not in BY_FIGHTER:
            return
        if self.over and self.round != "ranged":
            return
        shot = next((each.against for each in self.throws if each.card == card), None)
        enemy = shot or dict(self.combat.aims).get(card) or self.combat.opponent(card)
        if enemy is None:
            return
        there = [group[0] for group in self.groups[phrases.owner_of(enemy)]]
        number = f"{there.index(enemy) + 1} " if enemy in there and len(there) > 1 else ""
        yield Cell(f"{number}{card_name(enemy, self.words)}", "target")

    def _throws(self, card: str) -> Iterator[Cell]:
        for throw in self.throws:
            if throw.card == card:
                yield Cell(str(throw.total), throw.what, str(throw.count), face="bold")

    def _lists(self, card: str) -> Iterator[Cell]:
        """What its rolls have to reach, and what else it is."""
        for each in LISTS:
            if each == "()" and self.round != "ranged":
                continue
            if numbers := values(self.deck, self.state, card, each):
                yield Cell(" ".join(map(str, numbers)), LIST_OF[each])
        for trait in ("frenzy", "unblockable"):
            if has_trait(self.deck, self.state, card, trait):
                yield Cell(sign=trait)


def under_way(deck: Deck, table: Table[State], words: Words, acting: str | None) -> Rounds:
    """The round that goes on."""
    state, combat = table.state, table.state.combat
    assert combat is not None
    groups = {side: facing.groups(state, side) for side in SIDES}
    return Rounds(deck, state, words, combat.round, groups, combat.throws, acting)


def over(deck: Deck, state: State, words: Words, throws: tuple[Fallen, ...]) -> Rounds:
    """A round that has ended with these throws: who confronted whom stands in them."""
    combat, last = state.latest_combat, throws[-1]
    assert combat is not None
    if last.round == "ranged":
        groups: dict[Side, tuple[Group, ...]] = {
            side: tuple((card,) for card in combat.of(side)) for side in SIDES
        }
        return Rounds(deck, state, words, last.round, groups, throws, over=True)
    pairs = [
        (str(each.card), str(each.against))
        for each in throws
        if each.what == "strike"
        and not each.supporting
        and phrases.owner_of(str(each.card)) == combat.attacker
    ]
    behind = {
        (side, enemy): tuple(
            str(each.card)
            for each in throws
            if each.supporting and each.against == enemy and phrases.owner_of(str(each.card)) == side
        )
        for pair in pairs
        for enemy, side in zip(reversed(pair), (combat.attacker, combat.defender), strict=True)
    }
    groups = {
        combat.attacker: tuple((ours, *behind[combat.attacker, theirs]) for ours, theirs in pairs),
        combat.defender: tuple((theirs, *behind[combat.defender, ours]) for ours, theirs in pairs),
    }
    return Rounds(deck, state, words, last.round, groups, throws, over=True)


def total(deck: Deck, table: Table[State], column: int, side: Side) -> int | None:
    """The hits of a side in a column, in this round; None before anybody has rolled there."""
    if table.state.step not in ROUND_STEPS or table.state.combat is None:
        return None
    shown = under_way(deck, table, words_of(ENGLISH), None)
    hits = [shown.hits(number, side) for number in shown.numbers(column) if shown.of(number, side)]
    rolled = [each for each in hits if each is not None]
    return sum(rolled) if rolled else None

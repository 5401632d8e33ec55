"""What is wrong with a script whatever its table: what hands find where they reach, and how long it waits."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from signifer_core.layout import Zone
from signifer_drivers.virtual.world import MOST_WEAK_PERCENT

from . import statements as st
from .game import START
from .positions import Finding
from .robots import beside_robots

# What all waits of a script may take together: who wants more cuts it in two.
MOST_WAITED_US = 7_200_000_000
# What may be said before play though no game is on.
_OF_THE_TABLE = (st.Game, st.Table, st.Deck, st.Seed, st.Dice, st.Language, st.Begin)


class Walk:
    """One walk through the script, which follows where hands have laid the cards. ``unread`` are the words of lines
    that nobody could read, and that may lay cards: of a card that one of them may mean, nobody knows where it lies."""

    def __init__(self, unread: Sequence[str] = ()) -> None:
        self.faults: list[Finding] = []
        self._unread = [_name(word) for word in unread]
        self._lying: dict[str, Zone] = {}
        # Cards that a block lays, in whatever order its statements happen: where they may lie meanwhile.
        self._may_lie: dict[str, Zone] = {}

    def fault(self, statement: st.Statement, text: str) -> None:
        """The fault, at the statement's line."""
        self.faults.append((statement.line, text))

    def walk(self, statements: tuple[st.Statement, ...]) -> None:
        """All of them, one after the other."""
        for statement in statements:
            match statement:
                case st.Together(statements=inner):
                    self._lay(inner)
                    self.walk(inner)
                    self._may_lie.clear()
                case st.Setup(zone=zone, cards=cards):
                    self._lying |= dict.fromkeys(cards, zone)
                case st.Put(card=card, zone=zone):
                    self._lying[card] = zone
                case st.Push(card=card, antennas=antennas):
                    self._lies(statement, card)
                    if len(set(antennas)) < len(antennas):
                        self.fault(statement, "an antenna is named twice; name it once")
                case st.Take(card=card):
                    self._lies(statement, card)
                    self._taken(card)
                case st.Brush(card=card):
                    self._taken(card)
                case st.Swap(away=away, instead=instead):
                    self._swapped(statement, away, instead)
                case st.Fault(part="card", percent=percent) if (percent or 0.0) > MOST_WEAK_PERCENT:
                    self.fault(
                        statement,
                        f"a tag that loses more has no power; write {MOST_WEAK_PERCENT:.0f}% or less",
                    )
            self.looked_at(statement)

    def looked_at(self, statement: st.Statement) -> None:
        """What else there is to find of a statement."""

    def _lay(self, block: tuple[st.Statement, ...]) -> None:
        """What a block may have laid: chance draws its order, so that the written one refuses nothing."""
        for _ in block:  # one swap may need what another one lays
            for statement in block:
                match statement:
                    case st.Put(card=card, zone=zone):
                        self._may_lie[card] = zone
                    case st.Swap(away=away, instead=instead) if (place := self.place(away)) is not None:
                        self._may_lie.setdefault(instead, place)

    def place(self, card: str) -> Zone | None:
        """Where a card lies, or may lie; None for one that lies nowhere."""
        return self._lying.get(card, self._may_lie.get(card))

    def _lies(self, statement: st.Statement, card: str) -> None:
        if self.place(card) is None and not get_close_matches(_name(card), self._unread, n=1):
            self.fault(statement, f"{card} does not lie on the table here; put it down first")

    def _taken(self, card: str) -> None:
        """It is gone, unless the block that takes it lays it, too, perhaps later."""
        if card in self._may_lie:
            self._lying[card] = self._may_lie[card]
        else:
            self._lying.pop(card, None)

    def _swapped(self, statement: st.Statement, away: str, instead: str) -> None:
        self._lies(statement, away)
        if away == instead:
            self.fault(statement, f"{away} cannot lie in its own place; write another card after it")
            return
        place = self.place(away)
        self._taken(away)
        if place is not None:
            self._lying[instead] = place


def _name(word: str) -> str:
    """A card without its side, its deck and its game."""
    return word.rpartition(":")[2].rpartition("/")[2]


def alone(statements: tuple[st.Statement, ...], game: str, unread: Sequence[str]) -> list[Finding]:
    """All of it, for a script that hands play from its first line on; ``unread`` as in `Walk`."""
    walk = Walk(unread)
    walk.walk(statements)
    return [*walk.faults, *of_all(statements, game)]


def of_all(statements: tuple[st.Statement, ...], game: str) -> list[Finding]:
    """What is found of the script as a whole."""
    return [*beside_robots(statements, game), *_unprepared(statements), *_waits(statements)]


def _unprepared(statements: tuple[st.Statement, ...]) -> list[Finding]:
    """What is said of a game before play that begins without one."""
    if not any(isinstance(said, st.Begin) and said.step == START for said in statements):
        return []
    instead = "no game is on at the start picture; leave it out, or begin elsewhere"
    return [
        (said.line, instead)
        for said in statements
        if isinstance(said, st.Preparation) and not isinstance(said, _OF_THE_TABLE)
    ]


def _takes_us(statement: st.Statement) -> int:
    """How long a statement takes at the least, as it says itself."""
    match statement:
        case st.Wait(us=us) | st.Stall(lasts_us=us):
            return us
        case st.PowerCut(again_us=again_us):
            return sum(again_us)
        case st.Together(statements=inner):
            return sum(map(_takes_us, inner))
        case _:
            return 0


def _waits(statements: tuple[st.Statement, ...]) -> list[Finding]:
    """Said once, where it becomes too much."""
    waited_us = 0
    for said in statements:
        waited_us += _takes_us(said)
        if waited_us > MOST_WAITED_US:
            most = MOST_WAITED_US // 3_600_000_000
            return [
                (said.line, f"up to here the script waits for more than {most} hours; cut it in two before")
            ]
    return []

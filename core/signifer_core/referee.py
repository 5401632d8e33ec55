"""The referee, one for all games: turns layouts seen into attempts, and differences into corrections.

It takes any order of lifts and lays that ends in a layout which legal actions explain. What it cannot explain it names,
all of it. It never guesses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from .layout import Difference, Layout, Zone, difference
from .procedure import Answer, Correction, Press, Procedure, Prompt, Table
from .rules import Fix, Refusal

State = TypeVar("State")
Action = TypeVar("Action")

# A hand that is still under way may take these reasons away: a card too many in a column may be half of a swap.
PASSING_CODES = frozenset({"column-full", "mixed-kinds", "card-elsewhere", "count-wrong"})


@dataclass(frozen=True, slots=True)
class Judgement(Generic[State, Action]):
    """What the referee makes of a layout or a press.

    ``actions`` are those done, in order, each with the state after it; ``refusals`` those that stand because of how the
    cards lie, or, for a press, that it earned; ``unsettled`` tells that a hand may still be under way and the same
    layout is to be judged again, settled, after a moment.
    """

    table: Table[State]
    actions: tuple[tuple[Action, State], ...] = ()
    refusals: tuple[Refusal, ...] = ()
    corrections: tuple[Correction, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    unsettled: bool = False
    roll: bool = False


class Referee(Generic[State, Action]):
    """Judges layouts and presses by one game's procedure. Holds nothing itself."""

    def __init__(self, procedure: Procedure[State, Action]) -> None:
        self.procedure = procedure

    def judge(self, table: Table[State], seen: Layout, *, settled: bool) -> Judgement[State, Action]:
        """Explain ``seen``: lays count at once, lifts and doubtful lays when the hands have ``settled``."""
        table = replace(
            table,
            leaving=frozenset((card, zone) for card, zone in table.leaving if card in seen[zone]),
            awaited=frozenset((card, zone) for card, zone in table.awaited if card not in seen[zone]),
        )
        done: list[tuple[Action, State]] = []
        while True:
            table, passed = self._pass(table, seen)
            done += passed
            found = self._explained(table, seen, settled)
            if found is None:
                break
            table, more = self._act(table, found, seen)
            done += more
        return self._named(table, seen, settled, tuple(done))

    def press(self, table: Table[State], press: Press, seen: Layout) -> Judgement[State, Action]:
        """Answer a button. A refused press changes nothing."""
        offers = Layout()
        for zone, card in seen.items():
            if zone in self.procedure.due(table.state).may and (card, zone) not in table.leaving:
                offers = offers.laid(card, zone)
        answer = self.procedure.press(table.state, press, offers)
        if answer.refusals:
            return Judgement(table, refusals=answer.refusals, prompts=answer.prompts)
        after, done = self._act(table, answer, seen)
        after, passed = self._pass(after, seen)
        return Judgement(after, (*done, *passed), prompts=answer.prompts, roll=answer.roll)

    def begin(self, table: Table[State], seen: Layout) -> Judgement[State, Action]:
        """Let happen what happens by itself, before any gesture."""
        table, passed = self._pass(table, seen)
        return Judgement(table, tuple(passed))

    def _pass(self, table: Table[State], seen: Layout) -> tuple[Table[State], list[tuple[Action, State]]]:
        done: list[tuple[Action, State]] = []
        while (action := self.procedure.passes(table.state)) is not None:
            table, more = self._act(table, Answer((action,)), seen)
            done += more
        return table, done

    def _act(
        self, table: Table[State], answer: Answer[Action], seen: Layout
    ) -> tuple[Table[State], list[tuple[Action, State]]]:
        """Do the answer's actions; what lies there and is due there no more, is to leave."""
        state, done = table.state, []
        before = self.procedure.due(state).must
        for action in answer.actions:
            state = self.procedure.rules.apply(state, action)
            done.append((action, state))
        after = self.procedure.due(state)
        leaving = {
            (card, zone)
            for zone, card in before.items()
            if zone not in after.may and card not in after.must[zone] and card in seen[zone]
        }
        return replace(table, state=state, leaving=table.leaving | leaving | set(answer.used)), done

    def _difference(self, table: Table[State], seen: Layout) -> Difference:
        """What differs, apart from cards that are to leave and are no news."""
        found = difference(seen, self.procedure.due(table.state))
        return replace(found, extra=tuple((z, c) for z, c in found.extra if (c, z) not in table.leaving))

    def _explained(self, table: Table[State], seen: Layout, settled: bool) -> Answer[Action] | None:
        """The first attempt that the difference makes and the rules accept, or None."""
        found = self._difference(table, seen)
        gone = frozenset(card for _, card in found.missing)
        for zone, card in found.extra:
            if card not in gone and (answer := self._lay(table, card, zone)).actions:
                return answer
        if not settled:
            return None
        for start, card in found.missing:
            answer = self._gone(table, found, start, card)
            if answer.actions and not ((card, start) in table.awaited and self._for_good(table, answer)):
                return answer
        return None

    def _for_good(self, table: Table[State], answer: Answer[Action]) -> bool:
        """Whether hands cannot take the answer back: it is not what they meant who do as they were told."""
        return not all(self.procedure.rules.reversible(table.state, action) for action in answer.actions)

    def _lay(self, table: Table[State], card: str, zone: Zone) -> Answer[Action]:
        foreign = self.foreign(card, zone)
        return Answer(refusals=foreign) if foreign else self.procedure.lay(table.state, card, zone)

    def _gone(self, table: Table[State], found: Difference, start: Zone, card: str) -> Answer[Action]:
        ends = [zone for zone, extra in found.extra if extra == card]
        if ends:
            return self.procedure.move(table.state, card, start, ends[0])
        gone = frozenset(lost for _, lost in found.missing)
        return self.procedure.lift(table.state, card, start, gone)

    def _named(
        self, table: Table[State], seen: Layout, settled: bool, done: tuple[tuple[Action, State], ...]
    ) -> Judgement[State, Action]:
        """Name all that is not explained: refusals, and the corrections that mend it."""
        found = self._difference(table, seen)
        gone = frozenset(card for _, card in found.missing)
        refusals: list[Refusal] = []
        corrections: list[Correction] = []
        awaited = set(table.awaited)
        unsettled = bool(found.missing) and not settled
        for zone, card in found.extra:
            if card in gone:
                if settled:
                    corrections.append(Correction("take", card, zone))
                continue
            reasons = self._lay(table, card, zone).refusals
            if not settled and any(reason.code in PASSING_CODES for reason in reasons):
                unsettled = True
                continue
            refusals += reasons
            corrections.append(Correction("take", card, zone))
        for start, card in found.missing if settled else ():
            if reasons := self._gone(table, found, start, card).refusals:
                refusals += reasons
                awaited.add((card, start))
            corrections.append(Correction("put", card, start))
        corrections += self._leaving(table, seen)
        for zone, card, reasons in self._offered(table, seen):
            if not settled and any(reason.code in PASSING_CODES for reason in reasons):
                unsettled = True
                continue
            refusals += reasons
            corrections.append(Correction("take", card, zone))
        table = replace(table, awaited=frozenset(awaited))
        # A card that is read in two zones earns the same reason in both; it is said once.
        once = tuple(dict.fromkeys(refusals))
        return Judgement(table, done, once, tuple(corrections), unsettled=unsettled)

    def _leaving(self, table: Table[State], seen: Layout) -> list[Correction]:
        return [
            Correction("take", card, zone) for zone, card in seen.items() if (card, zone) in table.leaving
        ]

    def _offered(self, table: Table[State], seen: Layout) -> list[tuple[Zone, str, tuple[Refusal, ...]]]:
        """Cards on pads against which something stands before anything is said about them."""
        may = self.procedure.due(table.state).may
        offers = [
            (zone, card) for zone, card in seen.items() if zone in may and (card, zone) not in table.leaving
        ]
        judged = [
            (zone, card, self.foreign(card, zone) or self.procedure.offer(table.state, card, zone))
            for zone, card in offers
        ]
        return [(zone, card, reasons) for zone, card, reasons in judged if reasons]

    def foreign(self, card: str, zone: Zone) -> tuple[Refusal, ...]:
        """The reason against a tag that is no card of this game; it goes to the player on whose side it lies."""
        if self.procedure.knows(card):
            return ()
        fix = Fix("take", card, zone.place)
        if card.startswith("tag/"):
            return (Refusal("unknown-tag", zone.side, "FG-P1", fix, (("tag", card),), card),)
        return (Refusal("wrong-game", zone.side, "FG-P1", fix, (("card", card),), card),)

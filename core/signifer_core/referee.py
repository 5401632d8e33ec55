"""The referee, one for all games: turns layouts seen into attempts, and differences into corrections.

It takes any order of lifts and lays that ends in a layout which legal actions explain. What it cannot explain it names,
all of it. It never guesses.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Generic, TypeVar, cast

from .asking import asked_away, asked_by_agreement, still_asked, still_due, to_take
from .frozen import replace
from .judgement import Done, Judgement
from .layout import EMPTY, PAD, SIDES, ZONES, Difference, Due, Layout, Zone, difference, to_leave, to_move
from .looks import asked_back_still, is_final, looked_at, set_back, waiting_as_seen
from .pads import cleared_first, promises_kept
from .presses import Button, Press, PressKind
from .procedure import FREE, Answer, Correction, Held, Past, Procedure, Prompt, Roll, Table
from .rules import Refusal, Verb
from .tags import was_on
from .twins import Lying, Same, exchanged, exchanged_table

State = TypeVar("State")
Action = TypeVar("Action")

# More gestures than any layout can hold: whoever has made so many of one goes round in a circle.
MOST_GESTURES = 200


class Referee(Generic[State, Action]):
    """Judges layouts and presses by one game's procedure. Holds nothing itself but what it found to be due last."""

    def __init__(self, procedure: Procedure[State, Action]) -> None:
        self.procedure = procedure
        self._last_due: tuple[State, Held, Due] | None = None

    def due(self, table: Table[State]) -> Due:
        """`Procedure.due`, which a judgement asks for some ten times while nothing happens."""
        last = self._last_due
        if last is not None and last[0] is table.state and last[1] is table.held:
            return last[2]
        due = self.procedure.due(table)
        self._last_due = table.state, table.held, due
        return due

    def judge(
        self,
        table: Table[State],
        seen: Layout,
        *,
        settled: bool,
        asked: Collection[Correction] = (),
        before: Layout = EMPTY,
        unanswered: Collection[Zone] = (),
    ) -> Judgement[State, Action]:
        """Explain ``seen``: lays count at once; lifts, doubtful lays and those behind which undo may not go when the
        hands have ``settled``. ``asked`` are the corrections that people have read while ``before`` lay there: either
        of two equal cards obeys them.
        ``unanswered`` are zones of which nobody has said yet whether cards still lie there."""
        table, used = still_asked(table, seen), table.leaving
        look = looked_at(self.procedure, table, seen)
        table, asked = look.table, (*asked, *look.twins)
        done: list[Done[State, Action]] = []
        for _ in range(MOST_GESTURES):
            table, passed = self._pass(table, seen)
            done += passed
            due, offers = self.due(table), self._unopposed(table, seen)
            lying = Lying(table, due, seen, self.procedure.twins, asked, before, used, offers)
            found: Answer[Action] | None = None
            same = lying.obeyed(settled=settled)
            if same is None:
                found = self._explained(table, seen, settled, asked)
                same = lying.unasked(settled=settled) if found is None else None
            if same is not None:
                # Nothing has left its zone, or is to go to another: cards are called otherwise.
                held, table = table.held, self._done(table, cast(Action, same), gesture=False)
                done.append(Done(cast(Action, same), table.state, gesture=False, held=held))
                table, asked = still_asked(table, seen), exchanged(asked, same)
                used = exchanged(used, same)
                continue
            if found is None:
                break
            table, more = self._act(table, found, seen)
            done += more
        named = self._named(table, seen, settled, tuple(done), unanswered)
        if not settled and lying.taken_from_pad() is not None:
            named = replace(named, unsettled=True)
        if not look.undone:
            return named
        return replace(named, undone=look.undone, prompts=self._told(named.table, "undone"))

    def press(self, table: Table[State], press: Press, seen: Layout) -> Judgement[State, Action]:
        """Answer a button. A refused press changes nothing. To hold the dice button is to undo, in every game."""
        if (press.kind, press.button) == (PressKind.HOLD, Button.DICE):
            return self._undo(table, seen)
        answer = self.procedure.press(table, press, self.offers(table, seen))
        if against := answer.refusals or self.procedure.bars(table, press, self._standing(table, seen)):
            refusals = cleared_first(table, press, seen, against)
            return Judgement(table, refusals=refusals)
        after, done = self._act(table, answer, seen)
        after, passed = self._pass(after, seen)
        return Judgement(after, (*done, *passed), prompts=answer.prompts, rolls=answer.rolls)

    def rolled(self, table: Table[State], rolls: tuple[Roll, ...], seen: Layout) -> Judgement[State, Action]:
        """Go on with the dice that a press asked for; undo does not go back behind them, if anything hangs on them."""
        answer = self.procedure.rolled(table, rolls)
        # No gesture of anybody's: a record replayed must bar it, too.
        after, done = self._act(self.fallen(table, rolls), answer, seen, gesture=False)
        after, passed = self._pass(after, seen)
        return Judgement(after, (*done, *passed), answer.refusals, prompts=answer.prompts)

    def fallen(self, table: Table[State], rolls: tuple[Roll, ...]) -> Table[State]:
        """The table after dice have fallen. A free die bars nothing: who lets go of the button too soon, or plays with
        it, takes nobody's undo away."""
        if all(roll.purpose == FREE for roll in rolls):
            return table
        return replace(table, past=(), barrier="rolled")

    def offers(self, table: Table[State], seen: Layout) -> Layout:
        """The cards that lie where any may, and that nothing was said about yet."""
        may, spoken_for = self.due(table).may, self._spoken_for(table)
        zones = (zone for zone in ZONES if zone in may)
        return Layout(
            {zone: tuple(card for card in seen[zone] if (card, zone) not in spoken_for) for zone in zones}
        )

    def pads(self, table: Table[State], seen: Layout) -> tuple[Prompt, ...]:
        """What `ok` would do with the cards on each pad of which nothing was said yet; nothing of cards against which
        something stands, or where it is refused for others."""
        if not self.procedure.offers_on_pads:
            return ()
        offers = self.offers(table, seen)
        wrong = {zone for zone, _, _ in self._offered(table, seen)}
        pads = [pad for pad in (Zone(PAD, player) for player in SIDES) if offers[pad] and pad not in wrong]
        told = [self.procedure.offered(table, pad.side, offers[pad]) for pad in pads]
        return promises_kept(self.procedure, table, told, partial(self._standing, table, seen))

    def begin(self, table: Table[State], seen: Layout) -> Judgement[State, Action]:
        """Let happen what happens by itself, before any gesture."""
        table, passed = self._pass(table, seen)
        return Judgement(table, tuple(passed))

    def replayed(self, table: Table[State], action: Action, *, gesture: bool) -> Table[State]:
        """The table after one action of the record; ``gesture`` as in Done."""
        return self._done(table, action, gesture=gesture)

    def overruled(self, table: Table[State], change: str, seen: Layout | None = None) -> Table[State]:
        """The table after people agreed on ``change``, while ``seen`` lies there: nothing of it is judged. None in a
        replay: the record says then what is asked for. Undo does not go back behind it. RulesError if these are not the
        words of a change."""
        before = self.due(table)
        state, held = self.procedure.overrule(table, change)
        table = replace(table, state=state, held=held, past=(), barrier="agreed")
        due = self.due(table)
        if seen is not None:
            extra = difference(seen, due).extra
            refused = {(card, zone) for zone, card in extra if self._lay(table, card, zone).refusals}
            table = asked_by_agreement(table, before, due, seen, refused)
        return still_due(table, due)

    def set_back(self, table: Table[State]) -> Table[State]:
        """The table before the last gesture of which it knows."""
        return set_back(table)

    def _undo(self, table: Table[State], seen: Layout) -> Judgement[State, Action]:
        """Take the last gesture back, and ask the cards back; what is no action yet is the last one of all."""
        before, held = table.held, self.procedure.taken_back(table.held)
        if held is not None:
            table = replace(table, held=held)
            if (held.laid, held.lifted) != (before.laid, before.lifted):
                table = self._asked_back(table, seen)
            return Judgement(table, prompts=self._told(table, "undone"))
        if not table.past:
            return Judgement(table, prompts=self._told(table, f"no-undo-{table.barrier or 'nothing-done'}"))
        undone = (table.past[-1].actions,)
        back = asked_back_still(self.procedure, table, set_back(table))
        table = self._asked_back(waiting_as_seen(self.procedure, back, seen), seen)
        return Judgement(table, prompts=self._told(table, "undone"), undone=undone)

    def _told(self, table: Table[State], key: str) -> tuple[Prompt, ...]:
        """Say it to both."""
        steps = [prompt.step for prompt in self.procedure.prompts(table)]
        return tuple(Prompt(player, steps[0] if steps else "", key) for player in SIDES)

    def _asked_back(self, table: Table[State], seen: Layout) -> Table[State]:
        """Whatever lies otherwise than ``table`` has it is no gesture: it is to leave, or to return. A card on a pad is
        an offer again, unless it was used up before."""
        due = self.due(table)
        found = difference(seen, due)
        used = frozenset(
            (card, zone)
            for card, zone in table.leaving
            if zone in due.may and self.procedure.offer(table, card, zone)
        )
        return replace(
            table,
            leaving=used | {(card, zone) for zone, card in found.extra},
            returning=frozenset((card, zone) for zone, card in found.missing),
        )

    def _spoken_for(self, table: Table[State]) -> frozenset[tuple[str, Zone]]:
        """Cards on pads that are no offers: used up, or confirmed already."""
        return table.leaving | table.held.offered

    def _pass(self, table: Table[State], seen: Layout) -> tuple[Table[State], list[Done[State, Action]]]:
        done: list[Done[State, Action]] = []
        while (answer := self.procedure.passes(table)).actions:
            table, more = self._act(table, answer, seen, gesture=False)
            done += more
        return table, done

    def _act(
        self, table: Table[State], answer: Answer[Action], seen: Layout, *, gesture: bool = True
    ) -> tuple[Table[State], list[Done[State, Action]]]:
        """Do the answer's actions; what lies there and is no longer due there is to leave."""
        done: list[Done[State, Action]] = []
        before = self.due(table).must
        for number, action in enumerate(answer.actions):
            opens, held = gesture and number == 0 and not isinstance(action, Same), table.held
            table = self._done(table, action, gesture=opens)
            done.append(Done(action, table.state, opens, held))
        if answer.held is not None:
            table = replace(table, held=self.procedure.keep(table.state, answer.held))
        after = self.due(table)
        leaving = to_leave(before, after, seen) | (table.leaving - after.piled)
        # A card asked back that has gone elsewhere, as an action says, is not to return.
        returning = frozenset((card, zone) for card, zone in table.returning if card in after.must[zone])
        returning |= to_move(before, after.must, seen)
        awaited = frozenset((card, zone) for card, zone in table.awaited if card in after.must[zone])
        leaving |= {(card, zone) for card, zone in answer.used if card in seen[zone]}
        return replace(table, leaving=leaving, awaited=awaited, returning=returning), done

    def _done(self, table: Table[State], action: Action, *, gesture: bool) -> Table[State]:
        """One action done, with what undo may take back after it: nothing, if it must not be gone behind; and no
        gesture before one of the other player, who would have to make theirs again."""
        state, past, barrier = table.state, table.past, table.barrier
        if gesture:
            player = self.procedure.player_of(state, action)
            if past and past[-1].player != player:
                past, barrier = (), "other-moved"
            past = (*past, Past(state, table.held, player, 0, self.procedure.lifts(state, action)))
        after = self.procedure.rules.apply(state, action)
        found = self.procedure.barrier(state, action, after)
        if found:
            past, barrier = (), found
        elif past:
            past = (*past[:-1], replace(past[-1], actions=past[-1].actions + 1))
        if isinstance(action, Same):
            # The states stay as they were (twins.py); whoever lays the card back, lays the one that it is called now.
            past = tuple(replace(each, lifted=exchanged(each.lifted, action)) for each in past)
            return replace(exchanged_table(table, action, after), past=past, barrier=barrier)
        held = self.procedure.keep(after, replace(table.held, entered=()))
        return replace(table, state=after, held=held, past=past, barrier=barrier)

    def _difference(self, table: Table[State], seen: Layout) -> Difference:
        """What differs, apart from cards that are to leave or to return and are no news. A card that is to return and
        lies elsewhere is news: a hand has moved it."""
        found = difference(seen, self.due(table))
        extra = tuple((zone, card) for zone, card in found.extra if (card, zone) not in table.leaving)
        elsewhere = {card for _, card in extra}
        missing = tuple(
            (zone, card)
            for zone, card in found.missing
            if (card, zone) not in table.returning or card in elsewhere
        )
        return Difference(extra, missing)

    def _explained(
        self, table: Table[State], seen: Layout, settled: bool, asked: Collection[Correction]
    ) -> Answer[Action] | None:
        """The first attempt that the difference makes and the rules accept, or None."""
        found = self._difference(table, seen)
        gone = frozenset(card for _, card in found.missing)
        for zone, card in found.extra:
            if self.procedure.laid_again(table.state, card) and Correction(Verb.TAKE, card, zone) in asked:
                continue
            if card not in gone and (answer := self._lay(table, card, zone)).explains:
                if not settled and is_final(self.procedure, table.state, answer.actions):
                    continue
                return answer
        if not settled:
            return None
        elsewhere = {card for _, card in found.extra}
        for start, card in found.missing:
            # Refused, a card is asked back: to be gone says no more of it before it has lain there again.
            asked_back = (card, start) in table.awaited and card not in elsewhere
            if not asked_back and (answer := self._gone(table, found, start, card)).explains:
                return answer
        return None

    def _lay(self, table: Table[State], card: str, zone: Zone) -> Answer[Action]:
        unknown = self.procedure.foreign(card, zone)
        return Answer(refusals=unknown) if unknown else self.procedure.lay(table, card, zone)

    def _against(self, table: Table[State], card: str, zone: Zone) -> tuple[Refusal, ...]:
        if zone.place == PAD and zone in self.due(table).may:
            return self.procedure.against_pad(table, zone.side, (card,))
        return self._lay(table, card, zone).refusals

    def _standing(self, table: Table[State], seen: Layout) -> tuple[Refusal, ...]:
        """What stands against the cards that lie where they are not due."""
        extra = self._difference(table, seen).extra
        return tuple(reason for zone, card in extra for reason in self._against(table, card, zone))

    def _gone(self, table: Table[State], found: Difference, start: Zone, card: str) -> Answer[Action]:
        ends = [zone for zone, extra in found.extra if extra == card]
        if ends:
            return self.procedure.move(table, card, start, ends[0])
        gone = frozenset(lost for _, lost in found.missing)
        return self.procedure.lift(table, card, start, gone)

    def _named(
        self,
        table: Table[State],
        seen: Layout,
        settled: bool,
        done: tuple[Done[State, Action], ...],
        unanswered: Collection[Zone],
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
                    corrections.append(Correction(Verb.TAKE, card, zone))
                continue
            answer = self._lay(table, card, zone)
            reasons = answer.refusals
            if answer.actions and not settled and is_final(self.procedure, table.state, answer.actions):
                unsettled = True
                continue
            if zone in unanswered and reasons:
                # What depends on the answer is not held against anybody before it is given.
                reasons = tuple(
                    reason for reason in reasons if reason.code not in self.procedure.crowded_codes
                )
                if not reasons:
                    continue
            if not settled and self._may_pass(card, reasons):
                unsettled = True
                continue
            refusals += reasons
            corrections.append(to_take(card, zone, reasons))
        for start, card in found.missing if settled else ():
            if reasons := self._gone(table, found, start, card).refusals:
                refusals += reasons
                awaited.add((card, start))
            corrections.append(Correction(Verb.PUT, card, start))
        refusals += self._still_refused(table, found) if settled else ()
        corrections += asked_away(
            table, seen, partial(self._against, table), hidden=self.procedure.offers_on_pads
        )
        corrections += [Correction(Verb.PUT, card, zone) for card, zone in sorted(table.returning)]
        for zone, card, reasons in self._offered(table, seen):
            if not settled and self._may_pass(card, reasons):
                unsettled = True
                continue
            refusals += reasons
            corrections.append(to_take(card, zone, reasons))
        table = replace(table, awaited=frozenset(awaited))
        # A card that is read in two zones earns the same reason in both; it is said once.
        once = tuple(dict.fromkeys(refusals))
        return Judgement(table, done, once, tuple(dict.fromkeys(corrections)), unsettled=unsettled)

    def _may_pass(self, card: str, reasons: tuple[Refusal, ...]) -> bool:
        """Whether what stands against a card may be over as hands settle: an old tag comes or goes before its card."""
        return was_on(card) is not None or any(
            reason.code in self.procedure.passing_codes for reason in reasons
        )

    def _still_refused(self, table: Table[State], found: Difference) -> list[Refusal]:
        """What stands against cards that were refused in an earlier step and have not been laid back."""
        asked_back = sorted(
            (table.awaited & table.returning) - {(card, zone) for zone, card in found.missing}
        )
        return [
            reason for card, zone in asked_back for reason in self._gone(table, found, zone, card).refusals
        ]

    def _unopposed(self, table: Table[State], seen: Layout) -> Layout:
        """The offers against which nothing stands."""
        offers = self.offers(table, seen)
        for zone, card, _ in self._offered(table, seen):
            offers = offers.lifted(card, zone)
        return offers

    def _offered(self, table: Table[State], seen: Layout) -> list[tuple[Zone, str, tuple[Refusal, ...]]]:
        """Cards on pads against which something stands before anything is said about them."""
        judged = [
            (zone, card, self.procedure.against_pad(table, zone.side, (card,)))
            for zone, card in self.offers(table, seen).items()
        ]
        return [(zone, card, reasons) for zone, card, reasons in judged if reasons]

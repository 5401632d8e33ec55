"""Play: what lies on the table and what buttons say is judged, recorded, and told."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from signifer_core.asking import back_first
from signifer_core.json_values import Json
from signifer_core.judgement import Judgement
from signifer_core.layout import PAD, SIDES, Layout, Side, Zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Correction, Prompt, Roll, Table, step_of
from signifer_core.rules import Refusal, Verb
from signifer_core.twins import is_exchange, needless
from signifer_drivers.polling.findings import UNREAD, Change

from signifer_firmware.storage.store import Entry

from ..game_api.game import AnyState
from . import dice, journal, questions
from .ceremony import Ceremony
from .mode import Mode
from .observation import Place, moved_while_off, recorded

if TYPE_CHECKING:
    from .machine import Session


class Play(Mode):
    """The game that is on: the last mode. ``ceremony`` tells that the table has the column buttons which a ceremony of
    the dice needs."""

    def __init__(self, session: Session, *, ceremony: bool) -> None:
        super().__init__(session)
        self.ceremony = Ceremony(session.state, has_buttons=ceremony)
        self.settled = True
        self.forget()
        self._judged = Layout()  # As the corrections were told that stand.
        self._rested = Layout()  # As it was when no card of a pad was in the air.
        # The cards that may be lifted, now or for a step to come, and since when.
        self._free_us: dict[Place, int] = {}
        # Cards that should have lain there as the power came, and were never read there.
        self._never_read: set[Place] = set()

    def forget(self) -> None:
        """Nothing stands against anybody any longer."""
        self._laid: tuple[Refusal, ...] = ()
        self._pressed: tuple[Refusal, ...] = ()
        # As people have read them last: a menu hides them, and they hold on behind it.
        self.asked: tuple[Correction, ...] = ()

    @property
    def table(self) -> Table[AnyState]:
        """The table of the game that is on."""
        table = self.state.table
        assert table is not None
        return table

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What stands: what stands against a card, a button may be refused for, too. It is said once, with the fix of
        whoever pressed."""
        reasons = {(why.code, why.player, why.card, why.figures) for why in self._pressed}
        laid = (why for why in self._laid if (why.code, why.player, why.card, why.figures) not in reasons)
        return tuple(dict.fromkeys((*self._pressed, *laid)))

    # Beginning

    def begin(self, setup: Mapping[str, Json], now_us: int, game: str = "") -> None:
        """Begin a game from a position; ``setup`` are plain values of the game's own form, ``game`` is its name, "" for
        the one that the table is at."""
        state = self.state
        state.turn_to(state.games[game] if game else state.bundle)
        what: Json = {
            "game": state.bundle.name,
            "corrections": state.bundle.corrections,
            "languages": dict(state.settings.language),
            "setup": setup,
        }
        state.record(Entry(now_us, "begin", what), dice.drawn_secret(state.rng, now_us))
        state.is_on = True
        self.believe()
        self._decide(state.referee.begin(self.table, state.seen), now_us)
        self.session.look(now_us)

    def believe(self) -> None:
        """What the record says lies there is believed until the readers have had their say."""
        due = self.state.referee.due(self.table).must
        self.state.sight.seen = recorded(self.table, due, self.state.seen)
        self.state.sight.ask(self.state.recorded.silent)
        self._rested = self.state.seen

    def keep_silent(self, now_us: int) -> None:
        """The cards on pads about which people are asked: the record has them, for no rule would after a power cut."""
        procedure = self.state.bundle.procedure
        if self.state.table is None or not procedure.offers_on_pads:
            return
        asked = self.state.sight.in_question
        silent = frozenset((card, at) for card, at in asked if at.place == PAD and procedure.knows(card))
        if silent != self.state.recorded.silent:
            self.state.record(Entry(now_us, journal.SILENT, journal.lying_body(silent)))

    # What readers say

    def seen_again(self, changes: tuple[Change, ...], at_us: int) -> None:
        """Cards have come or gone: what a press was refused for is over, and what lies there is to be judged."""
        sight = self.state.sight
        stacked, lower = self._piles()
        silent_us = {
            sight.place(change): at_us if change.since_us is None else change.since_us
            for change in changes
            if change.cause != UNREAD
        }
        asked = {(fix.card, fix.zone) for fix in self.state.outlook.corrections if fix.verb == Verb.TAKE}
        sight.changed(changes, at_us, self._expected(silent_us), stacked, lower, asked)
        unread = {sight.place(change) for change in changes if change.cause == UNREAD}
        self._never_read |= unread - set(sight.covered)
        again, seen, table = self.state.bundle.procedure.laid_again, self.state.seen, self.state.table
        # Also behind a menu: who lays again what was asked away, has done as was asked.
        self.asked = tuple(
            fix
            for fix in self.asked
            if fix.card in seen[fix.zone] or table is None or not again(table.state, fix.card)
        )
        self.answered()
        self.settled = False

    def _expected(self, silent_us: Mapping[Place, int]) -> set[Place]:
        """The cards that hands are asked to take away, or may: nobody is asked whether these were lifted. Who may go or
        stay has gone only if ``silent_us`` has it, and not from before: that was no answer to what the step asks."""
        state = self.state
        expected = {(fix.card, fix.zone) for fix in state.outlook.corrections if fix.verb == Verb.TAKE}
        if state.table is not None:
            # What means nothing where it lies is nothing to ask about, either: cards of a pile hide others.
            expected |= state.referee.due(state.table).free
            for place in state.bundle.procedure.asks_to_lift(state.table).intersection(
                silent_us, self._free_us
            ):
                if silent_us[place] >= self._free_us[place]:
                    expected.add(place)
        return expected

    def _piles(self) -> tuple[frozenset[Place], frozenset[Place]]:
        """The cards that lie upon each other, and those that lie too low in a pile to be watched."""
        state = self.state
        if state.table is None:
            return frozenset(), frozenset()
        due, stacked = state.referee.due(state.table), state.bundle.procedure.stacked(state.table)
        return stacked, (due.free | stacked) - {(card, zone) for zone, card in due.must.items()}

    # What buttons say

    def answered(self) -> None:
        """What a press was refused for is over, and so is what was said of the dice."""
        self.unsay()
        self.ceremony.offer_ended = False

    def unsay(self, player: Side | None = None) -> None:
        """What a press of ``player`` was refused for is over; without a name, of anybody."""
        self._pressed = tuple(refusal for refusal in self._pressed if player and refusal.player != player)

    def asks(self, player: Side) -> Hashable:
        """The game's step, or whether the cards of a zone were lifted."""
        state = self.state
        stage = state.bundle.procedure.stage(state.table, player) if state.table is not None else None
        return state.sight.question(player), stage

    def press(self, press: Press, now_us: int) -> bool:
        state = self.state
        self.answered()
        self.session.agreement.said = ()
        answers = (
            press.button == Button.OK
            and not self.too_soon(press)
            and press.player is not None
            and state.sight.lifted(press.player)
        )
        unread = self._unread(press)
        if unread is not None and not answers:
            said = questions.unknown(state.bundle.procedure.prompts(self.table), unread, press.player)
            self.session.look(now_us, state.outlook.corrections, (said,))
            return True
        # Who presses has finished with the cards: what lies there now is meant.
        self.judge(now_us, settled=True)
        # An answer says nothing else, a finger that was down before says nothing.
        if not answers and not self.too_soon(press):
            self.judge(now_us, settled=True, said=self._back_first(press) or self._pressed_now(press, now_us))
        return True

    def _pressed_now(self, press: Press, now_us: int) -> tuple[Prompt, ...]:
        """What is said to a press that means something."""
        offering = self.ceremony.is_offered
        if offering and press.button == Button.COLUMN:
            return self.ceremony.column_pressed(press, now_us)
        judgement = self.state.referee.press(self.table, press, self.state.seen)
        self._pressed = judgement.refusals
        self.tell_refusals(judgement.refusals, (), now_us)
        self._decide(judgement, now_us)
        self.ceremony.offer_ended = offering and not self.ceremony.is_offered
        return self._roll(judgement.rolls, now_us) if judgement.rolls else judgement.prompts

    def too_soon(self, press: Press) -> bool:
        return press.button in (Button.OK, Button.COLUMN) and super().too_soon(press)

    @property
    def failing(self) -> list[Zone]:
        """The zones whose reader fails."""
        faults, antennas = self.session.faults, self.state.antennas.items()
        return [zone for reader, own in antennas if f"reader {reader}" in faults for zone in own]

    def _unread(self, press: Press) -> Zone | None:
        """A zone of which a press speaks and whose reader fails; None if there is none."""
        failing = self.failing
        if not failing:
            return None  # asked for each pad at each look, and what a press speaks of takes a while
        offers = self.state.referee.offers(self.table, self.state.seen)
        zones = self.state.bundle.procedure.looks_at(self.table, press, offers)
        return next((zone for zone in failing if zone in zones), None)

    def _back_first(self, press: Press) -> tuple[Prompt, ...]:
        """What is said of cards that wait for a press and are asked back; nothing if there are none."""
        back = back_first(self.state.bundle.procedure, self.table, press)
        if press.player is None or not back:
            return ()
        step = step_of(self.table.state)
        return (Prompt(press.player, step, questions.BACK_FIRST, (("cards", len(back)),)),)

    def _roll(self, rolls: tuple[Roll, ...], now_us: int) -> tuple[Prompt, ...]:
        """Roll the dice, and go on with them. What is said of them."""
        state, table = self.state, self.table
        rolled = dice.rolled(state.recorded.dice, rolls, state.rng)
        bodies = [journal.roll_body(roll) for roll in rolled]
        state.record(Entry(now_us, "roll", bodies))
        for body in bodies:
            state.tell(now_us, "roll", body)
        judgement = state.referee.rolled(table, rolled, state.seen)
        self._decide(judgement, now_us)
        return judgement.prompts

    # Decisions

    def judge(self, now_us: int, *, settled: bool, said: tuple[Prompt, ...] = ()) -> None:
        """Judge what lies there, and show what stands then; ``said`` is the answer to a button."""
        if not settled and self._is_pushed:
            self.session.look(now_us, self.state.outlook.corrections, said)
            return
        self._rested = self.state.seen
        judgement = self._judged_once(now_us, settled, self.asked)
        said = (*said, *judgement.prompts)
        if needless(judgement.corrections, self.state.bundle.procedure.twins):
            judgement = self._judged_once(now_us, settled, judgement.corrections)
        self.settled = not judgement.unsettled
        if self.settled:
            self._judged, self.asked = self.state.seen, judgement.corrections
            self.tell_refusals(judgement.refusals, self._laid, now_us)
            self._laid = judgement.refusals
            self.session.look(now_us, judgement.corrections, said)
        else:
            self.session.look(now_us, self.state.outlook.corrections, said)
        freed = self.state.bundle.procedure.asks_to_lift(self.table, early=True)
        if freed != self._free_us.keys():
            self._free_us = {place: self._free_us.get(place, now_us) for place in freed}
        sight = self.state.sight
        since_us = {at: us for at, us in sight.stacked_us.items() if at not in self._never_read}
        if sight.answered(self._expected(since_us)):
            self.settled = False  # What was asked about is what hands are asked to do now.

    def _judged_once(
        self, now_us: int, settled: bool, asked: tuple[Correction, ...]
    ) -> Judgement[AnyState, object]:
        state = self.state
        judgement = state.referee.judge(
            self._as_it_was(),
            state.seen,
            settled=settled,
            asked=asked,
            before=self._judged,
            unanswered={zone for _, zone in state.sight.in_question},
        )
        self._decide(judgement, now_us)
        return judgement

    def _as_it_was(self) -> Table[AnyState]:
        """The table, with what was moved while it was off asked back: nobody knows whether a hand has meant it."""
        if not self._never_read:
            return self.table
        must, never_read = self.state.referee.due(self.table).must, frozenset(self._never_read)
        # Those that may lie stacked are asked about first: ok says that they are not there, which is no gesture either.
        self._never_read.intersection_update(self.state.sight.in_question)
        return moved_while_off(self.table, must, self.state.seen, never_read)

    def _decide(self, judgement: Judgement[AnyState, object], now_us: int) -> None:
        """Record what was decided: the table is what that comes to. Then it is told."""
        state, believed, was_over = self.state, self.table.state, self.state.is_over
        for entry in journal.entries(state.bundle, lambda: self.table, judgement, now_us):
            state.record(entry)
        self.end(now_us, was_over=was_over)
        for done in judgement.actions:
            text = state.bundle.notation(done.action)
            if not is_exchange(text):  # In which nobody has decided anything.
                by = journal.done_by(state.bundle, believed, done.action)
                state.tell(now_us, "action", {**by, "text": text})
            believed = done.state

    def end(self, now_us: int, *, was_over: bool) -> None:
        """As a game comes to its end the dice are opened, and cards that nobody sees are named."""
        state = self.state
        if not state.is_over:
            return
        state.record(*dice.opening(state.recorded.dice, now_us))
        if not was_over:
            missed = state.bundle.missed(self.table.state)
            missing = sorted(card for card in missed if not state.seen.zones_of(card))
            state.record(Entry(now_us, journal.INVENTORY, missing))

    def tell_refusals(self, now: tuple[Refusal, ...], before: tuple[Refusal, ...], at_us: int) -> None:
        """Tell those of ``now`` that did not stand before."""
        for refusal in now:
            if refusal not in before:
                self.state.tell(at_us, "refused", {"refusal": refusal})

    # What is shown

    @property
    def offered(self) -> Layout:
        """The layout whose offers are shown: a card that a hand pushes about on a pad still lies there."""
        return self._rested if not self.settled and self._is_pushed else self.state.seen

    @property
    def _is_pushed(self) -> bool:
        """Whether nothing but cards of which nothing was said yet is missing, from pads: until hands have rested they
        may come back."""
        table, referee, seen = self.state.table, self.state.referee, self.state.seen
        missing = self._rested.beyond(seen)
        if table is None or not missing or seen.beyond(self._rested):
            return False
        if not self.state.bundle.procedure.offers_on_pads:
            return False
        offers = referee.offers(table, self._rested)
        return all(zone.place == PAD and card in offers[zone] for zone, card in missing)

    def prompts(self) -> tuple[Prompt, ...]:
        """What the game asks; before it, whether cards that fell silent together were lifted."""
        if self.state.table is None:
            return ()
        asked = self.state.bundle.procedure.prompts(self.state.table)
        unseen = ((player, [zone for _, zone in places]) for player, places in self.state.sight.questions)
        return (*questions.unseen(asked, unseen), *asked)

    def shown(self) -> tuple[Prompt, ...]:
        """What players are shown of that. In place of what `ok` would do, that cards which wait for it are laid back
        first; not to who is asked whether cards were lifted, since their `ok` answers that."""
        asked = self.prompts()
        sides = (player for player in SIDES if self.state.table and not self.state.sight.question(player))
        oks = (Press(PressKind.PRESS, Button.OK, player) for player in sides)
        back = tuple(said for ok in oks for said in self._back_first(ok))
        barred = {prompt.player for prompt in back}
        return (*back, *(prompt for prompt in asked if prompt.player not in barred))

    def pads(self) -> tuple[Prompt, ...]:
        """What `ok` would do with the cards on each pad; nothing where it answers a question instead, or decides
        nothing as a reader fails."""
        state = self.state
        if state.table is None:
            return ()
        told = state.referee.pads(state.table, self.offered)
        return tuple(each for each in told if self._speaks_of_cards(each.player))

    def _speaks_of_cards(self, player: Side) -> bool:
        """Whether `ok` of ``player`` would say anything of what lies there."""
        ok = Press(PressKind.PRESS, Button.OK, player)
        answers, barred = self.state.sight.question(player), self._back_first(ok)
        return not (answers or barred) and self._unread(ok) is None

    def notices(self) -> tuple[Prompt, ...]:
        """What the game tells players beside what it asks."""
        if self.state.table is None:
            return ()
        return self.state.bundle.procedure.notices(self.state.table, self.state.seen)

    def notes(self) -> tuple[dice.Note, ...]:
        """What both screens say of missing cards, and of the dice."""
        return (*self._missing(), *self.ceremony.notes())

    def _missing(self) -> tuple[dice.Note, ...]:
        """The cards that were missing as the game ended, and have not been seen since."""
        if not self.state.is_over:
            return ()
        gone = journal.missing(self.state.journal)
        missing = [card for card in gone if not self.state.seen.zones_of(card)]
        return tuple(dice.Note("missing", (("card", card),)) for card in missing)

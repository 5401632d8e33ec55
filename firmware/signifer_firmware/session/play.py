"""Play: where decisions are made. The table's state, its journal, and what is told of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from typing import Any

from signifer_core.dice import Record
from signifer_core.judgement import Judgement
from signifer_core.layout import PAD, PLAYERS, Layout, Zone
from signifer_core.procedure import Correction, Press, Prompt, Roll, Table
from signifer_core.referee import Referee
from signifer_core.rules import Refusal
from signifer_core.twins import is_exchange, needless
from signifer_drivers.polling.presence import UNREAD, Change

from .. import store_trouble
from ..game_api.game import AnyBundle
from ..game_api.registry import CardNames
from ..store import Entry, Store
from ..words import readers_of
from . import dice, journal, questions
from .events import News
from .faults import Parts
from .observation import Place, Sight, moved_while_off, recorded
from .outlook import Outlook
from .question_times import Shown
from .settings import Settings


class Desk(Parts):
    """Keeps one game, ``bundle``'s unless another of ``games`` is begun. ``antennas`` names the zones of each reader:
    one, or both sides of a column; ``ceremony`` tells that the table has the column buttons which a ceremony of the
    dice needs. ``settings`` are the table's own, for what players have not chosen otherwise; ``words`` are what each
    player reads, in his language."""

    def __init__(
        self,
        bundle: AnyBundle,
        store: Store,
        *,
        antennas: Mapping[str, tuple[Zone, ...]],
        rng: random.Random,
        ceremony: bool,
        settings: Settings,
        tell: Callable[[News], None],
        games: tuple[AnyBundle, ...] = (),
    ) -> None:
        super().__init__(store, antennas, tell)
        self.bundle, self.games = bundle, {game.name: game for game in (*games, bundle)}
        self.referee: Referee[Any, Any] = Referee(bundle.procedure)
        self.table: Table[Any] | None = None
        self.outlook = Outlook()
        self.record = Record()
        self._cards = store.cards()
        self.sight = self._blind()
        self._rng = rng
        self._ceremony = ceremony
        self._offer_ended = False
        self._own_settings = settings
        self._set(settings.kept(store.settings()))
        self._laid: tuple[Refusal, ...] = ()
        self._pressed: tuple[Refusal, ...] = ()
        self._settled = True
        self._judged = Layout()  # As the corrections were told that stand.
        # Cards that should have lain there as the power came, and were never read there.
        self._never_read: set[Place] = set()
        self._shown = Shown()
        self._last = ""

    def _blind(self) -> Sight:
        """The sight of a table where nothing was seen yet: cards are called as the game that is on calls them."""
        cards = CardNames(self._cards, lambda: self.bundle.name)
        return Sight(self._antennas, cards, lambda card: self.bundle.procedure.side(card))

    @property
    def seen(self) -> Layout:
        """What lies where, as far as the readers say."""
        return self.sight.seen

    def _set(self, settings: Settings) -> None:
        self.settings = settings
        self.words = readers_of(settings.language, self.bundle.called)

    @property
    def tags(self) -> Mapping[bytes, str]:
        """The card of every tag that was enrolled, now and later."""
        return self._cards

    # Beginning

    def learn(self, tags: Mapping[bytes, str]) -> None:
        """Know these tags, too."""
        self._cards.update(tags)

    def begin(self, setup: Mapping[str, Any], now_us: int) -> None:
        """Begin a game from a position; ``setup`` are plain values of the bundle's own form."""
        self._set(self._own_settings.kept(self._store.settings()))
        what = {
            "game": self.bundle.name,
            "corrections": self.bundle.corrections,
            "languages": dict(self.settings.language),
            "setup": setup,
        }
        entries = [Entry(now_us, "begin", what), dice.drawn_secret(self._rng, now_us)]
        self._append(entries)
        self.table = Table(self.bundle.begin(setup))
        self._believe()
        self._take(self.referee.begin(self.table, self.seen), now_us)
        self._look(now_us)

    def resume(self, now_us: int) -> bool:
        """Take up the last game of the journal; whether there was one that can be played."""
        entries = self._store.last_game()
        if journal.game_of(entries) not in self.games:
            return False
        try:
            with journal.understood():
                self._take_over(entries)
        except journal.JournalError as error:
            # It stays where it is, and is told until somebody presses a button.
            self._aside = self._aside or store_trouble.unplayed(error)
            self.table = None
            self.record = Record()
            self._set(self._own_settings.kept(self._store.settings()))
            return False
        self._believe()
        self._settled = False
        self._look(now_us)
        return True

    def _take_over(self, entries: list[Entry]) -> None:
        # A game goes on with the figures and the languages it was begun with, but for what was chosen in it.
        self.bundle = self.games[entries[0].body["game"]].corrected(entries[0].body["corrections"])
        languages = entries[0].body.get("languages", {})
        begun = self.settings.kept(f"language {player} {code}" for player, code in languages.items())
        self._set(begun.kept(entry.body for entry in entries if entry.kind == "setting"))
        self.referee = Referee(self.bundle.procedure)
        self.table, rolls = journal.replayed(self.bundle, self.referee, entries)
        self.outlook = replace(self.outlook, rolls=rolls)
        self.record = dice.kept(Record(), entries)
        self._last = journal.last_decision(entries)
        self._taken_up(entries)

    def _taken_up(self, entries: list[Entry]) -> None:
        """More that the record of a game tells, before anything is judged or shown."""

    def _believe(self) -> None:
        """What the record says lies there is believed until the readers have had their say."""
        assert self.table is not None
        self.sight.seen = recorded(self.table, self.bundle.procedure.due(self.table).must, self.seen)

    def believed(self) -> list[tuple[str, bytes]]:
        """Every tag that is believed to lie somewhere, with the reader that should read it."""
        tags = {card: uid for uid, card in CardNames(self._cards, lambda: self.bundle.name).items()}
        readers = {zone: reader for reader, zones in self._antennas.items() for zone in zones}
        return [
            (readers[zone], tags[card])
            for zone, card in self.seen.items()
            if zone in readers and card in tags
        ]

    # Decisions

    def _seen_anew(self, changes: list[Change], at_us: int) -> None:
        """Cards have come or gone: what a press was refused for is over, and what lies there is to be judged."""
        self.sight.changed(changes, at_us, self._expected())
        self._never_read |= {self.sight.place(change) for change in changes if change.cause == UNREAD}
        self._pressed = ()
        self._offer_ended = False
        self._settled = False

    def _expected(self) -> set[Place]:
        """The cards that hands are asked to take away, or may: nobody is asked whether these were lifted."""
        expected = {(fix.card, fix.zone) for fix in self.outlook.corrections if fix.verb == "take"}
        if self.table is not None:
            procedure = self.bundle.procedure
            # What means nothing where it lies is nothing to ask about, either: cards of a pile hide others.
            expected |= procedure.due(self.table).free | procedure.asks_to_lift(self.table)
        return expected

    def _asks(self, player: str) -> Hashable:
        """What a button of ``player`` answers: the game's step, or whether the cards of a zone were lifted."""
        stage = self.bundle.procedure.stage(self.table, player) if self.table is not None else None
        return self.sight.question(player), stage

    def _press(self, press: Press, now_us: int) -> None:
        if self.table is None:
            return
        self._pressed, self._offer_ended = (), False
        answers = press.button == "ok" and not self._too_soon(press) and self.sight.lifted(press.player or "")
        unread = self._unread(press)
        if unread is not None and not answers:
            self._look(
                now_us,
                self.outlook.corrections,
                (questions.unknown(self.bundle.procedure.prompts(self.table), unread),),
            )
            return
        # Who presses has finished with the cards: what lies there now is meant.
        self._judge(now_us, settled=True)
        # An answer says no more, a finger that was down before says nothing.
        if answers or self._too_soon(press):
            return
        offering = self._offering
        if offering and press.button == "column":
            self._judge(now_us, settled=True, said=self._column_pressed(press, now_us))
            return
        judgement = self.referee.press(self.table, press, self.seen)
        self._pressed = judgement.refusals
        self._tell_refusals(judgement.refusals, (), now_us)
        self._take(judgement, now_us)
        self._offer_ended = offering and not self._offering
        said = judgement.prompts
        if judgement.rolls:
            said = self._roll(judgement.rolls, now_us)
        self._judge(now_us, settled=True, said=said)

    def _too_soon(self, press: Press) -> bool:
        """Whether the screen has asked something else as the finger went down."""
        return press.button in ("ok", "column") and self._shown.came_after(press.player, press.since_us)

    @property
    def _offering(self) -> bool:
        """Whether a ceremony of the dice is offered now."""
        assert self.table is not None
        return self._ceremony and dice.offered(self.record) and self.bundle.procedure.opening(self.table)

    def _dice_phase(self) -> str:
        """What of the dice is to be said now."""
        if self.table is None:
            return ""
        if self.bundle.procedure.rules.outcome(self.table.state) is not None:
            return dice.OVER
        if self._offering:
            return dice.OFFERED
        return dice.BEGUN if self._offer_ended else ""

    def _column_pressed(self, press: Press, now_us: int) -> tuple[Prompt, ...]:
        """A column for the ceremony, whoever is ready already: on disk before it is shown. What is said to it."""
        assert press.player is not None
        assert press.column is not None
        entries = dice.pressed(self.record, press.player, press.column, now_us)
        self._append(entries)
        step = self.outlook.prompts[0].step if self.outlook.prompts else ""
        return dice.answers(self.record, press.player, step, taken=bool(entries))

    def _unread(self, press: Press) -> Zone | None:
        """A zone of which a press speaks and whose reader fails; None if there is none."""
        assert self.table is not None
        zones = self.bundle.procedure.looks_at(self.table, press)
        failing = (own for reader, own in self._antennas.items() if f"reader {reader}" in self._faults)
        return next((zone for own in failing for zone in own if zone in zones), None)

    def _roll(self, rolls: tuple[Roll, ...], now_us: int) -> tuple[Prompt, ...]:
        """Roll the dice, and go on with them: on disk together, before they are shown. What is said of them."""
        assert self.table is not None
        rolled = dice.rolled(self.record, rolls, self._rng)
        entries = [Entry(now_us, "roll", [journal.roll_body(roll) for roll in rolled])]
        judgement = self.referee.rolled(self.table, rolled, self.seen)
        self.outlook = replace(self.outlook, rolls=rolled)
        self._take(
            judgement, now_us, entries, [News(now_us, "roll", journal.roll_body(roll)) for roll in rolled]
        )
        return judgement.prompts

    def _judge(self, now_us: int, *, settled: bool, said: tuple[Prompt, ...] = ()) -> None:
        judgement = self._judged_once(now_us, settled, self.outlook.corrections)
        said = (*said, *judgement.prompts)
        if needless(judgement.corrections, self.bundle.procedure.twins):
            judgement = self._judged_once(now_us, settled, judgement.corrections)
        self._settled = not judgement.unsettled
        if self._settled:
            self._judged = self.seen
            self._tell_refusals(judgement.refusals, self._laid, now_us)
            self._laid = judgement.refusals
            self._look(now_us, judgement.corrections, said)
        else:
            self._look(now_us, self.outlook.corrections, said)
        if self.sight.told(self._expected()):
            self._settled = False  # What was asked about is what hands are asked to do now.

    def _judged_once(self, now_us: int, settled: bool, asked: tuple[Correction, ...]) -> Judgement[Any, Any]:
        table, before = self._as_it_was(), self._judged
        unanswered = {zone for _, zone in self.sight.asked}
        judgement = self.referee.judge(
            table, self.seen, settled=settled, asked=asked, before=before, unanswered=unanswered
        )
        self._take(judgement, now_us)
        return judgement

    def _as_it_was(self) -> Table[Any]:
        """The table, with what was moved while it was off asked back: nobody knows whether a hand has meant it."""
        assert self.table is not None
        if not self._never_read:
            return self.table
        must, never_read = self.bundle.procedure.due(self.table).must, frozenset(self._never_read)
        self._never_read.clear()
        return moved_while_off(self.table, must, self.seen, never_read)

    def _take(
        self,
        judgement: Judgement[Any, Any],
        now_us: int,
        first: list[Entry] | None = None,
        news: list[News] | None = None,
    ) -> None:
        """Journal what was decided, after the entries ``first``; then let it be known, after ``news``."""
        before = self.table
        assert before is not None
        entries = [*(first or ()), *journal.entries(self.bundle, self.referee, before, judgement, now_us)]
        entries += self._ending(judgement.table, now_us)
        self._append(entries)
        state = before.state
        self.table = judgement.table
        for each in news or ():
            self._tell(each)
        for done in judgement.actions:
            player = self.bundle.procedure.player_of(state, done.action)
            text = self.bundle.notation(done.action)
            if not is_exchange(text):  # In which nobody has decided anything.
                self._tell(News(now_us, "action", {"player": player, "text": text}))
                self._last = text
            state = done.state

    def _ending(self, after: Table[Any], now_us: int) -> list[Entry]:
        """What is written as a game comes to its end: the dice are opened, and cards that nobody sees are named."""
        outcome = self.bundle.procedure.rules.outcome
        if outcome(after.state) is None:
            return []
        assert self.table is not None
        entries = dice.opening(self.record, now_us)
        if outcome(self.table.state) is None:
            lying = self.bundle.lying(after.state)
            missing = sorted(card for card in lying if not self.seen.zones_of(card))
            entries.append(Entry(now_us, journal.INVENTORY, missing))
        return entries

    def _missing(self) -> tuple[dice.Note, ...]:
        """The cards that were missing as the game ended, and have not been seen since."""
        if self._dice_phase() != dice.OVER:
            return ()
        gone = [card for card in journal.missing(self._store.last_game()) if not self.seen.zones_of(card)]
        return tuple(dice.Note("missing", (("card", card),)) for card in gone)

    def _append(self, entries: list[Entry]) -> None:
        """Journal ``entries``, in one transaction, and keep what they say of dice."""
        if entries:
            self._store.append(entries)
            self._told_of_record(entries[-1].at_us)
            self.record = dice.kept(self.record, entries)

    def _tell_refusals(self, now: tuple[Refusal, ...], before: tuple[Refusal, ...], at_us: int) -> None:
        for refusal in now:
            if refusal not in before:
                self._tell(News(at_us, "refused", {"refusal": refusal}))

    def _prompts(self, table: Table[Any]) -> tuple[Prompt, ...]:
        """What the game asks; before it, whether cards that fell silent together were lifted."""
        asked = self.bundle.procedure.prompts(table)
        return (*questions.unseen(asked, (zone for _, zone in self.sight.asked)), *asked)

    def _look(
        self,
        now_us: int,
        corrections: tuple[Correction, ...] | None = None,
        said: tuple[Prompt, ...] = (),
    ) -> None:
        """Bring the outlook up to date, and tell what is new in it."""
        before = self.outlook
        self._tell_of_stacks(now_us)
        # What stands against a card on a pad, `ok` is refused for, too: it is said once.
        refusals = tuple(dict.fromkeys((*self._pressed, *self._laid)))
        prompts = self._prompts(self.table) if self.table else ()
        offers = self.referee.offers(self.table, self.seen) if self.table else Layout()
        self.outlook = Outlook(
            refusals=refusals,
            corrections=before.corrections if corrections is None else corrections,
            prompts=prompts,
            said=said,
            faults=tuple(self._faults.items()),
            rolls=before.rolls,
            notes=(*self._missing(), *dice.notes(self.record, self._dice_phase())),
            offers=tuple((player, len(offers[Zone(PAD, player)])) for player in PLAYERS),
            pads=self.referee.pads(self.table, self.seen) if self.table else (),
            settings=self.settings,
        )
        self.outlook = self._with_menus(self.outlook, before, now_us)
        self._shown.asks({player: self._asks(player) for player in PLAYERS}, now_us)
        for correction in self.outlook.corrections:
            if correction not in before.corrections:
                self._tell(News(now_us, "correction", {"correction": correction}))
        for prompt in (*self.outlook.prompts, *said):
            if prompt not in (*before.prompts, *before.said):
                self._tell(News(now_us, "prompt", {"prompt": prompt}))

    def _with_menus(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        """The outlook while a menu is open: the game's own without any."""
        return outlook

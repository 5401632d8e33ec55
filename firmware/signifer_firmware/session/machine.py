"""The session of a table: one machine. Events go in, events come out; nothing is read, written or waited for here."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import assert_never

from signifer_core.layout import PAD, SIDES, Layout, Side, Zone
from signifer_core.procedure import Choice, Correction, Override, Prompt
from signifer_drivers.polling.findings import Change, Finding

from signifer_firmware.storage.store import Entry

from ..game_api.card_names import CardNames
from ..game_api.game import AnyBundle
from . import events as ev
from . import journal
from .agreement import Agreement
from .faults import Faults
from .lifecycle import Lifecycle, StartPicture, SwitchedOff
from .mode import Mode
from .notices import Notices
from .odds import Odds
from .outlook import Outlook
from .phone_pairing import PhonePairing
from .play import Play
from .player_menus import PlayerMenus
from .question_times import Shown
from .settings import Settings
from .state import State
from .thinking_time import ThinkingTime


class Session:
    """Keeps one game, ``bundle``'s unless another of ``games`` is begun; between games, the start picture. ``antennas``
    names the zones of each reader: one, or both sides of a column; ``ceremony`` tells that the table has the column
    buttons which a ceremony of the dice needs. ``settings`` are the table's own, ``chosen`` what players have chosen
    otherwise. Dice fall from ``rng``, what nobody may guess from ``secrets``. ``tags`` name cards by their full ids,
    ``replaced`` those on which others are now; ``notice`` is said until somebody presses a button, ``address`` is where
    the table's page is."""

    def __init__(
        self,
        bundle: AnyBundle,
        games: Iterable[AnyBundle] = (),
        *,
        antennas: Mapping[str, tuple[Zone, ...]],
        settings: Settings,
        rng: random.Random,
        secrets: random.Random,
        ceremony: bool,
        chosen: Iterable[str] = (),
        tags: Mapping[bytes, str] = MappingProxyType({}),
        replaced: Mapping[bytes, str] = MappingProxyType({}),
        notice: str = "",
        address: str = "",
    ) -> None:
        self.state = State(
            bundle,
            games,
            antennas=antennas,
            settings=settings,
            chosen=chosen,
            tags=tags,
            replaced=replaced,
            rng=rng,
        )
        self.faults = Faults(self.state, notice)
        self.question_times = Shown()
        self.thinking_time = ThinkingTime(self.state)
        self.lifecycle = Lifecycle(self)
        self.phones = PhonePairing(self, secrets)
        self.upkeep = PhonePairing(self, secrets, upkeep=True)
        self.switched_off = SwitchedOff(self)
        self.start_picture = StartPicture(self, address)
        self.agreement = Agreement(self)
        self.player_menus = PlayerMenus(self)
        self.odds = Odds(self)
        self.play = Play(self, ceremony=ceremony)
        # Lifts of which nothing has come yet.
        self._lifts: list[Change] = []

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """All modes, in the order in which they are asked."""
        return (
            self.phones,
            self.upkeep,
            Notices(self),
            self.switched_off,
            self.start_picture,
            self.agreement,
            self.player_menus,
            self.odds,
            self.play,
        )

    # Events

    def receive(self, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        """Take ``event`` in; what comes of it, in its order."""
        match event:
            case ev.Seen(at_us, changes):
                self._seen(changes, at_us)
            case ev.Pressed(at_us, press):
                any(mode.press(press, at_us) for mode in self.modes)
            case ev.Tick(at_us, hands_settled):
                self._tick(at_us, hands_settled=hands_settled)
            case ev.PhoneAsks() | ev.CodeTyped() | ev.PhoneGone() | ev.Unpair():
                self._phone(event)
            case _:
                self._command(event)
        self.play.keep_silent(event.at_us)
        return self.state.take_out()

    def _command(self, command: ev.Command) -> None:
        now_us = command.at_us
        match command:
            case ev.Begin(setup=setup, game=game):
                self.play.begin(setup, now_us, game)
            case ev.Resume(entries=entries, power_on=True):
                self.lifecycle.power_on(entries, now_us)
            case ev.Resume(entries=entries):
                self.lifecycle.resume(entries, now_us)
            case ev.PartFault(part=part, cause=cause):
                self.faults.part(part, cause, now_us)
                self.look_again(now_us)
            case ev.RecordFault(cause=cause, notice=notice):
                if self.faults.disk(cause, now_us, notice):
                    self.look_again(now_us)
            case ev.PageFound() | ev.NetworkOpened():
                self.start_picture.found(command)
            case ev.Speaks(player=player, language=language):
                self.lifecycle.choose((f"language {player} {language}",), now_us)
                self.look_again(now_us)
            case ev.Practise() | ev.Named():
                self._note(command)
            case ev.Agreed(entry=entry, choice=choice):
                self.agree(entry, choice, now_us)
                # What lies there may be due, or right, no longer.
                self.play.settled = False
                self.look_again(now_us)
            case _:
                assert_never(command)

    def _note(self, command: ev.Practise | ev.Named) -> None:
        """The record says what is so of a game, and changes nothing at the table."""
        entry = Entry(command.at_us, journal.PRACTICE, None)
        if isinstance(command, ev.Named):
            said = journal.players_body(command.players, command.begin)
            entry = Entry(command.at_us, journal.PLAYERS, said)
        self.state.record(entry)

    def _phone(self, event: ev.Wish) -> None:
        match event:
            case ev.PhoneAsks(at_us, player, phone, peer, upkeep):
                self._pairing(upkeep=upkeep).ask(player, phone, at_us, peer)
            case ev.CodeTyped(at_us, code, phone, upkeep):
                self._pairing(upkeep=upkeep).type(code, phone, at_us)
            case ev.PhoneGone(at_us, phone, upkeep):
                self._pairing(upkeep=upkeep).left(phone, at_us)
            case ev.Unpair(at_us, player):
                self.phones.unpair(player)
                self.look_again(at_us)
            case _:
                assert_never(event)

    def _pairing(self, *, upkeep: bool) -> PhonePairing:
        return self.upkeep if upkeep else self.phones

    def _seen(self, changes: tuple[Change, ...], at_us: int) -> None:
        """A reader's visit: cards that have come or gone, or how the reader itself fares."""
        for change in changes:
            if self.faults.reader(change, at_us):
                self.look_again(at_us)
        if any(change.kind in (Finding.PRESENT, Finding.ABSENT, Finding.COVERED) for change in changes):
            self.play.seen_again(changes, at_us)
            self._lifts += [change for change in changes if change.kind == Finding.ABSENT]
        antennas = self.state.antennas
        failed = {
            zone for change in changes if change.kind == Finding.FAULT for zone in antennas[change.reader]
        }
        for lift in [lift for lift in self._lifts if failed.intersection(antennas[lift.reader])]:
            # What was just said of lifts there, and nothing has come of yet, may have been its failing.
            self._lifts.remove(lift)
            self.state.sight.kept(lift)
            self.state.emit(ev.BelievedAgain(lift))

    def _tick(self, now_us: int, *, hands_settled: bool) -> None:
        """Judge what lies there, if it has not been; while people overrule the table, no game is on, or it is off, only
        look at it, until hands have settled."""
        if not self.play.settled:
            if self.is_judging:
                self.play.judge(now_us, settled=hands_settled, said=self.agreement.said)
            else:
                self.play.settled = hands_settled
                self.look(now_us, ())
        if self.play.settled:
            self._lifts.clear()
        self.phones.tick(now_us)
        self.upkeep.tick(now_us)
        if self._is_timed:
            self.thinking_time.tick(now_us)

    def next_us(self) -> int | None:
        """When it has something to do if nothing happens before."""
        pairing = (self.phones.pairing.next_us(), self.upkeep.pairing.next_us())
        times = [*pairing, self.thinking_time.next_us() if self._is_timed else None]
        return min((time for time in times if time is not None), default=None)

    def agree(self, entry: Override, choice: Choice, now_us: int) -> None:
        """People have agreed on a choice of an entry."""
        if not self.lifecycle.agree(entry, choice, now_us):
            self.agreement.agree(entry, choice, now_us)

    def learn(
        self,
        tags: Mapping[bytes, str],
        forgotten: Iterable[bytes] = (),
        replaced: Mapping[bytes, str] = MappingProxyType({}),
    ) -> None:
        """Know these tags, too: the card of each, by its full id; those that are ``replaced`` as such, and no longer
        those that are ``forgotten``."""
        for uid in (*forgotten, *tags, *replaced):
            self.state.tags.pop(uid, None)
            self.state.replaced.pop(uid, None)
        self.state.tags.update(tags)
        self.state.replaced.update(replaced)

    # What is shown

    def look(
        self,
        now_us: int,
        corrections: tuple[Correction, ...] | None = None,
        said: tuple[Prompt, ...] = (),
    ) -> None:
        """Bring the outlook up to date, and tell what is new in it. None leaves the corrections as they are."""
        state, before = self.state, self.state.outlook
        self.faults.tell_of_stacks(now_us)
        self.faults.tell_of_old_tags(now_us)
        shown = before.corrections if corrections is None else corrections
        state.outlook = self._overlaid(self._plain(shown, said), before, now_us)
        asked: dict[str, Hashable] = {
            player: tuple(mode.asks(player) for mode in self.modes) for player in SIDES
        }
        self.question_times.asks(asked, now_us)
        for correction in state.outlook.corrections:
            if correction not in before.corrections:
                state.tell(now_us, "correction", {"correction": correction})
        for prompt in (*state.outlook.prompts, *said):
            if prompt not in (*before.prompts, *before.said):
                state.tell(now_us, "prompt", {"prompt": prompt})

    def look_again(self, now_us: int) -> None:
        """Bring the outlook up to date; what was said stays."""
        self.look(now_us, said=self.state.outlook.said)

    def look_for(self, player: Side, now_us: int) -> None:
        """Show again what ``player`` has asked for: a press of theirs is refused no longer, all else stays as it is."""
        self.play.unsay(player)
        self.look(now_us, said=tuple(said for said in self.state.outlook.said if said.player != player))

    def _plain(self, corrections: tuple[Correction, ...], said: tuple[Prompt, ...]) -> Outlook:
        """The game's own outlook."""
        state = self.state
        lying = self.play.offered
        offers = state.referee.offers(state.table, lying) if state.table else Layout()
        return Outlook(
            refusals=self.play.refusals,
            corrections=corrections,
            prompts=self.play.shown(),
            said=said,
            faults=self.faults.shown,
            rolls=state.recorded.rolls,
            notes=self.play.notes(),
            notices=self.play.notices(),
            offers=tuple((player, len(offers[Zone(PAD, player)])) for player in SIDES),
            pads=self.play.pads(),
            settings=state.settings,
        )

    def _overlaid(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        """The outlook with what stands over it, up to the first mode that covers the others."""
        for mode in self.modes:
            outlook = mode.overlay(outlook, before, now_us)
            if mode.covers:
                break
        return self.thinking_time.overlay(outlook, now_us) if self._is_timed else outlook

    @property
    def _is_timed(self) -> bool:
        """Whether anybody may be thinking: without a game, or switched off, no clock is shown, and none is recorded."""
        return self.state.table is not None and not self.switched_off.is_off

    # What readers are told

    @property
    def is_judging(self) -> bool:
        """Whether what lies there is judged: a game is on, and nobody overrules it."""
        return not any(mode.covers for mode in (self.switched_off, self.start_picture, self.agreement))

    @property
    def expected(self) -> frozenset[Zone]:
        """The zones where a card is missing, has to go, or may be laid for something."""
        state = self.state
        if state.table is None:
            return frozenset()
        table, due = state.table, state.referee.due(state.table)
        moving = table.leaving | table.awaited | table.returning
        missing = {zone for zone, card in due.must.items() if card not in state.seen[zone]}
        return frozenset(missing | set(due.may) | {zone for _, zone in moving})

    def believed(self) -> list[tuple[str, bytes]]:
        """Every tag that is believed to lie somewhere, with the reader that should read it."""
        state = self.state
        tags = {card: uid for uid, card in CardNames(state.tags, lambda: state.bundle).items()}
        readers: dict[Zone, str] = {}
        for reader, zones in state.antennas.items():
            readers |= {zone: readers.get(zone, reader) for zone in zones}
        return [
            (readers[zone], tags[card])
            for zone, card in state.seen.items()
            if zone in readers and card in tags
        ]

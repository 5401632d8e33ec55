"""Observation: from the readers' news to the layout that is judged. Cards that may be covered stay in it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from types import MappingProxyType
from typing import TypeVar, assert_never

from signifer_core.layout import Layout, Side, Zone
from signifer_core.procedure import Table
from signifer_core.tags import is_tag, number_of, tag_name, uid_of, was_on
from signifer_drivers.polling.findings import BURST, UNREAD, Change, Finding

# A card on a pad that fell silent so soon after another was laid there lies under it: a round of the readers.
COVER_US = 150_000
# Cards of several zones that fell silent so soon after another were grabbed in one sweep of the hands.
SWEEP_US = 150_000

State = TypeVar("State")
Place = tuple[str, Zone]


class Sight:
    """Every card where it is believed to lie. ``antennas`` names the zones of each reader: one, or both sides of a
    column, and then ``side`` tells on which a card lies ("": either); ``cards`` names the card of each tag,
    ``replaced`` the one that a tag was on before another replaced it: where that lies, too, both are one card. Of cards
    in question in a zone its ``answerer`` is asked."""

    def __init__(
        self,
        antennas: Mapping[str, tuple[Zone, ...]],
        cards: Mapping[bytes, str],
        side: Callable[[str], Side | None],
        replaced: Mapping[bytes, str] = MappingProxyType({}),
        answerer: Callable[[Zone], Side] = attrgetter("side"),
    ) -> None:
        # Where tags lie that others have replaced.
        self.old_tags: tuple[tuple[bytes, Zone], ...] = ()
        self._seen = Layout()
        self._replaced = replaced
        self._antennas = antennas
        self._cards = cards
        self._side = side
        self._answerer = answerer
        self._in_question: dict[Place, int] = {}  # and since when it is silent
        self._hushed: set[Place] = set()
        # Who fell silent there with a card in question, is not asked about, and may lie upon it all the same.
        self._beside: dict[Place, set[str]] = {}
        self._covered: dict[Place, str] = {}  # and which card lies over it, "" for all that lie there
        self._last: dict[Zone, tuple[int, str]] = {}
        self._gone: dict[str, None] = {}

    @property
    def seen(self) -> Layout:
        """Where every card is believed to lie; a tag that is no card's is called by its number."""
        return self._seen

    @seen.setter
    def seen(self, layout: Layout) -> None:
        for uid, zone in self.old_tags:
            name, is_carried = self._old_name(uid, zone), self._replaced.get(uid) in layout[zone]
            is_silent = False
            for tag in layout[zone]:
                if is_tag(tag) and number_of(tag) == uid.hex() and (is_carried or tag != name):
                    layout = layout.lifted(tag, zone)
                    is_silent |= self._is_believed((tag, zone))
                    self._in_question.pop((tag, zone), None)
                    self._covered.pop((tag, zone), None)
            if is_silent:
                # It was only believed to lie there, and no reader says that it has gone: it counts when it is read.
                self._has_gone((name, zone))
            elif not is_carried:
                layout = layout.laid(name, zone)
        self._seen = layout

    @property
    def lying(self) -> tuple[Place, ...]:
        """The same with all old tags, also those that cards carry, and what each was on left out."""
        cards = [(card, zone) for zone, card in self.seen.items() if was_on(card) is None]
        return (*cards, *((tag_name(uid), zone) for uid, zone in self.old_tags))

    @property
    def carried(self) -> tuple[Place, ...]:
        """Cards that lie where an old tag of theirs does: they carry it still."""
        cards = ((self._replaced.get(uid, ""), zone) for uid, zone in self.old_tags)
        return tuple((card, zone) for card, zone in cards if card in self.seen[zone])

    @property
    def in_question(self) -> tuple[Place, ...]:
        """Cards that fell silent together, lifted or covered: they are believed to lie there until somebody says so."""
        return tuple(self._in_question)

    @property
    def stacked(self) -> tuple[Place, ...]:
        """Those of them that may lie one upon the other: not who fell silent alone, in bad air."""
        return tuple(place for place in self._in_question if place not in self._hushed)

    def is_alone(self, place: Place) -> bool:
        """Whether nobody else is silent where a card in question lies, but who was asked away."""
        others = any(other != place and other[1] == place[1] for other in self.stacked)
        return not (others or self._beside.get(place))

    @property
    def stacked_us(self) -> Mapping[Place, int]:
        """The same, each with the time since which it is silent."""
        return {place: self._in_question[place] for place in self.stacked}

    @property
    def covered(self) -> tuple[Place, ...]:
        """Cards on pads that are thought to lie under another one."""
        return tuple(self._covered)

    @property
    def read(self) -> Layout:
        """What lies there without the cards that are silent, and only believed to."""
        found = self.seen
        for card, zone in (*self._in_question, *self._covered):
            found = found.lifted(card, zone)
        return found

    @property
    def gone(self) -> tuple[str, ...]:
        """Cards that have lain in columns and were lifted, or fell silent for good; the last one first. What has lain
        on a pad is nobody's business."""
        return tuple(reversed(self._gone))

    def changed(
        self,
        changes: Sequence[Change],
        at_us: int,
        expected: Collection[Place],
        stacked: Collection[Place] = (),
        lower: Collection[Place] = (),
        asked: Collection[Place] = (),
    ) -> None:
        """Take in what one visit of a reader has changed; ``expected`` are cards that hands were asked to take away, or
        that mean nothing where they lie. Of those ``stacked`` several that are silent lie under the others; those that
        are ``lower`` in a pile are heard because others were lifted, not because they were laid there. Of ``expected``
        hands were ``asked`` to take some away; others may lie there as well."""
        gone = []
        together, hushed, under = [], [], []
        since_us = {}
        carried = {place for place in map(self.place, changes) if self._is_carried(place)}
        for change in changes:
            place = self.place(change)
            if place in carried and change.kind != Finding.PRESENT:
                self._has_gone(place)
                continue
            match change.kind:
                case Finding.PRESENT:
                    laid_us = at_us if change.since_us is None else change.since_us
                    self._present(place, laid_us, laid=place not in lower)
                case Finding.ABSENT | Finding.COVERED:
                    gone.append(place)
                    since_us[place] = at_us if change.since_us is None else change.since_us
                    several = change.kind == Finding.COVERED
                    together += [place] if several else []
                    hushed += [place] if change.cause == BURST else []
                    under += [place] if place in stacked and (several or change.cause == UNREAD) else []
                case Finding.FAULT | Finding.OK:
                    pass  # what the reader says of itself is no card
                case never:
                    assert_never(never)
        here = [place for place in gone if not self._is_read_elsewhere(place)]
        covered = [
            place for place in here if place in under or self._is_covered(place, since_us[place], gone)
        ]
        unasked = [
            place for place in here if place in together and place not in expected and place not in covered
        ]
        silent_us = min((since_us[place] for place in unasked), default=at_us)
        for place in gone:
            if place in covered:
                self._covered[place] = "" if place in under else self._last[place[1]][1]
            elif place in unasked and (len(together) > 1 or place in hushed or place in self._in_question):
                self._in_question[place] = silent_us
                left = {*together}.intersection(here) - {*unasked, *asked}
                self._beside[place] = {card for card, zone in left if zone == place[1]}
                self._hushed -= {place}
                self._hushed |= {place} if place in hushed else set()
            else:
                self._lift(place)

    @property
    def questions(self) -> tuple[tuple[Side, tuple[Place, ...]], ...]:
        """The cards of each question, the oldest first, and who is asked: what fell silent in one sweep of the hands,
        in however many zones, is one question to a player."""
        found: list[tuple[Side, list[Place]]] = []
        for place, since_us in self._in_question.items():
            player = self._answerer(place[1])
            for asked, question in found:
                if asked == player and abs(since_us - self._in_question[question[0]]) <= SWEEP_US:
                    question.append(place)
                    break
            else:
                found.append((player, [place]))
        return tuple((player, tuple(question)) for player, question in found)

    def question(self, player: str) -> tuple[Zone, ...]:
        """The zones about whose cards ``player`` is asked now: one question at a time."""
        return tuple(dict.fromkeys(zone for _, zone in self._question(player)))

    def lifted(self, player: str) -> bool:
        """``player`` says that the cards asked about were lifted; whether there were any."""
        return self.answered(self._question(player))

    def _question(self, player: str) -> tuple[Place, ...]:
        return next((places for asked, places in self.questions if asked == player), ())

    def answered(self, asked: Collection[Place]) -> bool:
        """Hands are ``asked`` to take these cards: those that fell silent together were lifted; whether there were
        any."""
        answered = [place for place in self._in_question if place in asked]
        for place in answered:
            del self._in_question[place]
            self._lift(place)
        return bool(answered)

    def bound(self, tag: str, card: str) -> None:
        """The tag that lies somewhere is stuck on ``card``: it counts at once, on its own side of a shared antenna."""
        for zone in self.seen.zones_of(card):
            self.seen = self.seen.lifted(card, zone)  # by its old tag
        lying = self.seen.zones_of(tag)
        self.old_tags = tuple(each for each in self.old_tags if each[0] != uid_of(tag))
        for zone in lying:
            shared = next((zones for zones in self._antennas.values() if zone in zones), (zone,))
            side = self._side(card)
            there = next((own for own in shared if own.side == side), zone) if len(shared) > 1 else zone
            self.seen = self.seen.lifted(tag, zone).laid(card, there)
            if (since_us := self._in_question.pop((tag, zone), None)) is not None:
                self._in_question[card, there] = since_us
            if (tag, zone) in self._covered:
                self._covered[card, there] = self._covered.pop((tag, zone))
            for under in [
                under for under, upper in self._covered.items() if (upper, under[1]) == (tag, zone)
            ]:
                self._covered[under] = card
            if self._last.get(zone, (0, ""))[1] == tag:
                self._last[there] = (self._last.pop(zone)[0], card)

    def ask(self, places: Collection[Place]) -> None:
        """These cards were silent as the plug was pulled: they are believed to lie there until somebody says so."""
        for card, zone in places:
            self.seen = self.seen.laid(card, zone)
            self._in_question[card, zone] = 0

    def kept(self, change: Change) -> None:
        """The card that was said to be gone is believed to lie there after all, unless it is seen elsewhere by now."""
        card, zone = self.place(change)
        if not self._places_of(card):
            self._comes(card, zone)
            self.seen = self.seen.laid(card, zone)
            self._gone.pop(card, None)

    def place(self, change: Change) -> Place:
        """Which card a tag is, and in which of the reader's zones it lies."""
        uid, zones = change.uid, self._antennas[change.reader]
        card = self._cards.get(uid) or self._replaced.get(uid)
        side = self._side(card) if card and len(zones) > 1 else None
        zone = next((zone for zone in zones if zone.side == side), zones[0])
        return self._cards.get(uid) or self._old_name(uid, zone), zone

    def _old_name(self, uid: bytes, zone: Zone) -> str:
        """What a tag that is no card's is called there. What lies on a pad nobody names."""
        was = self._replaced.get(uid)
        return tag_name(uid, "" if was and zone.column is None else was)

    def _is_carried(self, place: Place) -> bool:
        """Whether it is an old tag that lies where its card does."""
        tag, zone = place
        return was_on(tag) is not None and self._replaced.get(uid_of(tag)) in self.seen[zone]

    def _comes(self, tag: str, zone: Zone) -> None:
        """If it is an old tag, it lies there."""
        if was_on(tag) is not None and (uid_of(tag), zone) not in self.old_tags:
            self.old_tags = (*self.old_tags, (uid_of(tag), zone))

    def _has_gone(self, place: Place) -> None:
        """If it is an old tag, it lies there no longer."""
        tag, zone = place
        if was_on(tag) is not None:
            self.old_tags = tuple(each for each in self.old_tags if each != (uid_of(tag), zone))

    def _present(self, place: Place, at_us: int, *, laid: bool) -> None:
        card, zone = place
        self._comes(card, zone)
        self._in_question.pop(place, None)
        self._covered.pop(place, None)
        if self._is_carried(place):
            self.seen = self.seen
        else:
            if laid and card not in self.seen[zone]:
                self._last[zone] = (at_us, card)
            self.seen = self.seen.laid(card, zone)
        for others in self._beside.values():
            others.discard(card)
        for elsewhere in self._places_of(card):
            if self._is_believed(elsewhere):
                self._lift(elsewhere)

    def _is_read_elsewhere(self, place: Place) -> bool:
        """Whether the card is in another zone, not only believed there: it has one tag, and so lies under nothing."""
        card, here = place
        return any(other[1] != here and not self._is_believed(other) for other in self._places_of(card))

    def _places_of(self, card: str) -> list[Place]:
        """Where it is believed to lie; an old tag also on its card, and by the name that it has there."""
        if was_on(card) is None:
            return [(card, zone) for zone in self.seen.zones_of(card)]
        return [
            (self._old_name(uid, zone), zone) for uid, zone in self.old_tags if uid.hex() == number_of(card)
        ]

    def _is_believed(self, place: Place) -> bool:
        return place in self._in_question or place in self._covered

    def _is_covered(self, place: Place, since_us: int, gone: Collection[Place]) -> bool:
        """Whether another card was laid on the pad just as this one fell silent, and is read."""
        card, zone = place
        laid_us, upper = self._last.get(zone, (0, card))
        lies_over = zone.column is None and upper != card and (upper, zone) not in gone
        return lies_over and 0 <= since_us - laid_us <= COVER_US

    def _lift(self, place: Place) -> None:
        """The card is gone, and so is whatever was thought to lie under it and has not been read since."""
        card, zone = place
        self._has_gone(place)
        self.seen = self.seen.lifted(card, zone)
        if zone.column is not None:
            self._gone.pop(card, None)
            self._gone[card] = None
        self._in_question.pop(place, None)
        self._covered.pop(place, None)
        for under in [under for under, upper in self._covered.items() if (upper, under[1]) == place]:
            self._lift(under)
        if not self.read[zone]:
            for under in [under for under, upper in self._covered.items() if (upper, under[1]) == ("", zone)]:
                self._lift(under)


def moved_while_off(
    table: Table[State], must: Layout, seen: Layout, never_read: Collection[Place]
) -> Table[State]:
    """The table, with the cards of ``must`` asked back that no reader has found since the power came, wherever they lie
    now."""
    gone = {(card, zone) for card, zone in never_read if card in must[zone] and card not in seen[zone]}
    elsewhere = {(card, zone) for card, _ in gone for zone in seen.zones_of(card)}
    return replace(table, returning=table.returning | gone, leaving=table.leaving | elsewhere)


def recorded(table: Table[object], must: Layout, seen: Layout) -> Layout:
    """What lies there by the record, on top of what is ``seen``: the cards of ``must``, and those that are to leave.
    One whose lift was refused, or that is asked back, is still wanted there, and believed away until it is read."""
    for zone, card in must.items():
        seen = seen.laid(card, zone)
    for card, zone in sorted(table.leaving):
        seen = seen.laid(card, zone)
    for card, zone in table.awaited | table.returning:
        seen = seen.lifted(card, zone)
    return seen

"""``signifer enrol``: the cards of a deck are laid one after another, and the table learns the tag of each.

Each tag is on disk before the next card is asked for, so who is interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from signifer_core.errors import DriverError
from signifer_drivers.portable.mfrc522 import FIELD_OFF_US
from signifer_drivers.readers.ntag import TagError
from signifer_drivers.readers.reader import Reader

from signifer_firmware.devices.build import OneReader

from . import landing as on
from . import ndef_text
from .decks import Deck, cards_named, equals_of, figure_texts, tags_of, title, written
from .figures import Figures
from .page import Page
from .prompt import Desk, NobodyError
from .tags import TagStore, foreign

DONE, LEFT = 0, 1
HELP = (
    "s: skip this card, b: back to the one before, r: the last one again, c CARD: to another card, "
    "n: correct its figures, q: end"
)


@dataclass(frozen=True)
class Wishes:
    """What a sitting is to do: ``cards`` in this order, also those that have a tag if ``chosen``, until each has as
    many tags as there are ``copies`` of the game; figures compared with the cards, text written on tags. What is
    printed on cards of ``own_decks`` stands in their files."""

    deck: Deck
    cards: tuple[str, ...]
    chosen: bool = False
    copies: int = 1
    figures: bool = True
    text: bool = False
    own_decks: bool = False


class _OverError(Exception):
    """The sitting is at its end before its cards are."""


class Enrolment:
    """One sitting at one reader, or at all of one zone. `run` it; KeyboardInterrupt only while it waits. `summary` says
    how far it is."""

    def __init__(
        self, wishes: Wishes, store: TagStore, one: OneReader, desk: Desk, page: Page, figures: Figures
    ) -> None:
        self._wishes = wishes
        self._store = store
        self._one = one
        self._desk = desk
        self._page = page
        self._figures = figures
        self._landing = on.Landing()
        self._pending: on.Lying | None = None
        self._skipped: set[str] = set()
        self._finished: set[str] = set()
        self._last: tuple[str, bytes] | None = None
        self._at = 0
        self._commands: dict[str, Callable[[str], bool]] = {
            "skip": self._skip,
            "back": self._back,
            "repeat": self._repeat,
            "card": self._choose,
            "no": self._correct,
            "quit": self._end,
        }

    def run(self) -> int:
        """Ask for card after card; DONE if all have their tags in the end, else LEFT. StoreError if a tag cannot be
        kept."""
        try:
            self._at = self._first_open()
            while self._at < len(self._wishes.cards):
                card = self._wishes.cards[self._at]
                self._show(card)
                while not self._step(card):
                    pass
        except (_OverError, NobodyError):
            pass
        return LEFT if self.missing() else DONE

    def missing(self) -> list[str]:
        """The cards of this sitting that have no tag, or too few."""
        return [card for card in self._wishes.cards if not self._has_all(card)]

    def summary(self, *, is_kept: bool = True) -> list[str]:
        """How far it has come, in sentences; where tags are ``is_kept``, also what comes next."""
        missing, of = self.missing(), len(self._wishes.cards)
        lines = [f"{of - len(missing)} of {of} cards of {self._wishes.deck.name} have their tags"]
        if missing and is_kept:
            lines.append(f"the same command goes on with {missing[0]}")
        return lines

    # Which card is next

    def _has_all(self, card: str) -> bool:
        return len(tags_of((card,), self._store.tags)[card]) >= self._wishes.copies

    def _is_open(self, card: str) -> bool:
        if card in self._skipped:
            return False
        return card not in self._finished if self._wishes.chosen else not self._has_all(card)

    def _first_open(self, start: int = 0) -> int:
        """The next card that is asked for, from ``start`` on and then from the beginning; the number of cards if there
        is none."""
        cards = self._wishes.cards
        order = (*range(start, len(cards)), *range(min(start, len(cards))))
        return next((number for number in order if self._is_open(cards[number])), len(cards))

    def _go_on(self) -> bool:
        self._at = self._first_open(self._at + 1)
        return True

    def _show(self, card: str) -> None:
        catalogue = self._figures.catalogue
        first, *others = self._one.readers
        place = first.name.rpartition(" ")[0] if others else first.name
        self._desk.wanted = card
        self._page.card(
            card,
            title(catalogue[card], catalogue),
            figure_texts(catalogue[card]) or (["as its deck file says"] if self._wishes.own_decks else []),
            done=len(self._wishes.cards) - len(self.missing()),
            of=len(self._wishes.cards),
            place=f"column {place}" if place[0].isdecimal() else place,
            equals=equals_of(catalogue, card),
        )

    # What happens

    def _step(self, card: str) -> bool:
        """One thing that happens; True if it settles what is to be with ``card``."""
        self._desk.asking = False
        happened: on.Event | str = self._pending or self._next()
        self._pending = None
        if isinstance(happened, on.Lying):
            return self._laid(happened.uid, card)
        if isinstance(happened, str):
            return self._told(happened)
        self._seen(happened)
        return False

    def _next(self) -> on.Event | str:
        """Look at the reader until something happens there, or a line is typed."""
        while True:
            try:
                event = self._landing.hear(self._one.visit())
            except DriverError as error:
                event = self._landing.fail(str(error))
            self._one.wait_us(FIELD_OFF_US)
            if event is not None:
                return event
            line = self._desk.line(settled=self._landing.is_settled, failing=self._landing.is_failing)
            if line is not None:
                return line

    def _seen(self, event: on.Event) -> None:
        """Say what is wrong with what lies there."""
        match event:
            case on.Several(uids=uids):
                old = self._store.replaced
                was = {uid: f" was on {old[uid]} before" for uid in uids if uid in old}
                numbers = ", ".join(f"{written(uid)}{was.get(uid, '')}" for uid in uids)
                self._page.warn(f"{len(uids)} tags lie there ({numbers}): take all away but one")
            case on.Weak(uid=uid, read=read):
                self._page.warn(
                    f"the tag {written(uid)} is read {read} times in {on.WINDOW} only: lay it flat in the middle, away "
                    "from metal; if that does not help, the tag is bad, or signifer tune finds a better gain"
                )
            case on.Early(uid=uid):
                self._page.warn(
                    f"the tag {written(uid)} was taken away too early, or is hardly read: lay it again"
                )
            case on.Changing(uid=uid):
                self._page.warn(foreign(uid))
            case on.Unread():
                self._page.warn(
                    "something lies there that cannot be read: no tag for cards, or one that is broken"
                )
            case on.Trouble(sentence=sentence):
                self._page.warn(f"{sentence}. Mend it, or end with q; nothing is lost")
            case on.Mended():
                self._page.warn("the reader works again")

    def _question(self, text: str, *, on_new: str | None = None) -> str:
        """What is answered, in small letters, "" if nobody can: until then, more cards wait. With ``on_new`` another
        card that is laid is that answer."""
        self._desk.asking = True
        self._page.ask(text)
        while True:
            try:
                happened = self._next()
            except NobodyError:
                return ""
            if isinstance(happened, str):
                return happened.lower()
            if not isinstance(happened, on.Lying):
                self._pending = None if isinstance(happened, on.Gone) else self._pending
                self._seen(happened)
            elif self._last is None or happened.uid != self._last[1]:
                self._pending = happened
                if on_new is not None:
                    return on_new

    # A tag that lies there

    def _laid(self, uid: bytes, card: str) -> bool:
        """A tag lies there steadily: whether it is bound to ``card`` now."""
        why = self._foreign(uid)
        if why is None:
            return False
        if why:
            self._page.warn(why)
            return False
        owner, was = self._store.tags.get(uid), self._store.replaced.get(uid, card)
        if owner == card and (self._wishes.chosen or self._has_all(card)):
            self._page.bound(card, written(uid))
        elif owner == card:
            self._page.warn(f"this is the tag that {card} has already: lay that of the next copy")
            return False
        elif not (self._is_meant(was, card) if owner is None else self._may_move(owner, uid, card)):
            return False
        else:
            instead = self._instead(card)
            if instead is None:
                return False
            self._store.bind(uid, card, instead=instead)
            self._page.bound(card, written(uid))
        self._last = (card, uid)
        self._finished.add(card)
        self._skipped.discard(card)
        if self._wishes.text:
            self._write_text(card, uid)
        line = ""
        if self._wishes.figures and not self._wishes.own_decks:
            # Who lays that now has answered.
            self._desk.wanted = self._after(card)
            line = self._figures.ask(card, partial(self._question), self._desk.wanted)
        self._go_on()
        if line:
            self._told(line)
        return True

    def _foreign(self, uid: bytes) -> str | None:
        """Why the tag is none for cards, "" if it is one, None if that cannot be said now, and it is looked at again. A
        reader of a node does not say what kind of tag it is."""
        reader = self._one.where(uid)
        if len(uid) != 7 or not isinstance(reader, Reader):
            return foreign(uid)
        try:
            with reader.pages(uid) as tag:
                return foreign(uid, tag.sak)
        except TagError as error:
            self._landing = on.Landing()
            self._page.warn(str(error))
        except DriverError as error:
            self._landing = on.Landing()
            failed = self._landing.fail(str(error))
            if failed is not None:
                self._seen(failed)
        return None

    def _may_move(self, owner: str, uid: bytes, card: str) -> bool:
        """Whether a tag that is on another card so far is that of ``card``."""
        if self._last == (owner, uid):
            self._page.warn(f"this is still {owner}: take it away, and lay {card}")
            return False
        known = owner in self._figures.catalogue
        answer = self._question(
            f"This tag is on {owner}{'' if known else ', which is no card of this game'}. Is the card that lies there "
            f"{card}? y: yes, and {owner} no longer has this tag. Enter: no"
        )
        return answer in ("y", "yes")

    def _is_meant(self, was: str, card: str) -> bool:
        """Whether a tag is that of ``card``: one that ``was`` on another until a new one replaced it there."""
        if was == card:
            return True
        answer = self._question(
            f"This is an old tag of {was}, which has another one now. Is the card that lies there {card}? y: yes. "
            "Enter: no"
        )
        return answer in ("y", "yes")

    def _instead(self, card: str) -> bool | None:
        """Whether a tag takes the place of all that ``card`` has; None if it is not to be bound."""
        others = tags_of((card,), self._store.tags)[card]
        if len(others) < self._wishes.copies:
            return False
        numbers = ", ".join(written(uid) for uid in others)
        answer = self._question(
            f"{card} has a tag already ({numbers}). r: this one replaces it. a: this one is on a spare card, and both "
            "count. Enter: leave it as it is"
        )
        return {"r": True, "a": False}.get(answer)

    def _after(self, card: str) -> str:
        """The card that will be asked for next, "" if none."""
        number = self._first_open(self._wishes.cards.index(card) + 1)
        return self._wishes.cards[number] if number < len(self._wishes.cards) else ""

    def _write_text(self, card: str, uid: bytes) -> None:
        reader = self._one.where(uid)
        assert isinstance(reader, Reader), "asked for before the sitting"
        text = f"{self._wishes.deck.catalogue.game} {card}"
        try:
            with reader.pages(uid) as tag:
                _, old = ndef_text.message_in(ndef_text.user_memory(tag))
            if old and not any(
                each.startswith(self._wishes.deck.catalogue.game) for each in ndef_text.texts(old)
            ):
                answer = self._question("Something else is written on this tag. y: write over it. Enter: no")
                if answer not in ("y", "yes"):
                    return
            with reader.pages(uid) as tag:
                ndef_text.write(tag, ndef_text.message(text))
        except TagError as error:
            self._page.warn(f"{card} is bound, but has no text: {error} (r does this card once more)")
            return
        except DriverError as error:
            self._page.warn(f"{card} is bound, but has no text: {error}")
            self._landing = on.Landing()
            return
        self._page.line(f'  written on it: "{text}"')

    # What is typed

    def _told(self, line: str) -> bool:
        """Do what a line says; True if another card is asked for by it."""
        word, _, rest = line.partition(" ")
        if not word:
            return False
        if line in self._wishes.deck.cards:
            return self._choose(line)
        command = next((do for name, do in self._commands.items() if name.startswith(word.lower())), None)
        # A word that only begins as a command does might be the name of a card: "red/spear-2" forgets no tag.
        if command is None or (rest and command != self._choose):
            self._page.line(f"  {HELP}")
            return False
        return command(rest.strip())

    def _skip(self, _: str) -> bool:
        self._skipped.add(self._wishes.cards[self._at])
        return self._go_on()

    def _back(self, _: str) -> bool:
        if self._at == 0:
            self._page.warn("this is the first card")
            return False
        self._at -= 1
        self._skipped.discard(self._wishes.cards[self._at])
        return True

    def _repeat(self, _: str) -> bool:
        if self._last is None or self._store.tags.get(self._last[1]) != self._last[0]:
            self._page.warn("no card was laid yet that could be done again")
            return False
        card, uid = self._last
        self._store.forget(uid)
        self._page.line(
            f"  the tag {written(uid)} of {card} is forgotten; take it away before the next is laid"
        )
        self._finished.discard(card)
        self._last = None
        self._at = self._wishes.cards.index(card)
        return True

    def _choose(self, name: str) -> bool:
        try:
            (card,) = cards_named([name], self._wishes.deck)
        except ValueError as error:
            self._page.warn(str(error))
            return False
        if card not in self._wishes.cards:
            self._page.warn(f"{card} is not among the cards of this sitting; end it, and say --card {card}")
            return False
        self._at = self._wishes.cards.index(card)
        self._skipped.discard(card)
        return True

    def _correct(self, _: str) -> bool:
        self._figures.correct(self._wishes.cards[self._at], partial(self._question))
        return True

    def _end(self, _: str) -> bool:
        raise _OverError

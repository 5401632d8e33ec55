"""Cards are enrolled at a table that runs, by laying them: one after the other, on any reader, without a keyboard.

Tags that are no cards come here first, and to the table once they are some. All of it is for the thread that has the
table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from signifer_core.json_values import Json
from signifer_drivers.polling.findings import Change, Finding

from signifer_firmware.game_api.card_names import full_id

from .decks import Deck, equals_of, tags_of, written
from .tags import foreign

# How long a tag lies alone before it counts: cards that come together are none that was asked for.
ALONE_US = 300_000
NEVER = 1 << 62


class Tags(Protocol):
    """The tags of a running table."""

    @property
    def known(self) -> Mapping[bytes, str]:
        """The card of every tag, by its full id."""
        ...

    @property
    def replaced(self) -> Mapping[bytes, str]:
        """The card that each tag was on before another one replaced it, by its full id."""
        ...

    def change(
        self, tags: Mapping[bytes, str], forgotten: tuple[bytes, ...], replaced: Mapping[bytes, str]
    ) -> str:
        """The tags ``forgotten`` are on no card any more, ``replaced`` were on theirs, then ``tags`` are, all at once;
        why that is not on disk, "" if it is."""
        ...

    def lies(self, reader: str, uid: bytes, *, there: bool) -> None:
        """The table is told of a tag that lies at a reader, or no longer does."""
        ...


@dataclass(frozen=True)
class _Done:
    """What was done last: to which card, with which tag, what was on what before, and had been."""

    card: str
    uid: bytes
    before: Mapping[bytes, str]
    replaced: Mapping[bytes, str]


class Laying:
    """One sitting: the cards of ``deck`` that have no tag, in the order of its catalogue. What was said last is a key
    with its figures; ``question`` waits for `answer`. ``changed`` hears that there is something new to be shown."""

    def __init__(self, deck: Deck, tags: Tags, changed: Callable[[], None]) -> None:
        self._deck, self._tags, self._changed = deck, tags, changed
        self._skipped: set[str] = set()
        self._waiting: dict[bytes, str] = {}
        self._due_us = NEVER
        # Tags that lie there, by their readers; and those of them of which the table was not told.
        self._there: dict[bytes, str] = {}
        self._hidden: set[bytes] = set()
        self._done: list[_Done] = []
        self._at = 0
        self.said: dict[str, Json] = {}
        self._asks: tuple[bytes, str] | None = None
        self._at = self._first_open()

    # What is shown

    @property
    def wanted(self) -> str:
        """The card that is asked for, "" if all have their tags."""
        return self._deck.cards[self._at] if self._at < len(self._deck.cards) else ""

    @property
    def have(self) -> int:
        """How many of the cards have a tag."""
        mine = tags_of([self._full(card) for card in self._deck.cards], self._tags.known)
        return sum(bool(uids) for uids in mine.values())

    def view(self) -> dict[str, Json]:
        """All of it, for a page."""
        game, wanted = self._deck.catalogue.game, self.wanted
        asks: dict[str, Json] | None = None
        if self._asks is not None:
            uid, owner = self._asks
            asks = {"card": self._short(owner), "tag": written(uid)}
            if uid not in self._tags.known:
                asks["old"] = True
        return {
            "game": game,
            "deck": self._deck.name,
            "card": wanted,
            "equals": equals_of(self._deck.catalogue, wanted) if wanted else 0,
            "have": self.have,
            "of": len(self._deck.cards),
            "said": dict(self.said),
            "asks": asks,
            "undo": bool(self._done),
        }

    def _full(self, card: str) -> str:
        return full_id(self._deck.catalogue.game, card)

    def _short(self, card: str) -> str:
        return card.removeprefix(f"{self._deck.catalogue.game}:")

    def _say(self, key: str, **figures: Json) -> None:
        self.said = {"key": key, **figures}
        self._changed()

    # Readers

    def laid(self, change: Change, at_us: int) -> bool:
        """A reader's news; True keeps it from the table."""
        uid = change.uid
        if change.kind == Finding.PRESENT:
            self._there[uid] = change.reader
            if self._owner(uid):
                self._is_known(uid)
                return False
            self._hidden.add(uid)
            self._waiting[uid] = change.reader
            self._due_us = at_us + ALONE_US
            return True
        if uid not in self._there:
            return False
        # What fell silent together with others may lie under them; nobody is asked, as long as cards are enrolled.
        gone = change.kind == Finding.ABSENT or (change.kind == Finding.COVERED and uid in self._hidden)
        if gone and change.reader == self._there[uid]:
            del self._there[uid]
            if self._waiting.pop(uid, None) is not None:
                self._say("early")
            was_hidden = uid in self._hidden
            self._hidden.discard(uid)
            return was_hidden
        return uid in self._hidden

    def step(self, now_us: int) -> int:
        """Take what has lain alone long enough; when there is something to do next."""
        if self._waiting and now_us >= self._due_us:
            uids = [*self._waiting]
            self._waiting.clear()
            if len(uids) > 1:
                self._say("several", count=len(uids))
            else:
                self._take(uids[0])
        return self._due_us if self._waiting else NEVER

    def _owner(self, uid: bytes) -> str:
        """The card that the tag is on, or was on until another one replaced it there, "" if none: an old tag of the
        card that is asked for is as good as a new one."""
        old = self._tags.replaced.get(uid, "")
        return self._tags.known.get(uid) or (old if self.wanted and old != self._full(self.wanted) else "")

    def _is_known(self, uid: bytes) -> None:
        owner = self._owner(uid)
        if self._done and self._done[-1].uid == uid:
            self._say("still", card=self._short(owner))
        elif self.wanted and owner != self._full(self.wanted):
            self._asks = (uid, owner)
            key = "known" if uid in self._tags.known else "old"
            self._say(key, card=self._short(owner), tag=written(uid))

    def _take(self, uid: bytes) -> None:
        self._asks = None
        if foreign(uid):
            self._say("foreign", tag=written(uid))
        elif not self.wanted:
            self._say("all")
        else:
            self._bind(uid)

    def _bind(self, uid: bytes) -> None:
        card, known = self.wanted, self._tags.known
        others = tuple(tags_of([self._full(card)], known)[self._full(card)])
        before = {each: known[each] for each in (uid, *others) if each in known}
        old = {each: was for each, was in self._tags.replaced.items() if each == uid}
        self._hide(uid, *others)
        trouble = self._tags.change({uid: self._full(card)}, (), {each: self._full(card) for each in others})
        self._show(uid, *others)
        self._done.append(_Done(card, uid, before, old))
        self._skipped.discard(card)
        self._at = self._first_open(self._at + 1)
        if trouble:
            self._say("unwritten", card=card, why=trouble)
        else:
            self._say("bound", card=card, tag=written(uid))

    def _hide(self, *uids: bytes) -> None:
        """The table is not to believe them there by the names that they lose."""
        for uid in uids:
            if uid in self._there and uid not in self._hidden:
                self._tags.lies(self._there[uid], uid, there=False)
                self._hidden.add(uid)

    def _show(self, *uids: bytes) -> None:
        for uid in uids:
            if uid in self._hidden:
                self._hidden.discard(uid)
                self._tags.lies(self._there[uid], uid, there=True)

    # What people want

    def answer(self, *, yes: bool) -> None:
        """Whether the tag that is on another card is that of the wanted one."""
        asks, self._asks = self._asks, None
        if asks is None:
            return
        if yes and self.wanted and self._owner(asks[0]) == asks[1]:
            self._bind(asks[0])
        else:
            self._say("left")

    def undo(self) -> None:
        """What was laid last is taken back: its tag is on what it was on before, and its card asked for again."""
        if not self._done:
            return
        done = self._done.pop()
        self._asks = None
        self._hide(done.uid, *done.before)
        was_known = done.uid in {**done.before, **done.replaced}
        trouble = self._tags.change(done.before, () if was_known else (done.uid,), done.replaced)
        self._show(*(each for each in (done.uid, *done.before) if was_known or each != done.uid))
        self._at = self._deck.cards.index(done.card)
        if trouble:
            self._say("unwritten", card=done.card, why=trouble)
        else:
            self._say("undone", card=done.card)

    def skip(self) -> None:
        """Another card first; this one is asked for the next time."""
        if self.wanted:
            self._skipped.add(self.wanted)
            self._at = self._first_open(self._at + 1)
            self._say("")

    def choose(self, card: str) -> None:
        """That card, whether it has a tag or not; nothing for one that is not of the deck."""
        if card in self._deck.cards:
            self._skipped.discard(card)
            self._at = self._deck.cards.index(card)
            self._say("")

    def end(self) -> None:
        """The table is told of what lies there, and follows it from now on."""
        self._show(*self._hidden)

    def _first_open(self, start: int = 0) -> int:
        """The next card without a tag, from ``start`` on and then from the beginning; their number if there is none."""
        cards, known = self._deck.cards, self._tags.known
        have = set(known.values())
        order = (*range(start, len(cards)), *range(min(start, len(cards))))
        return next(
            (at for at in order if self._full(cards[at]) not in have and cards[at] not in self._skipped),
            len(cards),
        )

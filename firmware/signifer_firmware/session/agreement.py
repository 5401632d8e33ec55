"""Agreement mode: both players overrule the table. While its menu is open, nothing that lies there is judged."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from signifer_core.layout import PLAYERS, Layout
from signifer_core.procedure import POSITION, Choice, Override, Press, Prompt

from ..game_api.registry import full_id
from ..store import Entry
from . import journal
from .events import News
from .menus import BIND, MARK, TAG, Menu, menu_entries
from .outlook import Outlook
from .pairing import BUSY
from .phone_pairing import Phones


class Council(Phones):
    """A desk with the menu of agreement: both ``ok`` held open and close it."""

    _menu: Menu | None = None
    _questioned = ""

    def _taken_up(self, entries: list[Entry]) -> None:
        self._menu = Menu() if journal.menu_open(entries) else None
        self._questioned = self._last

    def _press(self, press: Press, now_us: int) -> None:
        if self.table is None:
            return
        if press.button == "agree":
            self._open_or_close(now_us)
        elif self._menu is not None:
            self._in_menu(self._menu, press, now_us)
        else:
            super()._press(press, now_us)

    def _asks(self, player: str) -> Hashable:
        return super()._asks(player), self._menu is not None

    def _with_menus(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if self._menu is None or self.table is None:
            return super()._with_menus(outlook, before, now_us)
        shown = self._menu.shown(self._entries())
        self._tell_refusals(shown.entry.refusals, before.refusals, now_us)
        step = outlook.prompts[0].step if outlook.prompts else ""
        prompts = tuple(Prompt(player, step, "agreement") for player in PLAYERS)
        return replace(outlook, refusals=shown.entry.refusals, prompts=prompts, agreement=shown)

    def _open_or_close(self, now_us: int) -> None:
        """People begin to overrule the table, or have done; then what lies there is judged again."""
        self._pressed = ()
        self._offer_ended = False
        self._close_own()
        self.end_requests(BUSY, now_us)
        opens = self._menu is None
        refused = ", ".join(refusal.code for refusal in self.outlook.refusals)
        self._questioned = f"refused {refused}" if refused else self._last
        self._append([Entry(now_us, "agreement", "open" if opens else "closed")])
        self._menu = Menu() if opens else None
        if opens:
            self._look(now_us, ())
        else:
            self._judge(now_us, settled=True)

    def _entries(self) -> tuple[Override, ...]:
        """The entries of the menu. A card that may have been lifted does not lie there."""
        assert self.table is not None
        seen = self.seen
        for card, zone in self.sight.asked:
            seen = seen.lifted(card, zone)
        sides = {
            zone: tuple(own.side for own in zones) for zones in self._antennas.values() for zone in zones
        }
        return menu_entries(
            self._overrides(seen),
            seen=seen,
            due=self.bundle.procedure.due(self.table).must,
            cards=self.bundle.cards,
            sides=sides,
            gone=self.sight.gone,
            last=self._questioned,
            side=self.bundle.procedure.side,
        )

    def _overrides(self, seen: Layout) -> tuple[Override, ...]:
        """What may be overruled, while ``seen`` lies on the table; what ends the game comes last."""
        assert self.table is not None
        return self.bundle.procedure.overrides(self.table, seen)

    def _in_menu(self, menu: Menu, press: Press, now_us: int) -> None:
        self._pressed = ()
        self._offer_ended = False
        entries = self._entries()
        entry = menu.shown(entries).entry
        self._menu, agreed = menu.pressed(entries, press)
        if agreed is not None:
            self._agreed(entry, agreed, now_us)
        self._look(now_us, ())

    def _agreed(self, entry: Override, choice: Choice, now_us: int) -> None:
        """Both have said ok: it is on disk, then it holds, then it is told."""
        assert self.table is not None
        if entry.key == BIND:
            self._bind(str(dict(entry.figures)["tag"]), str(choice.value), now_us)
        elif entry.key == MARK:
            self._append([Entry(now_us, "marked", choice.value)])
        else:
            for player in PLAYERS if entry.key == POSITION else ():
                self.sight.lifted(player)
            after = self.table
            for change in choice.changes:
                after = self.referee.overruled(after, change, self.seen)
            entries = [*journal.agreed(self.referee, self.table, choice.changes, after, now_us)]
            entries += self._ending(after, now_us)
            self._append(entries)
            self.table = after
            self._last = choice.changes[-1]
        for text in choice.changes:
            self._tell(News(now_us, "action", {"player": "both", "text": text}))

    def _bind(self, tag: str, card: str, now_us: int) -> None:
        """The tag is stuck on ``card`` from now on; the one that was is forgotten."""
        uid, known_as = bytes.fromhex(tag.removeprefix(TAG)), full_id(self.bundle.name, card)
        self._store.bind_spare(uid, known_as, Entry(now_us, "bound", {"tag": tag, "card": card}))
        self._told_of_record(now_us)
        for old in [old for old, known in self._cards.items() if known == known_as]:
            del self._cards[old]
        self._cards[uid] = known_as
        self.sight.bound(tag, card)

"""Agreement mode: both players overrule the table. While its menu is open, nothing that lies there is judged."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from signifer_core.layout import SIDES, Layout, Side, Zone, difference
from signifer_core.presses import Button, Press
from signifer_core.procedure import POSITION, Choice, Override, Prompt
from signifer_core.tags import tag_name, uid_of

from signifer_firmware.storage.store import Entry

from ..game_api.card_names import CardNames
from . import journal
from .events import Bound
from .menus import BIND, MARK, Menu, menu_entries
from .mode import Mode
from .outlook import Outlook
from .pairing import BUSY

if TYPE_CHECKING:
    from .machine import Session


class Agreement(Mode):
    """The menu of agreement: both ``ok`` held open and close it."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._menu: Menu | None = None
        # What players are told of what has followed, until one of them presses a button.
        self.said: tuple[Prompt, ...] = ()

    @property
    def covers(self) -> bool:
        return self._menu is not None

    def close(self) -> None:
        """No menu is open."""
        self._menu, self.said = None, ()

    def taken_up(self, entries: Iterable[Entry]) -> None:
        """The menu is open if it was when the record broke off."""
        self._menu = Menu() if journal.menu_open(entries) else None

    def press(self, press: Press, now_us: int) -> bool:
        if press.button == Button.AGREE:
            self._open_or_close(now_us)
        elif self._menu is None:
            return False
        elif press.button != Button.OK or not self.too_soon(press):
            self._pressed(self._menu, press, now_us)
        return True

    def asks(self, player: Side) -> Hashable:
        """The entry and the value that are shown; those of the start picture, too."""
        shown = self.state.outlook.agreement
        return shown and shown.asked

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        if self._menu is None:
            return outlook
        unknown, replaced = map(_columns, self._silent())
        unread = set(_columns(self.session.play.failing)).difference(unknown, replaced)
        shown = self._menu.shown(self.entries())
        shown = replace(shown, unknown=unknown, replaced=replaced, unread=tuple(sorted(unread)))
        self.session.play.tell_refusals(shown.entry.refusals, before.refusals, now_us)
        step = outlook.prompts[0].step if outlook.prompts else ""
        prompts = tuple(Prompt(player, step, "agreement") for player in SIDES)
        return replace(outlook, refusals=shown.entry.refusals, prompts=prompts, agreement=shown)

    def _open_or_close(self, now_us: int) -> None:
        """People begin to overrule the table, or have done; then what lies there is judged again."""
        self.session.play.answered()
        self.session.player_menus.close()
        self.session.odds.close()
        for pairing in (self.session.phones, self.session.upkeep):
            pairing.end_requests(BUSY, now_us)
        if self._menu is not None:
            said = self.leave(now_us)
            self.session.play.judge(now_us, settled=True, said=said)
            return
        refused = ", ".join(refusal.code for refusal in self.state.outlook.refusals)
        self.state.record(Entry(now_us, "agreement", "open"))
        if refused:
            self.state.record(Entry(now_us, journal.QUESTIONED, f"refused {refused}"))
        self._menu = Menu()
        self.session.look(now_us, ())

    def leave(self, now_us: int) -> tuple[Prompt, ...]:
        """The menu is closed, and what follows happens. What players are told of that."""
        self.follow(now_us)
        self.break_off(now_us)
        return self.said

    def follow(self, now_us: int) -> None:
        """What follows by itself from what was agreed on happens."""
        change, self.said = self.state.bundle.procedure.follows(self.session.play.table)
        if change:
            self._hold((change,), now_us)
            self.state.tell(now_us, "action", {"player": "both", "text": change})

    def break_off(self, now_us: int) -> None:
        """The menu is closed, and what follows waits until the game goes on: nobody would see it now."""
        self.state.record(Entry(now_us, "agreement", "closed"))
        self._menu = None

    def _silent(self) -> tuple[set[Zone], set[Zone]]:
        """The zones where a card that is due may have been lifted: those of which it is unknown what lies there, and
        those where another card of the game is read, in its place or upon it: there it counts as gone."""
        state = self.state
        assert state.table is not None
        due = state.referee.due(state.table)
        others = {zone for zone, card in difference(self._heard(), due).extra if card in state.bundle.cards}
        silent = {zone for card, zone in state.sight.in_question if card in due.must[zone]}
        return silent - others, silent & others

    def _heard(self) -> Layout:
        """What is seen without the cards that may have been lifted."""
        heard = self.state.seen
        for card, zone in self.state.sight.in_question:
            heard = heard.lifted(card, zone)
        return heard

    def entries(self) -> tuple[Override, ...]:
        """The entries of the menu. What is unknown lies there as it is due, but for cards that are read elsewhere; all
        other cards that may have been lifted do not lie there."""
        state, procedure, table = self.state, self.state.bundle.procedure, self.state.table
        assert table is not None
        due, seen = state.referee.due(table).must, self._heard()
        lying = seen
        for unknown in self._silent()[0]:
            for card in lying[unknown]:
                lying = lying.lifted(card, unknown)
            for card in due[unknown]:
                if card in seen[unknown] or not seen.zones_of(card):
                    lying = lying.laid(card, unknown)
        sides = {
            zone: tuple(own.side for own in zones) for zones in state.antennas.values() for zone in zones
        }
        return menu_entries(
            self._overrides(lying),
            seen=seen,
            due=due,
            cards=state.bundle.cards,
            sides=sides,
            gone=state.sight.gone,
            last=procedure.said(table.state, state.recorded.questioned),
            side=procedure.side,
            offer=lambda card, pad: not procedure.offer(table, card, pad),
            alike=procedure.twins,
            renewed={*CardNames(state.replaced, lambda: state.bundle).values()},
        )

    def _overrides(self, seen: Layout) -> tuple[Override, ...]:
        """What may be overruled, while ``seen`` lies on the table, and chosen beside that; what ends the game comes
        last."""
        assert self.state.table is not None
        *entries, over = self.state.bundle.procedure.overrides(self.state.table, seen)
        return (*entries, *self.session.lifecycle.entries(), over)

    def _pressed(self, menu: Menu, press: Press, now_us: int) -> None:
        self.session.play.answered()
        entries = self.entries()
        entry = menu.shown(entries).entry
        self._menu, agreed = menu.pressed(entries, press)
        if agreed is not None:
            self.session.agree(entry, agreed, now_us)
        self.session.look(now_us, ())

    def agree(self, entry: Override, choice: Choice, now_us: int) -> None:
        """Both have said ok to a choice that is about the game."""
        if entry.key == BIND:
            self._bind(str(dict(entry.figures)["tag"]), str(choice.value), now_us)
        elif entry.key == MARK:
            self.state.record(Entry(now_us, "marked", self.state.recorded.questioned))
        else:
            self._overrule(entry, choice, now_us)
        for text in choice.changes:
            self.state.tell(now_us, "action", {"player": "both", "text": text})

    def _overrule(self, entry: Override, choice: Choice, now_us: int) -> None:
        sight, play = self.state.sight, self.session.play
        due = self.state.referee.due(play.table).must
        self._hold(choice.changes, now_us)
        if entry.key == POSITION:
            # What was due there may still be, and is asked about once the menu is closed.
            sight.answered([(card, zone) for card, zone in sight.in_question if card not in due[zone]])

    def _hold(self, changes: tuple[str, ...], now_us: int) -> None:
        """These changes hold from now on."""
        state, play = self.state, self.session.play
        after, was_over = play.table, state.is_over
        for change in changes:
            after = state.referee.overruled(after, change, state.seen)
        for line in journal.agreed(lambda: play.table, changes, after, now_us):
            state.record(line)
        play.end(now_us, was_over=was_over)

    def _bind(self, tag: str, card: str, now_us: int) -> None:
        """The tag is stuck on ``card`` from now on; it replaces the one that was."""
        state, uid, known_as = self.state, uid_of(tag), self.state.bundle.full_id(card)
        state.record(Entry(now_us, "bound", {"tag": tag_name(uid), "card": card}))
        state.emit(Bound(uid, known_as))
        for old in [old for old, known in state.tags.items() if known == known_as]:
            state.replaced[old] = state.tags.pop(old)
        state.tags[uid] = known_as
        state.sight.bound(tag, card)
        state.replaced.pop(uid, None)


def _columns(zones: Iterable[Zone]) -> tuple[int, ...]:
    return tuple(sorted({zone.column for zone in zones if zone.column is not None}))

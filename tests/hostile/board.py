"""A table without wires for hostile hands: the firmware's own keeper and journal, fed with what readers would tell.

What truly lies there is the world's; here it is known only so that readers tell it, and a reader tells tags, in visits.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from signifer_core.json_values import as_str
from signifer_core.layout import COLUMNS, PAD, SIDES, Layout, Zone
from signifer_core.presses import Button, Press
from signifer_core.procedure import Correction, Prompt, Roll, Table
from signifer_core.rules import Refusal, Verb
from signifer_drivers.polling.findings import UNREAD, Change, ChangeKind, Doubt, Finding
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.session import events as ev
from signifer_firmware.session import journal
from signifer_firmware.session.keeper import Keeper
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.session.settings import Settings
from signifer_firmware.session.thinking_time import SECOND_US
from signifer_firmware.simulation.robots.gestures import Put, Take, said
from signifer_firmware.storage.store import Entry, Store

SETTLE_US = 300_000
# Between two visits of one reader.
VISIT_US = 60_000
# From one move of hands to the next: what is laid and lifted faster than that cannot be told from a cover.
HAND_US = 200_000
# A keeper that thinks for longer about one gesture never comes to rest.
MOST_US = 60 * SECOND_US


@dataclass(frozen=True)
class Accepted:
    """An action that the table has accepted, with its belief before and after; ``gesture`` as in `Done`."""

    action: Any
    before: Any
    after: Any
    gesture: bool


@dataclass(frozen=True)
class Undone:
    """Gestures were taken back; ``state`` is believed since."""

    state: Any


@dataclass(frozen=True)
class Episode:
    """What hands did until the table had taken it in, and what it has made of it.

    ``cards`` were moved, and at last there was a ``press``, if any; ``deciders`` are whose buttons said something, and
    ``waiting`` the cards that were away before, and neither refused nor explained. ``asked`` are the cards of which
    that player was asked whether they were lifted, ``silenced`` those of which somebody was, and no longer is; ``past``
    is how many gestures undo could take back, before and after; ``late`` tells that the finger went down in another
    step.
    """

    press: Press | None
    cards: frozenset[str]
    asked: frozenset[str]
    decided: tuple[Accepted | Undone, ...]
    past: tuple[int, int]
    state: Any
    deciders: frozenset[str]
    waiting: frozenset[str]
    silenced: frozenset[str]
    late: bool

    @property
    def accepted(self) -> tuple[Accepted, ...]:
        """The actions that were accepted."""
        return tuple(each for each in self.decided if isinstance(each, Accepted))

    @property
    def undone(self) -> bool:
        """Whether anything was taken back."""
        return len(self.accepted) < len(self.decided)


class MemoryStore(Store):
    """A journal that no disk keeps: what is written is there at once, and after a power cut."""

    def __init__(self) -> None:
        super().__init__(Path("memory"))

    def _begin(self) -> None:
        """There is nothing to open."""

    def _flush(self, *, again: bool = False) -> None:
        self._waiting.clear()

    def _copy_too(self, work: object = None) -> None:
        """One copy is enough."""

    def retry(self) -> None:
        """Nothing ever waits."""

    def look(self) -> None:
        """Nobody takes it away."""


class Watched(Keeper):
    """A keeper that notes which actions it accepts, and takes back: what its journal says."""

    def begin_notes(self) -> None:
        self.decided: list[Accepted | Undone] = []

    def receive(self, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        table = self.table
        out = super().receive(event)
        for entry in out:
            if isinstance(entry, Entry) and table is not None and not isinstance(event, ev.Resume):
                after = journal.after(self.bundle, self.referee, table, entry)
                self._note(entry, table.state, after.state)
                table = after
        return out

    def _note(self, entry: Entry, before: Any, after: Any) -> None:
        if entry.kind == "undo":
            self.decided.append(Undone(after))
        elif entry.kind in ("gesture", "action"):
            action = self.bundle.parse(as_str(entry.body))
            self.decided.append(Accepted(action, before, after, entry.kind == "gesture"))


class KeeperBoard:
    """A `Board` whose firmware is a `Keeper`. ``pads`` tells whether the table has any; ``shared``: one reader serves
    both sides of a column. ``strangers`` are cards that lie beside the table: of other games, and tags of none."""

    def __init__(
        self,
        bundle: AnyBundle,
        rng: random.Random,
        *,
        pads: bool = True,
        shared: bool = False,
        strangers: Iterable[str] = (),
    ) -> None:
        self._bundle, self._rng = bundle, rng
        self._antennas = antennas(pads=pads, shared=shared)
        self._reader = {zone: reader for reader, zones in self._antennas.items() for zone in zones}
        cards = [*bundle.cards, *strangers]
        self._uids = {card: number.to_bytes(7, "big") for number, card in enumerate(cards, 1)}
        self._names = {f"tag/{uid.hex()}": card for card, uid in self._uids.items()}
        known = {uid: bundle.full_id(card) for card, uid in self._uids.items() if card[:4] != "tag/"}
        self._store = MemoryStore()
        self._store.bind(known)
        self.lying: dict[str, Zone] = {}
        self.said_done: list[str] = []
        self.dice: list[int] = []
        # Hands that wait after each move until the table is at rest, as those of a table script do.
        self.patient = False
        self.episodes: list[Episode] = []
        self._moved: set[str] = set()
        self._waiting: frozenset[str] = frozenset()
        self._step_us = 0
        self._asked: frozenset[tuple[str, Zone]] = frozenset()
        self.now_us = 0
        self.keeper = self._built()
        self.keeper.begin(bundle.fresh(pads=pads), 0)

    def _built(self) -> Watched:
        keeper = Watched(
            self._bundle,
            self._store,
            antennas=self._antennas,
            settle_us=SETTLE_US,
            doubtful=lambda: Doubt.NONE,
            looked_since=lambda since_us: True,
            rng=self._rng,
            secrets=self._rng,
            ceremony=False,
            settings=Settings(),
            tell=self._heard,
        )
        keeper.begin_notes()
        return keeper

    def _heard(self, news: ev.News) -> None:
        if news.kind == "roll":
            value = news.what["value"]
            assert isinstance(value, int)
            self.dice.append(value)

    # Hands

    def put(self, card: str, zone: Zone) -> None:
        if card in self.lying:
            self.take(card)
        self.said_done.append(said(Put(card, zone)))
        self.lying[card] = zone
        self._tells(Finding.PRESENT, card, zone)
        if self.patient:
            self.rest()

    def take(self, card: str) -> None:
        """One card is lifted; its reader misses it alone."""
        self.now_us += HAND_US
        self.said_done.append(said(Take(card)))
        self._tells(Finding.ABSENT, card, self.lying.pop(card))
        self.now_us += VISIT_US
        if self.patient:
            self.rest()

    def grab(self, cards: Iterable[str]) -> None:
        """All ``cards`` leave at once: those of one reader fall silent in one visit, and it cannot tell a grab from a
        cover."""
        self.now_us += HAND_US
        left: dict[str, list[tuple[str, Zone]]] = {}
        self.said_done.append("together")
        for card in cards:
            self.said_done.append(said(Take(card)))
            zone = self.lying.pop(card)
            left.setdefault(self._reader[zone], []).append((card, zone))
        self.said_done.append("end")
        for gone in left.values():
            for card, zone in gone:
                self._tells(Finding.COVERED if len(gone) > 1 else Finding.ABSENT, card, zone)
        self.now_us += VISIT_US
        if self.patient:
            self.rest()

    def press(self, press: Press) -> None:
        self.said_done.append(said(press))
        self._asked |= self.asked
        asked = frozenset(card for card, zone in self.asked if zone.side == press.player)
        asked = asked if press.button == Button.OK else frozenset()
        state, past = self.table.state, len(self.table.past)
        press = press if press.since_us is not None else replace(press, since_us=self.now_us)
        self.keeper.press(press, self.now_us)
        self._step()
        self._note(press, asked, state, past)

    def rest(self) -> None:
        """Time passes until the keeper has nothing left to think about."""
        until_us = self.now_us + MOST_US
        state, past = self.table.state, len(self.table.past)
        self._step()
        while not self.keeper.quiet:
            self.now_us += SETTLE_US
            self._step()
            assert self.now_us < until_us, "the keeper never comes to rest"
        self._note(None, frozenset(), state, past)

    def hurry(self) -> None:
        """The keeper looks, and hands do not wait until it has settled."""
        self._step()

    def _note(self, press: Press | None, asked: frozenset[str], state: Any, past: int) -> None:
        """What has come of all that was done since the last note."""
        keeper = self.keeper
        ways = (past, len(self.table.past))
        moved = frozenset(self._moved)
        deciders = self._bundle.procedure.deciders(state)
        self.episodes.append(
            Episode(
                press=press,
                cards=moved,
                asked=asked,
                decided=tuple(keeper.decided),
                past=ways,
                state=state,
                deciders=deciders,
                waiting=self._waiting,
                silenced=frozenset(card for card, _ in self._asked - self.asked),
                late=press is not None and press.since_us is not None and press.since_us < self._step_us,
            )
        )
        self._moved.clear()
        if self.table.state.step != state.step:
            self._step_us = self.now_us
        self._asked = self.asked
        refused = {refusal.card for refusal in self.refusals}
        away = {fix.card for fix in self.corrections if fix.verb == Verb.PUT}
        self._waiting = frozenset(card for card in away if card not in refused)
        keeper.begin_notes()

    def power_cut(self) -> None:
        """Pull the plug, and switch on again: the record says what lay there, the readers what does."""
        self.said_done.append("power cut")
        self._asked = frozenset()  # what was silent is asked back
        self.keeper = self._built()
        self.now_us += SECOND_US
        assert self.keeper.resume(self.now_us), "the game is gone"
        there = self.seen
        for zone, card in self.believed.items():
            if card not in there[zone]:
                self._tells(Finding.ABSENT, card, zone, UNREAD)
        for card, zone in self.lying.items():
            self._tells(Finding.PRESENT, card, zone)
        self.now_us += VISIT_US

    def _step(self) -> None:
        self.keeper.step(self.now_us)
        self.now_us += VISIT_US // 2

    def _tells(self, kind: ChangeKind, card: str, zone: Zone, cause: str = "") -> None:
        self._moved.add(card)
        change = Change(kind, self._reader[zone], self._uids[card], cause)
        self.keeper.change(change, self.now_us)

    # What the table says

    @property
    def outlook(self) -> Outlook:
        return self.keeper.outlook

    @property
    def table(self) -> Table[Any]:
        table: Table[Any] | None = self.keeper.table
        assert table is not None
        return table

    @property
    def seen(self) -> Layout:
        """What truly lies there, each card on the side where its reader has to believe it."""
        layout = Layout()
        for card, zone in self.lying.items():
            change = Change(Finding.PRESENT, self._reader[zone], self._uids[card])
            layout = layout.laid(card, self.keeper.sight.place(change)[1])
        return layout

    @property
    def believed(self) -> Layout:
        """What the table believes to lie there, each card by its name in the world."""
        layout = Layout()
        for zone, card in self.keeper.seen.items():
            layout = layout.laid(self.named(card), zone)
        return layout

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return self.outlook.corrections

    @property
    def said(self) -> tuple[Prompt, ...]:
        return self.outlook.said

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        return self.outlook.refusals

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return self.outlook.rolls

    @property
    def ceremony(self) -> bool:
        return False

    @property
    def asked(self) -> frozenset[tuple[str, Zone]]:
        """The cards of which the table asks whether they were lifted."""
        return frozenset((self.named(card), zone) for card, zone in self.keeper.sight.in_question)

    @property
    def doubted(self) -> frozenset[tuple[str, Zone]]:
        sight = self.keeper.sight
        silent = {(self.named(card), zone) for card, zone in (*sight.in_question, *sight.covered)}
        return frozenset((card, zone) for card, zone in silent if self.lying.get(card) != zone)

    def named(self, card: str) -> str:
        """A foreign tag is known to the firmware by its UID only."""
        return self._names.get(card, card)

    def take_episodes(self) -> list[Episode]:
        """What has happened since the last call."""
        found = [*self.episodes]
        self.episodes.clear()
        return found

    def close(self) -> None:
        self._store.close()


def antennas(*, pads: bool, shared: bool) -> dict[str, tuple[Zone, ...]]:
    """The zones of each reader of a table."""
    found: dict[str, tuple[Zone, ...]] = {}
    for column in map(str, COLUMNS):
        if shared:
            found[column] = tuple(Zone(column, player) for player in SIDES)
        else:
            found |= {f"{column} {player}": (Zone(column, player),) for player in SIDES}
    return found | ({f"{PAD} {player}": (Zone(PAD, player),) for player in SIDES} if pads else {})

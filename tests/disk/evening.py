"""A short evening on a store: what is written, in its order, and when the table is switched off and on again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Entry, Store

PULLED, OFF, TAKEN = "pulled", "off", "taken"
TAGS = {b"\x04abc": "red/spear-1", b"\x04abd": "red/spear-2"}
SETTING = "sound quiet"
AGAIN_US = 1000

Step = Entry | dict[bytes, str] | str


def begin(at_us: int) -> Entry:
    return Entry(at_us, "begin", {"game": "field-of-glory"})


def action(at_us: int) -> Entry:
    return Entry(at_us, "action", f"place red/spear-{at_us} 3")


# Each entry has a time of its own, by which it is known again.
EVENING: tuple[Step, ...] = (
    dict(TAGS),
    Entry(1, "setting", SETTING),
    begin(2),
    *map(action, range(3, 7)),
    PULLED,
    action(7),
    begin(8),
    *map(action, range(9, 12)),
    OFF,
    action(12),
    {b"\x04abe": "red/spear-3"},
    action(13),
)
# The same, with its files taken away in the middle of the second game.
TAKEN_AWAY = (*EVENING[:-6], TAKEN, *EVENING[-6:])
WRITES = sum(not isinstance(step, str) for step in EVENING)


class Evening:
    """Plays it. ``acknowledged`` hears how many writes have been acknowledged, each time that there are more;
    ``pull`` leaves a store's files as a pulled plug does, and ``take`` takes them away. ``troubles`` and ``notices``
    are what the table said."""

    def __init__(
        self,
        folder: Path,
        acknowledged: Callable[[int], None],
        pull: Callable[[Store], None],
        take: Callable[[Path], None],
    ) -> None:
        self.path = folder / STORE
        self._pull, self._take = pull, take
        self._acknowledged = acknowledged
        self.troubles: list[str] = []
        self.notices: list[str] = []
        # Times of the entries that people have seen done, in their order, and those of them that were promised.
        self.done: list[int] = []
        self.promised: list[int] = []
        self.bound: dict[bytes, str] = {}
        self._since = 0
        self.store: Store = self._switched_on()

    def play(self, steps: tuple[Step, ...] = EVENING) -> None:
        for step in steps:
            self._step(step)

    def _step(self, step: Step) -> None:
        if step == PULLED:
            self._pull(self.store)
            self.store = self._switched_on()
        elif step == TAKEN:
            # Nothing is there until the table says so.
            self._take(self.path.parent)
            self._since, self.promised, self.bound = 0, [], {}
            self.store.look()
            self.tend()
        elif step == OFF:
            self.store.close()
            self.store = self._switched_on()
        elif isinstance(step, Entry):
            self._append(step)
        elif isinstance(step, dict):
            cards = self.store.cards() | step
            self.store.bind(step)
            assert self.store.cards() == cards, "memory has them"
            self.tend()

    def _append(self, entry: Entry) -> None:
        if entry.kind == "action" and not self.store.last_game():
            # The disk did not give the game back: people see the start picture, and begin another.
            self._append(begin(entry.at_us + AGAIN_US))
        self.store.append([entry])
        self.done.append(entry.at_us)
        assert self.store.numbered()[-1:] == [(self.store.last_number, entry)] or entry.kind == "setting"
        self.tend()

    def tend(self) -> None:
        """As the keeper does after each write, and again within a second."""
        for _ in range(2):
            self._hear()
            if not self.store.trouble:
                break
            self.store.look()

    def _hear(self) -> None:
        self.troubles += [self.store.trouble] * bool(self.store.trouble)
        self.notices += [self.store.notice] * bool(self.store.notice)
        if not self.store.trouble:
            self.promised += self.done[self._since :]
            self._since = len(self.done)
            self.bound = self.store.cards()
            self._acknowledged(len(self.promised))

    def _switched_on(self) -> Store:
        # What was not promised may be gone with the power.
        self._since = len(self.done)
        store = Store.at_table(self.path)
        self.troubles += [store.trouble] * bool(store.trouble)
        self.notices += [store.notice] * bool(store.notice)
        return store

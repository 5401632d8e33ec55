"""Has the n-th call of a command on a store fail, and looks at what it says, and at what is left of the store."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from signifer_firmware.storage.reading import Entry
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Store

from tests.disk import saying
from tests.disk.child import ALWAYS, Order
from tests.disk.failing import ERRORS, KINDS, Trial, compiled
from tests.firmware.files.stores import stores

# DIR is the store's folder.
COMMANDS: dict[str, tuple[str, ...]] = {
    "record list": ("record", "list", f"DIR/{STORE}"),
    "record export": ("record", "export", f"DIR/{STORE}"),
    "record import": ("record", "import", "DIR/r.txt", f"DIR/{STORE}"),
    "dice": ("dice", f"DIR/{STORE}"),
    "report": ("report", f"DIR/{STORE}", "DIR/r.gz", "--hidden"),
    "enrol --list": ("enrol", "--list", "--store", "DIR"),
    "enrol --export": ("enrol", "--export", "DIR/e.toml", "--store", "DIR"),
    "enrol --import": ("enrol", "--import", "DIR/tags.toml", "--yes", "--store", "DIR"),
    "enrol --forget": ("enrol", "--forget", "red/spear-1", "--yes", "--store", "DIR"),
}
Held = tuple[dict[int, list[Entry]], dict[bytes, str]]


def held(folder: Path) -> Held:
    """The games that a table which is switched on there has, and the tags. ValueError if it has set something aside."""
    with closing(Store.at_table(folder / STORE)) as store:
        if store.trouble or store.notice:
            raise ValueError(f"on a good disk: {store.trouble}{store.notice}")
        return {number: store.game(number) for number, _, _ in store.games()}, store.cards()


class Commands:
    """A process on a disk of its own; a child of it says each command, to a store that is sound."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "state"
        self._sound = folder / "sound"
        self._sound.mkdir()
        for name, content in stores()[0].items():
            (self._sound / name).write_bytes(content)
        self._before = held(self._sound)
        self._wanted: dict[str, dict[bytes, str]] = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", saying.__name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "LD_PRELOAD": str(compiled(folder))},
        )

    def say(
        self, name: str, kinds: int = 0, first: int = 0, count: int = 0, error: int = 0
    ) -> tuple[int, object, str]:
        """How many calls of the kinds there were, the exit status or a traceback, and what was said."""
        shutil.rmtree(self._folder, ignore_errors=True)
        shutil.copytree(self._sound, self._folder)
        words = [word.replace("DIR", str(self._folder)) for word in COMMANDS[name]]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        order = Order(str(self._folder), kinds, first, count, error)
        self._process.stdin.write(json.dumps([words, asdict(order)]) + "\n")
        self._process.stdin.flush()
        calls, status, text = json.loads(self._process.stdout.readline())
        return calls, status, text

    def trials(self, name: str, kind: str, step: int = 1) -> Iterator[Trial]:
        """Every ``step``-th call of a kind, alone and with all after it; each error that it can have, or, where calls
        are left out, one after the other."""
        errors, (calls, _, _) = ERRORS[KINDS[kind]], self.say(name, KINDS[kind])
        start = 1 if step == 1 else 1 + len(name) % min(step, calls or 1)
        for turn, first in enumerate(range(start, calls + 1, step)):
            for count in (1, ALWAYS):
                for error in errors if step == 1 else (errors[(turn + count) % len(errors)],):
                    yield Trial(kind, first, count, error)

    def faults(self, name: str, trial: Trial) -> list[str]:
        """What is wrong after a command whose calls failed."""
        _, status, text = self.say(name, KINDS[trial.kind], trial.first, trial.count, trial.error)
        if status not in (0, 1, 2):
            return [str(status)]
        found = []
        if status == 2 and (text.count("\n") != 1 or not ("; " in text or ": " in text)):
            found.append(f"no sentence that says what to do: {text!r}")
        try:
            games, tags = held(self._folder)
        except ValueError as error:
            return [*found, str(error)]
        games_before, tags_before = self._before
        if {number: games.get(number) for number in games_before} != games_before:
            found.append(f"of the games {[*games_before]} there are {[*games]}")
        if tags not in (tags_before, self._after(name)) or (status == 0 and tags != self._after(name)):
            found.append("tags are neither those of before nor those that were wanted")
        if name == "record import" and status == 0 and len(games) != len(games_before) + 1:
            found.append("the game that it told of is not there")
        return found

    def _after(self, name: str) -> dict[bytes, str]:
        """The tags that the command leaves on a good disk."""
        if name not in self._wanted:
            kept = self._folder.rename(self._folder.with_name("kept"))
            self.say(name)
            self._wanted[name] = held(self._folder)[1]
            shutil.rmtree(self._folder)
            kept.rename(self._folder)
        return self._wanted[name]

    def close(self) -> None:
        self._process.communicate()
        assert self._process.returncode == 0

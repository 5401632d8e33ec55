"""A table in the middle of an evening whose files are taken away, or replaced; and what a pulled plug leaves then."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from signifer_firmware.storage.store import Entry, Store

from tests.firmware.storage.states import BEGIN, TAG, actions

NAMES = ("s", "s-wal", "s-shm", "s-copy")
OTHER = {b"\x04xyz": "blue/spear-9"}
THERE = [("field-of-glory", 12), ("field-of-glory", 12)]


def played(folder: Path) -> Store:
    """A table in the middle of its third game, in a folder of its own."""
    folder.mkdir()
    store = Store.at_table(folder / "s", today=lambda: "2026-11-29")
    store.bind(TAG)
    for game in range(2):
        store.append([Entry(game, "begin", {"game": "field-of-glory"})])
        for number in range(11):
            store.append(actions(100 * game + number, 1))
    store.append([Entry(0, "setting", "sound quiet"), BEGIN])
    store.append(actions(10, 3))
    return store


def cut(folder: Path, into: Path) -> Path:
    """What a pulled plug leaves: the files that have a name."""
    shutil.copytree(folder, into)
    return into / "s"


def games_in(path: Path) -> list[tuple[str, int]]:
    """Each game of before that a table finds there, and how many entries it has."""
    with closing(Store.reading(path)) as store:
        assert [number for number, _, _ in store.games()] == list(range(1, len(store.games()) + 1))
        assert {date for _, _, date in store.games()} <= {"2026-11-29"}
        return [(name, len(store.game(number))) for number, name, _ in store.games()[:-1]]


def check(folder: Path, into: Path, last: int) -> None:
    """A table that is switched on there has all: the game that was on, tags, settings, and the games of before."""
    with closing(Store.at_table(cut(folder, into))) as store:
        assert (store.trouble, store.notice) == ("", "")
        assert store.last_game() == [BEGIN, *actions(10, last - 10)]
        assert (store.cards(), store.settings()) == (TAG, ["sound quiet"])
    # The setting was said before the game.
    assert games_in(into / "s") == [THERE[0], ("field-of-glory", 13)]


def away(*names: str) -> Callable[[Path], None]:
    def take(folder: Path) -> None:
        for name in names:
            (folder / name).unlink()

    return take


def put(old: Path, folder: Path) -> None:
    shutil.copy(old / "s", folder / "fresh")
    (folder / "fresh").rename(folder / "s")


def put_over(old: Path, folder: Path) -> None:
    (folder / "s").write_bytes((old / "s").read_bytes())


def put_over_without_log(old: Path, folder: Path) -> None:
    (folder / "s-wal").unlink()
    put_over(old, folder)


def put_alone(old: Path, folder: Path) -> None:
    for name in NAMES:
        (folder / name).unlink()
    shutil.copy(old / "s", folder / "s")

"""Kinds of files that go round a table: backups, updates and the card they go onto, games that a page is given, and
what a virtual table or the first start keeps for itself."""

from __future__ import annotations

import gzip
import io
import tempfile
from functools import cache
from pathlib import Path

from signifer_core.errors import MOST_FAULTS
from signifer_drivers.air.measured import Measured, Spot
from signifer_firmware.backup.making import make
from signifer_firmware.config.measured_file import text_of as bench_text
from signifer_firmware.recording.archive import games_known
from signifer_firmware.recording.game_text import parsed
from signifer_firmware.recording.share import Shared
from signifer_firmware.storage.state_folder import NOW, STORE
from signifer_firmware.system import slots
from signifer_firmware.web.play import Choice
from signifer_firmware.web.virtual.kept import text_of
from signifer_firmware.web.virtual.library import LINK_HEAD
from signifer_firmware.web.virtual.live import TWO
from signifer_firmware.web.virtual.shelf import PLACES

from tests.firmware.system import updating
from tests.fuzz import texts

from . import thrown
from .kind import Files, Kind, named
from .stores import stores

# A kernel whose restart may ask for the other slot.
KERNEL = b"6.12.47+rpt-rpi-v8\n"


def own_files() -> Files:
    """A table with corrections of its own, which names a file beside it."""
    table = (texts.TABLES / "direct.toml").read_bytes() + b'\n[cards]\ncorrections = "c.toml"\n'
    return {"t.toml": table, "c.toml": texts.CARDS}


@cache
def backups() -> list[Files]:
    """Of each store, with the table's own files and without; in a folder where another one is kept already."""
    found: list[Files] = []
    own = own_files()
    parts = {"table": own["t.toml"], "own/c.toml": own["c.toml"]}
    with tempfile.TemporaryDirectory() as name:
        store = Path(name) / STORE
        for files in stores():
            store.write_bytes(files[STORE])
            for held in ({}, parts):
                out = io.BytesIO()
                make(store, held, out, date="2026-01-01")
                found.append({"b.backup": out.getvalue(), f"kept/{STORE}": files[STORE], **own})
    return found


def card() -> Files:
    """A card of the image as it runs, in a folder; and an update for it."""
    with tempfile.TemporaryDirectory() as name:
        update = updating.update_of("2", Path(name)).read_bytes()
    return {
        f"root/{slots.AUTOBOOT}": slots.autoboot(2),
        f"root/{slots.NOTE}": b'{"stage": "trying", "slot": 3, "version": "2", "build": "%s"}' % _build("2"),
        f"root/{slots.STARTED}": b"slot=2\ndisk=/dev/mmcblk0\nbuild=%s\n" % _build("1"),
        "root/proc/sys/kernel/osrelease": KERNEL,
        "root/dev/mmcblk0p2": updating.image("1").ljust(updating.ROOM, b"\0"),
        "root/dev/mmcblk0p3": bytes(updating.ROOM),
        "x.update": update,
    }


def _build(version: str) -> bytes:
    return updating.build(version).encode()


def _first(files: Files, name: str) -> Files:
    return {name: files[name], **files}


def _links() -> list[Files]:
    """Games that were shared as links, by what stands behind the # of an address."""
    found = []
    for content in texts._records():
        record = parsed(content.decode(), file="r", games=games_known())
        shared = Shared(games_known()[record.name], record, None)
        found.append(LINK_HEAD + shared.link().encode())
    return named("link", found)


def _under_way() -> list[Files]:
    """Of the game that robots left in the middle."""
    files = stores()[0]
    text = text_of(Choice(TWO), (("red/spear-1", ("red", "hand")),)).encode()
    return [{f"{NOW}/{PLACES}": text, f"{NOW}/{STORE}": files[STORE]}]


BENCH = Measured((Spot(1, 0.0, 0.0, 1.0), Spot(2, 19.0, 0.0, 0.5)), 19.0)
RESTORED = ("--store", "DIR/kept", "--table", "DIR/t.toml")
KEEPING: dict[str, Kind] = {
    "backup": Kind(
        (
            ("restore", "FILE", *RESTORED),
            ("record", "list", f"DIR/kept/{STORE}"),
            ("league", f"DIR/kept/{STORE}"),
            ("enrol", "--list", "--store", "DIR/kept"),
            ("backup", "DIR/new.backup", *RESTORED),
            ("restore", "FILE", "--store", "DIR/fresh", "--table", "direct"),
        ),
        backups,
        (thrown.in_backup, thrown.in_backup, thrown.in_bytes),
        in_order=True,
    ),
    "update": Kind(
        (("update", "FILE", "--no-restart", "--root", "DIR/root"), ("update", "--root", "DIR/root")),
        lambda: [{"u.update": card()["x.update"], **card()}],
        (thrown.in_update, thrown.in_bytes),
        most_lines=4,
        in_order=True,
    ),
    "card": Kind(
        (("update", "--root", "DIR/root"), ("update", "DIR/x.update", "--no-restart", "--root", "DIR/root")),
        lambda: [_first(card(), name) for name in card() if name.startswith("root/") and "dev/" not in name],
        (thrown.in_words, thrown.in_json, thrown.in_bytes),
        most_lines=4,
        renamed=False,
        in_order=True,
    ),
    "link": Kind((("reads", "opened", "FILE"),), _links, (thrown.in_link, thrown.in_bytes), most_lines=1),
    "opened record": Kind(
        (("reads", "opened", "FILE"),),
        lambda: named("r.txt", texts._records()),
        (thrown.in_words, thrown.in_bytes),
        most_lines=1,
    ),
    "opened report": Kind(
        (("reads", "opened", "FILE"),),
        lambda: named("r.gz", texts._reports()[:1]),
        (thrown.in_json, thrown.in_bytes),
        most_lines=1,
        packed=lambda data: gzip.compress(data, 1),
    ),
    "under way": Kind(
        (("reads", "shelf", "FILE"),),
        _under_way,
        (thrown.in_json, thrown.in_bytes),
        most_lines=1,
        renamed=False,
    ),
    "told": Kind(
        (("reads", "told", "FILE"),),
        lambda: named("told.json", [b'{"network": ["Signifer 7", "12345678"], "language": "fr"}']),
        (thrown.in_json, thrown.in_bytes),
        most_lines=1,
    ),
    "bench": Kind(
        (("reads", "bench", "FILE"),),
        lambda: named(
            "m.toml",
            [bench_text(Measured((Spot(1, 0.0, 0.0, 1.0), Spot(2, 19.0, 0.0, 0.5)), 19.0), "1 red").encode()],
        ),
        (thrown.in_toml, thrown.in_bytes),
        most_lines=MOST_FAULTS,
    ),
}

"""Each kind of file that a command reads: sound ones, how they are changed, and the commands they are given to."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache

from signifer_core.games.dark_age_arena.deck import TRAINING, training
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.system.setup_apply import RECORD

from tests.fuzz import texts
from tests.fuzz.texts import TABLES, TESTS

from . import thrown
from .keeping import KEEPING
from .kind import Files, Kind, Way, named
from .stores import stores

# A script that says something about each game, and none that takes long to play.
LONGEST_SCRIPT = 600
# Own codes, where a command draws screens in a terminal; none of them is among thrown.CODES.
DRAWN = ("\x1b[H", "\x1b[2J", "\x1b[K", "\x1b[J", "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m")


def _tables() -> list[Files]:
    return named("t.toml", [path.read_bytes() for path in sorted(TABLES.glob("*.toml"))], _beside())


@cache
def _beside() -> Files:
    """What tables and commands name."""
    return {
        "s.table": b"game thermopyles\nplayers 1\nput spartan-9 1 red\npress ok red\n",
        "d.table": b"game dark-age-arena\ndeck red d.toml\n",
    }


def _table_with(entry: bytes) -> bytes:
    return (TABLES / "direct.toml").read_bytes() + b"\n[cards]\n" + entry


def _decks() -> list[Files]:
    beside = {**_beside(), "t.toml": _table_with(b'decks = "d.toml"\n')}
    return named("d.toml", [training(name).text.encode() for name in TRAINING], beside)


def _corrections() -> list[Files]:
    return named("c.toml", [texts.CARDS], {"t.toml": _table_with(b'corrections = "c.toml"\n')})


def _scripts() -> list[Files]:
    found = [path.read_bytes() for path in sorted((TESTS / "scripts").glob("*.table"))]
    return named("s.table", [content for content in found if len(content) < LONGEST_SCRIPT])


def _records() -> list[Files]:
    return named("r.txt", texts._records())


def _first(name: str) -> Callable[[], list[Files]]:
    """The stores that have such a file, which comes first."""
    return lambda: [
        {name: files[name], **{other: content for other, content in files.items() if other != name}}
        for files in stores()
        if name in files
    ]


SYSTEM: Files = {
    "root/boot/firmware/config.txt": b"# options\ndtparam=audio=on\n[cm4]\notg_mode=1\n[all]\nenable_uart=1",
    "root/etc/os-release": b'ID=debian\nVERSION_ID="12"\n',
    "root/etc/group": b"root:x:0:\ndialout:x:20:maker\ni2c:x:994:\nspi:x:995:\ngpio:x:996:other,maker\n",
    "root/proc/device-tree/model": b"Raspberry Pi 4 Model B Rev 1.4\0",
}
_KEPT = b'{"files": {"boot/firmware/config.txt": {"before": "IyBhCg==", "after": "IyBiCg=="}}, "undo": [["true", "x"]]}'


def _system() -> list[Files]:
    return [{name: SYSTEM[name], **SYSTEM} for name in SYSTEM]


_DOCTOR: Way = ("doctor", "--root", "DIR/root", "--no-ask", "--table", "direct")
STORE_WAYS: tuple[Way, ...] = (
    ("record", "list", f"DIR/{STORE}"),
    ("record", "export", f"DIR/{STORE}"),
    ("dice", f"DIR/{STORE}"),
    ("report", f"DIR/{STORE}", "DIR/r.gz", "--hidden"),
    ("enrol", "--list", "--store", "DIR"),
    ("enrol", "--export", "-", "--store", "DIR"),
    ("enrol", "--forget", "red/spear-1", "--yes", "--store", "DIR"),
    ("enrol", "--import", "DIR/tags.toml", "--yes", "--store", "DIR"),
    ("record", "import", "DIR/r.txt", f"DIR/{STORE}"),
    ("league", f"DIR/{STORE}", "--csv", "DIR/l.csv"),
    ("record", "share", "DIR/g.gif", f"DIR/{STORE}"),
    ("record", "share", "DIR/g.html", f"DIR/{STORE}"),
    ("record", "link", f"DIR/{STORE}"),
    ("backup", "DIR/b.backup", "--store", "DIR", "--table", "direct"),
    ("doctor", "--no-ask", "--only", "store", "--store", "DIR", "--table", "direct", "--root", "DIR"),
)
_WORDS = (thrown.in_words, thrown.in_bytes)
_TOML = (thrown.in_toml, thrown.in_bytes)
_JSON = (thrown.in_json, thrown.in_bytes)
KINDS: dict[str, Kind] = {
    "table": Kind(
        (
            ("table", "FILE"),
            ("wiring", "--table", "FILE"),
            ("script", "--json", "DIR/s.table"),
            ("play", "DIR/s.table", "--table", "FILE", "--speed", "0"),
            ("enrol", "--list", "--table", "FILE", "--store", "DIR"),
            ("service", "install", "FILE", "--to", "DIR"),
            ("node", "assign", "FILE"),
        ),
        _tables,
        _TOML,
    ),
    "deck": Kind(
        (
            ("deck", "check", "FILE"),
            ("enrol", "--deck", "FILE", "--list", "--store", "DIR"),
            ("table", "DIR/t.toml"),
            ("script", "DIR/d.table"),
        ),
        _decks,
        _TOML,
    ),
    "corrections": Kind(
        (("enrol", "--list", "--corrections", "FILE", "--store", "DIR"), ("table", "DIR/t.toml")),
        _corrections,
        _TOML,
    ),
    "tags": Kind(
        (("enrol", "--import", "FILE", "--yes", "--store", "DIR"), ("enrol", "--list", "--store", "DIR")),
        lambda: named("t.toml", [texts.TAGS]),
        _TOML,
    ),
    "script": Kind(
        (("script", "FILE"), ("script", "--json", "FILE"), ("play", "FILE", "--speed", "0")), _scripts, _WORDS
    ),
    "record": Kind(
        (
            ("replay", "FILE", "--gif", "DIR/r.gif"),
            ("record", "import", "FILE", "DIR/n.sqlite"),
            ("record", "list", "DIR/n.sqlite"),
            ("record", "export", "DIR/n.sqlite"),
            ("dice", "DIR/n.sqlite"),
            ("league", "DIR/n.sqlite"),
            ("analyse", "FILE", "DIR/a.html", "--iterations", "2"),
        ),
        _records,
        _WORDS,
        in_order=True,
    ),
    "report": Kind(
        (("replay", "--quiet", "FILE"), ("replay", "FILE", "--speed", "0", "--script", "DIR/s.table")),
        lambda: named("r.gz", texts._reports()[:1]),
        _JSON,
        most_lines=1,
        packed=lambda data: gzip.compress(data, 1),
    ),
    "packed report": Kind(
        (("replay", "--quiet", "FILE"),),
        lambda: named("r.gz", [texts._reports()[1][1:]]),
        (thrown.in_bytes,),
        most_lines=1,
    ),
    "store": Kind(
        STORE_WAYS, _first(STORE), (thrown.in_rows, thrown.in_rows, thrown.in_bytes), most_lines=1, renamed=False
    ),
    "second copy": Kind(STORE_WAYS[6:], _first(f"{STORE}-copy"), _JSON, most_lines=1, renamed=False),
    "flight": Kind((STORE_WAYS[3],), _first(f"{STORE}-flight-0"), _JSON, most_lines=1, renamed=False),
    "system": Kind(
        (
            ("setup", "--root", "DIR/root", "--user", "maker", "--no-service", "--table", "direct"),
            (*_DOCTOR, "--only", "computer", "--only", "i2c", "--only", "mux", "--only", "spi"),
            (*_DOCTOR, "--only", "chip", "--only", "group", "--only", "gpio", "--only", "service"),
        ),
        _system,
        _WORDS,
        most_lines=3,
        renamed=False,
    ),
    "setup": Kind(
        (
            ("setup", "--root", "DIR/root", "--undo"),
            ("setup", "--root", "DIR/root", "--undo", "--yes"),
        ),
        lambda: [{f"root/{RECORD}": _KEPT, **SYSTEM}],
        _JSON,
        most_lines=3,
        renamed=False,
    ),
    **KEEPING,
}  # fmt: skip

"""How a sound file becomes an odd one: in its fields, in its bytes, in its name, or by being no file at all."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import random
import socket
import sqlite3
import tempfile
import zlib
from base64 import urlsafe_b64encode
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

from signifer_firmware.backup import archive
from signifer_firmware.recording.share import LINK, of_link
from signifer_firmware.web.virtual.library import LINK_HEAD

from tests.fuzz.inputs import ODD

from .hostile import MEGABYTE

# Escape codes that no command of ours says by itself: a title, blinking (also as one character), whatever comes turned
# round.
CODES = ("\x1b]0;evil\x07", "\x1b[5m", "\x9b5m", "\u202e", "\x08\x08", "\x7f", "\u2028")
WORDS = (
    *CODES,
    *("9" * 400, "-1", "0", "1e999", "nan", "-inf", "٣", "0x7fffffff", "1979-05-27", "true", "none", "red", "blue"),
    *("", "'", '"', "\\", "[" * 60, "{}", "#", "=", "\0", "é" * 900, "x" * 3_000, "..", "/dev/zero", "%s", "[bold]"),
    *("red/spear-1", "tag/1", "thermopyles:spartan-3", "column", "1", "9223372036854775808", "0.1", "🂡", "A\u0301"),
)  # fmt: skip
# As TOML has them.
TOML_VALUES = (
    *('""', "[]", "{}", "-1", "0", "99999999999999999999999", "1e400", "nan", "inf", "true", "1979-05-27T07:32:00Z"),
    *('"\\u001b]0;evil\\u0007"', '"\\u001b[5m"', '"\\u009b5m"', '"\\u202e"', '"\\u0000"', '"x"', "'''\n'''"),
    *("[[[[[[]]]]]]", '{a = {b = {c = 1}}}', '["x", 1]', f'"{"y" * 3_000}"', "0x7f", '"../x.toml"', '"/dev/zero"'),
)  # fmt: skip
PARTS = (
    b'"',
    b"[",
    b"\n",
    b"\r",
    b"\0",
    b"9" * 30,
    b"\x1b]0;evil\x07",
    b"\xc2\x9b5m",
    b"\xff\xfe",
    b"\xed\xa0\x80",
)
NAMES = (
    "\x1b]0;evil\x07",
    "a\nb",
    "\u202eb",
    "\udcff",
    "-x",
    "a b 'c' \"d\"",
    "x" * 180,
    "\x9b5m",
    "[bold]",
    "%s",
)


def in_bytes(rng: random.Random, sound: bytes) -> bytes:
    """Parts that go, come, or stand there many times; cut, doubled, flipped, nothing, or another encoding."""
    data = bytearray(sound)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(12):
            case 0:
                del data[at:]
            case 1:
                data += bytes(data)
            case 2 if data:
                data[at - 1] ^= 1 << rng.randrange(8)
            case 3:
                data = bytearray(
                    data.decode(errors="replace").encode(rng.choice(("utf-16", "utf-8-sig", "utf-32")))
                )
            case 4:
                data = data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"")))
            case 5:
                data[at:at] = sound[at : at + 40] * rng.randrange(400)
            case 6 if rng.random() < 0.2:
                data.clear()
            case _:
                data[at : at + rng.choice((0, 1, 8, 60))] = rng.choice((rng.randbytes(4), *PARTS))
    return bytes(data[:MEGABYTE])


def in_words(rng: random.Random, sound: bytes) -> bytes:
    """Words of some lines are others, more or fewer; lines go, come twice, or change places."""
    lines = [line.split(b" ") for line in sound.split(b"\n")]
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(lines))
        words = lines[at]
        word = rng.choice(WORDS).encode()
        match rng.randrange(8):
            case 0:
                lines.insert(at, [*rng.choice(lines)])
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                words.insert(rng.randrange(len(words) + 1), word)
            case 3:
                lines.insert(at, [b"#", word])
            case _:
                words[rng.randrange(len(words))] = word
    return b"\n".join(b" ".join(line) for line in lines)[:MEGABYTE]


def in_toml(rng: random.Random, sound: bytes) -> bytes:
    """Values of some keys are others; keys go, come twice, or are called otherwise."""
    lines = sound.split(b"\n")
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(lines))
        key, equals, _ = lines[at].partition(b"=")
        match rng.randrange(8) if equals else 0:
            case 0:
                lines.insert(at, rng.choice(lines))
            case 1:
                del lines[at]
                lines = lines or [b""]
            case 2:
                lines[at] = (
                    b'"' + rng.choice(TOML_VALUES).encode().strip(b'"') + b'" ' + lines[at][len(key) :]
                )
            case _:
                lines[at] = key + b"= " + rng.choice(TOML_VALUES).encode()
    return b"\n".join(lines)[:MEGABYTE]


def in_json(rng: random.Random, sound: bytes) -> bytes:
    """Values in some of the lines are others, or lines go, come twice, change places."""
    lines = sound.split(b"\n")
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(lines))
        with suppress(ValueError):
            lines[at] = json.dumps(_odd(rng, json.loads(lines[at]))).encode()
            continue
        lines.insert(at, rng.choice(lines))
    return b"\n".join(lines)[:MEGABYTE]


def _odd(rng: random.Random, value: object) -> object:
    """The value with one part of it odd."""
    if isinstance(value, list | dict) and value and rng.random() < 0.9:
        key = rng.choice([*value] if isinstance(value, dict) else [*range(len(value))])
        if rng.random() < 0.1:
            del value[key]
        else:
            value[key] = _odd(rng, value[key])
        return value
    return rng.choice((*ODD, *WORDS))


# What is no damage to SQLite's file, and yet nothing that a program of ours has written.
_SQL = (
    "UPDATE journal SET body = ? WHERE number = {row}",
    "UPDATE journal SET kind = ? WHERE number = {row}",
    "UPDATE journal SET body = ?, crc = NULL WHERE number = {row}",
    "INSERT INTO journal (at_us, kind, body) SELECT at_us, kind, ? FROM journal WHERE number = {row}",
    "INSERT INTO journal (at_us, kind, body) VALUES (0, ?, 'null')",
    "UPDATE tags SET card = ?, crc = NULL",
    "INSERT OR REPLACE INTO tags (uid, card) VALUES (x'04112233445577', ?)",
    "UPDATE games SET name = ?",
    "UPDATE games SET date = ?",
    "UPDATE games SET first = ?",
    "INSERT INTO games (name, date, first) VALUES (?, '2026-01-01', {row})",
    "INSERT OR REPLACE INTO settings VALUES (?, 'x', 1)",
    "UPDATE settings SET value = ?",
)
_SCHEMA = ("DROP TABLE games", "DROP TABLE tags", "DROP TABLE settings", "PRAGMA user_version = {row}")


def in_rows(rng: random.Random, sound: bytes) -> bytes:
    """A store whose rows are odd; its file is whole."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s"
        path.write_bytes(sound)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            for name in ("journal_keeps", "journal_stays"):
                db.execute(f"DROP TRIGGER IF EXISTS {name}")
            (last,) = db.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()
            for _ in range(rng.randrange(1, 4)):
                row = rng.randrange(1, last + 2)
                value = rng.choice(
                    (*WORDS, json.dumps(rng.choice(WORDS)), json.dumps(rng.choice(ODD)), None, 7, b"\xff")
                )
                with suppress(sqlite3.Error):
                    if rng.random() < 0.1:
                        db.execute(rng.choice(_SCHEMA).format(row=row))
                    elif rng.random() < 0.3:
                        _in_body(rng, db, row)
                    else:
                        db.execute(rng.choice(_SQL).format(row=row), (value,))
            db.execute("PRAGMA journal_mode = DELETE")
        return path.read_bytes()


def _in_body(rng: random.Random, db: sqlite3.Connection, row: int) -> None:
    """One value inside an entry's body is odd."""
    found = db.execute("SELECT body FROM journal WHERE number = ?", (row,)).fetchone()
    if found is None:
        return
    # One that was made no JSON before stays what it is.
    with suppress(ValueError, TypeError):
        body = json.dumps(_odd(rng, json.loads(found[0])))
        db.execute("UPDATE journal SET body = ?, crc = NULL WHERE number = ?", (body, row))


def in_backup(rng: random.Random, sound: bytes) -> bytes:
    """A backup that holds what it says: one of its parts is odd, or what it says is."""
    if rng.random() < 0.3:
        head, _, packed = sound.partition(b"\n")
        return json.dumps(_odd(rng, json.loads(head))).encode() + b"\n" + packed
    stream = io.BytesIO(sound)
    said = archive.manifest(stream)
    parts = {part.name: b"".join(pieces) for part, pieces in archive.unpacked(stream, said)}
    name = rng.choice([*parts])
    change = rng.choice((in_rows, in_rows, in_bytes) if name == archive.STORE_PART else (in_toml, in_bytes))
    parts[name] = change(rng, parts[name])
    out = io.BytesIO()
    listed = tuple(archive.part_of(each, (content,)) for each, content in parts.items())
    told = archive.Manifest(said.version, said.date, listed)
    archive.write(out, told, [partial(iter, (content,)) for content in parts.values()])
    return out.getvalue()


def in_update(rng: random.Random, sound: bytes) -> bytes:
    """An update whose first line is odd, or whose image is another one, and is what that line says."""
    head, _, packed = sound.partition(b"\n")
    said = json.loads(head)
    if rng.random() < 0.7:
        return json.dumps(_odd(rng, said)).encode() + b"\n" + packed
    image = in_bytes(rng, gzip.decompress(packed))
    said |= {"bytes": len(image), "sha256": hashlib.sha256(image).hexdigest()}
    return json.dumps(said).encode() + b"\n" + gzip.compress(image, 1)


def in_link(rng: random.Random, sound: bytes) -> bytes:
    """A link to a game that is odd, packed as a sound one."""
    record = in_words(rng, of_link(sound.removeprefix(LINK_HEAD).decode()))
    packed = urlsafe_b64encode(zlib.compress(record, 9)).rstrip(b"=")
    return LINK_HEAD + LINK.encode() + packed


PLACES = ("folder", "pipe", "device", "itself", "nowhere", "nothing", "socket", "link")


def no_file(rng: random.Random, path: Path, sound: bytes) -> str:
    """Something else at ``path``; what it is."""
    what = rng.choice(PLACES)
    match what:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to(rng.choice(("/dev/zero", "/dev/null", "/dev/full", "/dev/tty")))
        case "itself":
            path.symlink_to(path.name)
        case "nowhere":
            path.symlink_to("nowhere")
        case "socket":
            with (
                closing(socket.socket(socket.AF_UNIX)) as end,
                suppress(OSError),
            ):  # a name may be too long for one
                end.bind(str(path))
        case "link":
            beside = path.with_name("other")
            beside.write_bytes(sound)
            path.symlink_to(beside.name)
    return what

"""``signifer update``: a new system into the slot that does not run, tried once, kept if the table comes up healthy.

What is on the card at each moment, so that a power cut is no harm: the slot that runs is never written, and it is what
starts until the new one has shown that its table is well. The note on the data partition says how far an update is;
it says what happened, and decides nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from signifer_core.errors import Fault

from signifer_firmware.files.reading import read_bytes

from .slots import SECTOR, SLOTS, Card, other
from .update_file import Manifest, UpdateError, check, chunks, is_version, manifest

MOST_NOTE = 4096


class Stage(StrEnum):
    """How far an update is: its slot is being written; it is to be tried once; it was, and went back."""

    WRITING = "writing"
    TRYING = "trying"
    FAILED = "failed"


@dataclass(frozen=True)
class Note:
    """What is kept of an update that is under way, or has failed."""

    stage: Stage
    slot: int
    version: str
    build: str


def note_of(card: Card) -> Note | None:
    """The note; None if there is none, or nothing to be read."""
    try:
        said = json.loads(read_bytes(card.note, MOST_NOTE))
        note = Note(Stage(said["stage"]), said["slot"], said["version"], said["build"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    is_sound = note.slot in SLOTS and is_version(note.version) and isinstance(note.build, str)
    return note if is_sound else None


def _keep(card: Card, note: Note | None) -> None:
    card.medium.keep(card.note, None if note is None else json.dumps(asdict(note)).encode())


def install(card: Card, file: Path, tell: Callable[[str], None]) -> Manifest:
    """Write ``file`` into the other slot, and read it back; the next start by ``tryboot`` tries it. What ``tell``
    hears is a `Fault` each time, which can be said in other languages.

    UpdateError, OSError: what runs now stays what starts.
    """
    if card.default not in (None, card.running):
        said = "the version that runs is on trial itself; wait five minutes, and say it again"
        raise UpdateError(Fault(said, "update-on-trial"))
    # What its first line claims is asked first: all of it is unpacked next, and that is as much as a slot takes.
    found = manifest(file)
    if found.build == card.build:
        said = f"{file}: version {found.version} is what runs already; nothing was changed"
        raise UpdateError(Fault(said, "update-runs", version=found.version))
    slot = other(card.running)
    if found.bytes > card.room(slot):
        claims = f"{file}: takes {found.bytes} bytes, and a slot of this card has {card.room(slot)}"
        raise UpdateError(Fault(f"{claims}; write the card again", "update-large"))
    tell(Fault(f"reading {file}", "update-reading"))
    if check(file) != found:
        raise UpdateError(Fault(f"{file}: was changed while it was read; say it again", "update-changed"))
    # Before a slot of which nobody is sure is written, the one that runs is what starts; and a card that does not take
    # that is known before anything is changed.
    card.start_always(card.running)
    _keep(card, Note(Stage.WRITING, slot, found.version, found.build))
    said = f"writing version {found.version} into slot {slot}"
    tell(Fault(said, "update-writing", version=found.version, slot=slot))
    _write(card, slot, file)
    tell(Fault("reading it back", "update-compares"))
    _compare(card, slot, found)
    _keep(card, Note(Stage.TRYING, slot, found.version, found.build))
    if not card.has_tryboot:
        try:
            card.start_once(slot)
        except UpdateError:
            # It is not tried: the next start is not to say that it was.
            _keep(card, Note(Stage.WRITING, slot, found.version, found.build))
            raise
    return found


def _write(card: Card, slot: int, file: Path) -> None:
    """The first sector comes last: without it a slot is none, and no half of one ever starts."""
    path, medium = card.slots[slot], card.medium
    medium.write(path, 0, bytes(SECTOR))
    medium.sync(path)
    first, at = b"", 0
    for chunk in chunks(file):
        first = first or chunk[:SECTOR]
        body = chunk[SECTOR:] if at == 0 else chunk
        medium.write(path, at + len(chunk) - len(body), body)
        at += len(chunk)
    medium.sync(path)
    medium.write(path, 0, first)
    medium.sync(path)


def _compare(card: Card, slot: int, found: Manifest) -> None:
    digest = hashlib.sha256()
    card.read(slot, found.bytes, digest.update)
    if digest.hexdigest() != found.sha256:
        said = f"slot {slot} does not hold what was written into it: the card is worn out; take a new card"
        raise UpdateError(Fault(said, "update-worn"))


def settle(card: Card, is_healthy: Callable[[], bool]) -> tuple[str, bool]:
    """After a start: keep a new system whose table is healthy, tell what became of an update.

    A sentence ("" if there is nothing to tell), and whether the system has to be restarted, into the slot of before.
    """
    note = note_of(card)
    if card.default == card.running or card.default is None:
        return _settled(card, note)
    if not is_healthy():
        return "the new version does not come up healthy; the table goes back to the one before", True
    card.start_always(card.running)
    version = f"version {note.version}" if note is not None else "the new version"
    _keep(card, None)
    return f"{version} runs, and is what starts from now on", False


def _settled(card: Card, note: Note | None) -> tuple[str, bool]:
    """What runs is what starts as a rule."""
    if note is None:
        return "", False
    if note.build == card.build:
        # The power went between the slot's being kept and the note's being taken away.
        _keep(card, None)
        return f"version {note.version} runs, and is what starts from now on", False
    if note.stage is Stage.TRYING:
        note = Note(Stage.FAILED, note.slot, note.version, note.build)
        _keep(card, note)
    return told(note), False


def told(note: Note) -> Fault:
    """What has become of an update, in one sentence."""
    version = note.version
    match note.stage:
        case Stage.WRITING:
            said = f"the update to version {version} was broken off, and nothing is lost; start it again"
            return Fault(said, "update-broken-off", version=version)
        case Stage.TRYING:
            return installed(version)
        case Stage.FAILED:
            said = (
                f"version {version} did not come up healthy, or the power went while it was tried; "
                "the version before runs, and nothing is lost"
            )
            return Fault(said, "update-went-back", version=version)


def installed(version: str) -> Fault:
    """What is said of a version that is in its slot."""
    said = f"version {version} is installed, and is tried at the next restart"
    return Fault(said, "update-installed", version=version)

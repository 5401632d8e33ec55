"""Files and messages that people and programs write: read whole, or refused with an error of our own."""

from __future__ import annotations

import gzip
import json
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.games.dark_age_arena.deck import TRAINING, joined, parse_deck, parse_decks, training
from signifer_core.games.field_of_glory.deck import field_of_glory_catalogue
from signifer_firmware.config.model import load_table, parse_table
from signifer_firmware.config.toml_edit import with_value
from signifer_firmware.enrolment import tag_file
from signifer_firmware.game_api import registry
from signifer_firmware.games.field_of_glory.game import GAME as FIELD_OF_GLORY
from signifer_firmware.recording import report
from signifer_firmware.recording.game_text import parsed, written
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.settings import Settings
from signifer_firmware.simulation.setup import setup_of
from signifer_firmware.web.server import messages, vocabulary

from tests.firmware.simulation.robot_records import GAMES, play, record_of
from tests.firmware.storage.states import ROOM

from .bare import BareRerun
from .inputs import Target, odd_values

TESTS = Path(__file__).parents[1]
TABLES = Path(parse_table.__code__.co_filename).with_name("tables")


def _faulty(faults: list[str], file: str) -> None:
    """Faults are lines, each with the file's name and one of its lines."""
    assert faults
    for fault in faults:
        name, line, text = fault.split(":", 2)
        assert name == file
        assert int(line) >= 1
        assert text.strip()
        assert "\n" not in fault


def script(data: bytes) -> None:
    text = data.decode(errors="replace")
    try:
        found = parse_script(text, file="f")
        check(found, load_table("standard"), file="f")
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    registry.bundle(found.game).begin(setup_of(found, load_table("standard")))


def table(data: bytes) -> None:
    try:
        found = parse_table(data, file="f", name="t")
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    found.warnings()


def cards(data: bytes) -> None:
    """An owner's corrections."""
    base = field_of_glory_catalogue()
    try:
        found = base.overlaid(data.decode(errors="replace"), file="f")
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    assert set(found) == set(base)
    FIELD_OF_GLORY.bundle(data.decode(errors="replace"), file="f")
    text = data.decode(errors="replace").removeprefix("\ufeff")
    for path in (("kind", "spear", "against", "cavalry"), ("card", "red/cavalry-5", "command_points")):
        with suppress(ConfigError):  # there is no room for it
            text = with_value(text, path, 4)
        base.overlaid(text, file="f")


def deck(data: bytes) -> None:
    """A player's own deck: read, and the same out of the text that a game keeps; or refused."""
    text = data.decode(errors="replace")
    try:
        found = parse_deck(text, file="f")
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    against = next(known for name in TRAINING if (known := training(name)).name != found.name)
    both = joined(found, against)
    assert parse_decks(both.text, file="f") == both


def tags(data: bytes) -> None:
    """Which tag is on which card: read, and written as it was; or refused."""
    games = {"field-of-glory": field_of_glory_catalogue()}
    try:
        found = tag_file.parsed(data.decode(errors="replace"), file="f", catalogues=games)
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    (catalogue,) = games.values()
    again = tag_file.exported(catalogue, tuple(catalogue), found)
    assert tag_file.parsed(again, file="f", catalogues=games) == found


def record(data: bytes) -> None:
    """A game as text: read through the rules, and written as it was; or refused."""
    try:
        found = parsed(data.decode(errors="replace"), file="f", games=GAMES)
    except ConfigError as error:
        _faulty(error.faults, "f")
        return
    assert parsed(written(found), file="f", games=GAMES) == found


def message(data: bytes) -> None:
    """What a page sends; lone halves of UTF-16 pairs can come, too."""
    with suppress(messages.MessageError):
        deed = messages.parse(data.decode(errors="surrogateescape"))
        json.dumps(deed.model_dump())
        for name in ("to", "place"):
            if hasattr(deed, name):
                vocabulary.place(getattr(deed, name))


def setting(data: bytes) -> None:
    with suppress(ConfigError):
        Settings().changed(data.decode(errors="replace"))


def flight(data: bytes) -> None:
    """A report, or its lines packed here; what can be read is played again, with all that a table has."""
    packed = data[1:] if data[:1] == b"\0" else gzip.compress(data, 1)
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "report.gz"
        path.write_bytes(packed)
        with suppress(SigniferError), report.whole(path):
            flown = report.unpacked(path)
            _play(Rerun(flown, Path(folder), lambda news: None))


def _play(run: Rerun) -> None:
    try:
        for number, _ in enumerate(steps(run)):
            if number > 10:
                break
        difference(run)
    finally:
        run.close()


def odd_flight(data: bytes) -> None:
    """A sound report with odd values in it, played without chips, files and pictures."""
    with suppress(SigniferError), report.whole(Path("memory")):
        _play(BareRerun(report.flown(odd_values(_report_lines(), data))))


# Seeds


def _files(folder: Path, pattern: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob(pattern))]


@cache
def _records() -> list[bytes]:
    """Games as far as clumsy robots came."""
    return [written(record_of(play(*game))).encode() for game in ((1, 3), (2, 30), (3, 10_000))]


TAGS = b'game = "field-of-glory"\n[tags]\n04112233445566 = "red/spear-1" # one\n04112233445567 = "terrain/hill-1"\n'
CARDS = b"""game = "field-of-glory"
[kind.archer]
unit_value = 3
[card."red/spear-1"]
unit_value = 4
"""
MESSAGES = (
    b'{"run": "abc", "n": 1, "do": "move", "card": "red/heavy-infantry-1", "to": "3 red"}',
    b'{"run": "abc", "n": 1, "do": "button", "name": "column 3 blue", "down": true}',
    b'{"run": "abc", "n": 1, "do": "new", "mode": "two", "red": "fr", "blue": "de"}',
    b'{"run": "abc", "n": 1, "do": "speed", "speed": 2.0}',
)


@cache
def _reports() -> list[bytes]:
    """The first turns of a game, unpacked."""
    from tests.firmware.runtime.flights import fly

    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        packed = report.packed(fly(Path(folder), 1, 3), hidden=True)
    return [gzip.decompress(packed), b"\0" + packed]


@cache
def _report_lines() -> list[Any]:
    return [json.loads(line) for line in _reports()[0].splitlines()]


TARGETS = {
    "scripts": Target(script, lambda: _files(TESTS / "scripts", "*.table")),
    "tables": Target(table, lambda: _files(TABLES, "*.toml"), 60),
    "cards": Target(cards, lambda: [CARDS], 60),
    "decks": Target(deck, lambda: [training(name).text.encode() for name in TRAINING], 60),
    "tags": Target(tags, lambda: [TAGS], 60),
    "records": Target(record, _records, 60),
    "messages": Target(message, lambda: MESSAGES),
    "settings": Target(setting, lambda: [b"language red fr", b"sound quiet", b"hold 1000", b"odds on"]),
    "report-values": Target(
        odd_flight, lambda: [b"\0", b"\5\0\3\x20\x21\x20\3", b"\3\0\3\xff\4\1\0\1\3\0"], 8
    ),
    "reports": Target(flight, _reports, 8),
}

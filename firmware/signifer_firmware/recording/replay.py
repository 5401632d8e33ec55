"""``signifer replay``: a report played once more, step by step, by the same firmware on the virtual table.

The cards lie as they lay, the journal is what it was, dice fall as they fell; then readers and buttons say what they
said, when they said it. What the firmware decides now is compared with what it decided then.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from signifer_core.dice import Record
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json, as_int, as_list, as_object, as_str
from signifer_core.layout import COLUMNS, SIDES, Layout, Zone, side_of
from signifer_core.presses import Button, Press, PressKind
from signifer_drivers.polling.findings import Change, ChangeKind, Doubt

from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import virtual_devices
from signifer_firmware.game_api.registry import names
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session import dice, journal
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.reading import OLD
from signifer_firmware.storage.store import Entry, Store

from .report import Flown

CHANGES: tuple[ChangeKind, ...] = get_args(ChangeKind)
ENROLLED, STRANGER = 0x04, 0x08
AFTER_US = 3_000_000
# Nothing becomes of a longer wait but minutes on the players' clocks.
MOST_WAIT_US = 20_000_000
# What tells time, what only people know, or what earlier programs did not keep.
_NOT_COMPARED = (
    *(journal.CLOCK, journal.PLAYERS, journal.QUESTIONED, journal.SILENT),
    *("secret", "opened", "marked", "setting"),
)


class RecordedDice(random.Random):
    """Falls as it fell: secrets and dice of the journal, in their order; what comes after them is by chance."""

    def replay(self, entries: list[Entry], after: int) -> None:
        """From the entry number ``after`` of the list on."""
        self._secrets = [
            bytes.fromhex(as_str(as_object(entry.body)["secret"]))
            for entry in entries[after:]
            if entry.kind == "secret"
        ]
        done = len(dice.kept(Record(), entries[:after]).rolls)
        fallen = dice.kept(Record(), entries).rolls[done:]
        self._dice = [bytes([die.value - 1]) for die in fallen if not die.number]

    def randbytes(self, n: int) -> bytes:
        kept = self._dice if n == 1 else self._secrets
        return kept.pop(0) if kept else super().randbytes(n)


class Rerun(ScriptRun):
    """The table of a report, as it stood when the recorder began. It has screens, and no readers: their news come from
    the report."""

    def __init__(self, flown: Flown, folder: Path, tell: Callable[[News], None]) -> None:
        self.flown = flown
        self.doubtful = Doubt.NONE
        self._uids: dict[str, bytes] = {}
        self._fresh = True
        script = parse_script(f"game {_game(flown)}\nseed 0\n", file="replay")
        super().__init__(script, _config(flown), folder, tell)
        self._begun = True
        self._switch_on()
        seen, sight = Layout(), self.appliance.keeper.sight
        for lying in map(as_list, as_list(flown.head["lying"])):
            card, place, side = map(as_str, lying)
            zone = Zone(place, side_of(side))
            if card.startswith(OLD):
                sight.old_tags = (*sight.old_tags, (self.uid(card), zone))
            else:
                seen = seen.laid(self.card(card), zone)
        sight.seen = seen

    @property
    def base(self) -> int:
        """How many entries of the game were written before the recorder began."""
        return sum(number <= as_int(self.flown.head["entry"]) for number, _ in self.flown.entries)

    def uid(self, card: str) -> bytes:
        """A tag for a card of the report, or for a tag that is no card's."""
        first = STRANGER if card.startswith("tag/") else ENROLLED
        return self._uids.setdefault(card, bytes([first, 0, 0, 0, 0, *divmod(len(self._uids), 256)]))

    def tags(self) -> dict[bytes, str]:
        """A tag for each card of all games, as the recorder calls them, and for others that it has heard."""
        games = (*(game for game in self._games if game.name != self.bundle.name), self.bundle)
        cards = [game.full_id(card) for game in games for card in game.cards]
        heard = [as_str(line[4] or "") for line in self.flown.lines if line[0] == flight_recorder.CHANGE]
        lying = (as_str(as_list(each)[0]) for each in as_list(self.flown.head["lying"]))
        heard += [card for card in lying if card.startswith(OLD)]
        cards += [card for card in heard if card and not card.startswith("tag/")]
        return {self.uid(card): card for card in cards}

    def card(self, card: str) -> str:
        """As the firmware calls it here: an unknown tag by its UID."""
        return f"tag/{self.uid(card).hex()}" if card.startswith("tag/") else card

    def switch_off_and_on(self) -> None:
        """The program ended, and began again."""
        self.scheduler.clear()
        self.appliance.close()
        self._devices.release()
        self.table.power_cut()
        self.appliance = self._built()
        self._switch_on()

    def _switch_on(self) -> None:
        self.doubtful = Doubt.NONE
        self.appliance.power_on()
        self.scheduler.run(self.now_us)

    def _built(self) -> Appliance:
        if self._fresh:
            self._fresh = False
            self._prepare()
        self._devices = replace(virtual_devices(self.config, self.table), readers={})
        found = Appliance(
            self.config,
            self._devices,
            self.bundle,
            games=self._games,
            store=self.store,
            scheduler=self.scheduler,
            rng=self.dice,
            secrets=random.SystemRandom(),
            tell=self._tell,
        )
        found.keeper.doubtful = lambda: self.doubtful
        return found

    def _prepare(self) -> None:
        entries = [entry for _, entry in self.flown.entries]
        self.bundle = journal.corrected(self.bundle, entries)
        fallen = RecordedDice(0)
        fallen.replay(entries, self.base)
        self.dice = fallen
        store = Store(self.store)
        store.bind(self.tags())
        store.append([Entry(0, "setting", text) for text in self.flown.settings])
        store.append(entries[: self.base])
        store.close()

    def decided(self) -> list[Entry]:
        """What the firmware has written since the beginning."""
        return self.appliance._store.last_game()[self.base :]

    def named(self, body: Json) -> Json:
        """The words of an entry, with unknown tags called as in the report."""
        text = json.dumps(body)
        for card, uid in self._uids.items():
            text = text.replace(f"tag/{uid.hex()}", card)
        named: Json = json.loads(text)
        return named


def zone_of(run: ScriptRun, reader: str, card: str) -> Zone:
    """Where a card lies that a reader reads: on its own side, where one antenna covers both."""
    zones = next(found.zones for found in run.config.readers if found.name == reader)
    side = run.bundle.procedure.side(card)
    return next((zone for zone in zones if zone.side == side), zones[0])


def _game(flown: Flown) -> str:
    """The game of the report."""
    name = journal.game_of(entry for _, entry in flown.entries)
    if name not in names():
        raise ConfigError([f'the report is of "{name}", which this program does not know; take a newer one'])
    return name


def _config(flown: Flown) -> TableConfig:
    try:
        return TableConfig.model_validate(flown.head["table"])
    except ValueError as error:
        raise ConfigError([f"the report's table is none of this program's ({error})"]) from None


def steps(run: Rerun) -> Iterator[str]:
    """Play the report; after each thing that readers or buttons said, when the table has taken it in, say what it
    was."""
    offset_us = run.now_us - as_int(run.flown.lines[0][1])
    said = ""
    for line in run.flown.lines[1:]:
        kind, at_us = line[0], line[1]
        if not isinstance(at_us, int):
            raise ValueError(f"{at_us} is no time")
        if kind not in (
            flight_recorder.BOOT,
            flight_recorder.CHANGE,
            flight_recorder.ANSWERED,
            flight_recorder.DOUBT,
        ):
            continue
        if kind == flight_recorder.BOOT:
            run.scheduler.run(run.now_us + AFTER_US)
            yield said
            run.switch_off_and_on()
            offset_us, said = run.now_us - at_us, "switched off and on"
            continue
        wait_us = at_us + offset_us - run.now_us
        if wait_us > 0:
            offset_us -= max(wait_us - MOST_WAIT_US, 0)
            # What was told at one moment the firmware has heard before it thought about any of it.
            run.scheduler.run(at_us + offset_us)
        if kind == flight_recorder.DOUBT:
            run.doubtful = _doubt(line[2])
            continue
        if said:
            yield said
        said = f"{at_us / 1e6:.1f} s  {_happens(run, line)}"
    run.scheduler.run(run.now_us + AFTER_US)
    yield said


def _happens(run: Rerun, line: Sequence[Json]) -> str:
    """Tell the firmware what a line says; return it in words."""
    if line[0] == flight_recorder.ANSWERED:
        press = _press(line, run.now_us)
        run.appliance._press(press, run.now_us)
        return " ".join(str(word) for word in (press.kind, press.button, press.column, press.player) if word)
    _, at_us, kind, reader, card, since_us, cause = line
    reader, card, cause = as_str(reader), as_str(card), as_str(cause)
    found = next((change for change in CHANGES if change == kind), None)
    if found is None or reader not in run.table.readers:
        raise ValueError(f"{line} is no change of this table's readers")
    # Times between two things are what counts.
    since = None if since_us is None else as_int(since_us) + run.now_us - as_int(at_us)
    change = Change(found, reader, run.uid(card) if card else b"", cause, since)
    run.appliance._change(change, run.now_us)
    return f"{kind} {card or cause} {reader}"


def _doubt(found: Json) -> Doubt:
    """Reports of earlier versions say true or false, which are 1 and 0."""
    if not isinstance(found, int):
        raise ValueError(f"{found!r} is no doubt")
    return Doubt(found)


def _press(line: Sequence[Json], now_us: int) -> Press:
    """The gesture that a line tells, answered now. ValueError if it is none. Reports of earlier versions do not say
    when the finger went down."""
    kind, button, player, column = line[2:6]
    ago_us = line[6] if len(line) > 6 else None
    whose: tuple[str | None, ...] = (None,) if button in (Button.DICE, Button.AGREE) else SIDES
    where = COLUMNS if button == Button.COLUMN else (None,)
    known = kind in tuple(PressKind) and button in tuple(Button)
    if not known or player not in whose or column not in where:
        raise ValueError(f"{line} is no gesture")
    pressed = Press(
        PressKind(as_str(kind)),
        Button(as_str(button)),
        None if player is None else side_of(as_str(player)),
        None if column is None else as_int(column),
    )
    return pressed if ago_us is None else replace(pressed, since_us=now_us - as_int(ago_us))


def difference(run: Rerun) -> str:
    """What was decided otherwise than then, "" if nothing was."""
    then = _compared([entry for _, entry in run.flown.entries][run.base :])
    now = [(kind, run.named(body)) for kind, body in _compared(run.decided())]
    for number, (was, found) in enumerate(zip(then, now, strict=False), 1):
        if was != found:
            return f"decision {number} was {_said(was)}, and is {_said(found)}"
    if len(then) != len(now):
        more = then[len(now) :] or now[len(then) :]
        return f"{len(then)} decisions were taken, and {len(now)} are; the first one more: {_said(more[0])}"
    return ""


def _compared(entries: list[Entry]) -> list[tuple[str, Json]]:
    return [(entry.kind, entry.body) for entry in entries if entry.kind not in _NOT_COMPARED]


def _said(entry: tuple[str, Json]) -> str:
    return f"{entry[0]} {entry[1]}"

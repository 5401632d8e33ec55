"""A table as upkeep has it: what of it may be looked at, and what may be done there, by the thread that has it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json
from signifer_core.procedure import Choice
from signifer_drivers.polling.findings import Change, Finding

from signifer_firmware.config.model import TableConfig
from signifer_firmware.enrolment.decks import deck_of, tags_of
from signifer_firmware.enrolment.laying import Laying
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.card_names import full_id
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.game_api.table_decks import catalogues_of, read_decks
from signifer_firmware.i18n.words import Words
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.session.events import Agreed, Phone, Seen
from signifer_firmware.session.lifecycle import LIFECYCLE, SWITCH_OFF, YES, start_entries
from signifer_firmware.session.phone_pairing import UPKEEP_AT
from signifer_firmware.system.changes import changes
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.slots import card_of
from signifer_firmware.system.unit import SYSTEM, UNIT
from signifer_firmware.system.update import note_of, told
from signifer_firmware.texts.faults import fault_text
from signifer_firmware.texts.sentences import sentence
from signifer_firmware.web.view.glance import in_all

from .at_table import Orders
from .refusals import causes

RED = "red"


def powers_off() -> bool:
    """Whether this computer goes off with its table: the service has its drop-in for that."""
    is_service = bool(os.environ.get("RUNTIME_DIRECTORY"))
    return is_service and (SYSTEM / f"{UNIT}.d" / "poweroff.conf").exists()


@cache
def updated() -> str:
    """What has become of the last update of a card of the image, as it stood when this program began; "" without."""
    try:
        note = note_of(card_of(Facts(Path("/"))))
    except (SigniferError, OSError):
        return ""
    return "" if note is None else told(note)


def _failing(part: str, cause: str, words: Words) -> str:
    """What fails, as a line of its own."""
    return sentence(fault_text(part, cause, words))


@dataclass(frozen=True)
class Place:
    """Where a table is kept: as it is called, and its store, if it has one. ``restarts`` says that it begins again by
    itself after a restore, ``powers_off`` that its computer goes off with it."""

    config: TableConfig
    name: str
    store: Callable[[], Path | None]
    restarts: bool = False
    powers_off: bool = False
    is_virtual: bool = False


class Kept:
    """The table that ``appliance()`` runs. All of it is for the thread that has it, but for `place`. ``changed`` hears
    that something new may be shown, ``printed`` what is on a game's cards from now on."""

    def __init__(
        self,
        place: Place,
        appliance: Callable[[], Appliance],
        printed: Callable[[AnyBundle], None] = lambda bundle: None,
    ) -> None:
        self.place = place
        self._printed = printed
        self.changed: Callable[[], None] = lambda: None
        self._appliance = appliance
        self._laying: Laying | None = None
        self._seated: Appliance | None = None
        self._catalogues = catalogues_of(read_decks(place.config)[0])
        self._places = {reader.name: reader.zones[0].place for reader in place.config.readers}
        self._orders = Orders(self._column, self._unseat)
        self._brought = registry.deck_files().keys()

    # Pairing

    def ask(self, phone: Phone, peer: str) -> Mapping[str, Json]:
        """See `Pairing.ask`: the code stands on red's screen."""
        return self._appliance().with_keeper(
            lambda keeper, now_us: keeper.ask_to_pair(UPKEEP_AT, phone, now_us, peer, upkeep=True)
        )

    def type(self, code: str, phone: Phone) -> Mapping[str, Json]:
        """See `Pairing.type`."""
        return self._appliance().with_keeper(
            lambda keeper, now_us: keeper.type_code(code, phone, now_us, upkeep=True)
        )

    def prove(self, phone: Phone, peer: str) -> tuple[int, ...]:
        """The columns by which whoever stands there shows it; see `Orders`. ConfigError where there are none: at a
        table with a screen for codes, or one at which something else is on."""
        appliance = self._appliance()
        self._look()
        if not self.proves:
            raise ConfigError(["has-screen"])
        if appliance.keeper.table is not None or self._laying is not None:
            raise ConfigError(["game" if self._laying is None else "enrols"])
        columns = self._orders.ask(phone, self._now_us(), peer)
        self._seated = appliance
        appliance.sit(self._orders)
        return columns

    @property
    def proves(self) -> bool:
        """Whether the first code would stand on no screen but a page's."""
        config = self.place.config
        return not self.place.is_virtual and not any(screen.place == RED for screen in config.oleds)

    def _now_us(self) -> int:
        return self._appliance().with_keeper(lambda keeper, now_us: now_us)

    def _column(self, reader: str) -> int | None:
        place = self._places.get(reader, "")
        return int(place) if place.isdecimal() else None

    def _unseat(self) -> None:
        if self._seated is not None and self._laying is None:
            self._seated.sit(None)

    def left(self, phone: Phone) -> None:
        """A page has gone: what it asked for ends."""
        self._orders.left(phone)
        self._appliance().with_keeper(lambda keeper, now_us: keeper.phone_left(phone, now_us, upkeep=True))

    # What is shown

    def view(self) -> dict[str, Json]:
        """What everybody may look at."""
        keeper = self._appliance().keeper
        self._look()
        decks, faults = list[Json](), keeper.outlook.faults
        for game, catalogue in self._catalogues.items():
            mine = tags_of([full_id(game, card) for card in catalogue], keeper.tags)
            if mine:
                have = sum(bool(uids) for uids in mine.values())
                brings = game in self._brought
                decks.append({"game": game, "have": have, "of": len(mine), "figures": not brings})
        return {
            "version": version("signifer"),
            "table": self.place.name,
            "virtual": self.place.is_virtual,
            "proves": self.proves,
            "phase": keeper.outlook.phase,
            "faults": [{"text": in_all(partial(_failing, part, cause))} for part, cause in faults],
            "decks": decks,
            "changes": [*changes()],
            "updated": updated(),
            "updated_cause": causes([updated()])[0],
            "enrols": None if self._laying is None else self._laying.view(),
        }

    # What is done

    def enrol(self, deck: str) -> None:
        """Begin a sitting. ConfigError where there can be none."""
        appliance = self._appliance()
        if self.place.is_virtual:
            raise ConfigError(["virtual"])
        if appliance.keeper.table is not None:
            raise ConfigError(["game"])
        self.end()
        self._orders.end("enrols")
        laying = Laying(deck_of(deck, self._catalogues), self, self.changed)
        self._laying, self._seated = laying, appliance
        appliance.sit(laying)

    def end(self) -> None:
        """The sitting is over; nothing if there is none."""
        laying, self._laying = self._laying, None
        if laying is not None and self._seated is not None:
            self._seated.sit(None)
            laying.end()

    @property
    def laying(self) -> Laying:
        """The sitting. ConfigError if there is none: another page may have ended it."""
        self._look()
        if self._laying is None:
            raise ConfigError(["no-sitting"])
        return self._laying

    def _look(self) -> None:
        """A game that has begun meanwhile has the table for itself."""
        if self._appliance().keeper.table is not None:
            self._orders.end("game")
            self.end()

    def play_by(self, bundle: AnyBundle) -> None:
        """A game has these figures when it is begun the next time."""
        self._appliance().keeper.play_by(bundle)
        self._printed(bundle)

    def switch_off(self) -> None:
        """As by the table's own menu: a game that is on goes on the next time."""
        self.end()

        def off(appliance: Appliance) -> None:
            entries = start_entries(appliance.keeper.settings, (), "")
            entry = next(each for each in entries if (each.group, each.key) == (LIFECYCLE, SWITCH_OFF))
            yes: Choice = next(choice for choice in entry.choices if choice.value == YES)
            appliance.with_keeper(lambda keeper, now_us: keeper.receive(Agreed(now_us, entry, yes)))

        off(self._appliance())

    # The tags, for a sitting

    @property
    def known(self) -> Mapping[bytes, str]:
        """See `Tags`."""
        return self._appliance().keeper.tags

    @property
    def replaced(self) -> Mapping[bytes, str]:
        """See `Tags`."""
        return self._appliance().keeper.replaced

    def change(
        self, tags: Mapping[bytes, str], forgotten: tuple[bytes, ...], replaced: Mapping[bytes, str]
    ) -> str:
        """See `Tags`."""
        return self._appliance().rebind(tags, forgotten, replaced)

    def lies(self, reader: str, uid: bytes, *, there: bool) -> None:
        """See `Tags`."""

        def seen(now_us: int) -> Seen:
            change = Change(Finding.PRESENT if there else Finding.ABSENT, reader, uid, since_us=now_us)
            return Seen(now_us, (change,))

        self._appliance().with_keeper(lambda keeper, now_us: keeper.receive(seen(now_us)))

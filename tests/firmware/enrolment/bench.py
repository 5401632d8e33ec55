"""A sitting of `signifer enrol` on the virtual table, with hands that can do more than lines can say."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from signifer_core.layout import Zone
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import one_virtual_reader
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.enrolment.corrections import Corrections
from signifer_firmware.enrolment.decks import cards_named, deck_of
from signifer_firmware.enrolment.figures import Figures
from signifer_firmware.enrolment.page import Page
from signifer_firmware.enrolment.prompt import IDLE_US, NobodyError
from signifer_firmware.enrolment.session import Enrolment, Wishes
from signifer_firmware.enrolment.tags import TagStore
from signifer_firmware.game_api.registry import catalogues

Item = str | Callable[[], Any]
PATIENCE = 100


class Desk:
    """Does what is listed, each thing when all is settled: says a line, or moves a hand."""

    def __init__(self, items: tuple[Item, ...], wait_us: Callable[[int], None]) -> None:
        self.wanted = ""
        self.asking = False
        self._items = list(items)
        self._wait_us = wait_us
        self._patience = 0

    def line(self, *, settled: bool, failing: bool) -> str | None:
        """See enrolment.prompt.Desk."""
        if not settled or (failing and self._patience > 0):
            self._patience -= 1
            self._wait_us(IDLE_US)
            return None
        if not self._items:
            raise NobodyError
        item = self._items.pop(0)
        if isinstance(item, str):
            return item
        self._patience = PATIENCE
        item()
        return None


class Bench:
    """A virtual table with a store in ``folder``; what it said is in ``said``."""

    def __init__(self, folder: Path, *, table: str = "direct", zone: str = "pad red") -> None:
        self.folder = folder
        self.config = load_table(table)
        self.reader, *self.beside = (reader for reader in self.config.readers if reader.zone == zone)
        self.twins = VirtualTable(self.config, 1)
        self.zone: Zone = self.reader.zones[0]
        self.field = self.twins.world.fields[self.zone][0]
        self.catalogues = catalogues()
        self.said = ""

    def lay(self, card: str) -> Callable[[], None]:
        """Take away what lies there, and lay a card."""

        def move() -> None:
            for lying in self.twins.world.lying(self.zone):
                self.twins.world.take(lying)
            self.twins.world.put(card, self.zone)

        return move

    def add(self, card: str) -> Callable[[], None]:
        """Lay a card beside what lies there."""
        return lambda: self.twins.world.put(card, self.zone)

    def take(self, card: str) -> Callable[[], None]:
        return lambda: self.twins.world.take(card)

    def uid(self, card: str) -> bytes:
        return self.twins.world.tag(card).uid

    def number(self, card: str) -> str:
        return self.uid(card).hex().upper()

    def stick(self, card: str, tag: Tag) -> None:
        self.twins.world.stick(card, tag)

    def break_reader(self, kind: str = "unplug") -> None:
        self.twins.fault("reader", self.reader.zone, kind, None)

    def mend(self) -> None:
        self.twins.mend("reader", self.reader.zone, None)

    @property
    def known(self) -> dict[str, list[str]]:
        """The numbers of the tags of each card, as the store has them on disk."""
        store = TagStore(self.folder / "table.sqlite")
        found: dict[str, list[str]] = {}
        for uid, card in store.tags.items():
            found.setdefault(card, []).append(uid.hex().upper())
        store.close()
        return {card: sorted(numbers) for card, numbers in found.items()}

    @property
    def replaced(self) -> dict[str, str]:
        """The card that each tag was on, by its number, before another one replaced it."""
        store = TagStore(self.folder / "table.sqlite")
        found = {uid.hex().upper(): card for uid, card in store.replaced.items()}
        store.close()
        return found

    def sit(
        self,
        *items: Item,
        deck: str = "red",
        cards: tuple[str, ...] = (),
        corrections: Path | None = None,
        figures: bool = False,
        **wishes: Any,
    ) -> int:
        """One sitting, that begins with nothing on the reader; its exit status."""
        for lying in self.twins.world.lying(self.zone):
            self.twins.world.take(lying)
        out = io.StringIO()
        page = Page(out)
        meant = deck_of(deck, self.catalogues)
        chosen = cards_named(cards, meant)
        one = one_virtual_reader(self.config, self.reader, self.twins, *self.beside)
        store = TagStore(self.folder / "table.sqlite", meant.catalogue.game)
        owner = None if corrections is None else Corrections(corrections, meant.catalogue)
        try:
            enrolment = Enrolment(
                Wishes(meant, chosen or meant.cards, bool(chosen), figures=figures, **wishes),
                store,
                one,
                Desk(items, one.wait_us),
                page,
                Figures(meant.catalogue, owner, page),
            )
            status = enrolment.run()
            for line in enrolment.summary():
                page.line(line)
        finally:
            store.close()
            one.close()
            self.said = out.getvalue()
        return status

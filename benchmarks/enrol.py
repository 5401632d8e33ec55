"""How long a table takes to learn the cards of a box: from the tag that lies on a reader until the next is asked for.

A box of Field of Glory has 107 cards, 105 of them with tags: the two shuffle cards need none. Hands here take no time,
and nobody reads figures; what is left is the table's own share of a sitting.
"""

from __future__ import annotations

import io
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from signifer_firmware.config.model import load_table
from signifer_firmware.devices.build import one_virtual_reader
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.enrolment.decks import deck_of
from signifer_firmware.enrolment.figures import Figures
from signifer_firmware.enrolment.page import Page
from signifer_firmware.enrolment.prompt import IDLE_US, NobodyError
from signifer_firmware.enrolment.session import Enrolment, Wishes
from signifer_firmware.enrolment.tags import TagStore
from signifer_firmware.game_api.registry import catalogues

from .figures import Effort, Figure, percentile, processor_us

PART = "enrol"
GAME = "field-of-glory"
BOX = 107
READERS = {"pad": ("standard", "pad red"), "column node": ("starter", "3")}
# A second a card: less than a hand needs to lay the next one.
LIMIT_S = 1.0


class Hands:
    """A desk at which each card that is asked for is laid at once. ``took_us``: from then until the next is."""

    def __init__(
        self, table: VirtualTable, place: str, now_us: Callable[[], int], wait: Callable[[int], None]
    ) -> None:
        self.wanted = ""
        self.asking = False
        self.took_us: list[int] = []
        self._world = table.world
        self._zone = next(each.zones[0] for each in table.config.readers if each.zone == place)
        self._now_us, self._wait = now_us, wait
        self._laid = ""
        self._since_us = 0

    def line(self, *, settled: bool, failing: bool) -> str | None:
        """See enrolment.prompt.Desk."""
        if failing or (settled and self.wanted == self._laid):
            raise NobodyError
        if self.wanted == self._laid:
            self._wait(0 if not settled else IDLE_US)
            return None
        self.told()
        for card in self._world.lying(self._zone):
            self._world.take(card)
        self._laid, self._since_us = self.wanted, self._now_us()
        self._world.put(self.wanted, self._zone)
        return None

    def told(self) -> None:
        """The card that was laid last is done."""
        if self._laid:
            self.took_us.append(self._now_us() - self._since_us)


class Timed(TagStore):
    """A store that takes the time which a tag needs until it is on disk, in real microseconds."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.took_us: list[float] = []

    def bind(self, uid: bytes, card: str, *, instead: bool = False) -> None:
        """See TagStore."""
        start = time.perf_counter()
        super().bind(uid, card, instead=instead)
        self.took_us.append((time.perf_counter() - start) * 1e6)


def enrolled(where: str, cards: int) -> tuple[list[int], list[float], float]:
    """Microseconds of the twin for each of so many cards, those of the disk, and the processor's for all of it."""
    name, place = READERS[where]
    config = load_table(name)
    table = VirtualTable(config, 0)
    reader = next(each for each in config.readers if each.zone == place)
    one = one_virtual_reader(config, reader, table)
    clock = table.clock if reader.driver == "node" else table.spi_clock
    hands = Hands(table, place, lambda: clock.now_us, one.wait_us)
    deck = deck_of(GAME, catalogues())
    page = Page(io.StringIO())
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder:
        store = Timed(Path(folder) / "table.sqlite")
        wishes = Wishes(deck, deck.cards[:cards], figures=False)
        enrolment = Enrolment(wishes, store, one, hands, page, Figures(deck.catalogue, None, page))
        processor = processor_us(enrolment.run)
        hands.told()
        missing = enrolment.missing()
        store.close()
    one.close()
    if missing or len(hands.took_us) != cards:
        raise AssertionError(f"{len(missing)} cards have no tag, {len(hands.took_us)} were laid")
    return hands.took_us, store.took_us, processor


def figures(effort: Effort) -> list[Figure]:
    """Seconds a card on a pad and on a node: of the buses, of the disk, of the processor with the twins in it."""
    cards = min(BOX - 2, 2 * effort.lays)
    limit = f"{LIMIT_S:g} s a card"
    rows: list[Figure] = []
    for where in READERS:
        took_us, disk_us, processor = enrolled(where, cards)
        what = f"a card on a {where}, laid to bound"
        for name, us in (("p50", median(took_us)), ("p95", percentile(took_us, 95))):
            rows.append(Figure(PART, f"{what}, {name}", "s", us / 1e6, limit, LIMIT_S, limit=True))
        whole = f"the {BOX} cards of a box, {where}"
        each = sum(took_us) / cards / 1e6
        rows.append(Figure(PART, whole, "s", each * (BOX - 2), limit, LIMIT_S * BOX, limit=True))
        for name, us in (("disk, p50", median(disk_us)), ("processor", processor / cards)):
            rows.append(Figure(PART, f"{what}, {name}", "s", us / 1e6, limit, LIMIT_S, limit=True, wall=True))
    return rows

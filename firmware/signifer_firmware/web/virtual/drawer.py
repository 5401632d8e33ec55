"""The drawer of faults: parts of the virtual table that hands break and mend, to see how the table copes."""

from __future__ import annotations

from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.web.play import CannotError

READER, SCREEN, NODE = "reader", "screen", "node"
UNPLUG, NOISE, MISS, STUCK = "unplug", "noise", "miss", "stuck"
# In which ways each part can break here; of noise and missed answers so many percent.
KINDS = {READER: (UNPLUG, NOISE, MISS, STUCK), SCREEN: (UNPLUG,), NODE: (UNPLUG, NOISE)}
PERCENT = {(READER, NOISE): 30.0, (READER, MISS): 40.0, (NODE, NOISE): 5.0}


class Drawer:
    """What is broken at ``table``: by part and place, in one way each. A node's place is the column or the pad that it
    reads, a reader's its zone: of several all break."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        config = table.config
        read = {
            str(zone) if zone.column is None else zone.place
            for reader in config.readers
            if reader.node
            for zone in reader.zones
        }
        self.parts: dict[str, tuple[str, ...]] = {
            READER: tuple(dict.fromkeys(reader.zone for reader in config.readers)),
            SCREEN: tuple(screen.place for screen in config.oleds),
            NODE: tuple(sorted(read)),
        }
        self.broken: dict[tuple[str, str], str] = {}

    def fault(self, part: str, place: str, kind: str) -> None:
        """Break a part in one way; CannotError if the table has none such, or it does not break so."""
        self._check(part, place)
        if kind not in KINDS[part]:
            raise CannotError("no-such-part")
        self.mend(part, place)
        self._table.fault(part, place, kind, PERCENT.get((part, kind)))
        self.broken[part, place] = kind

    def break_as(self, other: Drawer) -> None:
        """Break what is broken in ``other``, of a table like this one."""
        for (part, place), kind in other.broken.items():
            self.fault(part, place, kind)

    def mend(self, part: str, place: str) -> None:
        """Make a part whole; nothing if it is."""
        self._check(part, place)
        if self.broken.pop((part, place), None) is not None:
            self._table.mend(part, place, None)

    def mend_all(self) -> None:
        """Make every part whole."""
        for part, place in list(self.broken):
            self.mend(part, place)

    def _check(self, part: str, place: str) -> None:
        if place not in self.parts[part]:
            raise CannotError("no-such-part")

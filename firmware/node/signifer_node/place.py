"""One reader of a node: its chip, its field, and what a visit to it did last. Runs under MicroPython as it is."""

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import native as micropython
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.mfrc522 import ChipError, Mfrc522

from signifer_node.course import Course, LeasedPort, LeaseError

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from signifer_drivers.io.spi import SpiPort

    from signifer_node.course import Step


PATIENT_VISITS = 50


class Place:
    """One reader. ``ready``: its chip is set up; ``fault``: why it failed last, a key of node_frames.FAULTS."""

    def __init__(self, number: int, port: "SpiPort") -> None:
        self.port = LeasedPort(port)
        self.chip = Mfrc522(self.port)
        self.ready = False
        self.up_us = nf.MOST_UP_US
        # So many visits are given the whole time of a field: one that was not has missed somebody, who may need it.
        self.patient = 0
        self.fault = ""
        # The tags that were asked for last.
        self.known: Sequence[bytes] | None = None
        # Of the field that is on: what will be told, and who will ask.
        self.visited = nf.Visited(number)
        self.inventory = iso14443a.Inventory(self.chip)
        # What the last visit asked for, if it went as asked, and how such a visit goes; and how the field comes on.
        self._asked: tuple[Sequence[bytes], int] | None = None
        self._course: Course | None = None
        self._recorded: tuple[list[Step], int] | None = None
        self._switching: Course | None = None

    @micropython.native
    def field_on(self) -> None:
        """Raises OSError."""
        port = self.port
        if port.until_us is not None and port.now_us() >= port.until_us:
            raise LeaseError()
        switching = self._switching
        if not self.ready:
            self.chip.begin()
            self.ready = True
            self._asked = self._course = self._switching = None
            self.chip.antenna(True)
        elif switching is None:
            port.record()
            try:
                self.chip.antenna(True)
            finally:
                self._switching = port.course(port.recorded())
        elif not port.again(switching):
            self._switching = None
            try:
                self.chip.antenna(True)
            finally:
                port.live()

    @micropython.native
    def field_off(self) -> None:
        """Works with no lease, too. Raises OSError."""
        self.port.until_us = None
        self.chip.antenna(False)

    def tune(self, tune: nf.Tune) -> None:
        """Set gain, field and how long it is up, from the next visit on. Raises ValueError."""
        self.chip.configure(tune.gain_db, tune.field)
        if not nf.LEAST_UP_US <= tune.up_us <= nf.MOST_UP_US:
            raise ValueError("a field is up for 1500 to 5000 us")
        self.ready = False
        self.up_us = tune.up_us

    def wait_us(self, known: "Sequence[bytes]") -> int:
        """How long the field has to be up before ``known`` tags are asked: before they have answered all others are
        awake, too."""
        if self.patient:
            self.patient -= 1
            return nf.MOST_UP_US
        return self.up_us if known else nf.MOST_UP_US

    def go_dark(self) -> None:
        """Have the field go off; where that fails, set the chip up again at its next use."""
        try:
            self.field_off()
        except OSError:
            self.give_up()

    @micropython.native
    def as_before(self, known: "Sequence[bytes]", tries: int) -> bool:
        """Whether the visit went as the last two did, which read ``known`` as asked: then it is done, the field off.

        If not, all of it is to be done: the inventory, `field_off`, and `has_read`.
        """
        course = self._course
        if course is None or self._asked != (known, tries):
            if self._asked == (known, tries):
                self.port.record()
            self._course = None
            return False
        if self.port.again(course):
            self.port.until_us = None
            return True
        self._course = None
        return False

    @micropython.native
    def has_read(self, known: "Sequence[bytes]", tries: int) -> None:
        """The inventory is done, and the field off: say what came of it; keep how it went, if that may come again."""
        recorded = self.port.recorded()
        visited, inventory = self.visited, self.inventory
        if not visited.fault:
            uids = inventory.uids
            visited.as_asked = len(uids) == len(known) and not (
                inventory.irregular or inventory.garbled or inventory.missed or visited.cut
            )
            if not visited.as_asked:
                visited.garbled = inventory.garbled or visited.cut or len(uids) > nf.MOST_READ
                visited.in_part = inventory.in_part
                visited.uids = uids
                visited.misses = [inventory.misses[uid] for uid in known]
        as_asked = visited.as_asked
        self._recorded = recorded if as_asked else None
        self._asked = (known, tries) if as_asked else None
        if inventory.irregular:
            self.patient = PATIENT_VISITS

    def keep(self) -> None:
        """Make a course of the last visit, if that may come again; there is time for it when that is told."""
        recorded, self._recorded = self._recorded, None
        if recorded is not None:
            self._course = self.port.course(recorded)

    def fails(self, visited: nf.Visited, error: OSError) -> None:
        """Tell of a visit what went wrong first; that its lease was over is no fault."""
        if isinstance(error, LeaseError):
            visited.cut = True
        elif not visited.fault:
            visited.fault = error.cause if isinstance(error, ChipError) else "bus"
            visited.detail = error.detail if isinstance(error, ChipError) else str(error)
            self.fault = visited.fault

    def give_up(self) -> None:
        """Have the field go off as well as possible; the next use sets the chip up again."""
        self.ready = False
        self.port.live()
        try:
            self.field_off()
        except OSError:
            return

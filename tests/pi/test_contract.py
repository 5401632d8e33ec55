"""What drivers and devices owe each other: the same tests on the twins, always, and with --pi on the board's own.

On a board two cards lie on each reader, staggered (docs/doctor.md, "pytest --pi"); nobody has to press anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from signifer_drivers.io.screens import SIZE, Screen
from signifer_drivers.io.spi import MOST_FRAMES
from signifer_drivers.node.health import meet
from signifer_drivers.portable import iso14443a
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.examination import UNTESTED
from signifer_drivers.portable.mfrc522 import FIELD_OFF_US, FIELD_UP_US, PATTERNS, Mfrc522
from signifer_drivers.portable.registers import read, write
from signifer_firmware.config.entries import NODE, ReaderConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.bench import Bench, Nobody, PiBench
from signifer_firmware.doctor.checks.readers import probe_of
from signifer_firmware.doctor.virtual import CARDS, VirtualBench
from signifer_firmware.nodes.files import firmware_number

VISITS = 25
# Ten requests take 4 ms; a kernel adds its calls, and whatever else runs there. By the board's own clock.
SLOWEST_US = 250_000


class Table:
    """What is tested: a table, its devices, and its readers on the own SPI."""

    def __init__(self, bench: Bench, name: str) -> None:
        self.bench = bench
        self.config = bench.config if isinstance(bench, VirtualBench) else load_table(name)

    @property
    def on_spi(self) -> list[ReaderConfig]:
        found = [reader for reader in self.config.readers if reader.driver != NODE]
        if not found:
            pytest.skip("this table has no reader on its own SPI")
        return found

    def chip(self, reader: ReaderConfig) -> Mfrc522:
        chip = Mfrc522(self.bench.port(reader), reader.gain_db, reader.field)
        chip.begin()
        return chip


@pytest.fixture(params=["twin", pytest.param("board", marks=pytest.mark.pi)])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    name = str(request.config.getoption("--pi-table"))
    if request.param == "twin":
        bench: Bench = VirtualBench(load_table("standard"), tmp_path)
    else:
        bench = PiBench(load_table(name), Nobody())
    yield Table(bench, name)
    bench.close()


def test_a_batch_is_so_many_frames_each_with_an_answer_of_its_length(table: Table) -> None:
    for reader in table.on_spi:
        port = table.bench.port(reader)
        batch = [read(*((r.VersionReg,) * length)) for length in range(1, MOST_FRAMES + 1)]
        answers = port.transfer(batch)
        assert [len(answer) for answer in answers] == [len(frame) for frame in batch]
        assert {byte for answer in answers for byte in answer[1:]} == {answers[0][1]}


def test_what_is_written_comes_back_and_the_version_never_varies(table: Table) -> None:
    for reader in table.on_spi:
        chip = table.chip(reader)
        for pattern in PATTERNS * 20:
            back = chip.port.transfer([write(r.TReloadRegL, pattern), read(r.TReloadRegL, r.VersionReg)])[1]
            assert (back[1], back[2]) == (pattern, chip.version), reader.name
        chip.begin()


def test_the_timer_ends_the_wait_for_an_answer_that_does_not_come(table: Table) -> None:
    """Where all tags are halted nobody answers; whoever waits hears of it within the bounds of the driver."""
    for reader in table.on_spi:
        chip = table.chip(reader)
        chip.antenna(True)
        chip.port.delay_us(FIELD_UP_US)
        iso14443a.inventory(chip)
        began_us = chip.port.now_us()
        for _ in range(10):
            assert chip.transceive(iso14443a.REQA, 7, 0, 2)[0] == iso14443a.SILENT
        assert chip.port.now_us() - began_us < SLOWEST_US
        chip.antenna(False)


def test_a_chip_keeps_its_proof_and_its_self_test(table: Table) -> None:
    for reader in table.on_spi:
        table.chip(reader).prove()
        probe_of(table.config, table.bench, reader).examine(UNTESTED)


def test_a_halted_tag_stays_out_of_requests_until_it_is_woken_or_the_field_was_off(table: Table) -> None:
    for reader in table.on_spi:
        chip = table.chip(reader)
        for _ in range(3):
            chip.antenna(True)
            chip.port.delay_us(FIELD_UP_US)
            uids, _ = iso14443a.inventory(chip)
            assert len(uids) == CARDS, reader.name
            assert chip.transceive(iso14443a.REQA, 7, 0, 2)[0] == iso14443a.SILENT
            assert chip.transceive(iso14443a.WUPA, 7, 0, 2)[0] != iso14443a.SILENT
            chip.antenna(False)
            chip.port.delay_us(FIELD_OFF_US)


def test_every_reader_reads_both_cards_at_every_visit(table: Table) -> None:
    for reader in table.config.readers:
        probe = probe_of(table.config, table.bench, reader)
        assert probe.begin() in r.VERSIONS
        visits = [probe.read() for _ in range(VISITS)]
        uids = {uid for found, _ in visits for uid in found}
        assert len(uids) == CARDS, reader.name
        missed = sum(len(uids - found) for found, _ in visits)
        # Presence bears 10 %; a reader at rest on good leads misses none.
        assert missed <= VISITS * CARDS // 50, reader.name


def test_no_card_is_read_by_two_readers(table: Table) -> None:
    seen: dict[bytes, str] = {}
    for reader in table.config.readers:
        probe = probe_of(table.config, table.bench, reader)
        probe.begin()
        for uid in probe.read()[0]:
            assert seen.setdefault(uid, reader.name) == reader.name


def test_nodes_say_who_they_are_and_have_the_files_of_this_version(table: Table) -> None:
    if not table.config.nodes:
        pytest.skip("this table has no nodes")
    for entry in table.config.nodes:
        node = table.bench.node(entry)
        meet(node, wait=table.bench.wait_us, now_us=table.bench.now_us)
        assert node.hello is not None, entry.name
        assert node.hello.serial == entry.number
        assert node.hello.firmware == firmware_number()
        assert node.health is not None
        assert node.health.broken == 0


def test_screens_take_what_changes_and_nothing_else(table: Table) -> None:
    full, dot = Image.new("1", SIZE, 1), Image.new("1", SIZE, 1)
    dot.putpixel((100, 30), 0)
    for entry in table.config.screens:
        screen = Screen(
            name=entry.place,
            driver=entry.chip,
            bus=table.bench.bus(entry),
            address=entry.address,
            rotate=entry.rotate,
        )
        screen.begin()
        assert screen.show(full) > 1000
        assert screen.show(full) == 0
        assert 0 < screen.show(dot) < 20
        screen.check()
        screen.close()


def test_no_button_is_down_and_the_buzzer_takes_a_tone(table: Table) -> None:
    buttons = table.bench.buttons()
    for _ in range(20):
        table.bench.wait_us(10_000)
        buttons.step(table.bench.now_us())
    assert buttons.stuck == ()
    assert buttons.take() == []
    buzzer = table.bench.buzzer()
    if buzzer is not None:
        buzzer.sound(2000, 0.05)
        table.bench.wait_us(50_000)
        buzzer.silence()

"""Readers behind the package mfrc522: on our twin it reads one tag, shortened; faults are named, none takes a tag."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.readers.faults import SEVERAL, ReaderError
from signifer_drivers.readers.reader import Reading
from signifer_drivers.readers.stock import StockReader, package
from signifer_drivers.virtual import spidev

from tests.conftest import MissingTool
from tests.drivers.fields import Bench, bench
from tests.drivers.readers.breaking import FAULTS, mend

PLAIN = bytes.fromhex("01020304")
A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")
LIKE_A = bytes.fromhex("041122AABBCCDD")


@pytest.fixture
def folder(missing_tool: type[MissingTool], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the package lies, unmodified and alone."""
    found = Path(sys.prefix) / "stock" / "mfrc522"
    if not found.is_dir():
        missing_tool("the stock library mfrc522 (make test installs it)")
    monkeypatch.syspath_prepend(str(found))
    return found


@pytest.fixture
def kit(folder: Path) -> Bench:
    made = bench()
    spidev.plug(7, 1, made.port)
    return made


def reader(kit: Bench, *enrolled: bytes) -> StockReader:
    library = package(spidev)(bus=7, device=1)
    return StockReader(
        "3 red", library, delay_us=kit.port.delay_us, now_us=kit.port.now_us, enrolled=enrolled
    )


def test_a_resting_tag_is_read_at_every_visit_and_the_field_is_off_between(kit: Bench) -> None:
    stock = reader(kit, A, B)
    kit.lay(A)
    for _ in range(6):
        assert stock.visit() == Reading((A,), False)
        assert kit.field.powered_us is None


def test_short_uids_are_read_whole(kit: Bench) -> None:
    kit.lay(PLAIN)
    assert reader(kit, A).visit().uids == (PLAIN,)


@pytest.mark.parametrize("enrolled", [(), (B,), (A, LIKE_A)])
def test_a_long_uid_that_is_nobodys_or_anybodys_stays_as_it_was_read(
    kit: Bench, enrolled: tuple[bytes, ...]
) -> None:
    """Then the table says that it does not know the tag; it never guesses whose it is."""
    kit.lay(A)
    assert reader(kit, *enrolled).visit().uids == (bytes.fromhex("88041122"),)


def test_nothing_is_silence_and_costs_a_tenth_of_a_second(kit: Bench) -> None:
    stock = reader(kit, A)
    stock.visit()
    before_us = kit.clock.now_us
    assert stock.visit() == Reading((), False)
    assert 90_000 < kit.clock.now_us - before_us < 110_000


def test_a_known_tag_is_asked_for_twice_before_it_counts_as_silent(kit: Bench) -> None:
    stock = reader(kit, A, B)
    kit.lay(A)
    stock.switch_on()
    kit.port.delay_us(5000)
    assert stock.read((A, B)) == Reading((A,), False, {A: (0, 0), B: (1, 0)})
    kit.clear()
    stock.switch_on()
    assert stock.read((A, B)) == Reading((), False, {A: (2, 0), B: (2, 0)})


def test_two_tags_are_no_silence_and_soon_a_fault_with_a_name(kit: Bench) -> None:
    stock = reader(kit, A, B)
    kit.lay(A, B)
    assert [stock.visit() for _ in range(2)] == [Reading((), True)] * 2
    for _ in range(3):
        with pytest.raises(ReaderError) as raised:
            stock.visit()
        assert raised.value.cause == SEVERAL
    kit.clear()
    kit.lay(B)
    assert stock.visit() == Reading((B,), False)


@pytest.mark.parametrize("cause", FAULTS)
def test_faults_of_chip_and_wire_have_their_names_and_go_when_mended(kit: Bench, cause: str) -> None:
    stock = reader(kit, A)
    kit.lay(A)
    stock.visit()
    FAULTS[cause](kit)
    # By chance a line that varies would read a whole visit right, once in a thousand: the first one.
    kit.port.transfer([b"\0"])
    for _ in range(5):
        with pytest.raises(ReaderError) as raised:
            stock.visit()
        assert raised.value.cause == cause
    mend(kit)
    assert stock.visit() == Reading((A,), False)


def test_random_bytes_never_make_a_tag(kit: Bench) -> None:
    stock = reader(kit, A)
    kit.port.fault = "random"
    for _ in range(200):
        with pytest.raises(DriverError):
            stock.visit()


def test_a_reset_from_outside_is_mended_at_the_next_visit(kit: Bench) -> None:
    stock = reader(kit, A)
    kit.lay(A)
    stock.visit()
    kit.chip.reset()
    stock.lost()
    assert stock.visit() == Reading((A,), False)


def test_stand_ins_leave_no_trace(kit: Bench) -> None:
    before = {name for name in sys.modules if name.startswith(("spidev", "RPi", "mfrc522"))}
    package(spidev)
    assert {name for name in sys.modules if name.startswith(("spidev", "RPi", "mfrc522"))} == before


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if "stock" not in entry])
    for stand_in in (None, spidev):
        with pytest.raises(DriverError, match=r"^driver = .mfrc522. needs the package mfrc522: install"):
            package(stand_in)


def test_another_package_of_the_same_name_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mfrc522", ModuleType("mfrc522"))
    with pytest.raises(DriverError, match="another one of that name"):
        package()

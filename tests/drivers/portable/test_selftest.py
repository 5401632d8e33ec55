"""The chip's self-test of the datasheet (16.1.1), and tags that nobody knows and that are not read."""

from __future__ import annotations

import pytest
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.examination import NEIGHBOUR, SLOW, UNREAD, UNTESTED, WEAK, examined
from signifer_drivers.portable.mfrc522 import ChipError, Mfrc522
from signifer_drivers.portable.registers import read, write
from signifer_drivers.portable.selftest import REFERENCES, RESET_OPEN, SELF_TEST, reset_test, self_test
from signifer_drivers.virtual.spi import ResetLead

from tests.drivers.fields import Bench, bench

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")


def begun(kit: Bench) -> Mfrc522:
    chip = Mfrc522(kit.port)
    chip.begin()
    return chip


@pytest.mark.parametrize(("version", "known"), [(0x91, True), (0x92, True), (0x88, False), (0xB2, False)])
def test_a_genuine_chip_finds_what_the_datasheet_says_and_others_have_no_reference(
    version: int, known: bool
) -> None:
    kit = bench(version=version)
    chip = begun(kit)
    assert self_test(chip) is known
    # It is a reader again as soon as it is set up again.
    kit.lay(A)
    assert kit.reader.visit().uids == (A,)


def test_a_counterfeit_is_found_out() -> None:
    kit = bench()
    kit.chip.counterfeit = True
    with pytest.raises(ChipError, match="64 of 64 bytes") as caught:
        self_test(begun(kit))
    assert caught.value.cause == SELF_TEST


@pytest.mark.parametrize(("lead", "cause"), [("wired", ""), ("pulled-up", RESET_OPEN)])
def test_a_reset_line_that_does_not_come_through_is_found_out(lead: ResetLead, cause: str) -> None:
    kit = bench()
    kit.port.reset_lead = lead

    def pull() -> None:
        kit.port.in_reset = True
        kit.port.in_reset = False

    found = ""
    try:
        reset_test(begun(kit), pull)
    except ChipError as error:
        found = error.cause
    assert found == cause


def test_a_test_that_never_ends_is_one_that_failed() -> None:
    kit = bench()
    chip = begun(kit)
    kit.chip.hang(True)
    with pytest.raises(ChipError, match="it does not come to an end"):
        self_test(chip)


def test_the_twin_tests_itself_only_as_the_datasheet_has_it_done() -> None:
    """Another seed in the buffer, or in the FIFO, leaves something else; without the register it is a CRC."""
    left = {}
    for name, buffer, seed, enabled in (
        ("right", 0, 0, 0x09),
        ("other buffer", 1, 0, 0x09),
        ("other seed", 0, 1, 0x09),
        ("not enabled", 0, 0, 0x00),
    ):
        port = bench().port
        port.transfer(
            [
                write(r.FIFODataReg, *([buffer] * 25)),
                write(r.CommandReg, r.Mem),
                write(r.AutoTestReg, enabled),
                write(r.FIFODataReg, seed),
                write(r.CommandReg, r.CalcCRC),
            ]
        )
        level = port.transfer([read(r.FIFOLevelReg)])[0][1]
        left[name] = bytes(port.transfer([read(*((r.FIFODataReg,) * 63))])[0][1:]) if level else b""
    assert left["right"] == REFERENCES[0x92][:63]
    assert left["not enabled"] == b""
    assert len(set(left.values())) == 3


def test_of_fewer_than_25_bytes_nothing_goes_into_the_buffer() -> None:
    port = bench().port
    port.transfer([write(r.FIFODataReg, *([7] * 24)), write(r.CommandReg, r.Mem)])
    assert port.transfer([read(r.FIFOLevelReg)])[0][1] == 24


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("disturbance", "cause"),
    [("slow", SLOW), ("detuned", WEAK), ("neighbour", NEIGHBOUR), ("stacked", ""), ("", "")],
)
def test_tags_that_have_never_been_read_tell_why(disturbance: str, cause: str, seed: int) -> None:
    kit = bench(seed=seed)
    chip = begun(kit)
    kit.lay(A, B)
    if disturbance:
        setattr(kit.field, disturbance, True)
    if disturbance == "neighbour":
        # Somebody has read them once, and they have slept since.
        kit.field.power(True, 0)
        for tag in kit.field.tags:
            tag.state = tag.home = "HALT"
    assert examined(chip, UNREAD, [])[0] == cause
    assert kit.field.powered_us is None or disturbance == "neighbour"


def test_where_no_tag_lies_nothing_is_behind_it() -> None:
    assert examined(begun(bench()), UNREAD, []) == ("", [])
    assert examined(begun(bench()), UNTESTED, []) == ("", [])

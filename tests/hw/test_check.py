"""Wiring files with faults are refused with all of them named: one each, and all at once; ours are clean."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_core.errors import ConfigError
from signifer_firmware.config import model
from signifer_firmware.config.model import load_table
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.parts import PULL_OHM
from signifer_hw.check import Source, check, electrical_faults, lead_warnings
from signifer_hw.tables import TABLES, bundled
from signifer_hw.wiring_file import parse_wiring

TABLE = (Path(model.__file__).parent / "tables" / "standard.toml").read_text()
WIRING = bundled("standard").wiring.data.decode()

DOUBLE_PIN = ("gpio = 27\n", "gpio = 17\n")
NINTH_CHANNEL = ("i2c_channel = 6\n", "i2c_channel = 8\n")
NO_SUPPLY = ('[supply.3V3_READERS]\npart = "MCP1826S-3302E/AB"\n', "")
NO_PULL_UP = ("chip-select = 10_000\n", "")


def line_of(text: str, wanted: str) -> int:
    return text[: text.index(wanted)].count("\n") + 1


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def told(table: str = TABLE, wiring: str = WIRING) -> list[str]:
    return check(Source("t.toml", table.encode()), Source("w.toml", wiring.encode()))


THE_DOUBLE_PIN = (
    f"t.toml:{line_of(TABLE, 'gpio = 27')}: gpio 17 is taken already at line {line_of(TABLE, 'gpio = 17')}; "
    "give it another"
)
THE_NINTH_CHANNEL = (
    f"t.toml:{line_of(TABLE, 'i2c_channel = 6')}: i2c_channel = 8 is wrong; it must be a channel of the "
    "multiplexer, 0 to 7"
)
THE_SUPPLY = (
    "main board: 3V3_READERS feeds reader pad red 3.3V, buffer 1 VCC, reader pad blue 3.3V, and nothing feeds it; "
    "write [supply.3V3_READERS]"
)
THE_PULL_UPS = [
    "main board: no pull-up on CS0, CS1; write chip-select = 10000 below [pull]",
    "node column 1: no pull-up on N1_CS0, N1_CS1; write chip-select = 10000 below [pull] (so on 5 nodes)",
]


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_that_come_with_the_program_are_clean(name: str) -> None:
    pair = bundled(name)
    assert check(pair.table, pair.wiring) == []


def test_a_double_pin_is_refused() -> None:
    assert told(edited(TABLE, DOUBLE_PIN)) == [THE_DOUBLE_PIN]


def test_a_ninth_channel_is_refused() -> None:
    assert told(edited(TABLE, NINTH_CHANNEL)) == [THE_NINTH_CHANNEL]


def test_a_missing_supply_is_refused() -> None:
    assert told(wiring=edited(WIRING, NO_SUPPLY)) == [THE_SUPPLY]


def test_a_missing_pull_up_is_refused() -> None:
    assert told(wiring=edited(WIRING, NO_PULL_UP)) == THE_PULL_UPS


def test_all_four_are_told_at_once() -> None:
    found = told(edited(TABLE, DOUBLE_PIN, NINTH_CHANNEL), edited(WIRING, NO_SUPPLY, NO_PULL_UP))
    assert found == [THE_NINTH_CHANNEL, THE_DOUBLE_PIN, THE_SUPPLY, *THE_PULL_UPS]


@pytest.mark.parametrize("key", PULL_OHM)
def test_every_pull_is_missed_where_it_is_not_there(key: str) -> None:
    line = next(line for line in WIRING.splitlines() if line.startswith(f"{key} = "))
    found = told(wiring=WIRING.replace(line, ""))
    assert found
    assert all(f"write {key} = {PULL_OHM[key]} below [pull]" in fault for fault in found)


@pytest.mark.parametrize(
    "rail", [line[len("[supply.") : -1] for line in WIRING.splitlines() if line.startswith("[supply.")]
)
def test_every_supply_is_missed_where_it_is_not_there(rail: str) -> None:
    head, tail = WIRING.split(f"[supply.{rail}]\n")
    found = told(wiring=head + tail[tail.index("\n[") :])
    assert [fault for fault in found if f"write [supply.{rail}]" in fault] == found
    assert len(found) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("volts = 3.3", "volts = 5.0"), "may have at most 3.6 V, and 5 V are there"),
        (("supply_nf = 100", "supply_nf = 0"), "no capacitor, or too small a one, beside"),
        (("reader_uf = 10", "reader_uf = 0"), "red 3.3V (10 µF)"),
        (("button_nf = 100", "button_nf = 0"), "no capacitor at BUTTON_DICE"),
        (("volts = 5.0\nlimit_ma = 4000", "volts = 12.0\nlimit_ma = 4000"), "USB hub: HUB has 12 V"),
        (
            ("volts = 5.1\nlimit_ma = 3000\n", 'part = "D24V22F3"\n'),
            "write volts and limit_ma in place of part",
        ),
        (('part = "D24V22F3"', "volts = 3.3\nlimit_ma = 2600"), "supply 3V3_SCREENS needs part"),
        (('part = "D24V22F3"', 'part = "D24V22F3"\nvolts = 3.3'), "leave volts and limit_ma out"),
        (("1300]", "nan]"), "supply.5V_PI.own_ma.2 is wrong"),
        (("1300]", "-1300]"), "supply.5V_PI.own_ma.2 is wrong"),
        (("[pull]", '[supply."a\\nb"]\nvolts = 1.0\n[pull]'), "no rail is called a?b"),
        (("[own_pull]", "screen-bus = 2_200\n[own_pull]"), "take screen-bus out of [pull]"),
        (("mux = 0", "mux = 10_000"), "write mux = 0 below [own_pull]"),
        (("screen = 4_700", "screen = 0"), "write screen-bus = 2700 below [pull]"),
        (("screen = 4_700", "screen = 10_000"), "write screen-bus = 6800 below [pull]"),
        (("screen = 4_700", 'screen = "much"'), "own_pull.screen is wrong; write ohms, 0 to 1000000"),
        (("screen = 4_700", "panel = 4_700"), "no such key: own_pull.panel"),
        (("[own_pull]", "screen-bus = 1\n[own_pull]"), "screen-bus must have 100 to 1000000 ohms"),
        (("button = 10_000", "button = 2_000"), "write button = 10000"),
        (("reader-reset = 1_000", "reader-reset = 10_000"), "write reader-reset = 1000"),
        (("chip-select = 10_000", "chip-select = 220"), "write chip-select = 10000"),
        (("limit_ma = 500", "limit_ma = 300"), "N1_VBUS has to give 343 mA if every field is on"),
        (("limit_ma = 4000", "limit_ma = 1500"), "HUB has to give"),
        (("main_ma = 1600", "main_ma = 750"), "the fuse MF-R075 gives 750"),
        (('part = "D24V22F3"', 'part = "MCP1826S-3302E/AB"'), "W come of"),
    ],
)
def test_wrong_values_are_told(change: tuple[str, str], words: str) -> None:
    found = told(wiring=edited(WIRING, change))
    assert found
    assert all(words in fault for fault in found), found


def test_values_that_mean_nothing_are_told_with_their_lines() -> None:
    wrong = edited(
        WIRING,
        ("supply_nf = 100", "supply_nf = 7"),
        ("main_ma = 1600", 'main_ma = "much"'),
        ("button = 10_000", "knob = 10_000"),
        ("[supply.HUB]", "[supply.HUB2]"),
        ("miso = 10_000", "miso = 1"),
    )
    wrong += "[lamp]\n"
    all_of_them = told(wiring=wrong)
    found = [fault for fault in all_of_them if fault.startswith("w.toml")]
    missing = all_of_them[len(found) :]
    # What was meant by the names is missing now, and told, too.
    assert [fault.partition("write ")[2] for fault in missing] == [
        "button = 10000 below [pull]",
        "[supply.HUB]",
    ]
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)
    assert [fault.partition(": ")[2].partition(";")[0] for fault in found] == [
        "no rail is called HUB2",
        "fuse.main_ma is wrong",
        "nothing is pulled by the name of knob",
        "miso must have 100 to 1000000 ohms, as 10000",
        "capacitor.supply_nf is wrong",
        "no such key: lamp",
    ]


@pytest.mark.parametrize(
    ("name", "readers", "volts"), [("double", 4, 0.94), ("starter", 5, 1.10), ("direct", 12, 1.80)]
)
def test_every_modules_own_pull_up_counts_against_the_readers_reset(
    name: str, readers: int, volts: float
) -> None:
    """All modules of one order are alike: where one lifts the line, all do."""
    pair = bundled(name)
    as_sold = pair.wiring.data.decode().replace("reader = 0", "reader = 10_000")
    told = check(pair.table, Source("w.toml", as_sold.encode()))
    assert told
    assert all("write reader = 0 below [own_pull]" in fault for fault in told)
    assert any(f"{readers} modules" in fault and f"to {volts:.2f} V" in fault for fault in told), told


def test_of_two_modules_the_readers_reset_bears_the_pull_ups() -> None:
    assert told(wiring=edited(WIRING, ("[own_pull]\n", "[own_pull]\nreader = 10_000\n"))) == []
    found = told(wiring=edited(WIRING, ("[own_pull]\n", "[own_pull]\nreader = 4_700\n")))
    assert [("2 modules" in fault, "write reader = 0" in fault) for fault in found] == [(True, True)] * 2


def test_what_is_wrong_in_itself_hides_nothing_that_is_missing() -> None:
    """With a value that means nothing in each section, all the rest of both files is checked all the same."""
    wrong = edited(
        WIRING,
        NO_SUPPLY,
        NO_PULL_UP,
        ("main_ma = 1600", "main_ma = 1601"),
        ("miso = 10_000", 'miso = "much"'),
        ("supply_nf = 100", "supply_nf = 7"),
        ("[supply.HUB]", "[supply.HUB2]"),
    )
    found = told(edited(TABLE, ("/dev/spidev0.1", "/dev/spidev1.1")), wrong)
    assert [fault.partition(": ")[2] for fault in found if fault.startswith(("w.toml", "t.toml"))] == [
        "reader pad blue: /dev/spidev1.1 is not on the header's SPI0; take /dev/spidev0.1",
        "no rail is called HUB2; known: 5V_PI, 5V_INLET, 3V3_PI, 3V3_READERS, 3V3_SCREENS, VBUS_NODE, 3V3_NODE, HUB",
        "fuse.main_ma is wrong; write 500, 750, 1100, 1600, 2500 or 3000",
        "pull.miso is wrong; write a number of ohms",
        "capacitor.supply_nf is wrong; write 100, beside every supply pin",
    ]
    electrical = [fault for fault in found if not fault.startswith(("w.toml", "t.toml"))]
    assert electrical == [
        "main board: 3V3_READERS feeds reader pad red 3.3V, buffer 1 VCC, and nothing feeds it; "
        "write [supply.3V3_READERS]",
        "main board: no pull-up on CS0; write chip-select = 10000 below [pull]",
        THE_PULL_UPS[1],
        "USB hub: HUB feeds the nodes, and nothing feeds it; write [supply.HUB]",
    ]


@pytest.mark.parametrize("section", ["supply", "pull", "own_pull", "fuse", "capacitor"])
def test_a_section_that_is_none_is_told_once(section: str) -> None:
    assert told(wiring=f"{section} = 3")[0] == (
        f"w.toml:1: {section} must be a table; write [{section}] and the keys below it"
    )


def test_five_volts_at_the_pis_pin_are_told_beside_missing_pull_ups() -> None:
    found = told(wiring=edited(WIRING, ("volts = 3.3", "volts = 5.0"), ("button = 10_000", "")))
    assert "main board: Pi header 1 on 3V3_PI, Pi header 17 on 3V3_PI may have at most 3.6 V" in found[0]


def test_two_lines_on_one_pin_do_not_end_the_check() -> None:
    found = told(edited(TABLE, ("buzzer = 18", "buzzer = 25")), edited(WIRING, NO_PULL_UP))
    assert "gpio 25 is taken already" in found[0]
    assert found[1:] == THE_PULL_UPS


def test_no_toml_and_no_text_are_told() -> None:
    assert told(wiring="[supply") == [
        "w.toml:1: not TOML: " + told(wiring="[supply")[0].partition("TOML: ")[2]
    ]
    assert check(Source("t.toml", TABLE.encode()), Source("w.toml", b"\xff")) == [
        "w.toml:1: not UTF-8; save the file as UTF-8"
    ]
    assert len(told(table="[[reader")) == 1


def test_readers_that_cannot_be_wired_are_told() -> None:
    found = told(edited(TABLE, ("/dev/spidev0.1", "/dev/spidev1.1")))
    assert found == [
        "t.toml: reader pad blue: /dev/spidev1.1 is not on the header's SPI0; take /dev/spidev0.1"
    ]


def test_long_leads_of_the_direct_table_are_warned_of() -> None:
    assert len(lead_warnings(connections(load_table("direct")))) == 8
    assert lead_warnings(connections(load_table("standard"))) == []


def test_a_table_of_a_node_with_five_buffered_readers_may_lose_no_gate() -> None:
    """The starter's wiring serves the standard table's node, too, and the other way round only up to the budget."""
    text = edited(WIRING, ("[own_pull]\n", "[own_pull]\nreader = 0\n"))
    found = electrical_faults(load_table("starter"), parse_wiring(text.encode(), file="w"))
    assert len(found) == 1
    assert "N1_VBUS has to give 719 mA" in found[0]


_LINES = st.lists(
    st.sampled_from([*WIRING.splitlines(), "x = 1", "[pull]", "volts = -1", "supply = 3"]), max_size=12
)


@given(_LINES)
def test_any_wiring_file_is_parsed_or_refused_in_sentences(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    found: list[str] = []
    try:
        parse_wiring(data, file="w.toml")
    except ConfigError as error:
        found = error.faults or ["silent"]
    assert all(fault.startswith("w.toml:") and "\n" not in fault for fault in found)
